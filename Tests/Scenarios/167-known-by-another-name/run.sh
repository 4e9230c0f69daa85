#!/usr/bin/env bash
# A host that is known by another name than it is announced by is asked through the session that has joined it, by either name: its
# only place is that session's, and it is announced no more (000-22).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

cat > store.plist << 'X'
<plist version="1.0"><dict><key>age</key><integer>80</integer></dict></plist>
X
two_users mac
begin host alice socketplay host --name studio --apply "$PWD/store.plist"
await host 'on port'
begin watch bob socketplay browse --watch
listed studio
begin join bob socketplay join studio
await join 'Connected to "mac"'
unlisted studio
for name in studio mac; do lab on bob socketplay prefs get age --to "$name"; done
finish watch || true
finish join || true
finish host || true
