#!/usr/bin/env bash
# A history that is damaged bars nobody from its store: it is set aside, said once, and goes on; a change too large for it is told when
# it is made, and by log (000-24).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

prefs() { as me socketplay prefs "$@" --file "$PWD/store.plist" 2> err || echo "status $?"; sed -E 's|"[^"]*/|"|; s|as /.*/|as |; s|[0-9a-f]{32}|ID|; s/revision [0-9]+/revision N/' err; }
history() { find "$TMPDIR/me/state/prefs" -name '*.history*' | sort; }
prefs set age 81
prefs set age 82
prefs set age 83
file=$(history)
whole=$(stat -c %s "$file")

echo "--- cut off"
truncate -s $((whole - 5)) "$file"
prefs get age
prefs log | sed -E 's/[0-9-]{10}T[0-9:]{8}Z/WHEN/; s/  [^ ]+: 1 key/  SOMEBODY: 1 key/'

echo "--- overwritten"
printf 'garbage' | dd of="$file" bs=1 seek=20 conv=notrunc status=none
prefs get age
prefs get age
prefs set age 84
prefs undo
prefs undo
history | sed 's/.*history/history/'

echo "--- somebody's letter, while it is served"
start host studio socketplay host --name studio --no-advertise --apply "$PWD/served.plist" --json
where=127.0.0.1:$(port host)
as laptop socketplay prefs set a 1 --address "$where"
for file in "$TMPDIR"/studio/state/prefs/*.history; do echo "Dear history, how are you?" > "$file"; done
as laptop socketplay prefs set a 2 --address "$where"
await host historyDamaged
grep -c historyDamaged host.out
as laptop socketplay prefs undo --address "$where"

echo "--- too large to be taken back"
head -c 5000000 /dev/zero | base64 -w 0 > large
{ printf '{"blob": {"$data": "'; cat large; echo '"}}'; } > large.json
as laptop socketplay prefs import large.json --address "$where" --json 2> err | grep -o '"undoable":[a-z]*'
grep -c 'too large to be kept' err || cat err
await host '"undoable":false'
as laptop socketplay prefs log --address "$where" | grep -o 'laptop.*\|[a-z0-9-]*: 1 key, not kept.*' | tail -n 1 | sed 's/.*: 1 key/1 key/'
as laptop socketplay prefs undo --address "$where" 2> err || { echo "status $?"; grep error: err; }
finish host || true
