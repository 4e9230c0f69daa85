#!/usr/bin/env bash
# Two files of one name on their way at once are two files, also when both ends are killed in the middle and both are sent
# again (000-34, 000-21).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir a b
head -c 20000000 /dev/urandom > a/song
head -c 21000000 /dev/urandom > b/song
received=$TMPDIR/studio/receive
begin() {
  start host studio socketplay host --name studio --no-advertise --peers 4 --json
  address=127.0.0.1:$(port host)
}
begin
for folder in a b; do start "$folder" laptop socketplay send-file "$folder/song" --address "$address" --limit 7M; done
await host '"file-progress".*"bytes": ?[1-9][0-9]{7},"size": ?20000000'
# However long the other one takes to get there, this one is not done by then.
kill -STOP "${ids[a]}"
await host '"file-progress".*"bytes": ?[1-9][0-9]{7},"size": ?21000000'
kill -KILL "${ids[a]}" "${ids[b]}" "${ids[host]}"
wait "${ids[a]}" "${ids[b]}" "${ids[host]}" 2> /dev/null || true
find "$received" -name '.song.*.part' | wc -l
begin
for folder in a b; do start "$folder" laptop socketplay send-file "$folder/song" --address "$address"; done
wait "${ids[a]}" && wait "${ids[b]}" && echo "both sent"
grep -hoE 'resuming at' a.err b.err
for folder in a b; do
  cmp -s "$folder/song" "$received/song" || cmp "$folder/song" "$received/song (2)"
done && echo "both equal"
find "$received" -type f | wc -l
finish host || true
