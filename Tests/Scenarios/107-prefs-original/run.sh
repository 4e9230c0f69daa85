#!/usr/bin/env bash
# Preferences with an original app: whole, both ways, and it is said what an original cannot do (000-6, 000-7, 000-28, 000-32).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

package() { # FILE: the frame an original sends it in
  python3 - "$1" << 'X'
import plistlib, struct, sys
UID = plistlib.UID
objects = ["$null", {"data": UID(2), "type": 0, "word": UID(0), "name": UID(0), "toTheEnd": False, "kind": 1, "$class": UID(3)},
           open(sys.argv[1], "rb").read(), {"$classname": "socketD.Package", "$classes": ["socketD.Package", "NSObject"]}]
body = plistlib.dumps({"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)}, "$objects": objects}, fmt=plistlib.FMT_BINARY)
sys.stdout.buffer.write(struct.pack("<Q", len(body)) + body)
X
}
cat > first.plist << 'X'
<plist version="1.0"><dict>
<key>_age_</key><integer>80</integer>
<key>gone</key>
<true/>
</dict></plist>
X
package first.plist > first.pkt
echo '<plist version="1.0"><array><integer>1</integer></array></plist>' > list.plist
package list.plist > list.pkt

start app app "$SCENARIOS/original-host" first.pkt list.pkt
await app 'port'
start join laptop socketplay join --address "127.0.0.1:$(sed -nE 's/^port ([0-9]+).*/\1/p' app.out)" --plain --json
await join "$(event connected)"
run() { as laptop socketplay "$@" 2> err || echo "status $?"; grep -E 'error:|warning:|hint:' err || true; }
run say hello
await join "$(event prefs)"
await join "$(event error)"
copy=$TMPDIR/laptop/receive/prefer.plist
cmp first.plist "$copy" && echo "as it was sent"
# No single keys there: whole preferences are edited and sent.
run prefs get _age_
sed -i -e 's/80/81/' -e '/<key>gone/,+1d' "$copy"
run prefs unset gone
run prefs push --dry-run
run prefs push
await app 'kind 1'
run prefs push
run send-prefs list.plist
finish join || true
wait "${ids[app]}" || true
grep -oE '^kind 1 type [0-9]+' app.out
