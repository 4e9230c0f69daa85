#!/usr/bin/env bash
# Either end is killed at random points, over and over: the file is whole each time, and what was proven is not sent again
# (000-21). Three rounds; twenty with SOCKETPLAY_LONG.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

head -c 60000000 /dev/urandom > song
received=$TMPDIR/studio/receive
rounds=${SOCKETPLAY_LONG:+20}
RANDOM=58
begin() {
  start host studio socketplay host --name studio --no-advertise --json
  address=127.0.0.1:$(port host)
}
for ((round = 1; round <= ${rounds:-3}; round++)); do
  begin
  had=0
  for _ in {1..5}; do
    start sender laptop socketplay send-file song --address "$address" --limit 60M --json
    # Wherever it is then.
    sleep "0.$((RANDOM % 3 + 1))$((RANDOM % 10))"
    if ((RANDOM % 2)); then
      kill -KILL "${ids[sender]}" 2> /dev/null || true
      wait "${ids[sender]}" 2> /dev/null || true
      await host "$(event disconnected)" || true
    else
      kill -KILL "${ids[host]}"
      wait "${ids[host]}" 2> /dev/null || true
      kill -KILL "${ids[sender]}" 2> /dev/null || true
      wait "${ids[sender]}" 2> /dev/null || true
      begin
    fi
    # Bytes in the part that marks cover, and where the last begin went on: never below an earlier one.
    at=$(grep -ohE '"file-begin".*"resumedAt": ?[0-9]+' sender.out | tail -n 1 | grep -oE '[0-9]+$' || echo "$had")
    [ "$at" -ge "$had" ] || echo "round $round: sent again from $at, though $had were proven"
    had=$at
  done
  as laptop socketplay send-file song --address "$address" > /dev/null 2>&1
  cmp song "$received/song"
  rm "$received/song"
  finish host || true
done
find "$received" "$TMPDIR/studio/state/transfers" -type f -name '*part*' -o -name '*.journal' | wc -l
echo "all equal"
