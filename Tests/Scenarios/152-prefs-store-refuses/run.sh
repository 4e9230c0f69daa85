#!/usr/bin/env bash
# What is wrong with the other end's store is told in the words that its own user gets, and not where it is: damaged, no dictionary, a
# folder, not to be written, too large, of a form that is not written (000-28).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir there
store=$PWD/there/store.plist
start host studio socketplay host --name studio --no-advertise --apply "$store" --json
where=127.0.0.1:$(port host)
echo '<plist version="1.0"><dict><key>age</key><integer>81</integer></dict></plist>' > sent.plist
told() { as laptop "$@" > out 2>&1 && status=0 || status=$?; if grep -q "$PWD" out; then echo "tells where"; fi; grep -E 'error|hint' out || cat out; echo "status $status"; }
refused() {
  echo "--- $1"
  told socketplay prefs get age --address "$where"
  told socketplay prefs set age 81 --int --address "$where"
  told socketplay send-prefs sent.plist --address "$where"
}
printf '<plist version="1.0">\n<dict><key>age</key>\n80</dict></plist>' > "$store"
refused damaged
echo '<plist version="1.0"><array/></plist>' > "$store"
refused "no dictionary"
rm "$store"
mkdir "$store"
refused "a folder"
rmdir "$store"
truncate -s 70M "$store"
refused "too large"
echo '{ age = 80; }' > "$store"
refused "a form that is not written"
cmp <(echo '{ age = 80; }') "$store" && echo "as it was"
grep -c '"event":"error"' host.out
finish host || true

if ! unshare -rm true 2> /dev/null; then
  echo "skipped: no mount namespace can be made here" >&2
  sed '1,/^[0-9]*$/d' "$SCENARIOS/152-prefs-store-refuses/stdout"
  exit 0
fi
echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > "$store"
# shellcheck disable=SC2016 # expanded in there
start host studio unshare -rm bash -c 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" &&
  exec socketplay host --name studio --no-advertise --apply "$0/store.plist" --json' "$PWD/there"
where=127.0.0.1:$(port host)
refused "not to be written"
finish host || true
