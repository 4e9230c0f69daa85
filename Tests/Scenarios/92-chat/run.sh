#!/usr/bin/env bash
# Two clients at a chat server of the original kind: roster, texts to one, offline notices, a cut, and leaving (001-2 to 001-6, 001-9, 001-10, 002-4).
# shellcheck source=../originals.sh
source "$SCENARIOS/originals.sh"

server chat
speaking alice alice socketplay chat "$at" --nick alice --json
await alice "$(event roster)"
speaking bob bob socketplay chat "$at" --nick bob --json
await bob "$(event roster)"

to bob hello '/msg nobody hi' '/msg alice' '' '/undo' '//slash'
await bob "$(event error)" 6
to bob '/msg alice one: two' 'three'
await alice '"text":"three"'
# Everything at once: each a message of its own, in order.
for number in $(seq 20); do to bob "line $number"; done
await alice '"text":"line 20"'

# The server drops everybody: both come back, and what is typed meanwhile follows.
to server drop
await bob "$(event disconnected)"
to bob 'after the cut'
await server 'read alice:after the cut'
await alice "$(event connected)" 2
to bob /quit 'never said'
ended bob
await alice '"nick":"bob","online":false'
to alice /quit
ended alice

echo "--- server"
grep -v -E 'port|called|gone|user:' server.out
grep -c 'user:' server.out
echo "--- alice"
grep -E '"event":"text"' alice.out | grep -v 'after the cut'
echo "--- bob"
grep '"event":"error"' bob.out | sed 's/,"hint".*//'
grep '"event":"said"' bob.out
socketplay chat "$at" --nick '' || echo "no nick: status $?"
socketplay chat "$at" --nick 'a:b' || echo "a colon: status $?"
