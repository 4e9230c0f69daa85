#!/usr/bin/env bash
# Pull, edit, diff, push: only what was edited goes, with its type, and not over what was changed meanwhile (000-7, 000-9).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

cat > store.json << X
{"age": 80, "ratio": {"\$real32": 0.5}, "when": {"\$date": "2024-01-02T03:04:05.25Z"}, "list": [1, 2], "gone": true}
X
as maker socketplay prefs import store.json --file "$PWD/store.plist" > /dev/null
as maker socketplay prefs export "$PWD/binary.plist" --binary --file "$PWD/store.json" 2> /dev/null
start host studio socketplay host --name studio --no-advertise --apply "$PWD/binary.plist"
await host 'on port'
start join laptop socketplay join --address "127.0.0.1:$(sed -nE 's/.*on port ([0-9]+).*/\1/p' host.out)" --json
await join "$(event connected)"
prefs() { as laptop socketplay prefs "$@" 2> err || { echo "status $?"; grep -E 'error:|hint:' err; }; }
copy=$TMPDIR/laptop/receive/prefer.plist

prefs push | sed "s|$TMPDIR||"
prefs pull | sed "s|$TMPDIR||"
prefs push
sed -i -e 's/80/81/' -e '/<key>gone/,+1d' "$copy"
prefs diff
prefs push --dry-run
prefs push
as maker socketplay prefs export - --json --file "$PWD/binary.plist"
# Somebody else changes one of the keys meanwhile.
sed -i 's/81/82/' "$copy"
as studio socketplay prefs set age 7 --file "$PWD/binary.plist" > /dev/null
prefs push
prefs get age
prefs pull > /dev/null
# The editor: a broken file is not sent, a good one's edits are.
cat > break.sh << 'X'
echo '<plist' > "$1"
X
cat > change.sh << 'X'
sed -i 's/>7</>9</' "$1"
X
chmod +x break.sh change.sh
EDITOR=$PWD/break.sh prefs edit --yes < /dev/null | sed -E 's/"[^"]*"/FILE/'
EDITOR=$PWD/change.sh prefs edit < /dev/null
EDITOR=$PWD/change.sh prefs edit --yes < /dev/null
EDITOR=false prefs edit --yes < /dev/null
prefs type ratio
as maker socketplay prefs export - --json --file "$PWD/binary.plist" | grep -E 'real32|date'
finish join || true
finish host || true
