#!/usr/bin/env bash
# The full-screen editor sends to the host that it came to by name, though it has taken the last place there itself: a host that is
# full is not announced any more (000-8).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"
# shellcheck source=../tmux.sh
source "$SCENARIOS/tmux.sh"

cat > store.plist << 'X'
<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>
X
two_users studio
begin host alice socketplay host --name studio --apply "$PWD/store.plist"
await host 'on port'
begin watch bob socketplay browse --watch
listed studio
terminal a a
here="env -u SOCKETPLAY_DIR -u SOCKETPLAY_HOME -u SOCKETPLAY_STATE -u SOCKETPLAY_RUNTIME LAB_DIR='$LAB_DIR' '$SCENARIOS/../../scripts/lab' on bob"
enter a "$here socketplay prefs --to studio; echo \"left: \$?\""
shows a '^    age +int +80$'
unlisted studio
for age in 81 82; do
  press a Home Enter C-u
  enter a "$age"
  press a s
  shows a 'sent 1 edit'
  shows a "^    age +int +$age\$"
done
write a q
shows a '^left: 0$'
grep -A 1 age store.plist
finish watch || true
finish host || true
