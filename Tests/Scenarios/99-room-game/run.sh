#!/usr/bin/env bash
# A whole game between two members: the word to the drawer alone, a right guess hidden, points for both; who leaves and
# comes back keeps them (004-6, 004-7).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

printf 'ice cream\n' > words
room_host den --words "$PWD/words"
for nick in ann bob eve; do room_join "$nick" "$nick"; done
say bob '/game hint'
await bob '"message":"nobody plays now"'
say ann '/game start'
await ann '"word":"ice cream"'
await eve '"what":"turn"'
grep -c '"word":"ice cream"' bob.out eve.out host.out || true
say ann 'it is ICE CREAM'
await ann 'that would tell the word'
say bob 'a cake?'
await eve 'a cake'
say bob 'Ice  cream'
await eve '"what":"guessed","nick":"bob"'
grep -c 'Ice  cream' eve.out || true
say bob /quit
wait "${ids[bob]}"
await eve '"nick":"bob","online":false'
say eve 'ice cream'
await ann '"what":"turn-over","word":"ice cream"'
rm bob.in
room_join bob bob
say bob '/game scores'
await bob '"what":"scores"'
grep -oE '"nick":"bob","points":(9[0-9]|100)' bob.out | sed -E 's/[0-9]+$/90 to 100/' | sort -u
say ann '/game stop'
await bob '"what":"over"'
