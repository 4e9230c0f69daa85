#!/usr/bin/env bash
# The store of a Swift program's UserDefaults: Foundation reads what was set, and the other way round.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

oracle=$(dirname "$(readlink -f "$(command -v socketplay)")")/FoundationOracle
if [ ! -x "$oracle" ]; then
  echo "skipped: FoundationOracle was not built" >&2
  exit 77
fi
mkdir -p "$XDG_CONFIG_HOME"
domain=org.example.player
prefs() { as me socketplay prefs "$@" 2> err || { echo "status $?"; cat err; }; }

"$oracle" set-defaults $domain age 80
start host studio socketplay host --name studio --no-advertise --apply defaults:$domain --json
where=127.0.0.1:$(port host)
prefs get age --address "$where"
prefs set age 81 --address "$where"
prefs set ratio 1 --real --address "$where"
prefs set list '[1, true, "x"]' --json --address "$where"
for key in age ratio list none; do "$oracle" defaults $domain $key; done
"$oracle" set-defaults $domain age 90
prefs ls --file defaults:$domain
finish host || true
