#!/usr/bin/env bash
# Clients of the originals that lie, each over a connection of its own: what cannot be the protocol ends that client alone, and
# the room goes on with the others, no larger than before (001-10, 002-10, 002-12, 004-3, 004-17, 000-28).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den --listen chat:0 --listen im:0 --listen draw:0
await host '"dialect":"draw"'
room_join ann ann
listens() { sed -nE "s/.*\"port\":([0-9]+).*\"dialect\":\"$1\".*/\1/p" host.out; }
python3 - "$(listens chat)" "$(listens im)" "$(listens draw)" << 'END'
import socket, struct, sys, time
ports = dict(zip(("chat", "im", "draw"), map(int, sys.argv[1:])))

def attack(kind, name, data, wait=0.3):
    line = socket.create_connection(("127.0.0.1", ports[kind]))
    line.settimeout(5)
    try:
        line.sendall(data)
    except OSError:
        pass
    line.settimeout(wait)
    end = "stays"
    try:
        while True:
            if not line.recv(65536):
                end = "goes"
                break
    except socket.timeout:
        pass
    except OSError:
        end = "goes"
    print(f"{kind}: {name}: {end}")
    line.close()

def message(kind, body, size=None):
    return b'{"messageType" : %d, "size" : "%d"}\r\n' % (kind, len(body) if size is None else size) + body

def jpeg(width, height):
    frame = b"\xff\xc0\x00\x11\x08" + struct.pack(">HH", height, width) + b"\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01"
    return b"\xff\xd8" + frame + b"\xff\xda\x00\x0c\x03\x01\x00\x02\x11\x03\x11\x00\x3f\x00" + b"\x00" * 64 + b"\xff\xd9"

bomb = b"[" * 100_000
attack("chat", "bytes that are no text for a nick", b"user:\xff\xfe\x80")
attack("chat", "an escape for a nick", b"user:\x1b[31m")
attack("chat", "the host's nick", b"user:host", 0.6)
attack("chat", "a command for a nick", b"user:msg")
attack("chat", "a megabyte without a nick", b"x" * (1 << 20), 2)
attack("im", "bytes that are no text", message(0, b"\xff\xfe\x80"))
attack("im", "a head of nested arrays", bomb + b"\r\n", 2)
attack("im", "a megabyte of head", b'{"size" : "' + b"1" * (1 << 20), 2)
attack("im", "a size of 10^18", message(2, b"x", 10**18))
attack("im", "a size below zero", message(2, b"x", -5))
attack("im", "a picture of 65,535 by 65,535", message(1, jpeg(65535, 65535)))
attack("draw", "a picture of 65,535 by 65,535", jpeg(65535, 65535) + b"$")
attack("draw", "a line of nested arrays", b'{"path":' + bomb, 2)
attack("draw", "a line without a screen", b'{"path":[{"x":1,"y":2}],"width":1,"color":0,"screenW":0,"screenH":0}', 1)
attack("draw", "a line of no number", b'{"path":[{"x":1e999,"y":2}],"width":1,"color":0,"screenW":1,"screenH":1}', 1)
attack("draw", "nothing but an object", b"{}", 1)
attack("draw", "a picture without an end", b"\xff\xd8" + b"\x00" * (1 << 20), 1)
END
say ann 'still here'
await host 'still here'
say host "/save $PWD/canvas.png"
await host "$(event saved)"
grep -cE "$(event picture)" ann.out || true
grep -vE '"event":"(listening|roster|text|warning|error|saved)"' host.out || true
grep -c $'\x1b\|\x9b' host.out host.err ann.out || true
peak=$(awk '/VmHWM/ { print $2 }' "/proc/${ids[host]}/status")
if [ "$peak" -lt 100000 ]; then echo "the room kept small"; else echo "the room took $peak KiB"; fi
