#!/usr/bin/env bash
# What is not done: edits of a read-only store, questions to an original, keys removed there (000-28, 000-32).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > store.plist
cp store.plist before
start host studio socketplay host --name studio --no-advertise --apply "$PWD/store.plist" --read-only --json
where=127.0.0.1:$(port host)
prefs() { as laptop socketplay prefs "$@" --address "$where" 2> err || { echo "status $?"; grep error: err; }; }
prefs get age
prefs set age 81
prefs unset age
prefs undo
echo '<plist version="1.0"><dict><key>age</key><integer>1</integer></dict></plist>' > sent.plist
as laptop socketplay send-prefs sent.plist --address "$where" 2> err || { echo "status $?"; grep error: err; }
cmp before store.plist && echo "as it was"
# Who sits there is told of each that was refused.
grep -c readOnly host.out
echo '[1]' > list.json
as laptop socketplay prefs import list.json --file store.plist 2> err || { echo "status $?"; }
as laptop socketplay prefs ls --file defaults:../x 2> err || { echo "status $?"; grep error: err; }
head -c 70000000 /dev/zero > huge.plist
as laptop socketplay prefs ls --file huge.plist 2> err || { echo "status $?"; grep error: err; }
# What is no file is not replaced by one.
mkfifo pipe
as laptop socketplay prefs export pipe --file store.plist 2> err || { echo "status $?"; grep error: err | sed 's|"/.*/|"|'; }
[ -p pipe ] && echo "still a pipe"
finish host || true
