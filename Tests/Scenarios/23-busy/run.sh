#!/usr/bin/env bash
# A host that has its peer turns others away, who never believe to be connected, but takes an errand of the user whose end is
# connected; a joiner whose host is told to end is told that it comes back (000-18).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio socketplay host --name studio --no-advertise --json
number=$(port host)
start join laptop socketplay join --address "127.0.0.1:$number" --json
await join "$(event connected)"
await host "$(event connected)"

as other socketplay join --address "127.0.0.1:$number" --timeout 10 --json > other.out 2> /dev/null || echo "a joiner: $?"
grep -c "$(event connected)" other.out || true
as other socketplay say hello --address "127.0.0.1:$number" 2> /dev/null
as studio socketplay host --no-advertise > /dev/null 2>&1 || echo "a second host: $?"

finish host TERM && echo "host ended well"
await join "$(event reconnecting)"
grep -oE '"reason": ?"[a-z]+"' join.out
finish join || echo "join ended with $?"
