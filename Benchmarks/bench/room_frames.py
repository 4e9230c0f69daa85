"""The bytes that a room and an MQTT broker are spoken to with, for `fan`: no code of the product's."""
import plistlib
import struct

MARK = b"@@MARK@@"


def package(verb, fields):
    """A package of kind 64 in its frame, as docs/PROTOCOL.md has it."""
    data = plistlib.dumps(fields, fmt=plistlib.FMT_BINARY)
    objects = [
        "$null",
        {
            "data": plistlib.UID(2), "type": -1, "word": plistlib.UID(3), "name": plistlib.UID(0),
            "toTheEnd": False, "kind": 64, "$class": plistlib.UID(4),
        },
        data, verb, {"$classname": "socketG.Package", "$classes": ["socketG.Package", "NSObject"]},
    ]
    body = plistlib.dumps(
        {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": plistlib.UID(1)}, "$objects": objects},
        fmt=plistlib.FMT_BINARY)
    return struct.pack("<Q", len(body)) + body


def text(size):
    return (MARK + b"x" * (size - len(MARK))).decode()


def room(receivers, messages, size):
    join = b"".join(package("room-join", {"version": 1, "nick": f"m{i:06}"}) for i in range(receivers + 1))
    body = text(size)
    send = b"".join(package("room-text", {"n": n + 1, "text": body}) for n in range(messages))
    return join, send


def idle(receivers, messages, size):
    join, _ = room(receivers, 0, size)
    return join, package("room-ping", {"token": 7})


def mqtt(receivers, messages, size):
    def packet(kind, body):
        length, head = len(body), b""
        while True:
            head += bytes([length % 128 | (128 if length >= 128 else 0)])
            length //= 128
            if length == 0:
                return bytes([kind]) + head + body

    def string(value):
        return struct.pack(">H", len(value)) + value

    topic = string(b"room")
    join = b"".join(
        packet(0x10, string(b"MQTT") + b"\x04\x02\x00\x00" + string(b"m%06d" % i))
        + packet(0x82, b"\x00\x01" + topic + b"\x00")
        for i in range(receivers + 1))
    return join, packet(0x30, topic + text(size).encode()) * messages
