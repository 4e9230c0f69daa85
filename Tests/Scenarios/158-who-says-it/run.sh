#!/usr/bin/env bash
# At a room's port for originals the chat shows who says what, the host goes by the nick it was given, and what is typed that is no
# UTF-8 is said by nobody (001-4, 001-10, 002-5, 004-5).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den --nick carol --listen chat:0 --listen im:0 --listen draw:0
listens() { sed -nE "s/.*\"port\":([0-9]+).*\"dialect\":\"$1\".*/\1/p" host.out; }
await host '"dialect":"draw"'
address=127.0.0.1:$(listens room)
room_join ann ann
speaking bob socketplay chat "127.0.0.1:$(listens chat)" --nick bob
speaking eve socketplay chat "127.0.0.1:$(listens chat)" --nick eve --json
speaking im socketplay im "127.0.0.1:$(listens im)"
speaking draw socketplay draw "127.0.0.1:$(listens draw)"
await bob '^here: .*bob|^bob is here'
await eve '"nick":"bob","online":true'
await bob '^here: .*eve|^eve is here'
await host '"nick":"eve","online":true'
for label in im draw; do await "$label" Connected; done
await host '"nick":"127.0.0.1:[0-9]+","online":true.*"nick":"127.0.0.1:[0-9]+","online":true'

say ann 'hello: all'
for label in bob im draw; do await "$label" '^ann: hello: all'; done
say host 'from the host'
for label in bob im draw; do await "$label" 'from the host'; done
say bob '/msg eve between us'
await eve 'between us'
grep -hE 'hello|from the' bob.out im.out draw.out
grep -oE '"event":"text".*' eve.out | sed 's/,"session":"chat"//'

echo "-- no UTF-8"
for label in host ann bob im draw; do
  printf 'one \xff\n' >&"${typing[$label]}"
  printf '/msg \xc3 x\n' >&"${typing[$label]}"
done
head -c 70000 /dev/zero | tr '\0' x >&"${typing[ann]}"
say ann ''
say ann 'and it goes on'
await bob 'goes on'
for label in host ann; do
  await "$label" '"reason":"notText"' 2
  grep -oE '"code":[0-9]+,"message":"[^"]*","hint":"?[^"]*' "$label.out"
done
for label in bob im draw; do say "$label" /quit; done
for label in bob im draw; do wait "${ids[$label]}" || true; grep -c 'error: the line is not UTF-8' "$label.err"; done
grep -cE '"text":"(one|x)' ann.out eve.out || true
finish host || true
