#!/usr/bin/env bash
# Four members talk in one room: to all, to one, as a second bob; pictures full of `$`, two at once, arrive equal; somebody
# leaves (001-3 to 001-12, 004-1, 004-9, 004-10, 004-16).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den
for nick in ann bob eve; do room_join "$nick" "$nick"; done
room_join second bob
grep -oE '"nick":"bob-2"' second.out | head -n 1

say ann 'hello "all"'
await host '"seq":1}'
# Who has just come is told of to the others a moment later.
await bob '"nick":"eve","online":true'
say bob '/msg eve for you alone'
await host '"seq":2}'
say host '/msg second nobody is called so'
say host 'from the operator'
await ann '"seq":3}'
say ann ''
say ann '/msg nobody hi'
say ann '{"path":[]}'
await eve '"text":"\{'
await ann "$(event error)" 2
for label in host ann eve; do
  echo "$label:"
  grep -E "$(event text)" "$label.out" | sed -E 's/.*"from":("[^"]*"),"to":([^,]*),"text":(.*),"seq":([0-9]+)\}/\4 \1 \2 \3/'
done
grep -oE '"code":[0-9]+,"message":"[^{]*","hint"' ann.out

# Two pictures at once, of bytes that end a picture in the original's protocol.
head -c 3000000 /dev/zero | tr '\0' '$' > dollars
head -c 2000000 /dev/zero | tr '\0' '%' > percents
say ann "/picture $PWD/dollars"
say bob "/picture $PWD/percents"
for label in host ann bob eve second; do await "$label" "$(event picture)" 2; done
for picture in dollars percents; do
  for copy in "$TMPDIR"/*/receive/picture*.jpg; do if cmp -s "$picture" "$copy"; then echo "$picture"; fi; done
done | uniq -c

say ann /quit
wait "${ids[ann]}" && echo "ann left with 0"
await eve '"nick":"ann","online":false'
say host /quit
wait "${ids[host]}" && echo "the host left with 0"
await eve "$(event disconnected)"
grep -oE '"reason":"goodbye"' eve.out
wait "${ids[eve]}" && echo "eve left with 0"
