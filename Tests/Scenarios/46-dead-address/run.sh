#!/usr/bin/env bash
# A host whose first address leads nowhere is joined in time (000-33), and one that does not answer is said not to.
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

lab on alice ip addr add 10.76.0.1/24 dev eth0
lab on bob ip route add 10.76.0.0/24 dev eth0
# What bob sends there reaches nobody, and nobody says so.
lab on bob ip neigh add 10.76.0.1 lladdr 02:00:00:00:00:99 dev eth0

begin watch bob socketplay browse --watch
begin host alice socketplay host --name behind --json
await host "$(event advertised)"
begin gone alice avahi-publish -s gone _deng._tcp 9 v=1
listed behind
listed gone
lab on bob socketplay browse --json | grep -oE '"name": ?"behind".*"10.76.0.1", ?"10.77.0.1"' | grep -oE '[0-9.]{9}'
lab on bob socketplay browse | grep -oE '^gone|does not answer'

begin join bob socketplay join behind --json
under 3 await join "$(event connected)"
grep -oE '"address": ?"10\.77\.0\.1' join.out
under 3 lab on alice socketplay say hello
under 5 lab on bob socketplay join gone --session other --timeout 3 || echo "nobody there: $?"
