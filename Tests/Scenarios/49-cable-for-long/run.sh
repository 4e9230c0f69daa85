#!/usr/bin/env bash
# The cable is pulled for a minute and a half: both ends call the other lost, and are together again by themselves
# (000-39, 000-20).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"
[ -n "$SOCKETPLAY_LONG" ] || skip "it takes minutes: SOCKETPLAY_LONG=1"

begin host alice socketplay host --name studio --json
await host "$(event advertised)"
begin join bob socketplay join studio --json
await join "$(event connected)"
sleep 1
lab link down bob
sleep 90
grep -oE '"reason": ?"[a-z]+"' join.out host.out
lab link up bob
for _ in 1 2 3; do await join "$(event connected)" 2 2> /dev/null && break; done
lab on bob socketplay say 'back' && grep -cE "$(event text)" host.out
