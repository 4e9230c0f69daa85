"""Lines that are slow, long or lossy, beside iperf3 on the same line.

The kernel's netem is not everywhere; the line is `link`, a relay of packets between two network namespaces that delays and
drops them (Benchmarks/link/link.c). Needs root and /dev/net/tun.
"""

import contextlib
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import time

from bench.ends import End
from bench.machine import ROOT, random_file, same

LINK = ROOT / ".build" / "link"
HOST, JOINER = "10.78.0.1", "10.78.0.2"


def missing():
    """What keeps lines from being made here; None where nothing does."""
    if os.getuid() != 0:
        return "needs root"
    if not pathlib.Path("/dev/net/tun").exists():
        return "no /dev/net/tun"
    absent = [name for name in ("ip", "iperf3") if not shutil.which(name)]
    return f"{', '.join(absent)} is not installed" if absent else None


@contextlib.contextmanager
def line(rate, delay, loss):
    """Two namespaces with a line between them: bits a second, milliseconds each way, packets lost in a thousand."""
    spaces = [f"bench{os.getpid()}-{name}" for name in ("host", "joiner")]
    relay = None
    try:
        for space in spaces:
            subprocess.run(["ip", "netns", "add", space], check=True)
        relay = subprocess.Popen(
            [LINK, *spaces, str(rate), str(delay), str(loss)], stdout=subprocess.PIPE, text=True
        )
        if relay.stdout.readline() != "up\n":
            sys.exit("bench: the line does not come up")
        yield tuple(["ip", "netns", "exec", space] for space in spaces)
    finally:
        if relay:
            relay.kill()
            relay.wait()
        for space in spaces:
            subprocess.run(["ip", "netns", "del", space], check=False)


def iperf(on_host, on_joiner, seconds):
    """The bits a second that iperf3 brings over, from the joiner to the host."""
    server = subprocess.Popen([*on_host, "iperf3", "-s", "-1"], stdout=subprocess.DEVNULL)
    time.sleep(0.3)
    client = subprocess.run(
        [*on_joiner, "iperf3", "-c", HOST, "-t", str(seconds), "-J"], capture_output=True, text=True, check=True
    )
    server.wait()
    return json.loads(client.stdout)["end"]["sum_received"]["bits_per_second"]


class LinePair:
    """A host and a joiner, one at each end of a line."""

    def __init__(self, program, folder, on_host, on_joiner):
        self.host = End(
            program, folder / "host", ["host", "--name", "bench", "--no-advertise", "--allow-plain"], on=on_host)
        port = self.host.wait("listening")["port"]
        self.join = End(program, folder / "join", ["join", "--address", f"{HOST}:{port}", "--plain"], on=on_joiner)
        self.join.wait("connected")

    def close(self):
        self.join.end()
        self.host.end()


def goes(program, folder, size, *, rate, delay, loss, label, says=5, both_ways=False):
    """A file over such a line, against iperf3, and how long `say` takes meanwhile.

    With `both_ways` another one of the size goes the other way at the same time.
    """
    source = folder / "file"
    random_file(source, size)
    with line(rate, delay, loss) as (on_host, on_joiner):
        measured = iperf(on_host, on_joiner, 6)
        pair = LinePair(program, folder, on_host, on_joiner)
        try:
            start = time.perf_counter()
            sender = pair.join.begin("send-file", str(source))
            back = pair.host.begin("send-file", str(source)) if both_ways else None
            time.sleep(0.2)
            waited = []
            while sender.poll() is None and len(waited) < says:
                waited.append(pair.join.run("say", "hello"))
                time.sleep(0.2)
            if back and back.wait() != 0:
                sys.exit("bench: the file did not come back")
            if sender.wait() != 0 or not same(source, pair.host.folder / "receive" / "file"):
                sys.exit("bench: the file did not arrive equal")
            seconds = time.perf_counter() - start
        finally:
            pair.close()
    shutil.rmtree(folder / "host")
    shutil.rmtree(folder / "join")
    source.unlink()
    reached = size * 8 / seconds
    yield label, f"{reached / 1e6:.1f} Mbit/s", f"{reached / measured:.2f} of iperf3 (at least 0.9)"
    if waited:
        yield f"say meanwhile, {label}", f"{statistics.median(waited) * 1000:.0f} ms", (
            f"worst of {len(waited)}: {max(waited) * 1000:.0f} ms (under 250 ms)")


def lines(program, folder):
    why = missing()
    if why:
        yield "slow, long and lossy lines", "skipped", why
        return
    subprocess.run(["cc", "-O2", "-Wall", "-o", LINK, ROOT / "Benchmarks" / "link" / "link.c"], check=True)
    yield from goes(program, folder, 800_000_000, rate=1e9, delay=10, loss=0, label="1 Gbit/s, 20 ms round trip")
    yield from goes(program, folder, 300_000_000, rate=1e9, delay=10, loss=10, label="the same, 1 % lost")
    slow = {"rate": 1e7, "delay": 10, "loss": 0, "says": 20}
    yield from goes(program, folder, 10_000_000, label="10 Mbit/s, 20 ms round trip", **slow)
    yield from goes(program, folder, 10_000_000, label="10 Mbit/s, a file each way", both_ways=True, **slow)
