#!/usr/bin/env bash
# A known peer's petname is its own: a second connection of another key never gets it, what is sent to it reaches its key alone,
# and the history names who has made a change by the petname of the key (000-22, 000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

as studio! socketplay trust lap "$(as one! socketplay id)" > /dev/null
as studio! socketplay trust lap-2 "$(as other! socketplay id)" > /dev/null
for end in one other; do as $end! socketplay trust studio "$(as studio! socketplay id)" > /dev/null; done
echo '<plist version="1.0"><dict><key>age</key><integer>1</integer></dict></plist>' > store.plist
start host studio! socketplay host --name studio --no-advertise --peers 4 --apply store.plist --json
address=127.0.0.1:$(port host)
start first one! socketplay join --address "$address" --session first --json
await host "$(event connected)"
start second one! socketplay join --address "$address" --session second --json
await host "$(event connected)" 2
start other other! socketplay join --address "$address" --json
await host "$(event connected)" 3
echo secret > secret.txt
as studio! socketplay send-file secret.txt --peer lap-2 > /dev/null
echo hello > hello.txt
as studio! socketplay send-file hello.txt --peer lap > /dev/null
(cd "$TMPDIR" && find one! other! -name '*.txt' | sort)
# An errand beside the connections of its key.
as one! socketplay prefs set age 2 --session first
as one! socketplay prefs set age 3 --address "$address"
as studio! socketplay prefs log --file store.plist | sed -nE 's/.*Z  (.*)/\1/p'
for label in first second other host; do finish $label || true; done
grep -oE '"event": ?"connected".*"peer": ?"[^"]*"' host.out | grep -oE '[^"]*"$'
