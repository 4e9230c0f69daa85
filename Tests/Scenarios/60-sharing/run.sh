#!/usr/bin/env bash
# Several sends at a time: two files of one base name, a folder of small ones and one the other way, some held to a rate;
# a text and preferences arrive meanwhile, and everything is equal (000-23, 000-34).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir one other tree back
head -c 800000 /dev/urandom > one/song.mp3
head -c 800000 /dev/urandom > other/song.mp3
head -c 30000000 /dev/urandom > back/way.m4a
for number in $(seq 300); do echo "$number" > "tree/$number.txt"; done
cat > prefer.plist << X
<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>age</key><integer>81</integer></dict></plist>
X

start host studio socketplay host --name studio --no-advertise --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"

began=$(date +%s%N)
start one laptop socketplay send-file one/song.mp3 --limit 400k --json
start other laptop socketplay send-file other/song.mp3 --limit 400Ki --priority high --json
await one "$(event file-begin)"
await other "$(event file-begin)"
start tree laptop socketplay send-file tree --priority low --json
start back studio socketplay send-file back/way.m4a --json
as laptop socketplay say 'in between' --json | grep -oE '"result": ?"delivered"'
as laptop socketplay send-prefs prefer.plist | grep -oE 'stored'
for label in tree back one other; do wait "${ids[$label]}" && echo "$label was sent"; done
took=$((($(date +%s%N) - began) / 1000000))
# 800,000 bytes at 400,000 a second take two seconds, whatever the machine.
if [ "$took" -ge 1850 ] && [ "$took" -lt 9000 ]; then echo "held to the rate"; else echo "took $took ms"; fi

received=$TMPDIR/studio/receive
cat "$received/song.mp3" "$received/song (2).mp3" | sha256sum > received.sum
cat one/song.mp3 other/song.mp3 | sha256sum > first.sum
cat other/song.mp3 one/song.mp3 | sha256sum > second.sum
if cmp -s received.sum first.sum || cmp -s received.sum second.sum; then echo "both songs are equal"; fi
diff -r tree "$received/tree" && echo "the folder is equal"
cmp back/way.m4a "$TMPDIR/laptop/receive/way.m4a" && echo "what went the other way is equal"
as laptop socketplay send-file one/song.mp3 --limit 0 2> err || echo "a rate of 0: $?"
finish join || true
finish host || true
