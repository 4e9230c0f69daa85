#!/usr/bin/env bash
# A room lets strangers in by a code, once, and knows them from then on: who has the key is that member, whatever the room
# calls it, and nobody else is, whatever its nick (000-38, 001-12, 004-7).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

# try LABEL FLAGS...: joins, says one thing, and tells how that went.
try() {
  local label=$1 status=0
  shift
  echo "hello from $label" | (exec_as "$label" socketplay room join --address "$address" "$@") > out 2> err || status=$?
  echo "$label $*: $status" | sed "s|$TMPDIR|TMP|"
}

room_host den --code-file "$TMPDIR/code"
stat -c 'code file: %a' "$TMPDIR/code"
cp "$TMPDIR/code" "$TMPDIR/kept"
try 'bob!' --nick bob
grep -o 'have not met' err
try 'bob!' --nick bob --plain
# Two failures, for which the next call waits.
until try 'bob!' --nick bob --code-file "$TMPDIR/code" | grep ': 0$'; do sleep 0.2; done
grep -oE 'as "bob", encrypted, verified: den' out
[ ! -e "$TMPDIR/code" ] && echo "the file is gone"
try 'bob!' --nick bob
try 'eve!' --nick eve --code-file "$TMPDIR/kept"
grep -oE '"from":"bob","to":null,"text":"[^"]*"' host.out
# One of the host's own comes as another bob: the first bob's points and strokes are not its.
room_join own bob
grep -oE '"nick":"bob-2"\}' own.out
speaking 'bob!' socketplay room join --nick bob --address "$address" --json
await 'bob!' '"nick":"bob"\}'
say host '/kick bob'
await 'bob!' "$(event disconnected)"
grep -oE '"reason":"kicked"' 'bob!.out'
wait "${ids['bob!']}" || echo "bob ended with $?"
try 'bob!' --nick bert
finish host || echo "the host ended with $?"
