"""Requests and answers, one in flight, against a loop in C with the same rule."""

import statistics
import subprocess
import time

from bench.machine import ROOT, free_port, listening, wait_for


def requests(program, folder, rounds):
    """10,000 requests over one connection to the same C server."""
    bare = folder / "requests"
    subprocess.run(["cc", "-O2", "-Wall", "-o", bare, ROOT / "Benchmarks" / "bare" / "requests.c"], check=True)
    port = free_port()
    server = subprocess.Popen([bare, "answer", str(port)])
    try:
        wait_for(lambda: listening(port), "the bare server")
        count = 10_000
        numbers = [str(number) for number in range(1, count + 1)]
        commands = {
            "C": [bare, "ask", str(port), str(count)],
            "socketplay": [program, "request", f"127.0.0.1:{port}", *numbers],
        }
        times = {name: [] for name in commands}
        for _ in range(rounds):
            for name, command in commands.items():
                start = time.perf_counter()
                subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
                times[name].append(time.perf_counter() - start)
        seconds, best = (statistics.median(times[name]) for name in ("socketplay", "C"))
        yield "10,000 requests, one in flight", f"{count / seconds:,.0f} a second", f"{best / seconds:.2f} of bare C (at least 0.8)"
    finally:
        server.kill()
        server.wait()
