#!/usr/bin/env bash
# A host with --ask asks once for a list: where the connection is lost in the middle, the answer holds for the files that
# come back. A list that its sender gave up itself is asked about again.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir tree
for name in one two three; do head -c 3000000 /dev/urandom > "tree/$name"; done
start host studio "$SCENARIOS/on-terminal" --when '(y/N)?' y --when '(y/N)?' y -- \
  socketplay host --name studio --no-advertise --ask --bind 127.0.0.1
await host 'on port [0-9]+'
number=$(sed -nE 's/.*on port ([0-9]+).*/\1/p' host.out | head -n 1)
start relay laptop "$SCENARIOS/relay" "$number" cut 4000000
await relay '^port'
to=127.0.0.1:$(sed -nE 's/^port ([0-9]+)/\1/p' relay.out)
asked() { echo "asked: $(tr '\r' '\n' < host.out | grep -cE 'wants to send')"; }

as laptop socketplay send-file tree --limit 20M --address "$to" > sent 2> err && echo "sent"
grep -cE '^cut' relay.out
grep -cE 'was lost: the send goes on' err
asked
diff -r tree "$TMPDIR/studio/receive/tree" && echo "equal"

as laptop socketplay send-file tree/one --as again --address "$to" > sent 2> err && echo "sent"
asked
kill -TERM "$(pgrep -P "${ids[host]}")"
wait "${ids[host]}" || true
