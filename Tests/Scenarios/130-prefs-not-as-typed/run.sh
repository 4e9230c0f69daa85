#!/usr/bin/env bash
# What is not UTF-8 becomes no key, name or text; nothing is said to have happened that has not; links stay links (000-7, 000-28).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > store.plist
cp store.plist before
start host studio socketplay host --name studio --no-advertise --apply "$PWD/store.plist" --read-only --peers 4 --json
where=127.0.0.1:$(port host)
try() {
  as laptop socketplay "$@" 2> err || echo "status $?"
  grep -E 'error:|is new|watching|dry-run' err || true
}

echo "-- not UTF-8, anywhere"
bad=$(printf 'caf\xe9')
try prefs set --string name "$bad" --file "$PWD/store.plist"
try prefs set --string "$bad" x --file "$PWD/store.plist"
try say "$bad" --address "$where"
try send-file "$bad" --address "$where"
try host --name "$bad" --no-advertise
try say hello --session "$bad"
SOCKETPLAY_DIR=$bad socketplay songs 2>&1 || echo "status $?"
cmp before store.plist && echo "as it was"

echo "-- a dot too many, and what is no JSON"
for key in . .. a. .a a..b; do try prefs set $key 5 --file "$PWD/store.plist"; done
# shellcheck disable=SC2016
for value in '{"a":' 'x' '[1] 2' '{"$data": 5}' '[1e]' '"\x"'; do
  try prefs set k --json "$value" --file "$PWD/store.plist"
done
cmp before store.plist && echo "as it was"

echo "-- refused, and not said to be done"
try prefs set new 5 --address "$where"
try prefs set new 5 --dry-run --address "$where"
try prefs unset age --dry-run --address "$where"
try send-prefs before --address "$where"
try prefs watch --address 127.0.0.1:1
try prefs watch --file "defaults:../x"
start watch laptop socketplay prefs watch --address "$where" --json
await watch '"event":"watching","session":null,"peer":"studio","revision":0'
finish watch || echo "watch: $?"
try prefs set age 81 --dry-run --file "$PWD/store.plist"
finish host || true

echo "-- links"
mkdir real
echo old > real/target.plist
ln -s real/target.plist link.plist
ln -s nowhere/file dangling.plist
ln -s loop.plist loop.plist
as laptop socketplay prefs export link.plist --file store.plist 2> /dev/null
[ -L link.plist ] && grep -o '<integer>80' real/target.plist
try prefs export dangling.plist --file store.plist
try prefs export loop.plist --file store.plist
[ -L dangling.plist ] && [ ! -e nowhere ] && ls real
