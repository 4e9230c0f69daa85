#!/usr/bin/env bash
# Preferences of a file: each type read, set, unset, taken back; a value keeps its type (000-8, 000-32).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

cat > store.plist << X
<plist version="1.0"><dict>
<key>age</key><integer>80</integer><key>com.x</key><string>dotted</string><key>ratio</key><real>1</real>
<key>win</key><dict><key>w</key><integer>640</integer><key>tags</key><array><string>a</string></array></dict>
</dict></plist>
X
prefs() { as me socketplay prefs "$@" --file store.plist 2> /dev/null || echo "status $?"; }

prefs ls
prefs set age 81
prefs set age x
prefs set age -5
prefs set ratio 2
prefs get ratio
prefs set win.w 800 --json
prefs set win.tags.1 b
prefs unset win.tags.0
prefs type win.tags
prefs get 'com\.x'
prefs unset 'com\.x'
prefs get 'com\.x'
prefs set new 2024-01-02T03:04:05Z --date
prefs undo 3
prefs undo --dry-run
prefs find DOT
prefs export copy.json --json
prefs import copy.json
prefs ls --json | head -n 2
prefs log --json | wc -l
echo '{"age": 7, "blob": {"$data": "AAEC"}}' > more.json
prefs import more.json
prefs get blob
echo 'garbage' > bad
prefs import bad
stat -c %a store.plist
as me socketplay prefs ls --file bad || echo "status $?"
