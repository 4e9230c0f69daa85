#!/usr/bin/env bash
# What broke off is listed with whom it came from and what can be done, and removed only when that is asked for; what is
# under way stays (000-18, 000-21).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

head -c 20000000 /dev/urandom > song
shown() { as studio socketplay transfers | sed -E 's/ +/ /g; s/from [^ ]+/from PEER/; s/ [0-9:]+ old/ AGE old/; s/[0-9.]+ MB AGE|[0-9.]+ [kM]?B( of)/N\1/'; }

as studio socketplay transfers
start host studio socketplay host --name studio --no-advertise --json
address=127.0.0.1:$(port host)
begin() { # NAME
  start "$1" laptop socketplay send-file song --as "$1" --limit 12M --address "$address" --json
  await host "\"file-progress\".*\"$1\".*\"bytes\": ?[1-9][0-9]{7},"
}
begin one
shown
kill -KILL "${ids[one]}"
await host "$(event disconnected)"
shown
as studio socketplay transfers --json | grep -oE '"size": ?20000000|"resumable": ?true'
as studio socketplay transfers clean < /dev/null || echo "clean without a terminal: $?"

begin two
as studio socketplay transfers clean --yes
shown
wait "${ids[two]}"
cmp song "$TMPDIR/studio/receive/two" && echo "equal"
as studio socketplay transfers clean --yes
finish host || true

# A file of a name like a part's, and a part without a journal.
touch "$TMPDIR/studio/receive/song.part" "$TMPDIR/studio/receive/.song.0123456789abcdef.part"
shown
as studio socketplay transfers clean --yes
find "$TMPDIR/studio/receive" -type f -printf '%P\n' | LC_ALL=C sort
