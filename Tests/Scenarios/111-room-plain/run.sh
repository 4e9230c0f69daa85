#!/usr/bin/env bash
# Plain members come in where both ends have said so; the first of many who do not say how they wish to be
# called makes room (000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den
echo hello | as 'bob!' socketplay room join --nick bob --address "$address" --plain 2> err || echo "refused: $?"
await host '"code":23'
say host /quit
wait "${ids[host]}"
rm host.in

room_host den --allow-plain=127.0.0.0/8
room_join ann ann
room_join 'bob!' bob --plain
grep -ohE '"security":"[a-z0-9]+"' ann.out 'bob!.out'
say 'bob!' 'in the clear'
await ann 'in the clear'
# A frame's header and no more: each comes in, and is awaited for its nick; the first of too many makes room.
python3 - "${address#*:}" << 'END'
import socket, sys, time
def call():
    s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    s.sendall(b"\x40\0\0\0\0\0\0\0")
    s.settimeout(8)
    # Slow enough for the door to take each.
    time.sleep(0.03)
    return s
first = call()
crowd = [call() for _ in range(70)]
print("the first made room:", first.recv(1) == b"")
END
say ann 'still here'
await 'bob!' 'still here'
finish host || echo "the host ended with $?"
