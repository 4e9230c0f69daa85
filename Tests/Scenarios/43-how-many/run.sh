#!/usr/bin/env bash
# A host stays listed until it has as many peers as it wants; one more is told that it is busy (000-4).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

begin watch bob socketplay browse --watch
begin host alice socketplay host --name duo --peers 2 --json
await host "$(event advertised)"
address=10.77.0.1:$(port host)
begin one bob socketplay join duo --session one --json
await host "$(event connected)"
begin two bob socketplay join duo --session two --json
await host "$(event connected)" 2
unlisted duo
grep -cx -- '- duo' watch.out
under 3 lab on bob socketplay join --address "$address" --session three 2> err || echo "one too many: $?"
grep -oE 'is busy with another peer' err
finish two || true
await host "$(event advertised)" 2
listed duo
lab on bob socketplay say 'hello' --to duo || true
finish one || true
finish host || true

begin host alice socketplay host --name once --once --json
await host "$(event advertised)"
listed once
begin join bob socketplay join once --json
await join "$(event connected)"
finish join || true
wait "${ids[host]}" && echo "the host has ended"
grep -ohE '"event": ?"(advertised|connected|disconnected|withdrawn)"' host.out | sort
