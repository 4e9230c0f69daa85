#!/usr/bin/env bash
# A stream of 300 MB goes through a messenger like a picture, only larger: neither end holds it (002-7). With
# SOCKETPLAY_LONG it is 1 GB.
# shellcheck source=../originals.sh
source "$SCENARIOS/originals.sh"

size=300000000
if [ -n "${SOCKETPLAY_LONG:-}" ]; then size=1000000000; fi
server im
speaking alice alice socketplay im "$at" --json
await alice "$(event connected)"
speaking bob bob socketplay im "$at" --json
await bob "$(event connected)"
head -c 1000000 /dev/urandom > film
truncate -s $size film
to bob '/stream film'
await alice "$(event stream)"
cmp film "$TMPDIR/alice/receive/stream.bin" && echo "equal"
for end in alice bob; do
  peak=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/${ids[$end]}/status")
  if [ "$peak" -lt 32000 ]; then echo "$end: under 32 MB"; else echo "$end: $peak KiB"; fi
done
to alice /quit
to bob /quit
ended alice
ended bob
