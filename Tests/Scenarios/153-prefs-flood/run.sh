#!/usr/bin/env bash
# Who asks ten thousand times for what it may not have, or offers what is not taken, is refused each time, and its host's user is shown some of that and told how
# much more there was; a second peer is shown as ever (000-28).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

for peer in liar laptop; do
  as $peer! socketplay id > /dev/null
  as studio! socketplay trust $peer "$(as $peer! socketplay id)" > /dev/null
  as $peer! socketplay trust studio "$(as studio! socketplay id)" > /dev/null
done
echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > store.plist
start host studio! socketplay host --name studio --no-advertise --apply "$PWD/store.plist" --read-only --peers 3 --json
number=$(port host)
python3 - "$SCENARIOS" "$number" "$TMPDIR/liar!/config/identity.pem" << 'X'
import plistlib
import sys

sys.path.insert(0, sys.argv[1])
import attacker

end = attacker.guest(int(sys.argv[2]), sys.argv[3], "prefs")
data = plistlib.dumps({"set": {"age": 1}}, fmt=plistlib.FMT_BINARY)
refused = 0
for start in range(0, 10000, 100):
    ids = range(start, start + 100)
    end.send(*(attacker.control("prefs-set", id=n, revision=-1, part=0, last=True, data=data) for n in ids))
    for n in ids:
        refused += end.answer("prefs-result", id=n)[1].get("error") == "not-allowed"
print("refused", refused)
end.close()
end = attacker.guest(int(sys.argv[2]), sys.argv[3], "prefs")
declined = 0
for start in range(0, 4000, 100):
    ids = range(2 * start + 3, 2 * start + 203, 2)
    end.send(*(attacker.control("offer", id=n, type_="file", path="../x", size=1, digest="xxh3-128") for n in ids))
    for n in ids:
        declined += end.answer("decline", id=n)[1].get("reason") == "name"
print("declined", declined)
end.close()
X
as laptop! socketplay prefs set age 1 --address "127.0.0.1:$number" 2> /dev/null || echo "status $?"
await host '"disconnected"' 3
python3 - << 'X'
import json

events = [json.loads(line) for line in open("host.out")]
refusals = sum(e.get("reason") == "nameUnusable" or e.get("reason") == "readOnly" and e["subject"] == "liar" for e in events)
untold = [e for e in events if e.get("reason") == "untold"]
print("shown few of them:", 32 <= refusals < 200, "and the others counted:", refusals + sum(int(e["subject"]) for e in untold))
print("laptop:", sum(e.get("reason") == "readOnly" and e["subject"] == "laptop" for e in events))
X
finish host || true
