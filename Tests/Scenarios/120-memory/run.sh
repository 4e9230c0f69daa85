#!/usr/bin/env bash
# A song of 100 MB grows neither end by 8 MB: it is not held in memory, not even to learn its size (000-10, 000-36).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

# peak LABEL: the most memory that LABEL has held so far, in KiB.
peak() { sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/${ids[$1]}/status"; }

start host studio socketplay host --name studio --no-advertise --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"
# What the first transfer of all needs once, it has.
head -c 1000000 /dev/urandom > short.mp3
as laptop socketplay send-file short.mp3 > /dev/null
declare -A before=([host]=$(peak host) [join]=$(peak join))

head -c 1000000 /dev/urandom > song.mp3
truncate -s 100000000 song.mp3
as laptop socketplay send-file song.mp3 > /dev/null
cmp song.mp3 "$TMPDIR/studio/receive/song.mp3" && echo "equal"
for end in host join; do
  grown=$(($(peak $end) - before[$end]))
  if [ $grown -lt 8000 ]; then echo "$end: under 8 MB"; else echo "$end: grew by $grown KiB"; fi
done
finish join || true
finish host || true
