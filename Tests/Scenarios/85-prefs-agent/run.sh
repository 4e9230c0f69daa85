#!/usr/bin/env bash
# The example program serves its preferences, and is told what is changed in them.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

agent=$(dirname "$(readlink -f "$(command -v socketplay)")")/PreferencesAgent
if [ ! -x "$agent" ]; then
  echo "skipped: the example program was not built" >&2
  exit 77
fi
mkdir app
start agent studio stdbuf -oL "$agent" "$PWD/app"
await agent 'listening'
# The identity of the app is that of its user, who looks at it.
prefs() { as laptop env SOCKETPLAY_HOME="$PWD/app/config" socketplay prefs "$@" --address "127.0.0.1:$(sed -nE 's/.*port ([0-9]+)/\1/p' agent.out)" 2> /dev/null; }
prefs set volume 11 --int
prefs set volume 5
prefs unset volume
await agent 'volume is now gone'
tail -n 3 agent.out
finish agent || true
