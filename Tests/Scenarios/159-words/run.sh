#!/usr/bin/env bash
# Small words: help of a verb and its word, the version as an object, answers that end in a newline, and codes that no host has made.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
command -v python3 > /dev/null || { echo "there is no python3" >&2; exit 77; }

echo "-- help"
for words in 'room host' 'prefs set' 'transfers clean' 'completion fish'; do
  # shellcheck disable=SC2086
  cmp <(socketplay help $words) <(socketplay help "${words% *}") && socketplay help $words --json | head -n 1
done
for words in 'rom host' 'room hots' 'host it' 'room host it'; do
  # shellcheck disable=SC2086
  socketplay help $words 2>&1 || echo "$words: $?"
done
for words in 'version --json' '--json --version' '--version --json' 'version -q'; do
  # shellcheck disable=SC2086
  socketplay $words
done
cmp <(socketplay completion bash --json) <(socketplay completion bash) && echo "the script as ever"
# shellcheck disable=SC2016
zsh -fc 'autoload -U compinit; compinit -D; source <(socketplay completion zsh)' < /dev/null && echo "zsh takes it"

echo "-- answers"
start answer server socketplay answer --bind 127.0.0.1 --json -- cat
at=127.0.0.1:$(port answer)
printf 'one\ntwo\n' > lines
printf 'a\tb\r\n\033[31mc\rd\n' > hostile
socketplay request "$at" "$(cat lines)" login "$(cat hostile)"
socketplay request "$at" - < hostile | cmp - hostile && echo "byte for byte"
"$SCENARIOS/on-terminal" -- sh -c "socketplay request $at - < hostile" | od -An -c
finish answer || true

echo "-- codes"
start host studio! socketplay host --name studio --no-advertise --pair --code-file "$TMPDIR/code" --json
number=$(port host)
pair() {
  (umask 077 && printf '%s\n' "$1" > typed)
  as laptop! socketplay say hello --address "127.0.0.1:$number" --code-file typed < /dev/null 2>&1 | sed "s|$PWD/||" || true
}
pair 11111-22222-33333-44444-55555-66666
pair 1234
pair 'let me in, it is me'
start guest laptop! "$SCENARIOS/on-terminal" --when Code: 11111-22222-33333-44444-55555-66666 --when Code: 1234 \
  --when Code: 11111-22222-33333-44444-55555-66666 -- socketplay join --address "127.0.0.1:$number" --pair
wait "${ids[guest]}" || echo "guest: $?"
tr -d '\r' < guest.out
finish host || true
