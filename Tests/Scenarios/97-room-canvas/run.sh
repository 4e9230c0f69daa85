#!/usr/bin/env bash
# Lines of a file are drawn for all as they were given, one of 100,000 points too; undo is each member's own; who comes late
# gets the canvas; it is saved as PNG and SVG (004-2, 004-5, 004-8, 004-11, 004-13, 004-15, 004-17).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

line='{"path" : [{"x" : 10, "y" : 20.5}, {"x" : 300, "y" : 400}], "width" : 5.5, "color" : 1, "screenW" : 375, "screenH" : 667}'
echo "$line" > line.json
echo "${line/375/0}" > screenless.json
echo '<svg viewBox="0 0 375 667"><path d="M10 10h50v50h-50Z" stroke="blue" stroke-width="3"/></svg>' > square.svg
awk 'BEGIN {
  printf "{\"path\":["
  for (i = 0; i < 100000; i++) printf "%s{\"x\":%d.%d,\"y\":%d}", i ? "," : "", i % 375, i % 10, i % 667
  print "],\"width\":2,\"color\":3,\"screenW\":375,\"screenH\":667}"
}' > long.json

room_host den
room_join ann ann
room_join bob bob
say ann "/draw $PWD/line.json"
await bob '"event":"stroke"'
grep -oE '"points":.*' bob.out
say bob "/draw $PWD/square.svg"
await ann '"color":2.*"seq":2'
say ann "/draw $PWD/screenless.json"
say ann "/draw $PWD/nowhere.json"
await ann "$(event error)" 2
grep -oE '"code":[0-9]+' ann.out
say ann "/draw $PWD/long.json"
for label in host ann bob; do await "$label" '"seq":3'; done
python3 - << 'END'
import json
points = [[p["x"], p["y"]] for p in json.load(open("long.json"))["path"]]
for name in ("host", "ann", "bob"):
    events = [json.loads(line) for line in open(name + ".out")]
    got = [e["points"] for e in events if e["event"] == "stroke" and e["seq"] == 3]
    print(name, "equal" if got == [points] else "different")
END
say ann /undo
await bob "$(event undo)"
grep -oE '"event":"undo".*' bob.out
say bob /erase
say bob "/draw $PWD/line.json"
await ann '"erase":true'

room_join late late
grep -oE '"event":"stroke".*"from":"[a-z]+"|"seq":[0-9]+,"erase":[a-z]+' late.out
say late "/save $PWD/canvas.png"
say host "/save $PWD/canvas.svg"
await late "$(event saved)"
await host "$(event saved)"
python3 - << 'END'
import struct
png = open("canvas.png", "rb").read()
print(png[1:4].decode(), *struct.unpack(">II", png[16:24]))
print("<svg" in open("canvas.svg").read())
END
say bob /clear
await late "$(event clear)"
say late /undo
await late "$(event error)"
grep -oE '"message":"[^"]*"' late.out
