#!/usr/bin/env bash
# A host that serves one peer only has on disk what an original app sent before it hung up (000-18, 000-30).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio socketplay host --name studio --no-advertise --allow-plain --once --json
number=$(port host)
# An original app reads nothing and closes when it has sent.
python3 - "$number" "$FIXTURES/file-last-bytes.pkt" << 'X'
import socket
import sys

with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as peer:
    with open(sys.argv[2], "rb") as file:
        peer.sendall(file.read())
    peer.shutdown(socket.SHUT_WR)
    while peer.recv(65536):
        pass
X
status=0
wait "${ids[host]}" || status=$?
echo "host ended with $status"
sed -E 's/.*"event": ?"([a-z-]+)".*/\1/' host.out
find "$TMPDIR/studio/receive" -type f -printf '%P %s\n'
