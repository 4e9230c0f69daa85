#!/usr/bin/env bash
# The disk that a history is on is full: changes are made, told, and said to be in no history, what rests on older ones is refused,
# and once there is space what the history lacks is put into it as one change (000-24); a store on a full disk stays as it was.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

unshare -rm true 2> /dev/null || {
  echo "skipped: no mount namespace can be made here" >&2
  cat "$SCENARIOS/151-prefs-full-disk/stdout"
  exit 0
}
echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > store.plist
mkdir -p "$TMPDIR/studio/state"
mkfifo words
# shellcheck disable=SC2016 # expanded in there
start host studio unshare -rm bash -c 'mount -t tmpfs -o size=256k tmpfs "$SOCKETPLAY_STATE" && exec 3<> words &&
  { while read -r word <&3; do case $word in
      fill) cat /dev/zero > "$SOCKETPLAY_STATE/filler" 2> /dev/null || true ;;
      empty) rm "$SOCKETPLAY_STATE/filler" ;;
    esac; echo "$word" >> done; done & } && exec socketplay host --name studio --no-advertise --apply "$0" --json' "$PWD/store.plist"
where=127.0.0.1:$(port host)
asked() { echo "$1" > words; for _ in {1..200}; do if grep -qs "$1" ./done; then return 0; fi; sleep 0.05; done; return 1; }
prefs() { as laptop socketplay prefs "$@" --address "$where" > out 2> err || echo "status $?"; grep -hE 'error|hint|warning' err | sed -E 's/[0-9]{16}/TIME/g' || true; sed -E 's/[0-9]{16}/TIME/g; s/x{99}x*/LONG/g; s/  [^ ]+: 1 key/  SOMEBODY: 1 key/; s/[0-9-]{10}T[0-9:]{8}Z/WHEN/' out; }
start watch laptop socketplay prefs watch --json --address "$where"
await watch "$(event watching)"
prefs set age 81
prefs pull > pulled
sed -i 's/>81</>91</' "$TMPDIR/laptop/receive/prefer.plist"

echo "--- full"
asked fill
prefs set text "$(printf 'x%.0s' {1..9000})"
prefs get age
prefs set age 82
prefs undo
prefs log
prefs push
await watch '"key":"age","from":81,"to":82'
echo '<plist version="1.0"><dict><key>age</key><integer>70</integer></dict></plist>' > other.plist
mv other.plist store.plist
await watch '"key":"age","from":82,"to":70'
prefs get age
grep -c historyUnusable host.out

echo "--- space again"
asked empty
prefs set age 71
prefs log
prefs undo 2
prefs log | tail -n 1

echo "--- the store's own disk"
cat > full << 'X'
mount -t tmpfs -o size=64k tmpfs "$1" && cp "$2" "$1/store.plist" && { cat /dev/zero > "$1/filler" 2> /dev/null || true; }
socketplay prefs set age 99 --file "$1/store.plist" || echo "status $?"
socketplay prefs get age --file "$1/store.plist"
find "$1" -name '.*.tmp'
X
mkdir small
as laptop unshare -rm bash full "$PWD/small" "$PWD/store.plist" 2> err
sed -E 's|"/[^"]*/|"|' err
echo "--- no larger files than 4 KiB"
limited() { (ulimit -f 4; as limited socketplay prefs "$@" --file "$PWD/store.plist" 2> err || echo "status $?") | sed -E 's/x{99}x*/LONG/g'; sed -E 's|"/[^"]*/|"|; s|[0-9a-f]{32}|ID|' err; }
limited set text "$(printf 'x%.0s' {1..1500})" --string > /dev/null
limited set text "$(printf 'x%.0s' {1..1600})"
limited log | tail -n 1 | sed -E 's/[0-9]{16}/TIME/; s/[0-9-]{10}T[0-9:]{8}Z/WHEN/'
cp store.plist before
limited set text "$(printf 'x%.0s' {1..9000})"
cmp before store.plist && echo "as it was"
find "$TMPDIR/limited/state" . -name '.*.tmp'
finish watch || true
finish host || true
