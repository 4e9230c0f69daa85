#!/usr/bin/env bash
# Two clients at a drawing relay of the original kind: strokes, pictures and texts, each read by the original as what it is (004-1 to 004-4, 004-8 to 004-10, 004-17).
# shellcheck source=../originals.sh
source "$SCENARIOS/originals.sh"

server draw
speaking alice alice socketplay draw "$at" --json
await alice "$(event connected)"
speaking bob bob socketplay draw "$at" --json
await bob "$(event connected)"

python3 - << 'PYTHON'
import json

def stroke(count):
    return {"path": [{"x": i % 375, "y": i * 7 % 600} for i in range(count)], "width": 5.5, "color": 2, "screenW": 375, "screenH": 667}

json.dump([stroke(3), stroke(300)], open("lines.json", "w"))
json.dump({**stroke(3), "screenW": 0}, open("nowhere.json", "w"))
open("cat.jpg", "wb").write(
    b"\xff\xd8\xff\xda\x00\x03\x00" + b"".join(b"$" * 997 + b"\xff\x00" for _ in range(30)) + b"\xff\xd9")
PYTHON
to bob 'is it a cat?' '{"path":[]}' '/draw lines.json' '/draw nowhere.json' '/picture cat.jpg' '/picture lines.json' 'a {cat}'
await alice '"text":"a .cat."'
cmp cat.jpg "$TMPDIR/alice/receive/picture.jpg"
# Others send what they like: an object that is no line is told and passed over.
to server 'say {}' 'say {"path":[{"x":1,"y":2}],"screenW":9,"screenH":9}'
await alice '"points":\[\[1,2\]\],"screen":\[9,9\],"width":5.5,"color":0'
to bob /quit
ended bob
to alice /quit
ended alice

echo "--- server"
grep -E 'line|text' server.out
grep -c 'read piece' server.out | sed 's/[1-9][0-9]*/some pieces/'
grep -c 'read last piece' server.out
echo "--- alice"
grep -E '"event":"(text|picture|error|stroke)"' alice.out |
  sed -E -e 's/"path":"[^"]*receive/"path":"RECEIVE/' -e 's/,"hint".*//' -e 's/("points":\[(\[[0-9,]*\],){3}).*(\],"screen")/\1...\3/'
python3 - << 'PYTHON'
import json
events = [json.loads(line) for line in open("alice.out")]
strokes = [event["points"] for event in events if event["event"] == "stroke"]
whole = strokes[1] + [point for stroke in strokes[2:-1] for point in stroke[1:]]
print("the long one is equal:", whole == [[i % 375, i * 7 % 600] for i in range(300)])
PYTHON
echo "--- bob"
grep '"event":"error"' bob.out | sed 's/,"hint".*//'
grep '"event":"said"' bob.out
