#!/usr/bin/env bash
# What crashes leave beside a store, its history, a pulled copy and the files of prefs edit is removed by who works there next, never
# what another process still writes; a damaged base says what to do (000-9, 000-24).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

command -v flock > /dev/null || { echo "there is no flock" >&2; exit 77; }
mkdir store
echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > store/store.plist
prefs() { as me socketplay prefs "$@" --file "$PWD/store/store.plist" 2> err || echo "status $?"; sed -E 's|"/[^"]*/|"|' err; }
prefs set age 81
start host studio socketplay host --name studio --no-advertise --apply "$PWD/store/store.plist" --json
where=127.0.0.1:$(port host)
there() { as me socketplay prefs "$@" --address "$where" > out 2> err || echo "status $?"; grep -E 'error|hint' err | sed -E 's|"/[^"]*/|"|' || true; }
there pull
state=$TMPDIR/me/state/prefs
receive=$TMPDIR/me/receive
mkdir -p "$state/edits"
old=.socketplay-0123456789abcdef.tmp
live=.socketplay-fedcba9876543210.tmp
for folder in store "$state" "$state/edits" "$receive"; do
  touch -d '1 hour ago' "$folder/$old" "$folder/$live" "$folder/.other.tmp"
done
touch -d '1 hour ago' "$state/edits/0-1.plist.base"
# Another process works on some.
exec 5< "store/$live" 6< "$state/$live" 7< "$state/edits/$live" 8< "$receive/$live"
for number in 5 6 7 8; do flock -n $number; done
prefs set age 82
there pull
EDITOR=true as me socketplay prefs edit --yes --file "$PWD/store/store.plist" 2> err || true
for folder in store "$state" "$state/edits" "$receive"; do
  find "$folder" -maxdepth 1 -name '.*tmp' -printf '%f\n' -o -name '*.plist.base' -printf '%f\n' | sort
done

echo "--- a damaged base"
echo garbage > "$(find "$state" -maxdepth 1 -name '*.base')"
there push
there pull
there push
finish host || true
