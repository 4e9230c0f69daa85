#!/usr/bin/env bash
# The folder of the control sockets is taken away or replaced under a running host: its peers stay, another host begins beside
# it, and each leaves no more behind than its own. Without a state folder files come all the same (000-18, 000-21).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio socketplay host --name studio --no-advertise --json
address=127.0.0.1:$(port host)
run=$TMPDIR/studio/run
start join laptop socketplay join --address "$address" --json
await join "$(event connected)"
mv "$run" "$run.old"
as studio socketplay status > out 2> err || echo "moved away: $?"
as laptop socketplay say "still here"
start second studio socketplay host --name second --no-advertise --json
port second > /dev/null
as studio socketplay status | grep -o second | head -n 1
finish host || true
wait "${ids[join]}" || echo "join ended with $?"
as studio socketplay status | grep -o second | head -n 1
rm -r "$run"
finish second || true
find "$run" "$run.old" -name '*.sock' 2> /dev/null || true

echo "-- no state folder"
head -c 1000000 /dev/urandom > large
start host studio socketplay host --name studio --no-advertise --json
address=127.0.0.1:$(port host)
rm -rf "$TMPDIR/studio/state"
echo > "$TMPDIR/studio/state"
for name in one two; do as laptop socketplay send-file large --as "$name" --address "$address" 2> err | grep -o stored || cat err; done
head -c 100 large | as laptop socketplay send-file - --as small --address "$address" | grep -o stored
cmp large "$TMPDIR/studio/receive/one" && cmp large "$TMPDIR/studio/receive/two" && echo "equal"
grep -E "$(event warning)" host.out | grep -c 'cannot be written'
find "$TMPDIR/studio/receive" -name '.*' -type f
finish host || true
