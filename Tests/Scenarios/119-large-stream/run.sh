#!/usr/bin/env bash
# A large stream goes through a room from a client of the messenger to a member, and neither end's memory grows with it
# (002-7, 002-1). With SOCKETPLAY_LONG=1 it has a gigabyte.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den --listen im:0
await host '"dialect":"im"'
im=$(sed -nE 's/.*"port":([0-9]+).*"dialect":"im".*/\1/p' host.out)
room_join ann ann
speaking bob socketplay im "127.0.0.1:$im" --json
await bob "$(event connected)"
truncate -s "${SOCKETPLAY_LONG:+10}00M" large
printf 'the end' | dd of=large bs=1 seek=99000000 conv=notrunc status=none
say bob "/stream $PWD/large"
for _ in {1..2400}; do if grep -q '"event":"stream"' ann.out; then break; fi; sleep 0.05; done
await ann "$(event stream)"
cmp large "$TMPDIR/ann/receive/stream.bin" && echo "equal"
for label in host ann bob; do
  peak=$(awk '/VmHWM/ { print $2 }' "/proc/${ids[$label]}/status")
  if [ "$peak" -lt 65536 ]; then echo "$label kept below 64 MiB"; else echo "$label took $peak KiB"; fi
done
