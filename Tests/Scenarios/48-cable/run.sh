#!/usr/bin/env bash
# The cable is pulled for ten seconds: what was being sent goes on (000-39).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

begin host alice socketplay host --name studio --json
await host "$(event advertised)"
begin join bob socketplay join studio --json
await join "$(event connected)"
mkfifo pipe
# shellcheck disable=SC2016 # expanded on bob
begin send bob bash -c 'exec socketplay send-file - --as slow < "$0"' "$PWD/pipe"
exec 3> pipe
head -c 1000000 /dev/urandom | tee source >&3
await host "$(event file-begin)"
lab link down bob
head -c 1000000 /dev/urandom | tee -a source >&3
sleep 10
lab link up bob
head -c 1000000 /dev/urandom | tee -a source >&3
exec 3>&-
wait "${ids[send]}" && echo "sent"
cmp source "$(received alice)/slow" && echo "equal"
grep -cE "$(event disconnected)" join.out host.out || true
