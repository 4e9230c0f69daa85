#!/usr/bin/env bash
# What came whole before its sender left is told by the name that it was let in by, though the store is locked until it has gone; and
# edits of single keys are not made before the whole lists that came ahead of them.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

as laptop socketplay id > /dev/null
mkdir there
echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > there/store.plist
start host studio socketplay host --name studio --no-advertise --apply "$PWD/there/store.plist" --json
number=$(port host)
python3 - "$SCENARIOS" "$number" "$TMPDIR/config/identity.pem" << 'X'
import fcntl
import os
import plistlib
import sys

sys.path.insert(0, sys.argv[1])
import attacker


def binary(value):
    return plistlib.dumps(value, fmt=plistlib.FMT_BINARY)


end, _ = attacker.joiner(int(sys.argv[2]), sys.argv[3], petname=b"wished")
end.send(attacker.greeting("join", "prefs"))
end.answer("hello")
lock = os.open("there", os.O_RDONLY)
fcntl.flock(lock, fcntl.LOCK_EX)
for age in (1, 2):
    end.send(attacker.package(1, 0, data=binary({"age": age}), name=f"list {age}"))
end.send(attacker.package(2, 0, word="behind them", name="text"))
end.send(attacker.control("prefs-set", id=7, revision=-1, part=0, last=True, data=binary({"set": {"age": 3}})))
end.send(attacker.control("ping", token=5))
end.answer("pong")
end.send(attacker.control("bye", reason="goodbye"))
# It has left before the store is free.
while end.is_open():
    pass
os.close(lock)
X
await host "$(event disconnected)"
python3 - << 'X'
import json

events = [json.loads(line) for line in open("host.out")]
name = next(e["peer"] for e in events if e["event"] == "connected")
for e in events:
    if e["event"] in ("prefs", "text", "disconnected"):
        what = e.get("text") or e.get("reason") or e["applied"][0]["to"]
        print(e["event"], what, "by its name" if e["peer"] == name else e["peer"])
X
grep -o '<integer>.*</integer>' there/store.plist
finish host || true
