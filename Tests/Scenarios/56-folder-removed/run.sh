#!/usr/bin/env bash
# The receive folder is removed in the middle of a file: it is made anew, and the file arrives whole, now or when it is sent
# again (000-21).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

head -c 20000000 /dev/urandom > song
received=$TMPDIR/studio/receive
start host studio socketplay host --name studio --no-advertise --json
address=127.0.0.1:$(port host)
start sender laptop socketplay send-file song --address "$address" --limit 20M
await host '"file-progress".*"bytes": ?[1-9][0-9]{6},'
rm -rf "$received"
status=0
wait "${ids[sender]}" || status=$?
echo "removed: $status"
as laptop socketplay send-file song --address "$address" 2> /dev/null | grep -oE 'stored "song"'
cmp song "$received/song" && echo "equal"
find "$received" -type f | wc -l
finish host || true
