#!/usr/bin/env bash
# A list of ten thousand names is shown and asked about once; a byte a second is a rate, none a second is not (000-17, 000-23).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir tree
(cd tree && seq -f 'file-%05g' 10000 | xargs touch)
start host studio "$SCENARIOS/on-terminal" --when '(y/N)?' n -- \
  socketplay host --name studio --no-advertise --ask --bind 127.0.0.1
await host 'on port [0-9]+'
to=127.0.0.1:$(sed -nE 's/.*on port ([0-9]+).*/\1/p' host.out | head -n 1)
as laptop socketplay send-file tree --address "$to" > sent 2> err || echo "declined: $?"
tail -n 2 err
grep -c 'file-[0-9]' host.out
grep -c '(y/N)?' host.out
kill -TERM "$(pgrep -P "${ids[host]}")"
wait "${ids[host]}" || true
[ -z "$(ls -A "$TMPDIR/studio/receive" 2> /dev/null)" ] && echo "nothing came"

start plain other socketplay host --name other --no-advertise --json
to=127.0.0.1:$(port plain)
head -c 2100 /dev/urandom > little
as laptop socketplay send-file little --limit 1k --address "$to" 2> err | grep -o stored
as laptop socketplay send-file little --as slow --limit 1 --address "$to" --timeout 2 > out 2> err || echo "a byte a second: $?"
for rate in 0 -1 1x ""; do as laptop socketplay send-file little --limit "$rate" --address "$to" 2> /dev/null || echo "'$rate': $?"; done
for level in low normal high; do as laptop socketplay send-file little --as "$level" --priority $level --address "$to" 2> err | grep -o stored; done
finish plain || true
