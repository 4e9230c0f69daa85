#!/usr/bin/env bash
# What was typed in prefs edit and did not arrive is kept and offered again: after a conflict, a lost connection, a broken file, an
# editor that failed and a crash (000-9).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

echo '<plist version="1.0"><dict><key>age</key><integer>80</integer><key>name</key><string>Eve</string></dict></plist>' > store.plist
host() {
  start host studio socketplay host --name studio --no-advertise --peers 4 --apply "$PWD/store.plist" "$@" --json
  where=127.0.0.1:$(port host)
}
host
# An editor that makes the edit that is written, a sed script, and then does what the file `meanwhile` says.
cat > editor << 'X'
#!/usr/bin/env bash
dir=${0%/*}
sed -i "$(cat "$dir/edit")" "$1"
if [ -e "$dir/meanwhile" ]; then . "$dir/meanwhile"; fi
X
chmod +x editor
export EDITOR=$PWD/editor
# edit [--when TEXT ANSWER]...
edit() {
  local status=0
  as laptop "$SCENARIOS/on-terminal" "$@" -- socketplay prefs edit --address "$where" > raw || status=$?
  tr -d '\r' < raw | grep -vE '^Connected|^disconnected' | sed -E 's|"?[^ "]*/edits/[^ ":]*"?|FILE|g' || true
  [ "$status" -eq 0 ] || echo "status $status"
}
kept() { echo "kept: $(find "$TMPDIR/laptop/state/prefs/edits" -type f ! -name '*.base' | wc -l)"; }

echo "-- changed there meanwhile: kept, and made again on what is there now"
echo 's/>80</>81</; s/Eve/Bob/' > edit
# shellcheck disable=SC2016
echo 'sed -i "s/>80</>90</" "$dir/store.plist"' > meanwhile
edit --when 'send 2 changes' y
kept
rm meanwhile
echo 's/nothing//' > edit
edit --when 'go on with it' y --when 'send 2 changes' y
grep -oE '>(81|Bob)<' store.plist
kept
echo "-- the host has gone: kept, left, dropped"
echo 's/>81</>82</' > edit
echo "kill -KILL ${ids[host]}; until ! kill -0 ${ids[host]} 2> /dev/null; do sleep 0.05; done" > meanwhile
edit --when 'send 1 change' y | grep -v 'error:\|hint: is a host'
kept
rm meanwhile
host --port "${where#*:}"
echo 's/nothing//' > edit
edit --when 'go on with it' n
kept
edit --when 'go on with it' d
kept
echo "-- broken, and left so: opened as it is the next time"
echo 's|</dict>|</dikt>|; s/>81</>83</' > edit
edit --when 'edit it again' n
echo 's|</dikt>|</dict>|' > edit
edit --when 'go on with it' y --when 'send 1 change' y
kept
echo "-- an editor that fails, behind an edit, and over what was kept"
echo 's/>83</>84</' > edit
echo 'exit 1' > meanwhile
edit | sed -E 's|error: "[^"]*|error: "EDITOR|'
kept
echo 's/nothing//' > edit
edit --when 'go on with it' y | sed -E 's|error: "[^"]*|error: "EDITOR|'
kept
rm meanwhile
edit --when 'go on with it' y --when 'send 1 change' n
kept
echo "-- killed while the editor was open; what somebody works on is offered to nobody else"
echo 's/>83</>85</' > edit
# shellcheck disable=SC2016
echo 'touch "$dir/open"; while [ -e "$dir/open" ]; do sleep 0.05; done' > meanwhile
start first laptop socketplay prefs edit --yes --address "$where"
until [ -e open ]; do sleep 0.05; done
rm meanwhile
echo 's/>83</>86</' > edit
edit --when 'send 1 change' y
kill -KILL "${ids[first]}"
rm open
echo 's/nothing//' > edit
edit --when 'go on with it' y --when 'send 1 change' n
kept
echo "-- nobody to ask: it is said, and stays"
echo 's/>86</>87</' > edit
echo 'exit 1' > meanwhile
edit > /dev/null
rm meanwhile
echo 's/>86</>88</' > edit
as laptop socketplay prefs edit --yes --address "$where" < /dev/null 2> err
grep -oE 'what was edited before, and not sent, is still in' err
kept
finish host || true
