#!/usr/bin/env bash
# A room is stopped and started again on its port: its member comes back by itself, and what was typed meanwhile arrives
# once and in order (001-1, 002-4, 002-9). Not after /quit.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den
room_join ann ann
say ann one
await host '"text":"one"'
finish host TERM || echo "the host ended with $?"
await ann "$(event reconnecting)"
say ann two
say ann three
rm host.in
room_host den --port "${address#*:}"
await host '"text":"three"'
grep -oE '"from":"ann".*"text":"[a-z]+"' host.out
await ann '"state":"delivered"' 3
finish ann || echo "ann ended with $?"
await host '"nick":"ann","online":false'
finish host || echo "the host ended with $?"
