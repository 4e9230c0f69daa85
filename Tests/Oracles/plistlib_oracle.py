"""Python's own reader and writer of binary property lists, for comparison.

read            property lists on stdin -> one canonical line for each
write COUNT SEED  -> property lists made at random, each followed by its canonical line

On stdin and stdout every item is 8 bytes of length, little-endian, then the item.
"""

import datetime
import plistlib
import random
import struct
import sys

EPOCH = datetime.datetime(2001, 1, 1)


def bits(number):
    return struct.pack(">d", number).hex()


def canonical(value):
    if value is None:
        return "n"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return "r" + bits(value)
    if isinstance(value, datetime.datetime):
        return "d" + bits((value - EPOCH).total_seconds())
    if isinstance(value, bytes):
        return "b" + value.hex()
    if isinstance(value, str):
        return "s" + value.encode("utf-8").hex()
    if isinstance(value, plistlib.UID):
        return f"u{value.data}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(sorted(canonical(k) + ":" + canonical(v) for k, v in value.items())) + "}"
    return f"unknown {type(value).__name__}"


def items(data):
    position = 0
    while position < len(data):
        (length,) = struct.unpack_from("<Q", data, position)
        yield data[position + 8 : position + 8 + length]
        position += 8 + length


def write(item):
    sys.stdout.buffer.write(struct.pack("<Q", len(item)) + item)


TEXTS = ["", "a", "嗯嗯", "e\u0301", "\u00e9", "🎵", "a\0b", "x" * 20, "嗯" * 300, "\x7f", "_age_", "true"]


def value(source, depth):
    kind = source.randrange(9 if depth > 0 else 7)
    if kind == 0:
        return source.random() < 0.5
    if kind == 1:
        edge = source.choice([8, 16, 31, 32, 63])
        return (1 << edge) - source.randrange(3)
    if kind == 2:
        return -source.getrandbits(source.randrange(1, 63))
    if kind == 3:
        return struct.unpack(">d", struct.pack(">Q", source.getrandbits(62)))[0]
    if kind == 4:
        return EPOCH + datetime.timedelta(seconds=source.randrange(-(2**30), 2**30))
    if kind == 5:
        return source.randbytes(source.choice([0, 1, 14, 15, 16, 300]))
    if kind == 6:
        return source.choice(TEXTS)
    if kind == 7:
        return [value(source, depth - 1) for _ in range(source.choice([0, 1, 2, 14, 15, 16]))]
    return {source.choice(TEXTS): value(source, depth - 1) for _ in range(source.randrange(20))}


def main():
    if sys.argv[1] == "read":
        for item in items(sys.stdin.buffer.read()):
            try:
                write(canonical(plistlib.loads(item, fmt=plistlib.FMT_BINARY)).encode())
            except Exception as error:
                write(f"error {error!r}".encode())
    else:
        source = random.Random(int(sys.argv[3]))
        for _ in range(int(sys.argv[2])):
            made = value(source, 3)
            write(plistlib.dumps(made, fmt=plistlib.FMT_BINARY, sort_keys=False))
            write(canonical(made).encode())


if __name__ == "__main__":
    main()
