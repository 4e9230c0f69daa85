"""How soon a large file goes on that broke off: what is there is read again at both ends, and shown while it is."""

import os
import shutil
import signal
import statistics
import subprocess
import sys
import time

from bench.ends import End, Pair
from bench.machine import ROOT, mib, random_file, same, wait_for

SHARE = 0.8


def reading(path, size):
    """The seconds to read so much of a file by itself, as fast as memory gives it."""
    start = time.perf_counter()
    subprocess.run(
        ["dd", f"if={path}", "of=/dev/null", "bs=1M", f"count={size >> 20}"], check=True, stderr=subprocess.DEVNULL
    )
    return time.perf_counter() - start


def broken_off(program, folder, source, size):
    """Leaves most of a file at the receiver, which is killed; the part."""
    with Pair(program, folder, secure=True) as pair:
        sender = pair.join.begin("send-file", str(source), "--limit", str(max(size // 8, 500_000_000)))
        wait_for(
            lambda: any(event["bytes"] > SHARE * size for event in pair.host.events("file-progress")[-1:]), "most of it", 120)
        pair.host.process.send_signal(signal.SIGKILL)
        pair.host.process.wait()
        sender.kill()
        sender.wait()
        return next(path for path in (pair.host.folder / "receive").iterdir() if path.name.endswith(".part"))


def resumed(program, folder, source, size, label):
    part = broken_off(program, folder, source, size)
    if "sparse" in label:
        subprocess.run(["fallocate", "--dig-holes", part], check=True)
    proven = int(SHARE * size)
    alone = reading(part, proven) + reading(source, proven)
    with Pair(program, folder, secure=True) as pair:
        pair.join.forget()
        pair.host.forget()
        start = time.perf_counter()
        sender = pair.join.begin("send-file", str(source))
        wait_for(lambda: pair.host.events("file-begin"), "the file to go on", 120)
        seconds = time.perf_counter() - start
        at = pair.host.events("file-begin")[-1]["resumedAt"]
        if at < proven:
            sys.exit(f"bench: resumed at {at}, less than {proven}")
        checks = len(pair.host.events("file-check"))
        if sender.wait() != 0 or not same(source, pair.host.folder / "receive" / source.name):
            sys.exit("bench: the file did not arrive equal")
        peaks = mib(pair.join.peak()), mib(pair.host.peak())
    rate = 2 * at / seconds / 1e9
    yield (
        f"resume of {label}, {at / 1e9:.1f} GB proven at both ends", f"{seconds:.2f} s",
        f"{rate:.1f} GB/s read and hashed; {alone:.2f} s to read it alone (at most 1 s more than hashing it)")
    yield f"progress events while it is read, {label}", str(checks), f"peak memory {peaks[0]} and {peaks[1]} (under 32 MB)"


def resume(program, folder, size):
    """Both kinds of file; their room is on the disk where memory has not enough of it."""
    for amount, label in ((size, f"{size / 1e9:g} GB"), (size, f"{size / 1e9:g} GB, sparse")):
        room = os.statvfs(folder)
        place = folder / "resume"
        if room.f_bavail * room.f_frsize < 3 * amount:
            place = ROOT / ".build" / "resume"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        source = place / "file"
        try:
            if "sparse" in label:
                with open(source, "wb") as file:
                    file.truncate(amount)
            else:
                random_file(source, amount)
            yield from resumed(program, place, source, amount, label)
        finally:
            shutil.rmtree(place)
