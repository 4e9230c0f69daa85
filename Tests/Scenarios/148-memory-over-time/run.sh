#!/usr/bin/env bash
# A session that has sent thousands of files and texts holds what it held after the first hundreds: nothing is left behind by
# each of them (000-36).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

# held LABEL: the memory that is LABEL's own now, in KiB.
held() { sed -n 's/^Private_Dirty:[^0-9]*\([0-9]*\).*/\1/p' "/proc/${ids[$1]}/smaps_rollup"; }

# round NUMBER: a folder of 2,500 small files, no two alike, and ten texts.
round() {
  mkdir "folder$1"
  (cd "folder$1" && seq -f "file $1 %g" 2500 | split -l 1 -a 4 -)
  as laptop socketplay send-file "folder$1" > /dev/null
  for _ in {1..10}; do as laptop socketplay say hello > /dev/null; done
}

start host studio socketplay host --name studio --no-advertise --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"
round 1
declare -A before=([host]=$(held host) [join]=$(held join))
round 2
round 3
for end in host join; do
  grown=$(($(held $end) - before[$end]))
  # 5,000 files that leave 200 bytes each would be 1,000 KiB.
  if [ $grown -lt 600 ]; then echo "$end: as before"; else echo "$end: grew by $grown KiB"; fi
done
finish join || true
finish host || true
