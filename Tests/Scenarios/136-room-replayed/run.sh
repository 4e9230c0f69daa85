#!/usr/bin/env bash
# What clients of the originals write, from files made by hand after their protocols: one write after the other as they do it,
# all in one, and byte by byte; each time the room hears the same (001-4, 002-1, 002-2, 004-2, 004-3, 004-9, 004-10).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den --listen chat:0 --listen im:0 --listen draw:0
await host '"dialect":"draw"'
cat > replay.py << 'END'
import json, re, socket, sys, time

def writes(kind):
    lines = open(f"{sys.argv[1]}/originals/{kind}.writes").read().splitlines()
    return [line.encode().decode("unicode_escape").encode("latin-1") for line in lines if not line.startswith("#")]

def events():
    return [json.loads(line) for line in open("host.out") if line.endswith("\n")]

ports = {event["dialect"]: event["port"] for event in events() if event["event"] == "listening"}

def heard(kind, pieces, gap):
    """What the room says it heard of a client that writes so."""
    before = len(events())
    line = socket.create_connection(("127.0.0.1", ports[kind]))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for piece in pieces:
        line.sendall(piece)
        time.sleep(gap)
    nick = "bob" if kind == "chat" else "%s:%d" % line.getsockname()
    time.sleep(0.1)
    line.close()
    deadline = time.monotonic() + 8
    while time.monotonic() < deadline:
        told = events()[before:]
        if any(m == {"nick": nick, "online": False} for e in told if e["event"] == "roster" for m in e["members"]):
            break
        time.sleep(0.02)
    found = []
    for event in told:
        if event["event"] == "text":
            found.append(("text", event["to"], event["text"]))
        elif event["event"] == "stroke":
            found.append(("stroke", len(event["points"]), event["points"][-1], event["width"], event["color"], event["screen"]))
        elif event["event"] in ("picture", "stream"):
            data = open(event["path"], "rb").read()
            found.append((event["event"], len(data), data[:8].hex(), data[-8:].hex()))
        elif event["event"] == "error":
            found.append(("error", event["message"]))
    return found

for kind in ("chat", "im", "draw"):
    spaced = heard(kind, writes(kind), 0.06)
    print(kind)
    for item in spaced:
        print("   ", *item)
    if kind == "chat":
        # Nothing stands between two texts of the chat: it is the gaps that tell them apart.
        continue
    whole = b"".join(writes(kind))
    print("    in one write:", heard(kind, [whole], 0) == spaced)
    print("    byte by byte:", heard(kind, [whole[i:i + 1] for i in range(len(whole))], 0) == spaced)
END
python3 replay.py "$FIXTURES"
finish host || echo "the host ended with $?"
