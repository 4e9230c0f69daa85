#!/usr/bin/env bash
# Watching the other end: edits of peers, and of other programs in the file, each with its type (000-8).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > store.plist
start host studio socketplay host --name studio --no-advertise --apply "$PWD/store.plist"
await host 'on port'
start join laptop socketplay join --address "127.0.0.1:$(sed -nE 's/.*on port ([0-9]+).*/\1/p' host.out)" --json
await join "$(event connected)"
start watch laptop socketplay prefs watch --json
start lines laptop socketplay prefs watch
start local studio socketplay prefs watch --file "$PWD/store.plist" --json
# The watch is there once a change is seen.
number=81
until grep -q '"age"' watch.out && grep -q age lines.out && grep -q '"age"' local.out; do
  as laptop socketplay prefs set age $number > /dev/null
  number=$((number + 1))
  sleep 0.1
done
as laptop socketplay prefs set name 'x' --string > /dev/null
await watch '"key":"name","from":null,"to":"x","fromType":null,"toType":"string"'
await local '"key":"name"'
await lines 'string  name: \(none\) -> "x"'
# Another program puts a file in its place.
echo '<plist version="1.0"><dict><key>age</key><real>5</real></dict></plist>' > other.plist
mv other.plist store.plist
await watch '"key":"age","from":[0-9]+,"to":5.0,"fromType":"int","toType":"real"'
await watch '"key":"name","from":"x","to":null'
await local '"key":"name","from":"x","to":null'
echo "seen"
finish watch || echo "watch: $?"
finish lines || echo "lines: $?"
finish local || echo "local: $?"
finish join || true
finish host || true
