#!/usr/bin/env bash
# An end that encrypts by libIPSec_MB and one that has no such library understand each other, both ways, and doctor tells them apart.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

# As if libIPSec_MB were not installed: `unshare -rm bash -c "$without" - COMMAND...`.
# shellcheck disable=SC2016 # the other shell's
without='
  for library in /usr/lib/*/libIPSec_MB.so.1; do mount --bind /dev/null "$(readlink -f "$library")"; done
  exec "$@"'

as a socketplay doctor --json > doctor.out || true
grep -q '"check":"encryption".*libIPSec_MB' doctor.out || skip "no libIPSec_MB here, or a processor without VAES"
unshare -rm true 2> /dev/null || skip "no mount namespace can be made here"
as b unshare -rm bash -c "$without" - socketplay doctor --json > doctor.out || true
grep -o '"check":"encryption".*"remedy":"[^,]*' doctor.out

start host a socketplay host --name studio --json
start join b unshare -rm bash -c "$without" - socketplay join studio --address 127.0.0.1:"$(port host)" --json
await join "$(event connected)"
head -c 20000000 /dev/urandom > song.mp3
as a socketplay send-file song.mp3 2> /dev/null && cmp song.mp3 "$TMPDIR/b/receive/song.mp3"
mv song.mp3 back.mp3
as b socketplay send-file back.mp3 2> /dev/null && cmp back.mp3 "$TMPDIR/a/receive/back.mp3"
grep -o '"security":"[a-z0-9.]*"' join.out
as b socketplay stop > /dev/null
as a socketplay stop > /dev/null
wait
