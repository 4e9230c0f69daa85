#!/usr/bin/env bash
# A member that is stopped and reads nothing holds the others up for a few seconds, then is cut; they miss nothing (004-15).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

# So many bytes take a build without optimisation minutes.
[ -n "$SOCKETPLAY_LONG" ] || {
  echo "only with SOCKETPLAY_LONG=1" >&2
  exit 77
}

room_host den
room_join eve eve
room_join slow slow
kill -STOP "${ids[slow]}"
# 24 MB of texts: more than the kernel holds for one who does not read.
awk 'BEGIN { line = sprintf("%8000s", ""); gsub(/ /, "x", line); for (i = 1; i <= 3000; i++) print i " " line }' > texts
: > ann.out
exec_as ann socketplay room join --nick ann --address "$address" --quiet < texts > ann.out 2> ann.err &
ids[ann]=$!
await host '"nick":"slow","online":false'
wait "${ids[ann]}" && echo "ann has said it all"
await eve '"text":"3000 x'
grep -cE "$(event text)" eve.out
grep -o 'it reads too slowly, and was cut' host.err
kill -KILL "${ids[slow]}"
