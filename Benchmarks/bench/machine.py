"""What the machine and its files are asked for."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TICKS = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listening(port):
    """Whether somebody listens on a port of 127.0.0.1, without connecting (the bare receiver takes one caller)."""
    wanted = f"{port:04X}"
    for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[1].endswith(":" + wanted) and fields[3] == "0A":
            return True
    return False


def wait_for(condition, what, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"bench: waited {seconds} s for {what}")
        time.sleep(0.005)


def mib(kib):
    return f"{kib / 1024:.1f} MiB"


def cpu(pid):
    """The seconds of CPU time that a process has used, its ended children's included."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:15])) / TICKS


def wait_with_cpu(process):
    """Waits for a process; the seconds of CPU time that it and its children used."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def clear(folder):
    for entry in folder.iterdir():
        shutil.rmtree(entry) if entry.is_dir() else entry.unlink()


def random_file(path, size):
    with open(path, "wb") as file:
        while size > 0:
            file.write(os.urandom(min(size, 1 << 24)))
            size -= min(size, 1 << 24)


def same(one, other):
    return subprocess.run(["cmp", "-s", one, other]).returncode == 0
