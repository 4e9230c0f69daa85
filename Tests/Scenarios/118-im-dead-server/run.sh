#!/usr/bin/env bash
# A server of the messenger whose cable is pulled answers no sign of life: its client notices within a minute, and comes back
# when the server does (002-13, 002-4).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"
[ -n "${SOCKETPLAY_LONG:-}" ] || skip "only with SOCKETPLAY_LONG=1"

begin room alice socketplay room host --name den --listen im:6000 --json
await room "$(event advertised)"
begin bob bob socketplay im 10.77.0.1:6000 --json
await bob "$(event connected)"
lab link down alice
for _ in {1..120}; do if grep -q '"event":"disconnected"' bob.out; then break; fi; sleep 0.5; done
grep -oE '"reason":"[a-z]+"' bob.out | sort -u
lab link up alice
for _ in {1..120}; do if [ "$(grep -c '"event":"connected"' bob.out)" = 2 ]; then break; fi; sleep 0.5; done
grep -c '"event":"connected"' bob.out
finish bob || true
finish room || true
