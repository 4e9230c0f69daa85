#!/usr/bin/env bash
# A picture that is typed while so much waits to be heard that it must wait too arrives like what was said before it, and behind
# it (002-9, 002-10).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den
room_join ann ann
head -c 100000 /dev/urandom > picture
kill -STOP "${ids[host]}"
# As many as a member says before it waits for the room.
for number in {1..1024}; do echo "text $number"; done >&"${typing[ann]}"
say ann "/picture $PWD/picture"
say ann 'behind it'
until [ -n "$(find "/proc/${ids[ann]}/fd" -lname "$PWD/picture")" ]; do sleep 0.01; done
kill -CONT "${ids[host]}"
await host 'behind it'
await ann '"number":1026,"state":"delivered"'
grep -cE "$(event text)" host.out
cmp picture "$TMPDIR/host/receive/picture.jpg" && echo "the picture is equal"
find "/proc/${ids[ann]}/fd" -lname "$PWD/picture" | wc -l
finish host || echo "the host ended with $?"
