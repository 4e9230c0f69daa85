"""Many small files, sent as a folder."""

import shutil
import statistics
import subprocess
import sys

from bench.ends import Pair
from bench.machine import mib


def tree(folder, count, size):
    """A folder of so many files of so many bytes, no two alike."""
    made = folder / "tree"
    made.mkdir()
    for number in range(count):
        (made / f"{number:05}.txt").write_bytes(number.to_bytes(4, "big") * (size // 4))
    return made


def files(program, folder, rounds):
    source = tree(folder, 10_000, 1024)
    rates, used = [], []
    with Pair(program, folder) as pair:
        for _ in range(rounds):
            before = pair.cpu()
            seconds = pair.join.run("send-file", str(source))
            used.append(pair.cpu() - before)
            received = pair.host.folder / "receive" / "tree"
            if subprocess.run(["diff", "-rq", source, received]).returncode != 0:
                sys.exit("bench: the folder did not arrive equal")
            shutil.rmtree(received)
            rates.append(10_000 / seconds)
    shutil.rmtree(source)
    yield (
        "10,000 files of 1 KB",
        f"{statistics.median(rates):,.0f} files/s",
        f"(at least 5,000); {statistics.median(used) * 100:.0f} us of CPU time a file, both ends",
    )


def many(program, folder):
    """What each end holds at most while 50,000 files pass."""
    source = tree(folder, 50_000, 16)
    with Pair(program, folder) as pair:
        pair.join.forget()
        pair.host.forget()
        pair.join.run("send-file", str(source))
        sender, receiver = pair.join.peak(), pair.host.peak()
    shutil.rmtree(source)
    yield "peak memory of the sender, 50,000 files", mib(sender), "(under 32 MB)"
    yield "peak memory of the receiver, 50,000 files", mib(receiver), "(under 32 MB)"
