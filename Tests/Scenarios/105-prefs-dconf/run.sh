#!/usr/bin/env bash
# GNOME's dconf as the store: types kept and made, folders, removal, changes by other programs, undo, what has no form there, and no
# dconf at all (000-8, 000-32).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

if [ -z "${INSIDE:-}" ]; then
  # Without the program it says so.
  mkdir none && ln -s "$(command -v socketplay)" none/socketplay
  as studio env PATH="$PWD/none" socketplay prefs ls --file dconf:/org/example/ 2>&1 || echo "no dconf: $?"
  as studio socketplay prefs ls --file dconf:org/example 2>&1 || echo "no path: $?"
fi

for tool in dconf dbus-run-session; do
  command -v $tool > /dev/null || { echo "there is no $tool" >&2; exit 77; }
done
[ -e /usr/share/dbus-1/services/ca.desrt.dconf.service ] || { echo "there is no dconf-service" >&2; exit 77; }

if [ -z "${INSIDE:-}" ]; then
  # A session bus of its own, whose service writes into this scenario's home.
  export INSIDE=1
  exec dbus-run-session -- bash "$0"
fi

prefs() { as studio socketplay prefs "$@" --file dconf:/org/example/ 2>&1 || echo "status $?"; }
dconf write /org/example/count 'uint32 7'
dconf write /org/example/window/width 640
dconf write /org/example/window/title "'空 it'"
dconf write /org/example/map "{'a': <byte 0x01>, 'b': <1.5>}"
dconf write /org/example/names "['x', 'y']"
dconf write /org/other/untouched 1
prefs ls -r
echo "--- types are kept, and new ones made"
prefs set count 9
prefs set count -1
prefs undo
prefs set map.a 2
prefs set names.2 z
prefs set new.deep 'line
break'
prefs set blob AAEC --data
prefs unset window.title
prefs set when 2024-01-02T03:04:05Z --date
prefs set a=b 1
dconf dump /org/
echo "--- a host, whose peer sets keys and sees what another program does"
start host studio socketplay host --name studio --no-advertise --apply dconf:/org/example/ --json
where=127.0.0.1:$(port host)
as laptop socketplay prefs set window.width 800 --address "$where" 2> /dev/null
dconf read /org/example/window/width
start watch laptop socketplay prefs watch --address "$where" --json
tries=0
until grep -q '"count"' watch.out; do
  tries=$((tries + 1))
  [ $tries -lt 100 ] || exit 1
  dconf write /org/example/count "uint32 $tries"
  sleep 0.1
done
dconf write /org/example/seen true
await watch '"key":"seen","from":null,"to":true'
dconf write /org/other/untouched 2
dconf reset /org/example/seen
await watch '"key":"seen","from":true,"to":null'
grep -c untouched watch.out || true
finish watch || true
as laptop socketplay prefs log --address "$where" --json 2> /dev/null | tail -n 1 | grep -o '"author":[a-z]*'
cat > sent.plist << 'X'
<plist version="1.0"><dict><key>age</key><integer>81</integer><key>window</key><dict><key>width</key><integer>1</integer></dict></dict></plist>
X
as laptop socketplay send-prefs sent.plist --address "$where" 2> /dev/null
dconf read /org/example/age
finish host || true
