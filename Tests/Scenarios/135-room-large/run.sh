#!/usr/bin/env bash
# A line of 100,000 points and two pictures of 10 MB full of `$`, sent at once, are equal at every member, and in order; a third
# comes from a client of the original relay, where `$` ends a picture (004-8, 004-9, 004-13, 004-16).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

python3 - << 'END'
import json
points = [(i * 7 % 37500 / 100, i * 13 % 66700 / 100) for i in range(100_000)]
# Closed, as a square is: its end is its beginning.
points[-1] = points[0]
json.dump({"path": [{"x": x, "y": y} for x, y in points], "width": 2, "color": 1, "screenW": 375, "screenH": 667}, open("line.json", "w"))
for name, letter in ("dollars", b"$"), ("percents", b"%"), ("third", b"$"):
    body = (letter * 997 + b"\xff\x00" + letter) * 10_000
    open(name, "wb").write(b"\xff\xd8\xff\xda\x00\x03\x00" + body + name.encode() + b"\xff\xd9")
END
room_host den --listen draw:0
await host '"dialect":"draw"'
draw=$(sed -nE 's/.*"port":([0-9]+).*"dialect":"draw".*/\1/p' host.out)
address=127.0.0.1:$(sed -nE 's/.*"port":([0-9]+).*"dialect":"room".*/\1/p' host.out)
for nick in ann bob; do room_join $nick $nick; done
say ann 'before it'
say ann "/draw $PWD/line.json"
say ann 'behind it'
for label in host ann bob; do await $label 'behind it'; done
python3 - << 'END'
import json
points = [[point["x"], point["y"]] for point in json.load(open("line.json"))["path"]]
for name in ("host", "ann", "bob"):
    events = [json.loads(line) for line in open(name + ".out")]
    said = [e for e in events if e["event"] in ("text", "stroke")]
    print(name, [e.get("text") or e["points"] == points for e in said], [e["seq"] for e in said])
END

say ann "/picture $PWD/dollars"
say bob "/picture $PWD/percents"
for label in host ann bob; do await $label "$(event picture)" 2; done
# The relay's own client comes once it need not be told of these.
say host /clear
await host "$(event clear)"
speaking draw python3 "$SCENARIOS/original.py" draw "$draw"
await host '"nick":"127.0.0.1:[0-9]+","online":true'
say draw "file $PWD/third"
for label in host ann bob; do await $label "$(event picture)" 3; done
for picture in dollars percents third; do
  for copy in "$TMPDIR"/*/receive/picture*.jpg; do if cmp -s "$picture" "$copy"; then echo "$picture"; fi; done
done | uniq -c
say host /quit
wait "${ids[host]}" && echo "the host left with 0"
