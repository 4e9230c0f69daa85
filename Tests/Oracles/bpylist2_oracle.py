"""PyPI's bpylist2, an independent keyed archiver, for comparison.

read    archives of packages on stdin -> one line for each
write   -> archives of packages, each followed by its line

On stdin and stdout every item is 8 bytes of length, little-endian, then the item. A line is kind, type, word, name, toTheEnd and
data, parted by `|`: texts and data in hex, `-` for nil.
"""

import struct
import sys

from bpylist2 import archiver
from bpylist2.archive_types import NSMutableData


class Package:
    KEYS = ["data", "type", "word", "name", "toTheEnd", "kind"]

    def __init__(self, **fields):
        self.fields = fields

    def encode_archive(self, archive):
        for key in Package.KEYS:
            archive.encode(key, self.fields.get(key))

    @staticmethod
    def decode_archive(archive):
        return Package(**{key: archive.decode(key) for key in Package.KEYS})

    def line(self):
        def text(value):
            return "-" if value is None else value.encode("utf-8").hex()

        data = self.fields.get("data")
        if isinstance(data, NSMutableData):
            data = data.NSdata
        return "|".join([
            str(self.fields["kind"]), str(self.fields["type"]), text(self.fields.get("word")),
            text(self.fields.get("name")), str(self.fields["toTheEnd"]).lower(),
            "-" if data is None else bytes(data).hex(),
        ])


PACKAGES = [
    Package(kind=1, type=0, toTheEnd=False, data=b"<plist/>"),
    Package(kind=1, type=1, toTheEnd=False, data=b"start"),
    Package(kind=2, type=0, toTheEnd=False, word='say "hi" 嗯'),
    Package(kind=3, type=0, toTheEnd=False, name="a song e\u0301.mp3", data=b"x" * 1000),
    Package(kind=3, type=0, toTheEnd=True, name="a song e\u0301.mp3", data=b""),
    Package(kind=3, type=0, toTheEnd=True, name="m.mp3", data=NSMutableData(b"mutable")),
    Package(kind=4, type=0, toTheEnd=True, word="songs", name="a.mp3", data=b"a"),
    Package(kind=99, type=-1, toTheEnd=False, word="songs", name="songs"),
]


def write(item):
    sys.stdout.buffer.write(struct.pack("<Q", len(item)) + item)


def items(data):
    position = 0
    while position < len(data):
        (length,) = struct.unpack_from("<Q", data, position)
        yield data[position + 8 : position + 8 + length]
        position += 8 + length


archiver.update_class_map({"socketG.Package": Package})
if sys.argv[1] == "read":
    for item in items(sys.stdin.buffer.read()):
        try:
            write(archiver.unarchive(item).line().encode())
        except Exception as error:
            write(f"error {error!r}".encode())
else:
    for package in PACKAGES:
        write(archiver.archive(package))
        write(package.line().encode())
