#!/usr/bin/env bash
# A journal, or the part it tells of, is damaged at random: the file is whole all the same, every time, and what is still
# proven is not sent again (000-21). Eight times; a hundred with SOCKETPLAY_LONG.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

head -c 40000000 /dev/urandom > song
received=$TMPDIR/studio/receive
journals=$TMPDIR/studio/state/transfers
start host studio socketplay host --name studio --no-advertise --json
address=127.0.0.1:$(port host)
start sender laptop socketplay send-file song --address "$address" --limit 20M
await host '"file-progress".*"bytes": ?(2|3)[0-9]{7},'
kill -KILL "${ids[sender]}"
await host "$(event disconnected)"
mkdir kept
cp "$received"/.song.*.part kept/part
cp "$journals"/*.journal kept/journal
part=$(echo "$received"/.song.*.part)
journal=$(echo "$journals"/*.journal)

count=8
if [ -n "${SOCKETPLAY_LONG:-}" ]; then count=100; fi
went_on=0
for ((round = 1; round <= count; round++)); do
  rm -f "$received"/.song.* "$journals"/*.journal
  cp kept/part "$part"
  cp kept/journal "$journal"
  python3 - "$round" "$part" "$journal" << 'X'
import os
import random
import sys

random.seed(int(sys.argv[1]))
path = sys.argv[2] if int(sys.argv[1]) % 3 == 0 else sys.argv[3]
size = os.path.getsize(path)
kind = random.randrange(4)
with open(path, "r+b") as file:
    if kind == 0:
        file.truncate(random.randrange(size))
    elif kind == 1:
        file.seek(0, 2)
        file.write(random.randbytes(random.randrange(1, 100)))
    elif kind == 2:
        file.seek(random.randrange(size))
        file.write(bytes(min(40, size)))
    else:
        for _ in range(random.randrange(1, 5)):
            place = random.randrange(size)
            file.seek(place)
            byte = file.read(1)[0]
            file.seek(place)
            file.write(bytes([byte ^ 1 << random.randrange(8)]))
X
  as laptop socketplay send-file song --address "$address" > sent 2> err || echo "round $round: $?"
  cmp song "$received/song" || echo "round $round: a wrong file"
  if grep -q 'resuming at' err; then went_on=$((went_on + 1)); fi
  rm "$received/song"
  # Or it would be known to have been here.
  : > "$journals/stored.table"
done
[ "$went_on" -ge $((count / 3)) ] && echo "many went on where they were"
find "$received" -name '.song.*' | sed "s|$received/.song.*\.|a |" | sort -u
echo "all equal"
finish host || true
