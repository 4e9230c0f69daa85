#!/usr/bin/env bash
# /quit right behind a text or a picture, as a script writes it, takes nothing back: both arrive. While the room is away it ends
# the member at once, or, where something waits, says soon that it has failed (002-9).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den
room_join eve eve
head -c 20000000 /dev/zero > large
for number in 1 2 3 4 5 6 7 8; do
  printf 'text %s\n/quit\n' $number | as ann socketplay room join --nick ann --address "$address" --json |
    grep -oE '"state":"[a-z]+"'
done
printf '/picture large\n/quit\n' | as ann socketplay room join --nick ann --address "$address" --quiet > ann.out
await eve "$(event picture)"
grep -oE '"text":"text [0-9]"|"bytes":[0-9]+' eve.out

room_join bob bob
kill -KILL "${ids[host]}"
for nick in eve bob; do await $nick "$(event reconnecting)" 2; done
say bob lost
say bob /quit
say eve /quit
began=$SECONDS
wait "${ids[eve]}" && echo "eve has left"
[ $((SECONDS - began)) -lt 5 ]
wait "${ids[bob]}" && echo "bob has left"
grep -oE '"state":"[a-z]+"' bob.out
