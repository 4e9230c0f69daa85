#!/usr/bin/env bash
# A host and a joiner say something to each other; the joiner leaves, the host is told (000-15, 000-16, 000-18).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio socketplay host --name studio --no-advertise --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"
await host "$(event connected)"
grep -oE '"security": ?"[a-z0-9]+"' host.out

as laptop socketplay say 'hello "嗯"' > answer
as studio socketplay start --json > answer.json
await host '"event": ?"text".*hello'
await join "$(event start)"
grep -cE 'delivered' answer
as laptop socketplay status --json | grep -oE '"role": ?"join"'

finish join || echo "join ended with $?"
await host "$(event disconnected)"
grep -oE '"reason": ?"[a-z]+"' host.out
finish host || echo "host ended with $?"
