"""One large file through each of them in turn, several times: the medians, and the ratios of one run."""

import statistics
import sys

from bench.ends import Pair
from bench.machine import random_file, same
from bench.others import Failed, Rsync, Scp, Wormhole, bare, pair, socat, tool, twist

PRODUCT = "socketplay send-file"


def product(ends):
    """The way through a session that runs, named by its pair of ends."""

    def way(source, target):
        before = ends.cpu()
        seconds = ends.join.run("send-file", str(source))
        used = ends.cpu() - before
        (ends.host.folder / "receive" / source.name).rename(target)
        return seconds, used

    return way


class Ways:
    """The ways there are on this machine, and what is missing for the others."""

    def __init__(self, folder, pair_of_ends, others):
        self.ways = {"bare C, pread": bare("pread"), "bare C, mmap": bare("mmap")}
        self.skipped = []
        self.servers = []
        self.add("socat -b 262144", ["socat"], lambda: socat)
        if others:
            netcat = pair(["nc", "-l", "127.0.0.1", "PORT"], ["nc", "-N", "127.0.0.1", "PORT"])
            self.add("nc", ["nc"], lambda: netcat)
            self.add("rsync daemon", ["rsync"], lambda: self.server(Rsync(folder)))
            for cipher in ("aes128-gcm@openssh.com",):
                self.add(f"scp, {cipher}", ["scp", "sshd"], lambda: self.server(Scp(folder, cipher)))
            for program in ("wormhole", "wormhole-william"):
                if not twist():
                    self.skipped.append((program, "no mailbox server (twist of BENCH_WORMHOLE)"))
                    continue
                self.add(program, [program], lambda: self.server(Wormhole(folder, program)))
        if pair_of_ends:
            self.ways[PRODUCT] = product(pair_of_ends)

    def add(self, name, programs, make):
        missing = [program for program in programs if not tool(program)]
        if missing:
            self.skipped.append((name, f"{', '.join(missing)} is not installed"))
        else:
            self.ways[name] = make()

    def drop(self, name, why):
        del self.ways[name]
        self.skipped.append((name, why))

    def server(self, server):
        self.servers.append(server)
        return server.way

    def close(self):
        for server in self.servers:
            server.close()


def throughput(program, folder, size, rounds, others=False):
    source, target = folder / "file", folder / "target"
    random_file(source, size)
    ends = Pair(program, folder) if program else None
    ways = Ways(folder, ends, others)
    try:
        times = {name: [] for name in ways.ways}
        used = {name: [] for name in ways.ways}
        for turn in range(rounds + 1):
            for name, way in list(ways.ways.items()):
                try:
                    seconds, cpu_seconds = way(source, target)
                except Failed as failed:
                    ways.drop(name, str(failed))
                    continue
                if turn == 0 and not same(source, target):
                    sys.exit(f"bench: {name}: the file did not arrive equal")
                target.unlink()
                # The first round only warms up.
                if turn > 0:
                    times[name].append(seconds)
                    used[name].append(cpu_seconds)
    finally:
        ways.close()
        if ends:
            ends.close()
        source.unlink()
    yield from rows({name: times[name] for name in ways.ways}, used, size)
    for name, why in ways.skipped:
        yield f"{name}, {size / 1e9:g} GB", "skipped", why


def rows(times, used, size):
    bare_times = [min(pair_) for pair_ in zip(times["bare C, pread"], times["bare C, mmap"])]
    bare_cpu = min(statistics.median(used[name]) for name in ("bare C, pread", "bare C, mmap"))
    for name, seconds in times.items():
        median = statistics.median(seconds)
        ratios = [best / mine for best, mine in zip(bare_times, seconds)]
        ratio = f"{statistics.median(ratios):.2f} of bare C (worst {min(ratios):.2f})"
        if None not in used[name]:
            spent = statistics.median(used[name])
            ratio += f"; {spent / size * 1e9:.2f} CPU s/GB, {spent / bare_cpu:.2f} of bare C"
        yield f"{name}, {size / 1e9:g} GB", f"{size / median / 1e9:.2f} GB/s", ratio
    if PRODUCT not in times:
        return
    for name, seconds in times.items():
        if name == PRODUCT or name.startswith("bare"):
            continue
        ratios = [other / mine for other, mine in zip(seconds, times[PRODUCT])]
        yield f"socketplay against {name}", f"{statistics.median(ratios):.2f}", f"worst of the run {min(ratios):.2f} (above 1)"
