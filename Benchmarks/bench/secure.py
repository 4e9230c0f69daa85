"""One large file under TLS: by a bare OpenSSL loop, by the product, and by scp with the same cipher, in turn."""

import statistics
import subprocess
import sys

from bench.ends import Pair
from bench.machine import ROOT, random_file, same
from bench.others import Failed, Scp, bare, tool
from bench.throughput import product

BARE_TLS = ROOT / ".build" / "bare-tls"
CIPHER = "aes128-gcm@openssh.com"


def secure(program, folder, size, rounds):
    build = ["cc", "-O2", "-Wall", "-o", BARE_TLS, ROOT / "Benchmarks" / "bare" / "tls.c", "-lssl", "-lcrypto"]
    subprocess.run(build, check=True)
    source, target = folder / "file", folder / "target"
    random_file(source, size)
    server = Scp(folder, CIPHER) if tool("scp") and tool("sshd") else None
    try:
        with Pair(program, folder, secure=True) as ends:
            if ends.join.wait("connected")["security"] == "none":
                sys.exit("bench: the connection is plain")
            ways = {"bare OpenSSL loop": bare(program=BARE_TLS), "socketplay, encrypted": product(ends)}
            if server:
                ways[f"scp, {CIPHER}"] = server.way
            times = {name: [] for name in ways}
            for turn in range(rounds + 1):
                for name, way in ways.items():
                    seconds, used = way(source, target)
                    if turn == 0 and not same(source, target):
                        sys.exit(f"bench: {name}: the file did not arrive equal")
                    target.unlink()
                    # The first round only warms up.
                    if turn > 0:
                        times[name].append((seconds, used))
    except Failed as failed:
        yield f"scp, {CIPHER}", "skipped", str(failed)
        return
    finally:
        source.unlink()
        if server:
            server.close()
    yield from rows(times, size)
    if not server:
        yield f"scp, {CIPHER}", "skipped", "scp or sshd is not installed"


def rows(times, size):
    goals = {"bare OpenSSL loop": "at least 0.75", f"scp, {CIPHER}": "at least 2.5"}
    mine = [seconds for seconds, _ in times["socketplay, encrypted"]]
    for name, rounds in times.items():
        seconds = statistics.median(seconds for seconds, _ in rounds)
        used = [used for _, used in rounds if used is not None]
        spent = f"{statistics.median(used) / size * 1e9:.2f} CPU s/GB" if used else ""
        yield f"{name}, {size / 1e9:g} GB", f"{size / seconds / 1e9:.2f} GB/s", spent
    for name, goal in goals.items():
        if name in times:
            ratios = [other / own for (other, _), own in zip(times[name], mine)]
            worst = f"worst of the run {min(ratios):.2f} ({goal})"
            yield f"socketplay, encrypted, against {name.split(',')[0]}", f"{statistics.median(ratios):.2f}", worst
