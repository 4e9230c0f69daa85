#!/usr/bin/env bash
# Two hosts of one name get two names; who asks for none of several, or for nobody, is told.
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

begin watch bob socketplay browse --watch
begin first alice socketplay host --name studio --json
await first "$(event advertised)"
# Its network knows the name before a second host asks for it.
listed studio
begin second bob socketplay host --name studio --json
listed 'studio #2'
# Which of the two keeps the name is Avahi's to say: where the asker's daemon knows the name already, it is the newer one.
renamed=
for _ in {1..400}; do
  for label in first second; do
    if grep -q 'advertised.*studio #2' "$label.out"; then renamed=$label; fi
  done
  if [ -n "$renamed" ]; then break; fi
  sleep 0.05
done
test -n "$renamed" && echo "one is renamed, and told so"

lab on bob socketplay join --session other < /dev/null || echo "one of several: $?"
begin join alice socketplay join 'studio #2' --json
await join "$(event connected)"
await "$renamed" "$(event connected)"
under 4 lab on bob socketplay join nobody --session other --timeout 2 || echo "nobody: $?"
under 4 lab on bob socketplay say hello --to nobody --timeout 2 || echo "nobody: $?"
