#!/usr/bin/env bash
# A host with three peers: status shows each, --peer chooses one, all gets it to every one of them, from a file or a pipe
# that is read once; who declines is named, and the others have it (000-22).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

head -c 20000000 /dev/urandom > song.mp3
echo text > notes.txt
start host studio socketplay host --name studio --no-advertise --peers 3 --json
to=127.0.0.1:$(port host)
start one one socketplay join --address "$to" --json
start two two socketplay join --address "$to" --json
start three three socketplay join --address "$to" --accept '*.mp3' --json
await host "$(event connected)" 3
as studio socketplay status --json > status
grep -oE '"name":"[^"]*","address"' status | wc -l
peer=$(grep -oE '"name":"[^"]*","address"' status | sed -nE '2s/"name":"(.*)","address"/\1/p')

as studio socketplay say 'to whom' 2> err || echo "nobody named: $?"
as studio socketplay say 'to one' --peer "$peer" > /dev/null
as studio socketplay say 'to everybody' --peer all | grep -c delivered
for label in one two three; do await "$label" 'to everybody'; done
cat one.out two.out three.out | grep -c 'to one'

as studio socketplay send-file song.mp3 --peer all | grep -cE ': stored "song.mp3"'
head -c 5000000 song.mp3 | (exec_as studio socketplay send-file - --as half.mp3 --peer all) | grep -c stored
as studio socketplay send-file notes.txt --peer all > out 2> err || echo "one declined: $?"
grep -c stored out
grep -c 'not every peer got it: "' err
for home in one two three; do
  cmp song.mp3 "$TMPDIR/$home/receive/song.mp3" && cmp <(head -c 5000000 song.mp3) "$TMPDIR/$home/receive/half.mp3" &&
    echo "$home has both"
done
find "$TMPDIR" -name notes.txt -path '*receive*' | wc -l

# A peer that stands still holds the others back by the window and no more than until it is gone.
kill -STOP "${ids[two]}"
head -c 30000000 /dev/urandom > long.mp3
start fan studio socketplay send-file long.mp3 --peer all --json
await fan "$(event file-progress)"
sleep 1
kill -KILL "${ids[two]}"
status=0
wait "${ids[fan]}" || status=$?
echo "one was lost: $status"
for home in one three; do cmp long.mp3 "$TMPDIR/$home/receive/long.mp3" && echo "$home has it"; done
finish host || true
