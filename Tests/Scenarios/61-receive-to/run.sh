#!/usr/bin/env bash
# A file goes through two pipes; events stay on stderr, a second file is declined, a slow reader stops nothing but the file,
# and what did not come through whole has its own exit status (000-12, 000-23).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir tree
head -c 12000000 /dev/urandom > tree/song.mp3
echo text > tree/notes.txt

# host LABEL SINK: a host that hands its file to a command; events are in LABEL.err.
host() {
  exec_as studio bash -c 'socketplay host --name studio --no-advertise --json --receive-to - | eval "$0"
    exit "${PIPESTATUS[0]}"' "$2" > "$1.out" 2> "$1.err" &
  ids[$1]=$!
}
# await_err LABEL PATTERN: as `await`, of what is said on stderr.
await_err() {
  for _ in $(seq 400); do
    if grep -qE -- "$2" "$1.err"; then return 0; fi
    sleep 0.05
  done
  echo "no line of $1.err matches $2" >&2
  return 1
}
address() { # LABEL
  await_err "$1" "$(event listening)"
  echo "127.0.0.1:$(sed -nE 's/.*"port": ?([0-9]+).*/\1/p' "$1.err" | head -n 1)"
}
ended() { # LABEL
  local status=0
  wait "${ids[$1]}" || status=$?
  echo "$1 ended with $status"
}

# The reader takes nothing for a while: a text comes through all the same.
host tar 'sleep 1; tar tf -'
to=$(address tar)
start join laptop socketplay join --address "$to" --json
await join "$(event connected)"
tar c tree | (exec_as laptop socketplay send-file - --as x.tar) > sent &
sending=$!
await_err tar "$(event file-begin)"
as laptop socketplay say 'meanwhile' | grep -oE delivered
as laptop socketplay send-file tree/notes.txt 2> declined || echo "a second file: $?"
grep -oE 'does not allow "notes.txt"' declined
wait "$sending" && grep -oE '^stored "x.tar"' sent
ended tar
sort tar.out
grep -oE '"verified":"xxh3-128"' tar.err
wait "${ids[join]}" || true

# The reader leaves early: the sender is told.
host head 'head -c 10 > /dev/null'
as laptop socketplay send-file tree/song.mp3 --address "$(address head)" > /dev/null 2>&1 || echo "nobody reads: $?"
ended head

# The sender leaves in the middle: what came is not all.
host lost 'cat > part'
start cut laptop socketplay send-file tree/song.mp3 --limit 1M --address "$(address lost)" --json
await_err lost "$(event file-progress)"
kill -KILL "${ids[cut]}"
wait "${ids[cut]}" 2> /dev/null || true
ended lost

as studio socketplay join --receive-to x --address 127.0.0.1:1 2> err || echo "anything but -: $?"
