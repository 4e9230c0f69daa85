#!/usr/bin/env bash
# The cable to a messenger's server is pulled: its client does not wait for it for ever, though it only ever talks, and
# comes back by itself once the cable is in (002-13, 000-39).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"
[ -n "$SOCKETPLAY_LONG" ] || skip "it takes a minute: SOCKETPLAY_LONG=1"

begin server alice "$SCENARIOS/original-server" im 4321 10.77.0.1
await server port
# Held open, so that its standard input does not end.
mkfifo in
exec {typing}<> in
lab on bob socketplay im 10.77.0.1:4321 --json < in > client.out 2> client.err &
ids[client]=$!
await client "$(event connected)"
lab link down bob
sleep 45
grep -cE "$(event disconnected)" client.out
lab link up bob
for _ in 1 2 3; do await client "$(event connected)" 2 2> /dev/null && break; done
printf 'still here\n/quit\n' >&"$typing"
await server 'still here' && echo "heard"
