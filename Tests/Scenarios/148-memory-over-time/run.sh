#!/usr/bin/env bash
# A session that has sent tens of thousands of files holds what it held after the first thousands: nothing is left behind by
# each of them (000-36). It takes so many that what is left shows beside what comes and goes.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

# So many files take a build without optimisation minutes.
[ -n "$SOCKETPLAY_LONG" ] || {
  echo "only with SOCKETPLAY_LONG=1" >&2
  exit 77
}

# held LABEL: the memory that is LABEL's own now, in KiB.
held() { sed -n 's/^Private_Dirty:[^0-9]*\([0-9]*\).*/\1/p' "/proc/${ids[$1]}/smaps_rollup"; }

# round NUMBER: a folder of 10,000 small files, no two alike, and ten texts.
round() {
  mkdir "folder$1"
  (cd "folder$1" && seq -f "file $1 %g" 10000 | split -l 1 -a 4 -)
  as laptop socketplay send-file "folder$1" > /dev/null
  for _ in {1..10}; do as laptop socketplay say hello > /dev/null; done
}

start host studio socketplay host --name studio --no-advertise --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"
round 1
declare -A before=([host]=$(held host) [join]=$(held join))
for number in 2 3 4; do round $number; done
for end in host join; do
  grown=$(($(held $end) - before[$end]))
  # 30,000 files that leave 100 bytes each would be 3,000 KiB.
  if [ $grown -lt 2000 ]; then echo "$end: as before"; else echo "$end: grew by $grown KiB"; fi
done
finish join || true
finish host || true
