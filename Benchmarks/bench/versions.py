"""What was measured, on what."""

import os
import pathlib
import platform
import shutil
import subprocess


def versions(program, swift):
    def first_line(*command):
        try:
            return subprocess.run(command, capture_output=True, text=True).stdout.strip().splitlines()[0]
        except (OSError, IndexError):
            return "not there"

    yield f"Linux {platform.release()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            yield line.split(": ", 1)[1]
            break
    yield first_line("cc", "--version")
    if swift:
        yield first_line(swift, "--version")
    if program:
        yield first_line(program, "--version")
    if shutil.which("socat"):
        yield subprocess.run(["socat", "-V"], capture_output=True, text=True).stdout.splitlines()[1]
