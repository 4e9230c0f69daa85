"""One large file, encrypted: by a bare OpenSSL loop, by the product, by scp with the same cipher, and by wormhole-william."""

import statistics
import subprocess
import sys

from bench.ends import Pair
from bench.machine import ROOT, random_file, same
from bench.others import Failed, Scp, Wormhole, bare, tool, twist
from bench.throughput import product

BARE_TLS = ROOT / ".build" / "bare-tls"
CIPHER = "aes128-gcm@openssh.com"
SCP = f"scp, {CIPHER}"
WILLIAM = "wormhole-william"
PRODUCT = "socketplay, encrypted"
GOALS = {"bare OpenSSL loop": "at least 0.75", SCP: "at least 2.5", WILLIAM: "at least 6"}


def secure(program, folder, size, rounds):
    build = ["cc", "-O2", "-Wall", "-o", BARE_TLS, ROOT / "Benchmarks" / "bare" / "tls.c", "-lssl", "-lcrypto"]
    subprocess.run(build, check=True)
    source, target = folder / "file", folder / "target"
    random_file(source, size)
    servers = {}
    if tool("scp") and tool("sshd"):
        servers[SCP] = Scp(folder, CIPHER)
    if tool(WILLIAM) and twist():
        servers[WILLIAM] = Wormhole(folder, WILLIAM)
    failed = {}
    try:
        with Pair(program, folder, secure=True) as ends:
            if ends.join.wait("connected")["security"] == "none":
                sys.exit("bench: the connection is plain")
            ways = {"bare OpenSSL loop": bare(program=BARE_TLS), PRODUCT: product(ends)}
            ways.update((name, server.way) for name, server in servers.items())
            times = {name: [] for name in ways}
            for turn in range(rounds + 1):
                for name, way in list(ways.items()):
                    try:
                        seconds, used = way(source, target)
                    except Failed as error:
                        failed[name] = str(error)
                        del ways[name], times[name]
                        continue
                    if turn == 0 and not same(source, target):
                        sys.exit(f"bench: {name}: the file did not arrive equal")
                    target.unlink()
                    # The first round only warms up.
                    if turn > 0:
                        times[name].append((seconds, used))
    finally:
        source.unlink()
        for server in servers.values():
            server.close()
    yield from rows(times, size)
    for name in (SCP, WILLIAM):
        if name not in times:
            yield name, "skipped", failed.get(name, "not installed, or no mailbox server (BENCH_WORMHOLE)")


def rows(times, size):
    mine = [seconds for seconds, _ in times[PRODUCT]]
    for name, rounds in times.items():
        seconds = statistics.median(seconds for seconds, _ in rounds)
        used = [used for _, used in rounds if used is not None]
        spent = f"{statistics.median(used) / size * 1e9:.2f} CPU s/GB" if used else ""
        yield f"{name}, {size / 1e9:g} GB", f"{size / seconds / 1e9:.2f} GB/s", spent
    for name, goal in GOALS.items():
        if name in times:
            ratios = [other / own for (other, _), own in zip(times[name], mine)]
            worst = f"worst of the run {min(ratios):.2f} ({goal})"
            yield f"{PRODUCT}, against {name.split(',')[0]}", f"{statistics.median(ratios):.2f}", worst
