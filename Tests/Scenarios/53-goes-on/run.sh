#!/usr/bin/env bash
# A send survives the loss of its peer: the joiner comes back and the same run goes on where it was, from a session and
# without one, either way; not after a goodbye, and no longer than --timeout says (000-20, 000-21).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

head -c 30000000 /dev/urandom > song
begin() { # [PORT]
  start host studio socketplay host --name studio --no-advertise --port "${1:-0}" --json
  number=$(port host)
}
lose() { # LABEL: kills it once 12 MB of the file are there
  await "$2" '"file-progress".*"bytes": ?(1[2-9]|2[0-9])[0-9]{6},'
  kill -KILL "${ids[$1]}"
  wait "${ids[$1]}" 2> /dev/null || true
}
ended() { # LABEL FOLDER [NAME]
  local status=0
  wait "${ids[$1]}" || status=$?
  echo "$1: $status"
  grep -ohE 'was lost: the send goes on|resuming at|was lost$' "$1.err" || true
  if [ "$status" = 0 ]; then cmp song "$2/${3:-song}" && rm "$2/${3:-song}"; fi
}
to=$TMPDIR/studio/receive from=$TMPDIR/laptop/receive

begin
start session laptop socketplay join --address "127.0.0.1:$number" --json
await session "$(event connected)"
start through laptop socketplay send-file song --limit 20M
lose host host
begin "$number"
ended through "$to"

start back studio socketplay send-file song --limit 20M
await session '"file-progress".*"bytes": ?(1[2-9]|2[0-9])[0-9]{6},'
kill -KILL "${ids[session]}"
start session laptop socketplay join --address "127.0.0.1:$number" --json
ended back "$from"
finish session || true

start alone laptop socketplay send-file song --as alone --address "127.0.0.1:$number" --limit 20M
await host '"file-progress".*"alone".*"bytes": ?[1-9][0-9]{7},'
kill -KILL "${ids[host]}"
wait "${ids[host]}" 2> /dev/null || true
begin "$number"
ended alone "$to" alone

# The other end leaves for good.
start goodbye laptop socketplay send-file song --as other --address "127.0.0.1:$number" --limit 20M
await host '"file-progress".*"other".*"bytes": ?[1-9][0-9]{6},'
finish host || true
ended goodbye "$to"

# It does not come back in time.
begin "$number"
start late laptop socketplay send-file song --as third --address "127.0.0.1:$number" --limit 20M --timeout 2
await host '"file-progress".*"third".*"bytes": ?[1-9][0-9]{6},'
kill -KILL "${ids[host]}"
ended late "$to"
