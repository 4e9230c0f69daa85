"""An end of the tests' own, written from docs/PROTOCOL.md alone, which lies wherever a scenario wants it to.

Under TLS with Python's own library, as a joiner (`joiner`) or a host (`host`); packages by `package` and `control`, and what
comes by `End.packages`.
"""
import contextlib
import plistlib
import socket
import ssl
import struct
import time

PROTOCOL = "socketplay/1"
ZERO = b"\0"


def context(side, identity=None, protocols=(PROTOCOL,), version=ssl.TLSVersion.TLSv1_3):
    """What a connection is made with: nobody's key is looked at, whatever it is."""
    made = ssl.SSLContext(side)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    made.maximum_version = version
    if identity:
        made.load_cert_chain(identity)
    if protocols:
        made.set_alpn_protocols(list(protocols))
    return made


def call(port, source="127.0.0.1"):
    """A connection from an address of this machine."""
    return socket.create_connection(("127.0.0.1", port), 20, (source, 0))


def hello(kind=0, token=b"", session=b"s" * 16, petname=b"liar"):
    """The 96 bytes that a joiner says first."""
    return (
        b"SPLAYhi1" + bytes([kind]) + ZERO * 7 + token.ljust(8, ZERO) + session + petname.ljust(32, ZERO) + ZERO * 24
    )


def ready(status=0, petname=b"liar"):
    """The 48 bytes that a host answers."""
    return b"SPLAYok1" + bytes([status]) + ZERO * 7 + petname.ljust(32, ZERO)


def package(kind, type=0, data=None, word=None, name=None, last=False):
    """A frame with a package."""
    objects = ["$null", {}, {"$classname": "socketG.Package", "$classes": ["socketG.Package", "NSObject"]}]

    def put(value):
        if value is None:
            return plistlib.UID(0)
        objects.append(value)
        return plistlib.UID(len(objects) - 1)

    objects[1] = {
        "$class": plistlib.UID(2), "kind": kind, "type": type, "toTheEnd": last,
        "data": put(data), "word": put(word), "name": put(name),
    }
    body = plistlib.dumps(
        {
            "$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": plistlib.UID(1)}, "$objects": objects,
        },
        fmt=plistlib.FMT_BINARY,
    )
    return struct.pack("<Q", len(body)) + body


def control(verb, **fields):
    """A frame with what socketplay ends say to each other; a field `list_` or `type_` stands for its name without the `_`."""
    fields = {key.rstrip("_"): value for key, value in fields.items() if value is not None}
    return package(64, -1, plistlib.dumps(fields, fmt=plistlib.FMT_BINARY), verb)


def greeting(role, *features):
    """The first package of each end."""
    return control("hello", version=1, instance="liar", name="liar", features=list(features), role=role)


def chunk(id, data, last=True, name="x"):
    """A frame with a piece of a transfer."""
    return package(3, 0, data, str(id), name, last)


class End:
    """One end of a connection, plain or under TLS."""

    def __init__(self, line):
        self.line = line
        self.line.settimeout(20)

    def send(self, *pieces):
        self.line.sendall(b"".join(pieces))

    def whole(self, count):
        data = b""
        while len(data) < count:
            piece = self.line.recv(count - len(data))
            if not piece:
                raise EOFError
            data += piece
        return data

    def next(self):
        """The next package: its kind, its word or verb, and its data, a dictionary where that is what it holds."""
        length = struct.unpack("<Q", self.whole(8))[0]
        archive = plistlib.loads(self.whole(length))
        objects = archive["$objects"]
        root = objects[archive["$top"]["root"].data]

        def at(key):
            value = root.get(key)
            return objects[value.data] if isinstance(value, plistlib.UID) and value.data else None

        data = at("data")
        if root["kind"] == 64:
            data = plistlib.loads(data)
        return root["kind"], at("word"), data

    def answer(self, *verbs, **fields):
        """The data of the next package with one of these verbs and these fields."""
        while True:
            _, verb, data = self.next()
            if verb in verbs and all(data.get(key) == value for key, value in fields.items()):
                return verb, data

    def is_open(self, within=0.5):
        """Whether the other end has not closed by then; what comes meanwhile is dropped."""
        deadline = time.monotonic() + within
        while (left := deadline - time.monotonic()) > 0:
            self.line.settimeout(left)
            try:
                if not self.line.recv(65536):
                    return False
            except TimeoutError:
                return True
            except OSError:
                return False
        return True

    def close(self):
        with contextlib.suppress(OSError):
            self.line.close()


def joiner(port, identity, kind=0, token=b"", source="127.0.0.1", petname=b"liar"):
    """A joiner that has said its HELLO, and the status that the host answered."""
    end = End(context(ssl.PROTOCOL_TLS_CLIENT, identity).wrap_socket(call(port, source)))
    end.send(hello(kind, token, petname=petname))
    return end, end.whole(48)[8]


def guest(port, identity, *features, source="127.0.0.1"):
    """A joiner that was let in and has greeted."""
    end, status = joiner(port, identity, source=source)
    assert status == 0, f"the host answered {status}"
    end.send(greeting("join", *features))
    end.answer("hello")
    return end


def listen():
    """A port that somebody may join at, and says so on stdout."""
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"port {listener.getsockname()[1]}", flush=True)
    return listener


def host(listener, identity, status=0):
    """A host that takes the next joiner in, whoever it is; the joiner's HELLO."""
    line, _ = listener.accept()
    end = End(context(ssl.PROTOCOL_TLS_SERVER, identity).wrap_socket(line, server_side=True))
    said = end.whole(96)
    end.send(ready(status))
    return end, said
