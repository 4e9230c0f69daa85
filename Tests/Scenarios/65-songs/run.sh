#!/usr/bin/env bash
# The list of songs: sorted, filtered, picked from on a terminal, removed after asking (000-14).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

make_song=$SCENARIOS/../../scripts/make-song
receive=$TMPDIR/laptop/receive
mkdir -p "$receive"
"$make_song" "$receive/b.mp3" 'Night drive' 'Zoe'
"$make_song" "$receive/a.mp3" 'Morning' 'Ann'
printf 'no music' > "$receive/c.m4a"
printf 'text' > "$receive/notes.txt"
fields() { sed -E 's/  +/|/g' "$@"; }

as laptop socketplay songs | fields
as laptop socketplay songs --sort artist | fields
as laptop socketplay songs --filter NIGHT --json | grep -oE '"number":[0-9]+,"title":"[^"]*","artist":"[^"]*","album":"[^"]*"'
as laptop socketplay songs --sort colour 2>&1 || echo "sorted by nothing there is: $?"

as laptop socketplay send-file --address 127.0.0.1:1 < /dev/null 2>&1 || echo "nothing to pick on: $?"
start host studio socketplay host --name studio --no-advertise --json
(exec_as laptop "$SCENARIOS/on-terminal" --when 'which ones' '9' --when 'which ones' '1 3' -- \
  socketplay send-file --address "127.0.0.1:$(port host)") > picked || echo "picked: $?"
grep -c 'which ones' picked
(cd "$TMPDIR/studio/receive" && find . -type f | sort)
finish host || true

as laptop socketplay songs --rm 1 < /dev/null 2>&1 || echo "nobody to ask: $?"
(exec_as laptop "$SCENARIOS/on-terminal" --when '(y/N)?' n -- socketplay songs --rm 1) > asked || echo "a no: $?"
(exec_as laptop "$SCENARIOS/on-terminal" --when '(y/N)?' y -- socketplay songs --rm 1) > asked && grep -oE 'removed "a.mp3"' asked
as laptop socketplay songs --rm 1-2 --yes
as laptop socketplay songs --rm 1 --yes 2>&1 || echo "none left: $?"
(cd "$receive" && find . -type f | sort)
