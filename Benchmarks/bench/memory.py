"""What each end holds at most, whatever it sends."""

import pathlib
import shutil
import tempfile

from bench.ends import Pair
from bench.machine import clear, mib


def memory(program, folder, size):
    available = 0
    for line in pathlib.Path("/proc/meminfo").read_text().splitlines():
        if line.startswith("MemAvailable:"):
            available = int(line.split()[1]) * 1024
    for amount, label in ((size, f"{size / 1e9:g} GB"), (10 * size, f"{size / 1e8:g} GB, sparse")):
        place = folder
        if available < amount * 1.3:
            place = pathlib.Path(tempfile.mkdtemp(prefix="socketplay-bench-"))
        source = place / "sparse"
        with open(source, "wb") as file:
            file.truncate(amount)
        with Pair(program, place) as pair:
            pair.join.forget()
            pair.host.forget()
            pair.join.run("send-file", str(source))
            sender, receiver = pair.join.peak(), pair.host.peak()
        source.unlink()
        clear(place / "host" / "receive")
        if place != folder:
            shutil.rmtree(place)
        yield f"peak memory of the sender, {label}", mib(sender), "(under 32 MB)"
        yield f"peak memory of the receiver, {label}", mib(receiver), "(under 32 MB)"
