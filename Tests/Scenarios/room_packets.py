"""The packets of a room as a plain member says them, written from docs/PROTOCOL.md alone."""
import plistlib
import socket
import struct


def package(verb, fields, kind=64, intent=-1):
    """A package in its frame; `fields` is a dictionary, or bytes that should be one."""
    data = fields if isinstance(fields, bytes) else plistlib.dumps(fields, fmt=plistlib.FMT_BINARY)
    objects = [
        "$null",
        {
            "data": plistlib.UID(2), "type": intent, "word": plistlib.UID(3), "name": plistlib.UID(0),
            "toTheEnd": False, "kind": kind, "$class": plistlib.UID(4),
        },
        data, verb, {"$classname": "socketG.Package", "$classes": ["socketG.Package", "NSObject"]},
    ]
    body = plistlib.dumps(
        {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": plistlib.UID(1)}, "$objects": objects},
        fmt=plistlib.FMT_BINARY)
    return struct.pack("<Q", len(body)) + body


class Member:
    """A connection to a room."""

    def __init__(self, port, source="127.0.0.1"):
        self.line = socket.create_connection(("127.0.0.1", port), 5, (source, 0))
        self.line.settimeout(5)
        self.bytes = b""

    def send(self, data):
        try:
            self.line.sendall(data)
        except OSError:
            pass

    def say(self, verb, **fields):
        self.send(package(verb, fields))

    def hear(self):
        """The next packet's verb and dictionary; None at the end, or after a second of silence."""
        while len(self.bytes) < 8 or len(self.bytes) < 8 + struct.unpack("<Q", self.bytes[:8])[0]:
            try:
                more = self.line.recv(65536)
            except OSError:
                return None
            if not more:
                return None
            self.bytes += more
        size = struct.unpack("<Q", self.bytes[:8])[0]
        body, self.bytes = self.bytes[8:8 + size], self.bytes[8 + size:]
        objects = plistlib.loads(body)["$objects"]
        root = objects[1]
        return objects[root["word"].data], plistlib.loads(objects[root["data"].data])

    def await_verb(self, verb):
        """The dictionary of the next packet with that verb; None where none comes."""
        while packet := self.hear():
            if packet[0] == verb:
                return packet[1]
        return None
