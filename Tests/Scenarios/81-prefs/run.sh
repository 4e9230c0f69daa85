#!/usr/bin/env bash
# The other end's preferences at once: through a session and for just this, both ways (000-7, 000-8, 000-24, 000-32).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

cat > store.plist << X
<plist version="1.0"><dict>
<key>age</key><integer>80</integer><key>com.x</key><string>dotted</string>
<key>win</key><dict><key>w</key><integer>640</integer><key>h</key><integer>480</integer></dict>
</dict></plist>
X
start host studio socketplay host --name studio --no-advertise --peers 2 --apply "$PWD/store.plist"
await host 'on port'
where=127.0.0.1:$(sed -nE 's/.*on port ([0-9]+).*/\1/p' host.out)
start join laptop socketplay join --address "$where" --json
await join "$(event connected)"
prefs() { as laptop socketplay prefs "$@" 2> err || { echo "status $?"; grep error: err; }; }

prefs ls
prefs get win.w
prefs type win
prefs set age 81
prefs set win.w 800
prefs unset win.h
prefs unset win.h
prefs get win
prefs set age.x 1 --int
prefs get nope
await host 'age: 80 -> 81'
await host 'win.h: 480 -> \(none\)'
prefs undo 2
prefs log --json | sed -E 's/"time":[0-9.e+]+,//; s/"author":"[^"]*"/"author":"WHO"/'
as visitor socketplay prefs get win.h --address "$where"
as visitor socketplay prefs set win.h 481 --address "$where"
prefs get win.h
cp store.plist before
prefs set age 5 --dry-run
cmp before store.plist && echo "unchanged"
# The other way: the host asks the joiner, who has no store but what he saves.
as studio socketplay prefs set hello world --string
as studio socketplay prefs ls
ls "$TMPDIR/laptop/receive"
stat -c %a store.plist
finish join || true
finish host || true
