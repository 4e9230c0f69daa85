#!/usr/bin/env bash
# A client of the original relay saves what it and others drew, pictures under later lines, as PNG and SVG; a circle is round
# in it whatever the shape of the screen it was drawn on (004-3, 004-5, 004-12).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den --listen draw:0
await host '"dialect":"draw"'
draw=$(sed -nE 's/.*"port":([0-9]+).*"dialect":"draw".*/\1/p' host.out)
speaking bob socketplay draw "127.0.0.1:$draw" --json
await bob "$(event connected)"
python3 - << 'END'
import json, math
def circle(width, height, x, y, radius, color):
    points = [{"x": x + radius * math.cos(a / 20), "y": y + radius * math.sin(a / 20)} for a in range(127)]
    return {"path": points, "width": width / 50, "color": color, "screenW": width, "screenH": height}
json.dump(circle(375, 667, 187.5, 187.5, 90, 1), open("phone.json", "w"))
json.dump(circle(1024, 768, 512, 512, 450, 2), open("tablet.json", "w"))
END
say bob "/draw $PWD/phone.json"
say host "/draw $PWD/tablet.json"
# A long line reaches an original in several.
say host 'that was it'
await bob 'that was it'
say bob "/save $PWD/canvas.png"
say bob "/save $PWD/canvas.svg"
say bob "/save --svg $PWD/canvas"
await bob "$(event saved)" 3
python3 - << 'END'
import struct, zlib
data = open("canvas.png", "rb").read()
width, height = struct.unpack(">II", data[16:24])
depth, kind = data[24], data[25]
raw, place = b"", 8
while place < len(data):
    size, name = struct.unpack(">I4s", data[place:place + 8])
    if name == b"IDAT":
        raw += data[place + 8:place + 8 + size]
    place += 12 + size
raw = zlib.decompress(raw)
count = {2: 3, 6: 4}[kind]
stride = width * count
rows, before = [], bytes(stride)
for y in range(height):
    kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
    for x in range(stride):
        left = line[x - count] if x >= count else 0
        up, corner = before[x], before[x - count] if x >= count else 0
        if kind == 1: line[x] = line[x] + left & 255
        elif kind == 2: line[x] = line[x] + up & 255
        elif kind == 3: line[x] = line[x] + (left + up) // 2 & 255
        elif kind == 4:
            guess = left + up - corner
            near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))
            line[x] = line[x] + near[2] & 255
    rows.append(line)
    before = line
def box(test):
    places = [(x, y) for y in range(height) for x in range(width) if test(rows[y][x * count:x * count + 3])]
    xs, ys = [p[0] for p in places], [p[1] for p in places]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
for name, test in (("red", lambda c: c[0] > 200 and c[1] < 80), ("blue", lambda c: c[2] > 200 and c[1] < 80)):
    wide, high = box(test)
    print(name, "is round" if abs(wide - high) <= 2 else f"is {wide} by {high}", "and", "large" if wide > 800 else "small")
END
grep -c '<svg' canvas.svg canvas
say bob /undo
await bob '"message":"[^"]*/undo'
