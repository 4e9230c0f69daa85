#!/usr/bin/env bash
# A host with --ask shows the whole list and takes a yes or a no before a byte is sent; without a terminal it says so.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

as studio socketplay host --ask < /dev/null 2> err || echo "no terminal: $?"
cat err

mkdir -p tree/sub
head -c 1500 /dev/zero > tree/one.mp3
printf 'x\033[31m' > "$(printf 'tree/sub/tw\u202eo.txt')" || true
echo three > tree/sub/three.txt
start host studio "$SCENARIOS/on-terminal" --when '(y/N)?' y --when '(y/N)?' '' -- \
  socketplay host --name studio --no-advertise --ask --bind 127.0.0.1
await host 'on port [0-9]+'
to=127.0.0.1:$(sed -nE 's/.*on port ([0-9]+).*/\1/p' host.out | head -n 1)
as laptop socketplay send-file tree --address "$to" 2> err > sent || echo "the tree: $?"
sed -E 's/ \(.*//' sent | sort
grep -cE 'asks its user first' err
as laptop socketplay send-file tree/one.mp3 --address "$to" > sent 2> err || echo "a file that is not wanted: $?"
grep -E 'error' err
kill -TERM "$(pgrep -P "${ids[host]}")"
wait "${ids[host]}" || true
tr -d '\r' < host.out | sed -nE 's/^.*(wants to send.*)/\1/p; /^ *[0-9.]+ [kM]?B  /p'
(cd "$TMPDIR/studio/receive" && find . -type f | sort)
