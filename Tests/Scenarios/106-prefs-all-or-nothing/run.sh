#!/usr/bin/env bash
# A store is as before or as after, never in between, where its sender is killed in mid-push; and files that no store can be:
# a bomb, two gigabytes, another type (000-24, 000-28).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

python3 - << 'X'
import plistlib
plistlib.dump({f"key-{n}": "a" * 1000 for n in range(4000)}, open("store.plist", "wb"), fmt=plistlib.FMT_BINARY)
plistlib.dump({f"key-{n}": "b" * 1000 for n in range(4000)}, open("new.plist", "wb"), fmt=plistlib.FMT_BINARY)
X
start host studio socketplay host --name studio --no-advertise --apply "$PWD/store.plist" --peers 3 --json
where=127.0.0.1:$(port host)
as laptop socketplay prefs get key-7 --address "$where" 2> /dev/null | head -c 3; echo
held() { python3 -c 'import collections, plistlib; print(dict(collections.Counter(v[0] for v in plistlib.load(open("store.plist", "rb")).values())))'; }
counts() { grep -oE '"count": ?[0-9]+|"recorded": ?[a-z]+'; }
for after in 0.02 0.08 0.15; do
  status=0
  # Killed after its start, somewhere in the parts.
  timeout -s KILL "$after" env SOCKETPLAY_DIR="$TMPDIR/l/receive" SOCKETPLAY_HOME="$TMPDIR/config" SOCKETPLAY_STATE="$TMPDIR/l/state" \
    SOCKETPLAY_RUNTIME="$TMPDIR/l/run" socketplay prefs import new.plist --address "$where" > /dev/null 2>&1 || status=$?
  if [ "$(held)" != "{'a': 4000}" ] && [ "$(held)" != "{'b': 4000}" ]; then echo "in between: $(held)"; fi
  # One that was done before it was killed is taken back.
  if [ "$(held)" = "{'b': 4000}" ]; then as laptop socketplay prefs undo --address "$where" > /dev/null 2>&1; fi
  if [ "$status" != 137 ]; then break; fi
done
held
as laptop socketplay prefs import new.plist --address "$where" --json 2> err | counts || cat err
held
as laptop socketplay prefs undo --address "$where" --json 2> err | counts || grep error: err
held
finish host || true

# What no store can be.
refused() { as laptop socketplay prefs ls --file "$1" 2> err || { echo "status $?"; grep error: err | cut -c 1-200; }; }
truncate -s 2G large.plist
refused large.plist
{ printf '<?xml version="1.0"?>\n<!DOCTYPE plist [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'; echo '<plist><dict><key>x</key><string>&b;</string></dict></plist>'; } > bomb.plist
refused bomb.plist
python3 -c 'print("<plist>" + "<array>" * 5000 + "</array>" * 5000 + "</plist>")' > deep.plist
refused deep.plist
echo '<plist><array/></plist>' > list.plist
refused list.plist
mkfifo pipe.plist
refused pipe.plist
