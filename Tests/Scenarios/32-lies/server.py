"""A host that is proven and asks for what its guest has never sent: bytes, offsets, proofs and names."""
import sys

sys.path.insert(0, sys.argv[1])
import attacker
from attacker import chunk, control

listener = attacker.listen()
for proof in (b"\0" * 16, b"", b"x" * 1000):
    end, said = attacker.host(listener, sys.argv[2])
    end.send(attacker.greeting("host"))
    end.answer("hello")
    id = end.answer("offer")[1]["id"]
    # It claims to have most of it, and to have stored what was not sent.
    end.send(control("stored", id=id, name="/etc/x", verified="xxh3-128"), control("accept", id=id + 2, offset=0))
    end.send(control("accept", id=id, offset=5, proof=proof), control("credit", id=id, bytes=-5))
    begins = end.answer("begin", "cancel", id=id)
    print("it begins at", begins[1].get("offset"), flush=True)
    # A file of the host's, under names that lead out of the folder.
    for even, path in enumerate(("../out", "/tmp/out", "a/../../out", ".ssh/../../out")):
        end.send(control("offer", id=2 * even + 2, type_="file", path=path, size=1, digest="xxh3-128"))
        print(path, end.answer("accept", "decline", id=2 * even + 2)[1].get("reason"), flush=True)
    end.send(chunk(2, b"x"))
    end.send(control("stored", id=id, name="\x1b[2J/../x", verified="\x1b"))
    while True:
        try:
            end.next()
        except (EOFError, OSError):
            break
