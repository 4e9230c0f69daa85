#!/usr/bin/env bash
# prefs edit on a terminal: what was changed is shown and asked about, edited again or dropped; a file that is no property list
# is said with its line and offered again; sent is what was edited and nothing else (000-9, 000-7).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

cat > store.json << X
{"age": 80, "ratio": {"\$real32": 0.5}, "when": {"\$date": "2024-01-02T03:04:05.25Z"}, "window": {"width": 640, "a.b": 1}}
X
as maker socketplay prefs export "$PWD/store.plist" --binary --file "$PWD/store.json" 2> /dev/null
start host studio socketplay host --name studio --no-advertise --apply "$PWD/store.plist"
await host 'on port'
where=127.0.0.1:$(sed -nE 's/.*on port ([0-9]+).*/\1/p' host.out)
# An editor that makes the next of the edits that are listed, each a sed script.
cat > editor << 'X'
#!/usr/bin/env bash
read -r edit < "${0%/*}/edits"
sed -i 1d "${0%/*}/edits"
sed -i "$edit" "$1"
X
chmod +x editor
# edit [--when TEXT ANSWER]... [-- FLAG...]
edit() {
  local answers=() status=0
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    answers+=("$1")
    shift
  done
  EDITOR=$PWD/editor as laptop "$SCENARIOS/on-terminal" ${answers[@]+"${answers[@]}"} -- \
    socketplay prefs edit --address "$where" "${@:2}" > raw || status=$?
  tr -d '\r' < raw | grep -vE '^Connected' | sed -E 's|"?[^ "]*/edits/[^ ":]*"?|FILE|g' || true
  [ "$status" -eq 0 ] || echo "status $status"
}
counts() { as studio socketplay prefs log --json --file "$PWD/store.plist" | grep -oE '"count":[0-9]+' | tr '\n' ' '; }

echo "-- yes"
echo 's/80/81/; s/>640</>800</' > edits
edit --when 'send 2 changes' y
echo "-- nothing edited, nothing sent"
echo 's/nothing//' > edits
edit
echo "-- no"
echo 's/>81</>99</' > edits
edit --when 'send 1 change' n
echo "-- again, then yes; an answer that is none is asked again"
printf '%s\n' 's/>81</>99</' 's/>99</>82</' > edits
edit --when 'send 1 change' maybe --when 'send 1 change' e --when 'send 1 change' y
echo "-- broken, mended"
printf '%s\n' 's/>82</>8x2</' 's/>8x2</>83</' > edits
edit --when 'edit it again' y --when 'send 1 change' y
echo "-- as JSON, with types; a key is removed, another comes"
# shellcheck disable=SC2016
echo 's/"\$real32":0.5/"$real32":0.25/; s/"a.b": 1/"a.c": 1/' > edits
edit --when 'send 3 changes' y -- --json | grep -oE '"key":"[^"]*","from":.*' || true
counts
echo
as maker socketplay prefs export - --json --file "$PWD/store.plist"
find "$TMPDIR/laptop/state/prefs/edits" -type f | wc -l
finish host || true
