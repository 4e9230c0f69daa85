#!/usr/bin/env bash
# A song of several pieces arrives equal; the same bytes are not stored twice, others under its name beside it (000-10,
# 000-30, 000-31); a folder is made again on the other side (000-17).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

"$SCENARIOS/../../scripts/make-song" song.mp3
mkdir -p album/empty
cp song.mp3 album/one.mp3
printf 'two' > 'album/two 嗯.m4a'
: > album/none.txt

start host studio socketplay host --name studio --no-advertise --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"
received=$TMPDIR/studio/receive

as laptop socketplay send-file song.mp3 > /dev/null
cmp song.mp3 "$received/song.mp3" && echo "equal"
as laptop socketplay send-file song.mp3 > /dev/null
find "$received" -name '*.mp3' | wc -l
printf 'other' > song.mp3
as laptop socketplay send-file song.mp3 > /dev/null
cat "$received/song (2).mp3" && echo

as laptop socketplay send-file album > /dev/null
diff -r album "$received/album" && echo "the folder is equal"
finish join || true
finish host || true
