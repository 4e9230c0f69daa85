#!/usr/bin/env bash
# One key from two places at once is two peers with a name each; the same session of it that comes again takes its ghost's
# place; and neither hears what is for the other (000-22).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

as studio! socketplay trust laptop "$(as laptop! socketplay id)" > /dev/null
as laptop! socketplay trust studio "$(as studio! socketplay id)" > /dev/null
start host studio! socketplay host --name studio --no-advertise --peers 3 --json
number=$(port host)
place() { # N COMMAND...: the same user in another place
  local n=$1
  shift
  exec env --default-signal=INT,QUIT SOCKETPLAY_DIR="$TMPDIR/$n/receive" SOCKETPLAY_HOME="$TMPDIR/laptop!/config" \
    SOCKETPLAY_STATE="$TMPDIR/$n/state" SOCKETPLAY_RUNTIME="$TMPDIR/$n/run" "$@"
}
for n in one two; do
  (place "$n" socketplay join --address "127.0.0.1:$number" --json) > "$n.out" 2> "$n.err" &
  ids[$n]=$!
  await "$n" "$(event connected)"
done
as studio! socketplay status --json | grep -oE '"name": ?"[^"]*"' | sort
as studio! socketplay say "for the second" --peer laptop-2 > /dev/null
await two 'for the second'
grep -c 'for the second' one.out || true
as studio! socketplay forget laptop
for n in one two; do
  status=0
  wait "${ids[$n]}" || status=$?
  echo "$n ended: $status"
done
finish host || true
