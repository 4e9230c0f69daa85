#!/usr/bin/env bash
# A paste whose end is lost swallows keys for a moment, and then no more; what was pasted is no command (000-7).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../tmux.sh
source "$SCENARIOS/tmux.sh"

echo '<plist version="1.0"><dict><key>name</key><string>Eve</string></dict></plist>' > s.plist
terminal t laptop
enter t 'socketplay prefs --file s.plist; echo "left: $?"'
shows t '^    name +string +"Eve"$'
press t Enter C-u
# Bytes as a terminal sends them: a paste begins, and does not end.
tmux send-keys -t t -H 1b 5b 32 30 30 7e 64 71 73
shows t '^    name +string dqs$'
press t Enter s
shows t 'sent 1 edit'
tmux send-keys -t t -H 1b 5b 32 30 30 7e 64 1b 5b 32 30 31 7e
write t q
shows t '^left: 0$'
as laptop socketplay prefs get name --file s.plist
