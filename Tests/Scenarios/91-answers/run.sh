#!/usr/bin/env bash
# A command answers requests: at once, each its own, byte for byte, and never with nothing (003-2, 003-3, 003-6, 003-11, 003-13, 003-14, 003-15).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
command -v python3 > /dev/null || { echo "there is no python3" >&2; exit 77; }

start answer server socketplay answer --bind 127.0.0.1 --json -- tr a-z A-Z
at=127.0.0.1:$(port answer)
socketplay ping "$at" > /dev/null && echo "ping: status 0"

# A hundred clients at once, each with two requests glued together in one write.
python3 - "${at#*:}" << 'PYTHON'
import socket
import struct
import sys

def frame(body):
    return struct.pack(">I", len(body)) + body

def exactly(connection, count):
    data = b""
    while len(data) < count:
        data += connection.recv(count - len(data))
    return data

clients = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(100)]
for number, client in enumerate(clients):
    client.sendall(frame(b"first %d" % number) + frame(b"second %d" % number))
for number, client in enumerate(clients):
    for word in (b"FIRST", b"SECOND"):
        expected = frame(b"%s %d" % (word, number))
        assert exactly(client, len(expected)) == expected
print("200 answers, each its own")
# A header in four pieces, and one beyond every limit.
client = clients[0]
for byte in frame(b"x"):
    client.sendall(bytes([byte]))
assert exactly(client, 5) == frame(b"X")
client.sendall(b"\xff\xff\xff\xff")
assert client.recv(1) == b""
print("closed at ffffffff")
PYTHON
await answer "$(event error)"
grep -oE '"message":"length exceeds limit' answer.out

head -c 10000000 /dev/zero | tr '\0' 'x' > large
socketplay request "$at" - < large | tr X x | cmp - large
finish answer || echo "answer: status $?"

# Nothing on its output, or a failure: the connection is closed, no answer of no bytes.
for command in 'true' 'echo half; exit 3'; do
  start failing server socketplay answer --bind 127.0.0.1 --json -- sh -c "$command"
  socketplay request "127.0.0.1:$(port failing)" x || echo "request: status $?"
  grep -oE '"code":1,.*"hint"' failing.out
  finish failing TERM || echo "status $?"
done

# One that takes too long is killed with all it has started.
start slow server socketplay answer --bind 127.0.0.1 --timeout 0.5 --json -- sh -c 'sleep 1234.5 & wait'
socketplay request "127.0.0.1:$(port slow)" x || echo "request: status $?"
grep -oE '"code":11' slow.out
pgrep -f '^sleep 1234.5' || echo "nothing is left of it"

# A client that sends a byte now and then, each in time, does not keep its place.
python3 - "$(port slow)" << 'PYTHON'
import select
import socket
import sys

client = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
client.sendall(b"\0\0\1\0")
for sent in range(30):
    if select.select([client], [], [], 0.2)[0]:
        break
    client.sendall(b"x")
print("dropped" if sent < 20 else "kept")
PYTHON
finish slow TERM

# One that has closed its output and goes on is killed when the server is to stop.
start lingers server socketplay answer --bind 127.0.0.1 --timeout 60 --json -- \
  sh -c 'cat; exec > /dev/null; echo > lingers.begun; sleep 1235.5 & wait'
start asks client socketplay request "127.0.0.1:$(port lingers)" x
until [ -e lingers.begun ]; do sleep 0.05; done
SECONDS=0
finish lingers TERM
[ "$SECONDS" -lt 10 ] && echo "stopped at once"
pgrep -f '^sleep 1235.5' || echo "nothing is left of it"
finish asks || true

socketplay ping "127.0.0.1:$(port slow)" || echo "ping: status $?"
socketplay ping nobody.invalid:80 || echo "ping: status $?"
