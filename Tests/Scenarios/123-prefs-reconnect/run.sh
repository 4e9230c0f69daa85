#!/usr/bin/env bash
# After a connection was lost and made again both ends show the same revisions, what was changed meanwhile included, and the same
# transfer (000-24).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > host.plist
echo '<plist version="1.0"><dict><key>tint</key><integer>1</integer></dict></plist>' > join.plist
head -c 20000000 /dev/zero > song

host() { start host studio socketplay host --name studio --no-advertise --apply "$PWD/host.plist" --json "$@"; }
# both: what each end says of itself and of the other, and of what goes between them; the same but for the side.
both() {
  as studio socketplay status --json > studio.json
  as laptop socketplay status --json > laptop.json
  python3 - << 'X'
import json
studio, laptop = (json.load(open(name + ".json")) for name in ("studio", "laptop"))
for (name, own, other) in (("studio", studio, laptop), ("laptop", laptop, studio)):
    said = other["peers"][0]["revision"]
    print(name, own["revision"], "as it says itself" if own["revision"] == said else f"but the other end says {said}")
sent, received = ([(t["name"], t["size"]) for t in end["transfers"]] for end in (laptop, studio))
print("transfers", sent, "at both" if sent == received else f"but {received} at the other end")
X
}

host
number=$(port host)
start join laptop socketplay join --address "127.0.0.1:$number" --apply "$PWD/join.plist" --json
await join "$(event connected)"
as laptop socketplay prefs set age 81
as studio socketplay prefs set tint 2
both
start sender laptop socketplay send-file song --limit 3M
await host '"file-begin"'
both

echo "lost"
kill -KILL "${ids[host]}"
wait "${ids[host]}" || true
await join "$(event reconnecting)"
# Changed meanwhile, by hand and through the store's history.
as studio socketplay prefs set age 82 --file "$PWD/host.plist"
sed -i 's|<integer>2<|<integer>3<|' join.plist
host --port "$number"
await join "$(event connected)" 2
await host '"file-begin"'
both
as laptop socketplay prefs get age
as studio socketplay prefs get tint
wait "${ids[sender]}" && echo "sent"
cmp song "$TMPDIR/studio/receive/song" && both
finish join || true
finish host || true
