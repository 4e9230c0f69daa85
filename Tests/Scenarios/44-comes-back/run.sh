#!/usr/bin/env bash
# What was killed and started again is found again by itself: avahi-daemon, D-Bus, the host (000-20).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

begin watch bob socketplay browse --watch
begin host alice socketplay host --name studio --json
await host "$(event advertised)"
listed studio
lab daemon kill alice
await host "$(event warning)"
lab daemon start alice
await host "$(event advertised)" 2
lab bus stop alice
lab bus start alice
await host "$(event advertised)" 3
grep -cE "$(event warning)" host.out
listed studio

begin join bob socketplay join studio --json
await join "$(event connected)"
kill -KILL "${ids[host]}"
await join "$(event reconnecting)"
begin host alice socketplay host --name studio --json
await join "$(event connected)" 2
lab on bob socketplay say 'here again'
await host "$(event text)"

finish host TERM || echo "host ended with $?"
await join "$(event reconnecting)" 2
grep -oE '"reason": ?"[a-z]+"' join.out
lab on bob socketplay stop && wait "${ids[join]}" && echo "the join has ended"

begin host alice socketplay host --name studio --json
begin join bob socketplay join studio --no-reconnect --json
await join "$(event connected)"
kill -KILL "${ids[host]}"
wait "${ids[join]}" || echo "lost for good: $?"
grep -oE 'the connection to .* was lost' join.err

begin host alice socketplay host --name studio --json
begin join bob socketplay join studio --json
await join "$(event connected)"
finish host || true
wait "${ids[join]}" && echo "told goodbye"
