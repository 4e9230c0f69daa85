#!/usr/bin/env bash
# A file whose sender or receiver is killed or interrupted goes on where it was, and only the rest is sent; a source that
# has changed starts again and says so (000-21).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

head -c 40000000 /dev/urandom > song
received=$TMPDIR/studio/receive
begin() { start host studio socketplay host --name studio --no-advertise --json; }
half() { # sends until 20 MB are there
  number=$(port host)
  start sender laptop socketplay send-file song --address "127.0.0.1:$number" --limit 20M --json
  await host '"file-progress".*"bytes": ?[23][0-9]{7},'
}
again() { # LABEL: sends it to the end and tells where it went on
  as laptop socketplay send-file song --address "127.0.0.1:$(port host)" > "$1.out" 2> "$1.err"
  grep -oE '"song": (resuming at|it has changed)|stored "song" \(40.0 MB' "$1.out" "$1.err" | sed 's/.*err:/  /; s/.*out:/  /'
  cmp song "$received/song" && echo "  equal"
  resumed=$(grep -oE '"file-begin".*"resumedAt": ?[0-9]+' host.out | tail -n 1 | grep -oE '[0-9]+$')
  [ "$resumed" -ge 8192000 ] && echo "  at least 8,192,000 bytes were not sent again"
  find "$received" -name '.*' -type f
  find "$TMPDIR/studio/state/transfers" -name '*.journal'
  rm "$received/song"
}

for signal in KILL INT; do
  echo "sender: $signal"
  begin
  half
  kill "-$signal" "${ids[sender]}"
  await host "$(event disconnected)"
  again "sender$signal"
  finish host || true

  echo "receiver: $signal"
  begin
  half
  kill "-$signal" "${ids[host]}"
  wait "${ids[host]}" || true
  # Where the host was killed, it waits for it to come back.
  kill -KILL "${ids[sender]}" 2> /dev/null || true
  wait "${ids[sender]}" || true
  begin
  again "receiver$signal"
  finish host || true
done

echo "changed"
begin
half
kill -KILL "${ids[sender]}"
await host "$(event disconnected)"
head -c 40000000 /dev/urandom > song
again changed || true
grep -oE '"restarted": ?true' host.out
finish host || true
