#!/usr/bin/env bash
# The cable between a room and its member is pulled and put back: what both said meanwhile arrives once, in one order
# (002-9, 004-15).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

mkfifo alice.in bob.in
exec {alice}<> alice.in {bob}<> bob.in
touch room.out bob.out
begin room alice sh -c "exec socketplay room host --name den --json < $PWD/alice.in"
await room "$(event advertised)"
begin bob bob sh -c "exec socketplay room join den --nick bob --json < $PWD/bob.in"
await bob "$(event roster)"
echo one >&"$bob"
await bob '"text":"one"'
lab link down bob
echo two >&"$bob"
echo three >&"$alice"
await room '"text":"three"'
sleep 1
lab link up bob
await room '"text":"two"'
await bob '"text":"two"'
for label in room bob; do grep -oE '"from":"[a-z]+".*"seq":[0-9]+' $label.out; done
echo /quit >&"$bob"
wait "${ids[bob]}" && echo "bob left with 0"
finish room || echo "the room ended with $?"
