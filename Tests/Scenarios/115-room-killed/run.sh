#!/usr/bin/env bash
# A member is killed and the others are told at once; a client of the original chat is killed; the host is killed and comes
# back: its members come back too, and what one typed meanwhile arrives once (001-6, 001-7, 002-4, 002-9, 004-15).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den --listen chat:0
await host '"dialect":"chat"'
for nick in ann bob eve; do room_join $nick $nick; done
speaking carol python3 "$SCENARIOS/original.py" chat "$(sed -nE 's/.*"port":([0-9]+).*"dialect":"chat".*/\1/p' host.out)"
say carol user:carol
await ann '"nick":"carol","online":true'
kill -KILL "${ids[bob]}" "${ids[carol]}"
await ann '"nick":"bob","online":false'
await ann '"nick":"carol","online":false'
await eve '"nick":"eve","online":true.*"nick":"carol","online":false'
say ann one
await eve '"text":"one"'
kill -KILL "${ids[host]}"
wait "${ids[host]}" 2> /dev/null || true
for nick in ann eve; do await $nick "$(event reconnecting)"; done
say ann two
say ann three
rm host.in
room_host den --port "${address#*:}"
await host '"text":"three"'
await eve "$(event connected)" 2
await ann '"state":"delivered"' 3
say ann four
await eve '"text":"four"'
await host '"text":"four"'
grep -oE '"from":"ann".*"text":"[a-z]+"' host.out
for nick in ann eve; do grep -cE '"event":"connected"' $nick.out; done
# Killed in the middle of a picture: nothing of it is left, and nobody is told of one.
head -c 60000000 /dev/zero > large
say eve "/picture $PWD/large"
until compgen -G "$TMPDIR/host/receive/.picture*part" > /dev/null; do sleep 0.02; done
kill -KILL "${ids[eve]}"
await host '"nick":"eve","online":false'
ls -A "$TMPDIR/host/receive"
grep -cE "$(event picture)" ann.out host.out || true
