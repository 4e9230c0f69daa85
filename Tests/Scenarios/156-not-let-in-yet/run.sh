#!/usr/bin/env bash
# Whoever joins without encryption does not call a host an original app whose user is still being asked: neither says a word. Once
# the host has greeted that is corrected (000-38, 000-20).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../tmux.sh
source "$SCENARIOS/tmux.sh"

terminal t studio! 120x24
run t 'socketplay host --name studio --no-advertise --bind 127.0.0.1 --peers 2'
shows t 'Hosting "studio" on port'
address=127.0.0.1:$(picture t | sed -nE 's/.*on port ([0-9]+).*/\1/p')
start join laptop! socketplay join --address "$address" --plain
start asked laptop! socketplay join --address "$address" --plain --session other --json
await join 'Connected'
await asked "$(event connected)"
shows t 'Let it in'
as laptop! socketplay status --session join | grep -o 'waiting to be let in, or an original app'
as laptop! socketplay status --session other --json | grep -oE '"original":[a-z]+.*"guessed":[a-z]+' | sed 's/,.*,/ /'
(as laptop! socketplay prefs ls --session join 2>&1 || echo "prefs: $?") | grep -v hint
for _ in first second; do
  # Nothing that is typed too soon is an answer.
  sleep 0.6
  enter t y
  shows t '\[y/N\] (y$|Connected)'
done
await join 'Connected' 2
await asked "$(event connected)" 2
sed -E 's/PLAIN.*/PLAIN/' join.out
grep -oE '"event":"connected".*' asked.out | grep -oE '"original".*'
as laptop! socketplay status --session join | grep -c original || true
finish join || true
finish asked || true
