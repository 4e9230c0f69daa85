#!/usr/bin/env bash
# Who keeps every byte between two ends finds nothing of what they said: no text, no name, no bytes of a file (000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

for _ in $(seq 50000); do echo 'the quick brown fox'; done > fox-jumps.txt
start host studio socketplay host --name studio --no-advertise --json
start relay nobody "$SCENARIOS/relay" "$(port host)" keep "$TMPDIR/kept"
await relay '^port '
start join laptop socketplay join --address "127.0.0.1:$(sed -n 's/^port //p' relay.out)" --json
await join "$(event connected)"
grep -o '"security": *"[a-z0-9]*"' join.out host.out
as laptop socketplay say 'nobody-hears-this' > /dev/null
as laptop socketplay send-file fox-jumps.txt > /dev/null
cmp fox-jumps.txt "$TMPDIR/studio/receive/fox-jumps.txt" && echo "equal"
[ "$(stat -c %s "$TMPDIR/kept")" -gt 1000000 ] && echo "kept all of it"
for word in nobody-hears-this fox-jumps quick bplist00 socketG Package studio; do
  echo "$word: $(grep -c -a -- "$word" "$TMPDIR/kept" || true)"
done
finish join || true
finish host || true
