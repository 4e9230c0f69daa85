"""A joiner that is proven and keeps to nothing: names, numbers, lengths, proofs, and preferences of its own making."""
import hashlib
import plistlib
import struct
import sys

sys.path.insert(0, sys.argv[1])
import attacker
from attacker import chunk, control, package

port, identity = int(sys.argv[2]), sys.argv[3]
end = attacker.guest(port, identity, "prefs")
number = 1


def offer(path, size=1, digest="xxh3-128"):
    global number
    number += 2
    end.send(control("offer", id=number, type_="file", path=path, size=size, digest=digest))
    return number


def verdict(id):
    """What became of an offer: its reason, or that it was accepted."""
    verb, data = end.answer("accept", "decline", "cancel", id=id)
    return data.get("reason", verb)


def alive():
    end.send(control("ping", token=7))
    return end.answer("pong")[1]["token"] == 7


long = "x" * 201
names = [
    "", ".", "..", "/", "//", "../x", "../../x", "../../../../../../../../tmp/x", "/etc/x", "/tmp/x", "a/../x", "a/../../x", "./x",
    "a//x", "a/", "/x", "x/.", "x/..", "\0", "x\0", "\0x", "x\0.mp3", "..\0", "a/\0", "x\n", "x\r", "\tx", "\x1b[2J",
    "\x1b]0;x\x07", "x\x07", "x\x08", "\x7f", "x\x80", "\x85", "\x9b31m", "\x9f", "x\u202a", "\u202bx", "x\u202cx", "\u202d",
    "x\u202e3pm", "\u2066x", "x\u2067", "\u2068", "x\u2069", "\ufeff", "x\ufeff", long, "é" * 101, "空" * 67, "🎵" * 51, "x" * 256,
    "x" * 4096, "a/" + long, long + "/x", "a/b/" + "../" * 20 + "x", "~/../x", "C:/../x", "a/\u202e", "a/\x1b/x",
]
refused = {}
for name in names:
    if not 1 <= len(name.encode()) <= 4096:
        # Beyond the limit of the field: it is no offer.
        offer(name)
        continue
    what = verdict(offer(name))
    refused[what] = refused.get(what, 0) + 1
print("names:", *(f"{what} {count}" for what, count in sorted(refused.items())), "alive" if alive() else "")

# Names that are taken, but not as they are, or that stand in for something.
for name in ("-rf", ".bashrc", "canary", "pipe", "dir"):
    id = offer(name, 3, digest="sha-256")
    assert verdict(id) == "accept", name
    digest = hashlib.sha256(b"abc").digest()
    end.send(control("begin", id=id, offset=0), chunk(id, b"abc"), control("done", id=id, size=3, digest=digest))
    verb, data = end.answer("stored", "cancel", id=id)
    print(name, verb, data.get("reason", ""), data.get("name", ""))

# What came from somebody else is none of its business, though it knows name, size and digest: it sends all of it.
kept = b"kept for laptop alone\n"
id = offer("kept.txt", len(kept), digest="sha-256")
verb, data = end.answer("accept", "decline", id=id)
print("another's file:", verb, data.get("offset"), "proven" if "proof" in data else "not proven")
end.send(control("begin", id=id, offset=0), chunk(id, kept), control("done", id=id, size=len(kept), digest=hashlib.sha256(kept).digest()))
data = end.answer("stored", "cancel", id=id)[1]
print("it is", data.get("name"), data.get("already", False))

# A file is what was offered, or it is none.
for label, size, pieces, done in (
    ("more", 3, [b"abcd"], 4), ("fewer", 3, [b"ab"], 2), ("a lie about the size", 3, [b"abc"], 4), ("nothing", 3, [b""], 3),
    ("other bytes", 3, [b"abc"], 3), ("no end of it", 1 << 40, [b"abc"], 3),
):
    id = offer(f"lie {label}", size)
    what = verdict(id)
    if what != "accept":
        print(f"{label}: {what}")
        continue
    end.send(control("begin", id=id, offset=0))
    for place, piece in enumerate(pieces):
        end.send(chunk(id, piece, place == len(pieces) - 1))
    end.send(control("done", id=id, size=done, digest=hashlib.sha256(b"abc").digest()[:16]))
    print(f"{label}:", end.answer("stored", "cancel", id=id)[1].get("reason", "stored"))

# It goes on where nothing is, sends what nobody has asked for, and under numbers that are not its own.
id = offer("goes on", 10)
verdict(id)
end.send(control("begin", id=id, offset=9))
print("an offset out of the air:", end.answer("cancel", "stored", id=id)[1].get("reason"))
end.send(chunk(99999, b"abc"))
print("a chunk of nothing:", end.answer("cancel", id=99999)[1]["reason"])
end.send(*(control(verb, id=id, offset=0, bytes=1 << 40, proof=b"x" * 16, size=1, name="x", verified="none", reason="user")
           for verb in ("accept", "credit", "stored", "decline", "cancel", "begin", "done") for id in (0, 2, 1 << 62)))
end.send(*(control("offer", id=id, type_="file", path="even", size=1, digest="xxh3-128") for id in (0, 2, 4)))
end.send(control("offer", id=-1, type_="file", path="x", size=1, digest="xxh3-128"))
end.send(control("offer", id=number + 2, type_="device", path="x", size=1, digest="xxh3-128"))
end.send(control("offer", id=number + 4, type_="file", path="x", size=-1, digest="xxh3-128"))
end.send(control("accept", id="1", offset="x"), control("hello"), control("no such verb", x=1), package(99), package(64))
print("nonsense:", "alive" if alive() else "")

# Whatever a preference is called, it is one of the store's.
keys = ["identity", "identity.pem", "known_peers", "may", "plain", "allow-plain", "SOCKETPLAY_HOME", "../config/known_peers", "via", "trust"]
end.send(package(1, 0, plistlib.dumps({key: "files" for key in keys}), name="1"))
print("preferences:", end.answer("got", id="1")[1].get("result"))
edits = plistlib.dumps({"set": {"known_peers": "liar may=prefs,files", "may": "prefs"}}, fmt=plistlib.FMT_BINARY)
end.send(control("prefs-set", id=1, part=0, last=True, data=edits))
print("edits:", end.answer("prefs-result", id=1)[1].get("count"))

# A frame that nobody has room for ends it, and so does one of no bytes.
end.send(struct.pack("<Q", 2**63 - 1))
print("a frame too long:", "open" if end.is_open(5) else "closed")
end = attacker.guest(port, identity)
end.send(struct.pack("<Q", 0))
print("a frame of nothing:", "open" if end.is_open(5) else "closed")
end = attacker.guest(port, identity)
end.send(*(struct.pack("<Q", 9) + b"bplist00x" for _ in range(100)))
print("a hundred bad packets:", "open" if end.is_open(5) else "closed")
