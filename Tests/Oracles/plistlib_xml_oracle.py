"""Python's own reader and writer of XML property lists, for comparison.

read             property lists on stdin -> one canonical line for each
write COUNT SEED   -> property lists made at random, each followed by its canonical line

On stdin and stdout every item is 8 bytes of length, little-endian, then the item.
"""

import datetime
import plistlib
import random
import struct
import sys

sys.dont_write_bytecode = True

from plistlib_oracle import EPOCH, canonical, items, write  # noqa: E402


def text(source):
    return "".join(source.choice("ab<>&\"' \t\né嗯🎵]") for _ in range(source.randrange(12)))


def value(source, depth):
    kind = source.randrange(10 if depth else 7)
    if kind == 0:
        return source.random() < 0.5
    if kind == 1:
        bits = source.choice([3, 8, 31, 32, 63])
        return source.randrange(-(1 << bits), 1 << bits)
    if kind == 2:
        number = struct.unpack(">d", source.randbytes(8))[0]
        return number if number - number == 0 else 0.25
    if kind == 3:
        return EPOCH + datetime.timedelta(seconds=source.randrange(-63_000_000_000, 252_000_000_000))
    if kind == 4:
        return source.randbytes(source.choice([0, 1, 2, 3, 56, 57, 58, 200]))
    if kind < 7:
        return text(source)
    if kind == 7:
        return [value(source, depth - 1) for _ in range(source.randrange(5))]
    return {text(source): value(source, depth - 1) for _ in range(source.randrange(5))}


if sys.argv[1] == "read":
    for item in items(sys.stdin.buffer.read()):
        write(canonical(plistlib.loads(item, fmt=plistlib.FMT_XML)).encode())
else:
    source = random.Random(int(sys.argv[3]))
    for _ in range(int(sys.argv[2])):
        made = value(source, 6)
        write(plistlib.dumps(made, fmt=plistlib.FMT_XML, sort_keys=False))
        write(canonical(made).encode())
