#!/usr/bin/env bash
# Of files that are not taken the host's user is told the first by its name, and how many more there were once no more come; their
# sender is told each with the reason (000-33).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir many
for number in $(seq -w 30); do echo "$number" > "many/$number.txt"; done
echo song > many/song.mp3
start host studio socketplay host --name studio --no-advertise --accept '*.mp3' --json
to=127.0.0.1:$(port host)
start quiet other socketplay host --name quiet --no-advertise --accept '*.mp3'
await quiet 'on port'

echo "-- the sender goes on: told once it is quiet"
start join laptop socketplay join --address "$to" --json
await join "$(event connected)"
as laptop socketplay send-file many > sent 2> err || echo "send-file: $?"
sed -E 's/ \(.*//' sent
grep -cE '^socketplay: error: the other end does not allow "many/[0-9]{2}.txt"$' err
await host 'othersNotTaken'
grep -E "$(event warning)" host.out | grep -oE '"message":"[^"]*(\\"[^"]*)*"' | sed -E 's/[0-9]{2}\.txt/NN.txt/'

echo "-- the sender leaves at once: told before it is gone, and two by their names"
rm many/0* many/1* many/2*
mv many/30.txt many/last.txt
echo "and one" > many/more.txt
finish join || true
await host "$(event disconnected)"
as laptop socketplay send-file many --address "$to" > sent 2> err || echo "send-file: $?"
await host "$(event disconnected)" 2
grep -E "$(event warning)|$(event disconnected)" host.out | tail -n 3 | grep -oE 'many/[a-z]+\.txt|"event":"disconnected"' | sort -u
finish host || true

echo "-- as a person sees it"
mkdir some
touch some/a.txt some/b.txt some/c.txt
as laptop socketplay send-file some --address "127.0.0.1:$(sed -nE 's/.*port ([0-9]+).*/\1/p' quiet.out)" > sent 2> err || echo "send-file: $?"
await quiet disconnected
sed -E 's|some/[abc]|some/X|' quiet.err
finish quiet || true
