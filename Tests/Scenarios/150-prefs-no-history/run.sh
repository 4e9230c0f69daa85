#!/usr/bin/env bash
# A store whose history cannot be kept is read and changed all the same, each change says so, and there is nothing to take back
# (000-24, 000-8): a folder in the history's place, a file in the folder's, a file system that is read-only.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

store=$PWD/store.plist
state=$TMPDIR/me/state
first='<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>'
# What runs `socketplay prefs`: nothing, or what mounts something first.
within=()
prefs() {
  local status=0
  as me ${within[@]+"${within[@]}"} socketplay prefs "$@" > out 2> err || status=$?
  sed -E 's|"/[^"]*/|"|g; s|[0-9a-f]{32}|ID|g; s/[0-9]{16}/TIME/g; s/[0-9-]{10}T[0-9:]{8}Z/WHEN/; s/  [^ ]+: 1 key/  SOMEBODY: 1 key/' out err
  [ "$status" = 0 ] || echo "status $status"
}
of() { prefs "$@" --file "$store"; }
readings() {
  for reading in 'get age' ls 'find 8 --json' 'type age' "diff $first_file" 'export -'; do
    # shellcheck disable=SC2086
    of $reading > seen
    if grep -qE 'error|warning|status' seen || [ ! -s seen ]; then echo "prefs $reading:"; cat seen; fi
  done
}
first_file=$PWD/first.plist
echo "${first/80/79}" > "$first_file"
echo "$first" > store.plist
# What is known of a change before, and its history's name.
of set age 82
history=$(echo "$state"/prefs/*.history)

echo "--- read-only: what was kept is seen"
# shellcheck disable=SC2016 # expanded in there
within=(unshare -rm bash -c 'mount --bind "$SOCKETPLAY_STATE" "$SOCKETPLAY_STATE" &&
  mount -o remount,bind,ro "$SOCKETPLAY_STATE" && exec "$@"' -)
if unshare -rm true 2> /dev/null; then
  readings
  of log
  of set age 83
  of log
  of undo
else
  echo "skipped: no mount namespace can be made here" >&2
  sed '1,/^--- read-only/d; /^--- a folder/,$d' "$SCENARIOS/150-prefs-no-history/stdout"
  echo "${first/80/83}" > store.plist
fi
within=()

echo "--- a folder in the history's place"
rm "$history"
mkdir "$history"
readings
of set age 84 --json
of unset age
of set age 80 --int
of undo
of undo --dry-run
of log

echo "--- a file in the folder's place, through a host"
rm -r "$state"
echo "a letter" > "$state"
readings
of set age 81
start host me socketplay host --name studio --no-advertise --apply "$store" --json
there() { as laptop socketplay prefs "$@" --address "127.0.0.1:$(port host)" > out 2> err || echo "status $?"; grep -hE 'error|hint|warning' err || true; sed -E 's/[0-9]{16}/TIME/g' out; }
for reading in 'get age' ls 'find 8' 'type age' pull diff 'export -'; do
  # shellcheck disable=SC2086
  there $reading > seen
  if grep -qE 'error|warning|status' seen; then echo "prefs $reading:"; cat seen; fi
done
start watch laptop socketplay prefs watch --json --address "127.0.0.1:$(port host)"
await watch "$(event watching)"
sed -i 's/>81</>83</' "$TMPDIR/laptop/receive/prefer.plist"
there push
there set name ann
there undo
there log
echo "${first/80/90}" > store.plist
await watch '"to":90'
there get age
grep -c '"historyUnusable"' host.out
grep -c '"undoable":false' host.out
cat "$state"

echo "--- and the asker's own folder is none either"
rm -r "$TMPDIR/laptop/state"
echo "a letter" > "$TMPDIR/laptop/state"
alone() { as laptop socketplay prefs "$@" --address "127.0.0.1:$(port host)" 2> err || echo "status $?"; grep -E 'error|hint|warning' err | sed -E 's|"/[^"]*/|"|; s|[0-9a-f]{32}|ID|' || true; }
alone pull
sed -i 's/>90</>91</' "$TMPDIR/laptop/receive/prefer.plist"
alone diff
alone push
EDITOR='sed -i s/90/92/' alone edit --yes
find "$TMPDIR/laptop/run/edits" -type f | wc -l
cat "$TMPDIR/laptop/state"
finish watch || true
finish host || true
