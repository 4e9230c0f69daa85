#!/usr/bin/env bash
# Packets of an independent implementation, whole, in single bytes and glued together (000-26, 000-29).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

# tcp PORT FILE PIECE: sends the file in pieces of that many bytes, closes its half, and reads to the end.
tcp() {
  python3 - "$@" << 'X'
import socket
import sys

with open(sys.argv[2], "rb") as file:
    data = file.read()
step = int(sys.argv[3]) or len(data)
with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as peer:
    peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for start in range(0, len(data), step):
        peer.sendall(data[start : start + step])
    peer.shutdown(socket.SHUT_WR)
    while peer.recv(65536):
        pass
X
}

events() { # what came: the events' names and what they brought
  grep -vE "$(event listening)|$(event connected)" host.out | sed -E 's/.*"event": ?"([a-z-]+)".*/\1/' | sort | uniq -c
  find "$TMPDIR/studio/receive" -type f -printf '%P %s %m\n' | LC_ALL=C sort
}

cat "$FIXTURES"/*.pkt > glued
for how in whole bytes glued; do
  start host studio socketplay host --name studio --no-advertise --allow-plain --json
  number=$(port host)
  count=0
  for file in "$FIXTURES"/*.pkt; do
    case $how in
      whole) tcp "$number" "$file" 0 ;;
      bytes) tcp "$number" glued 1 ;;
      glued) tcp "$number" glued 0 ;;
    esac
    # Two of them make nobody a peer: a foreign class, and a kind that nobody knows.
    case $how:$file in *:*/foreign-class.pkt | *:*/unknown-kind.pkt) ;; *) count=$((count + 1)) ;; esac
    await host "$(event disconnected)" "$count"
    if [ "$how" != whole ]; then break; fi
  done
  echo "$how"
  events
  finish host || true
  rm -rf "$TMPDIR/studio"
done
