#!/usr/bin/env bash
# Keys that are hard to write and every type, each set, read, unset, compared and taken back at the other end (000-7, 000-32).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

echo '<plist version="1.0"><dict/></plist>' > store.plist
start host studio socketplay host --name studio --no-advertise --apply "$PWD/store.plist" --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"
prefs() { as laptop socketplay prefs "$@" 2> err || { echo "status $?"; grep error: err; }; }
values() { python3 -c 'import plistlib; print(plistlib.load(open("store.plist", "rb")))'; }

long=$(printf '%010240d' 7)
new='a
b'
prefs set "$long" 1 > /dev/null
prefs get "$long"
prefs unset "$long" > /dev/null
# shellcheck disable=SC1003 # a backslash, not a quote
for key in 'with\.dot' "$new" '🎵 嗯' '\\' '' 'esc\u{1B}[31m' ' ' '-dash' 'a\.b.0.c' '\.'; do
  prefs set --string -- "$key" "at $key"
  prefs get -- "$key"
  prefs type -- "$key"
done
prefs undo 10 > /dev/null
values

prefs set i --int 170141183460469231731687303715884105727
prefs set neg --int -5
prefs set r --real 0.1
prefs set b --bool true
prefs set s --string 1
prefs set d --date 2024-01-02T03:04:05Z
prefs set x --data AAECAw==
prefs set j --json '{"a": [1, 2.0, {"b": false}], "e": {}}'
prefs pull > /dev/null
for key in i neg r b s d x j j.a.2.b; do prefs type $key; done
prefs unset i neg r b s d x j
prefs diff
prefs undo
prefs diff
values
# Another type under the same key is a change, and taken back as one.
prefs set b --int 1
prefs diff
prefs undo
prefs type b
# The key without a name.
prefs set '\u{}' 5 --int
prefs set '\u{}' 6
prefs ls | grep 'int  *6'
prefs get '\u{}'
prefs get ''
prefs unset '\u{}'
prefs get '\u{}'
# Several elements of one array go together, those that were named.
prefs set abc --json '["a", "b", "c"]' > /dev/null
prefs unset abc.0 abc.1 > /dev/null
prefs get abc
finish join || true
finish host || true
