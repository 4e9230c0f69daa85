#!/usr/bin/env bash
# A host that is advertised as a socketplay end is waited for while its user is asked: it is never told to be an original app, and what
# is said to it is confirmed; one that says no is lost (000-38).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

begin host alice "$SCENARIOS/on-terminal" --when 'Let it in' "@$PWD/first" -- socketplay host --name studio
await host 'on port'
begin join bob socketplay join studio --plain --json
await join "$(event warning)"
grep -oE '"message":"[^}]*yet[^}"]*' join.out
lab on bob socketplay say early 2>&1 || echo "say, before it is let in: $?"
# Nothing that is typed too soon is an answer.
sleep 0.6
echo y > first
await join "$(event connected)"
lab on bob socketplay say late
await host 'late'
grep -oE '"original":[a-z]+.*' join.out
finish join || true
finish host || true

begin host alice "$SCENARIOS/on-terminal" --when 'Let it in' "@$PWD/second" -- socketplay host --name attic
await host 'on port'
(lab on bob socketplay say refused --to attic --plain 2>&1 || echo "say, refused: $?") > say.out &
await host 'Let it in'
sleep 0.6
echo n > second
wait $!
cat say.out
finish host || true
