#!/usr/bin/env bash
# Either end is interrupted, or killed, in the middle of a file: the other one says so, what came stays as a part, and
# the exit statuses tell (000-32).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

truncate -s 4G big
received=$TMPDIR/studio/receive
parts() { find "$received" -name '.big.*.part' -size +0 | wc -l; }
ended() { # LABEL: its exit status
  local status=0
  wait "${ids[$1]}" || status=$?
  echo "$1 ended with $status"
}

begin() {
  rm -rf "$received"
  start host studio socketplay host --name studio --no-advertise --json
  start sender laptop socketplay send-file big --address "127.0.0.1:$(port host)" --json
  await sender "$(event file-progress)"
  await host "$(event file-progress)"
}

begin
kill -INT "${ids[sender]}"
ended sender
await host "$(event disconnected)"
grep -oE '"partial": ?\["big"\]' host.out
echo "parts: $(parts)"
finish host || echo "host ended with $?"

begin
kill -INT "${ids[host]}"
ended host
ended sender
grep -oE '"reason": ?"goodbye"' sender.out
echo "parts: $(parts)"

begin
kill -KILL "${ids[sender]}"
await host "$(event disconnected)"
grep -oE '"reason": ?"lost"' host.out
echo "parts: $(parts)"
finish host || echo "host ended with $?"

begin
kill -KILL "${ids[host]}"
# It waits for the host to come back.
await sender "$(event reconnecting)"
grep -oE '"reason": ?"lost"' sender.out | head -n 1
finish sender || echo "sender ended with $?"
echo "parts: $(parts)"
