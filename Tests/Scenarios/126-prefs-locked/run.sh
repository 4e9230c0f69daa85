#!/usr/bin/env bash
# Who holds a store's lock for long is not waited for without an end: a sentence of its own, exit 11; a short hold is waited for.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

command -v flock > /dev/null || { echo "there is no flock" >&2; exit 77; }
mkdir a b
set80() { as me socketplay prefs set age 80 --file "$PWD/$1/store.plist" > /dev/null 2>&1; }
set80 b
history=$(find "$TMPDIR/me/state/prefs" -name '*.history')
set80 a
held() { flock "$1" -c 'echo held; exec sleep 9'; }
exec 7< <(held a) 8< <(held "$history")
read -r _ <&7
read -r _ <&8
told() { sed -E 's|"[^"]*/|"|' "$1" | grep -E 'error|hint'; }
# The folder of the one, the history of one of the two.
as me socketplay prefs set age 81 --file "$PWD/a/store.plist" 2> one || echo "status $?" >> one &
first=$!
as me socketplay prefs set age 81 --file "$PWD/b/store.plist" 2> other || echo "status $?" >> other &
wait $first $!
cat one other | grep -c 'status 11'
told one | head -n 2
told other | head -n 2
# Nothing was changed in what was locked; a short hold is waited for.
grep -c '<integer>80' a/store.plist b/store.plist
mkdir c
set80 c
flock c sleep 1 &
sleep 0.2
as me socketplay prefs set age 82 --file "$PWD/c/store.plist"
