#!/usr/bin/env bash
# What a known peer may send is decided where it comes in, verb by verb: texts always, preferences and questions about them
# with prefs, files and folders with files; at a host, and at a joiner (000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

printf '{"age": 80}' > values.json
as studio! socketplay prefs import --file store.plist values.json > /dev/null 2>&1 ||
  echo '<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>' > store.plist
cp store.plist before.plist
echo '<plist version="1.0"><dict><key>age</key><integer>81</integer></dict></plist>' > sent.plist
mkdir tree && echo a > tree/a.txt
echo song > song.mp3
cp sent.plist prefer.plist
try() { # LABEL HOME COMMAND...: the exit status
  local label=$1 status=0
  shift
  as "$@" > out 2> err < /dev/null || status=$?
  printf ' %s %s' "$label" "$status"
}
as laptop! socketplay trust studio "$(as studio! socketplay id)" --may none > /dev/null
for may in none files prefs prefs,files; do
  as studio! socketplay trust laptop "$(as laptop! socketplay id)" --may "$may" > /dev/null
  start host studio! socketplay host --name studio --no-advertise --apply "$PWD/store.plist" --json
  start guest laptop! socketplay join studio --address "127.0.0.1:$(port host)" --json
  await guest "$(event connected)"
  echo "-- $may"
  try say laptop! socketplay say hello
  try start laptop! socketplay start
  try file laptop! socketplay send-file song.mp3
  try tree laptop! socketplay send-file tree
  echo
  for verb in "get age" "ls" "find age" "type age" "set age 82" "unset age" "log" "undo" "pull" "push"; do
    # shellcheck disable=SC2086
    try "$verb" laptop! socketplay prefs $verb
  done
  try send-prefs laptop! socketplay send-prefs sent.plist
  try prefer.plist laptop! socketplay send-file prefer.plist
  echo
  cmp -s before.plist store.plist && echo "the store is as it was"
  mkdir -p "$TMPDIR/studio!/receive"
  find "$TMPDIR/studio!/receive" -type f | sed "s|.*/receive/||" | sort | tr '\n' ' '
  # Nothing is told of changes that it may not see.
  start watch laptop! socketplay prefs watch --json
  as laptop! socketplay say "behind the watch" > /dev/null
  as studio! socketplay prefs set shoe 42 --file store.plist > /dev/null
  as laptop! socketplay say "behind the change" > /dev/null
  # Who may not look is told so, and does not wait.
  if [[ $may = *prefs* ]]; then
    await watch shoe
    kill "${ids[watch]}"
  fi
  status=0
  wait "${ids[watch]}" || status=$?
  echo "watched: $(grep -c shoe watch.out || true), status $status"
  # The other way the joiner decides, which lets nothing in but texts.
  try "host says" studio! socketplay say hello
  try "host sends" studio! socketplay send-file song.mp3
  try "host sends prefs" studio! socketplay send-prefs sent.plist
  echo
  finish guest || true
  finish host || true
  as studio! socketplay forget laptop > /dev/null
  cp before.plist store.plist
  rm -rf "$TMPDIR/studio!/receive"
done
