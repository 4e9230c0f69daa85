#!/usr/bin/env bash
# A stream that ends in the middle of something, as that of an end which was killed does, is a lost connection and no broken
# protocol: members of rooms, who join, and clients of the messenger and the drawing relay come back (000-16, 002-4, 004-9).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

# cut PIECE [HOST:PORT]: a server whose first connection ends behind PIECE, in hexadecimal; or that passes on what HOST:PORT says,
# and ends the first connection in the middle of the first frame of more than 1,000 bytes. Prints its port, and each caller.
cat > cut.py << 'END'
import socket, struct, sys, threading

listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)


def copy(source, target, cuts):
    def whole(count):
        data = b""
        while len(data) < count and (piece := source.recv(count - len(data))):
            data += piece
        return data

    while header := whole(8):
        body = whole(struct.unpack("<Q", header)[0])
        if cuts and len(body) > 1000:
            target.sendall(header + body[:500])
            break
        target.sendall(header + body)
    target.shutdown(socket.SHUT_WR)


number = 0
while True:
    caller, _ = listener.accept()
    number += 1
    print("caller", number, flush=True)
    if len(sys.argv) > 2:
        host, _, port = sys.argv[2].partition(":")
        server = socket.create_connection((host, int(port)))
        threading.Thread(target=copy, args=(caller, server, False), daemon=True).start()
        threading.Thread(target=copy, args=(server, caller, number == 1), daemon=True).start()
    elif number == 1:
        caller.sendall(bytes.fromhex(sys.argv[1]))
        caller.shutdown(socket.SHUT_WR)
        # Until it goes: closed before it has read everything, the stream would be reset, and that is something else.
        try:
            while caller.recv(1000):
                pass
        except ConnectionResetError:
            pass
END

# cutting LABEL COMMAND...: joins such a server, waits until it has come back, and tells what was said.
cutting() {
  local label=$1 piece=$2
  shift 2
  python3 cut.py "$piece" > "$label-server.out" 2> "$label-server.err" &
  ids[$label-server]=$!
  await "$label-server" '^[0-9]+$'
  local server
  server=127.0.0.1:$(head -n 1 "$label-server.out")
  speaking "$label" socketplay "${@//SERVER/$server}" --json
  await "$label-server" 'caller 2'
  echo "$label: $(grep -oE '"event":"(disconnected|error|reconnecting)"|"reason":"[a-z]+"' "$label.out" | tr '\n' ' ')"
  kill "${ids[$label]}" "${ids[$label-server]}"
}

# A frame of 300 bytes; a picture of 1,000; a JPEG; a roster.
cutting join "$(printf '2c01000000000000%s' 62706c697374)" join --address SERVER --plain
cutting im "$(printf '{"messageType":1,"size":"1000"}\r\nabc' | od -An -v -tx1 | tr -d ' \n')" im SERVER
cutting draw ffd8ffe000104a46494600010100000100010000 draw SERVER
cutting chat "$(printf '[["a","b"' | od -An -v -tx1 | tr -d ' \n')" chat SERVER --nick ann
find . -name '*part*'

room_host den --allow-plain
python3 cut.py - "$address" > relay.out &
ids[relay]=$!
await relay '^[0-9]+$'
room=$address
address=127.0.0.1:$(head -n 1 relay.out)
room_join ann ann --plain
address=$room
room_join bob bob --plain
say bob one
await ann '"text":"one"'
say bob "$(printf 'long%5000s.')"
await relay 'caller 2'
await ann '"text":"long'
say bob two
await ann '"text":"two"'
grep -oE '"text":"[a-z]+|"event":"(disconnected|error|reconnecting)"|"reason":"[a-z]+"' ann.out
kill "${ids[relay]}"
