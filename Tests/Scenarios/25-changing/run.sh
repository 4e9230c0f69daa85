#!/usr/bin/env bash
# Files that shrink, grow or are touched while they are sent arrive not at all; what cannot be sent is named; the
# session lives on (000-33).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio socketplay host --name studio --no-advertise --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"

for change in shrinks grows touched; do
  truncate -s 300M "$change"
  # The other end stands still while the file changes.
  kill -STOP "${ids[host]}"
  start sender laptop socketplay send-file "$change" --json
  sleep 0.3
  case $change in
    shrinks) truncate -s 1M shrinks ;;
    grows) printf 'x' >> grows ;;
    touched) touch touched ;;
  esac
  kill -CONT "${ids[host]}"
  status=0
  wait "${ids[sender]}" || status=$?
  echo "$change: $status"
done

mkfifo pipe
as laptop socketplay send-file pipe 2> /dev/null || echo "a pipe: $?"
mkdir folder
touch folder/fine folder/$'\xff'
as laptop socketplay send-file folder 2> err > /dev/null || echo "a name that is no text: $?"
grep -c 'not UTF-8' err

# Folders that are removed in the middle of a session are made again.
rm -rf "$TMPDIR/studio/receive/folder"
as laptop socketplay send-file folder > /dev/null 2>&1 || true
find "$TMPDIR/studio/receive" -type f -printf '%P\n' | LC_ALL=C sort
finish join || true
finish host || true
