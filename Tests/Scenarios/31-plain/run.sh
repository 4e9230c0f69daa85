#!/usr/bin/env bash
# An original app is turned away unless its network is let in; a plain peer's preferences change no store unasked (000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

visit() { # sends a text, and reads until the end
  python3 - "$1" "$FIXTURES/text.pkt" << 'Y'
import socket
import sys

with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as peer:
    with open(sys.argv[2], "rb") as file:
        peer.sendall(file.read())
    peer.shutdown(socket.SHUT_WR)
    while peer.recv(65536):
        pass
Y
}
for consent in "" --allow-plain=10.0.0.0/8 --allow-plain=127.0.0.0/8 --allow-plain; do
  # shellcheck disable=SC2086
  start host studio socketplay host --name studio --no-advertise $consent --json
  visit "$(port host)"
  if [[ $consent = *127* || $consent = --allow-plain ]]; then await host "$(event disconnected)"; else await host "$(event warning)"; fi
  echo "consent '$consent': $(grep -cE "$(event text)" host.out) text, $(grep -oE '"code": ?23|"security": ?"none"' host.out | head -n 1)"
  finish host || true
done
