#!/usr/bin/env bash
# Strangers who connect and say nothing, announce the longest frames, or offer without end keep nobody out (000-29).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio socketplay host --name studio --no-advertise --allow-plain --json
number=$(port host)
cat > strangers.py << 'X'
import socket
import struct
import sys
import time

port = int(sys.argv[1])


def call(number):
    # From elsewhere: what comes from one address waits for that address's own doings.
    return socket.create_connection(("127.0.0.1", port), 20, ("127.0.0.%d" % (2 + number % 200), 0))


held = [call(number) for number in range(60)]
for length in (2**63 - 1, 2**64 - 1, 2**24 + 1, 0):
    peer = call(100 + length % 7)
    peer.sendall(struct.pack("<Q", length))
    while peer.recv(65536):
        pass
held += [call(120 + number) for number in range(20)]
for peer in held[-8:]:
    peer.sendall(struct.pack("<Q", 2**24) + b"x")
# A byte a second of what might become a header, from sixteen more.
slow = [call(140 + number) for number in range(16)]
print("there", flush=True)
for byte in b"\x16\x03\x01\x02\x00\x01" * 5:
    for peer in slow:
        try:
            peer.sendall(bytes([byte]))
        except OSError:
            pass
    time.sleep(1)
X
start strangers nobody python3 strangers.py "$number"
await strangers there
as laptop socketplay say hello --address "127.0.0.1:$number"
kill "${ids[strangers]}"
grep -c 'length exceeds limit' host.out
# A frame that has begun has 30 s, and more only as more of it comes; it takes that long to see: SOCKETPLAY_LONG=1.
if [ -n "$SOCKETPLAY_LONG" ]; then
  python3 - "$number" "$FIXTURES/text.pkt" << 'Y'
import socket
import struct
import sys
import time

with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as peer, open(sys.argv[2], "rb") as file:
    peer.sendall(file.read() + struct.pack("<Q", 1 << 20) + bytes(1 << 19))
    start = time.monotonic()
    try:
        while time.monotonic() < start + 40:
            peer.sendall(b"x")
            time.sleep(1)
    except OSError:
        pass
    if not 29 < time.monotonic() - start < 33:
        print("a frame that does not go on was kept for", time.monotonic() - start)
Y
  await host '"reason": ?"timeout"'
fi
finish host || echo "host ended with $?"
