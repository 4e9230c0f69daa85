#!/usr/bin/env bash
# The cable is pulled in the middle of a file: the same send-file ends well once it is back, whether the connection
# survived or not (000-39, 000-21). Ten seconds; with SOCKETPLAY_LONG a minute and ten minutes too.
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

head -c 60000000 /dev/urandom > song
begin host alice socketplay host --name studio --json
await host "$(event advertised)"
begin join bob socketplay join studio --json
await join "$(event connected)"
cuts=0 whole=0
for seconds in 10 ${SOCKETPLAY_LONG:+60 600}; do
  cuts=$((cuts + 1))
  begin send bob socketplay send-file song --limit 10M --as "song$seconds"
  await host "\"file-progress\".*\"song$seconds\".*\"bytes\": ?[1-9][0-9]{7},"
  lab link down bob
  sleep "$seconds"
  lab link up bob
  wait "${ids[send]}" && cmp song "$(received alice)/song$seconds" && whole=$((whole + 1))
done
[ "$whole" = "$cuts" ] && echo "sent and equal each time"
finish join || true
finish host || true
