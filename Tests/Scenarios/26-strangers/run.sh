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
print("there", flush=True)
time.sleep(30)
X
start strangers nobody python3 strangers.py "$number"
await strangers there
as laptop socketplay say hello --address "127.0.0.1:$number"
kill "${ids[strangers]}"
grep -c 'length exceeds limit' host.out
finish host || echo "host ended with $?"
