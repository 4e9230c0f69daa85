#!/usr/bin/env bash
# A host that takes music up to a size: the rest is declined by name, one event a file, one line at the end.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir -p album/empty
for name in one.mp3 TWO.M4A notes.txt; do echo "$name" > "album/$name"; done
head -c 3000 /dev/zero > album/big.mp3

start host studio socketplay host --name studio --no-advertise --allow-plain --accept '*.mp3,*.m4a' --accept-max 2k --json
to=127.0.0.1:$(port host)
as laptop socketplay send-file album --address "$to" > sent 2> err || echo "some: $?"
sed -E 's/ \(.*//' sent | sort
grep -E '^socketplay: error' err | sort
grep -oE '[0-9]+ files, .* failed' err | sed -E 's/,.*,/,/'
as laptop socketplay send-file album/notes.txt album/big.mp3 --address "$to" > /dev/null 2> err || echo "none: $?"
(as laptop socketplay send-file album/big.mp3 --address "$to" --json 2> err || true) | grep -oE '"stored":[a-z]+'
# A pipe has no size: it is cut where it passes what is taken.
head -c 3000 /dev/zero | (exec_as laptop socketplay send-file - --as long.mp3 --address "$to") 2> err || echo "long: $?"
# An original app cannot be told.
python3 - "${to##*:}" "$FIXTURES/file-last-bytes.pkt" << 'X'
import socket
import sys

with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as peer:
    with open(sys.argv[2], "rb") as file:
        peer.sendall(file.read())
    peer.shutdown(socket.SHUT_WR)
    while peer.recv(65536):
        pass
X
await host "$(event disconnected)" 5
finish host || true
(cd "$TMPDIR/studio/receive" && find . -type f | sort)
as studio socketplay host --accept 'a/*' 2> err || echo "a folder in a pattern: $?"
