#!/usr/bin/env bash
# Requests to servers in the original form: in order, numbered, whatever the pieces they come in (003-1 to 003-4, 003-8, 003-10, 003-12, 003-15).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
command -v python3 > /dev/null || { echo "there is no python3" >&2; exit 77; }

# server MOOD: starts one and sets $at.
server() {
  start "$1" server "$SCENARIOS/original-answers" "$1"
  await "$1" port
  at=127.0.0.1:$(sed -n 's/port //p' "$1.out")
}

# calls MOOD: how many connections it had, and what it read.
calls() {
  kill "${ids[$1]}"
  grep -c called "$1.out"
  grep read "$1.out" || true
}

server upper
socketplay request "$at" login | od -An -tx1
socketplay request "$at" one two '嗯'
socketplay request "$at" one - --json <<< two
calls upper

server pieces
socketplay request "$at" one two
kill "${ids[pieces]}"

# Answers that came before their request was written are its answers all the same, one of no bytes too.
server early
socketplay request "$at" 1 2 3 --json
kill "${ids[early]}"

# Opened again where the server has closed it.
server closing
socketplay request "$at" one two
calls closing

for mood in huge none part; do
  server "$mood"
  socketplay request "$at" one || echo "$mood: status $?"
  kill "${ids[$mood]}"
done
socketplay request 127.0.0.1:1 one || echo "refused: status $?"
socketplay request "$at" '' || echo "empty: status $?"

# A slow reader takes what it cannot hold at once, and nothing is lost.
server slow
head -c 3000000 /dev/zero | tr '\0' 'x' > large
socketplay request "$at" - < large | tr X x | cmp - large
kill "${ids[slow]}"
