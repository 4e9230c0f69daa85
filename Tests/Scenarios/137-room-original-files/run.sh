#!/usr/bin/env bash
# A large stream and a picture go to clients of the messenger and the drawing relay as they are read, not held by the room; what no
# original takes is told of; and who draws and comes late gets the latest of a large canvas (002-7, 004-3, 004-15).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den --listen im:0 --listen draw:0
await host '"dialect":"draw"'
listens() { sed -nE "s/.*\"port\":([0-9]+).*\"dialect\":\"$1\".*/\1/p" host.out; }
address=127.0.0.1:$(listens room)
room_join ann ann
speaking im socketplay im "127.0.0.1:$(listens im)" --json
await im "$(event connected)"
await host '"nick":"127.0.0.1:[0-9]+","online":true'
truncate -s 100000000 large
printf 'the end' | dd of=large bs=1 seek=99999993 conv=notrunc status=none
say ann "/stream $PWD/large"
say ann 'behind it'
await im 'behind it'
cmp large "$TMPDIR/im/receive/stream.bin" && echo "the messenger's is equal"

python3 - << 'END'
import json
def line(number, count):
    return {"path": [{"x": (i * number) % 375, "y": i * 7 % 600} for i in range(count)], "width": 1, "color": 0, "screenW": 375, "screenH": 667}
# Each is many writes to who draws: minutes of them in all.
json.dump([line(i, 700) for i in range(1, 121)], open("many.json", "w"))
open("picture", "wb").write(b"\xff\xd8\xff\xda\x00\x03\x00" + (b"$" * 98 + b"\xff\x00") * 20_000 + b"\xff\xd9")
open("huge", "wb").write(b"\xff\xd8\xff\xda\x00\x03\x00" + b"x" * (33 << 20) + b"\xff\xd9")
END
say ann "/picture $PWD/huge"
say ann "/picture $PWD/picture"
await im 'sent a picture of 34603017 bytes'
await im "$(event picture)"
speaking draw socketplay draw "127.0.0.1:$(listens draw)" --json
await draw "$(event picture)"
cmp picture "$TMPDIR/draw/receive/picture.jpg" && echo "the relay's is equal"
say draw /quit
say ann "/draw $PWD/many.json"
say ann 'all of it'
await host 'all of it'
speaking late python3 "$SCENARIOS/original.py" draw "$(listens draw)"
await late '^stroke'
head -n 1 late.out
grep -c 'too slowly' host.err || true
peak=$(awk '/VmHWM/ { print $2 }' "/proc/${ids[host]}/status")
if [ "$peak" -lt 131072 ]; then echo "the room kept below 128 MiB"; else echo "the room took $peak KiB"; fi
finish host || echo "the host ended with $?"
