#!/usr/bin/env bash
# A stream whose file becomes shorter on its way is told as failed, once, over the same connection; what was typed behind it arrives,
# nobody is told of a stream, and files that the room has are open no longer (002-5, 002-9, 002-10).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den
room_join ann ann
truncate -s 900000000 large
say ann "/stream $PWD/large"
until compgen -G "$TMPDIR/host/receive/.stream*part" > /dev/null; do sleep 0.01; done
truncate -s 1000 large
say ann 'behind it'
await host 'behind it'
await ann '"state":"delivered"'
grep -oE '"message":"[^{]*changed' ann.out | sed "s|$PWD/||"
grep -oE '"number":[0-9],"state":"[a-z]+"' ann.out
head -c 1000 /dev/zero > picture
say ann "/picture $PWD/picture"
await ann '"number":3,"state":"delivered"'
ls -A "$TMPDIR/host/receive"
find "/proc/${ids[ann]}/fd" -lname "$PWD/large" -o -lname "$PWD/picture" | wc -l
grep -cE "$(event stream)|$(event reconnecting)" host.out ann.out || true
finish host || echo "the host ended with $?"
