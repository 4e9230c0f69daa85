"""How long a person waits for small things."""

import os
import statistics
import subprocess
import time

from bench.ends import End, Pair
from bench.machine import ROOT, wait_for


def prefs(program, folder):
    times = []
    with Pair(program, folder) as pair:
        for number in range(31):
            file = folder / "prefs.plist"
            file.write_text(
                f'<?xml version="1.0"?><plist version="1.0"><dict><key>age</key><integer>{number}</integer></dict></plist>'
            )
            times.append(pair.join.run("send-prefs", str(file)))
    yield "send-prefs, process start to receipt", f"{statistics.median(times[1:]) * 1000:.1f} ms", "(under 25 ms)"


def join(program, folder):
    """`join NAME` until it is connected; needs root, for an avahi-daemon on a loopback interface alone."""
    os.environ["LAB_DIR"] = str(folder / "lab")
    lab = ROOT / "scripts" / "lab"
    started = subprocess.run([lab, "loop"], capture_output=True, text=True)
    if started.returncode != 0:
        yield "join NAME, process start to connected", "skipped", started.stderr.strip()
        return
    try:
        bus = started.stdout.strip()
        host = End(program, folder / "host", ["host", "--name", "bench", "--bind", "127.0.0.1"], bus)
        host.wait("advertised")
        times = []
        for number in range(11):
            advertised = len(host.events("advertised"))
            start = time.perf_counter()
            joiner = End(program, folder / f"join{number}", ["join", "bench"], bus)
            wait_for(lambda: b'"connected"' in joiner.log.read_bytes(), "connected")
            times.append(time.perf_counter() - start)
            joiner.end()
            wait_for(lambda: len(host.events("advertised")) > advertised, "advertised again")
        host.end()
        yield "join NAME, process start to connected", f"{statistics.median(times) * 1000:.0f} ms", "(under 300 ms)"
    finally:
        subprocess.run([lab, "unloop"], check=False)
