#!/usr/bin/env bash
# Preferences are saved without --apply, and set key by key with it (000-6, 000-7, 000-8).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

plist() { # AGE
  cat << X
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>age</key>
	<integer>$1</integer>
</dict>
</plist>
X
}

plist 80 > store.plist
plist 81 > sent.plist
start host studio socketplay host --name studio --no-advertise --apply "$PWD/store.plist" --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"

as laptop socketplay send-prefs sent.plist | grep -oE 'applied 1 key'
await host "$(event prefs)"
cmp sent.plist store.plist && echo "applied"

as studio socketplay send-prefs sent.plist | grep -oE 'stored'
await join "$(event prefs)"
cmp sent.plist "$TMPDIR/laptop/receive/prefer.plist" && echo "saved"

echo 'garbage' > bad.plist
as laptop socketplay send-prefs bad.plist || echo "a file that is no plist: $?"
finish join || true
finish host || true
