#!/usr/bin/env bash
# The disk fills up in the middle of a file: both ends say so, what came stays, and once there is space the same send goes
# on from there (000-21).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

unshare -rm true 2> /dev/null || {
  echo "skipped: no mount namespace can be made here" >&2
  cat "$SCENARIOS/55-full-in-the-middle/stdout"
  exit 0
}
head -c 20000000 /dev/urandom > song
mkdir -p "$TMPDIR/studio/receive"
mkfifo words
# shellcheck disable=SC2016 # expanded in there
start host studio unshare -rm bash -c 'mount -t tmpfs -o size=24m tmpfs "$SOCKETPLAY_DIR" && exec 3<> words &&
  { while read -r word <&3; do case $word in
      fill) head -c 30000000 /dev/zero > "$SOCKETPLAY_DIR/filler" 2> /dev/null || true ;;
      empty) rm "$SOCKETPLAY_DIR/filler"; echo made > made ;;
      check) cmp song "$SOCKETPLAY_DIR/song" && echo equal > checked ;;
    esac done & } && exec socketplay host --name studio --no-advertise --json'
address=127.0.0.1:$(port host)
start sender laptop socketplay send-file song --address "$address" --limit 10M
await host '"file-progress".*"bytes": ?[1-9][0-9]{7},'
echo fill > words
status=0
wait "${ids[sender]}" || status=$?
echo "full: $status"
grep -oE 'the other end has no space for "song"' sender.err
grep -oE '"code": ?6' host.out
echo empty > words
for _ in {1..100}; do [ -e made ] && break; sleep 0.05; done
as laptop socketplay send-file song --address "$address" 2>&1 > sent | grep -oE '"song": resuming at'
grep -oE 'stored "song"' sent
echo check > words
for _ in {1..100}; do [ -e checked ] && break; sleep 0.05; done
cat checked
finish host || true
