#!/usr/bin/env bash
# Unmodified clients of the chat, the messenger and the drawing relay meet a socketplay member in one room, and each gets
# what the others say in its own form (001-2, 001-4 to 001-8, 001-10 to 001-12, 002-1, 002-8, 003-8, 004-1, 004-3).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den --listen chat:0 --listen im:0 --listen draw:0
listens() { sed -nE "s/.*\"port\":([0-9]+).*\"dialect\":\"$1\".*/\1/p" host.out; }
await host '"dialect":"draw"'
address=127.0.0.1:$(listens room)
room_join ann ann
for kind in chat im draw; do speaking "$kind" python3 "$SCENARIOS/original.py" "$kind" "$(listens $kind)"; done
speaking second python3 "$SCENARIOS/original.py" chat "$(listens chat)"
await host '"nick":"127.0.0.1:[0-9]+","online":true\}\]'

say chat 'bob: too early'
await chat 'nick required'
say chat user:a:b
await chat 'not taken|bob'
say chat user:msg
say chat user:bob
await chat 'roster .*bob=1'
say second user:bob
await second 'you are bob-2 here'
await chat 'roster .*bob-2=1'

say ann 'hello all'
await chat '^msg:ann: hello all'
await im '^0 ann: hello all'
await draw '^text ann: hello all'
say chat 'bob-2:only for you'
await second 'msg:bob: only for you'
say host '/msg bob from the operator'
await chat '^msg:from the operator'
say im '0 cheater connected...2016-12-01 08:00:00 +0000'
say im '0 typed text'
await ann 'typed text'
printf '{"path":[{"x":1,"y":2},{"x":3,"y":4}],"width":5.5,"color":2,"screenW":375,"screenH":667}' > line.json
say ann "/draw $PWD/line.json"
await draw '^stroke'
grep '^stroke' draw.out
await chat 'msg:ann drew a line of 2 points'
say draw '{"path" : [{"x" : 7, "y" : 8}], "width" : 1, "color" : 0, "screenW" : 100, "screenH" : 100}'
await ann '"points":\[\[7,8\]\]'
printf '\377\330\377\340\0\4ab\377\332\0\2$$\377\331' > picture.jpg
say im "1 $PWD/picture.jpg"
await draw '^picture 17'
await ann "$(event picture)"
cmp picture.jpg "$TMPDIR/ann/receive/picture.jpg" && echo "equal picture"
say draw 'just words'
await im 'just words'

# A line without a screen cannot be the protocol: that client goes, and it alone.
say draw '{"path" : [{"x" : 7, "y" : 8}], "width" : 1, "color" : 0, "screenW" : 0, "screenH" : 0}'
await draw closed
await host '"code":8'
say second end
await chat 'not json bob-2已下线'
await chat 'roster .*bob-2=0'
grep -c cheater host.out ann.out chat.out || true
grep -oE '"from":"bob","to":"bob-2","text":"[^"]*"' host.out
say host /quit
await chat closed
