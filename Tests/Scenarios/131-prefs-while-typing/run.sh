#!/usr/bin/env bash
# A change of the other side that comes while a value is being typed is asked about before it is lost (000-8, 000-24).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../tmux.sh
source "$SCENARIOS/tmux.sh"

cat > store.plist << 'X'
<plist version="1.0"><dict><key>age</key><integer>80</integer>
<key>window</key><dict><key>height</key><integer>480</integer><key>width</key><integer>640</integer></dict></dict></plist>
X
start host studio socketplay host --name studio --no-advertise --peers 4 --apply "$PWD/store.plist" --json
where=127.0.0.1:$(port host)
set_there() { as other socketplay prefs set "$@" --address "$where" > /dev/null 2>&1; }
terminal a a
enter a "socketplay prefs --address $where; echo \"left: \$?\""
shows a '^    age +int +80$'

echo "--- typed over"
press a Enter C-u
write a 8
set_there age 90
shows a 'changed: age: 80 -> 90'
write a 1
press a Enter
shows a '^!   age +int +81  there: 90$'
press a s
shows a '1 key changed there meanwhile'
press a t
shows a '^~?    ?age +int +90$'
echo "--- opened and closed"
press a Enter
set_there age 91
shows a 'changed: age: 90 -> 91'
press a Enter
shows a '^~   age +int +91$'
press a s
shows a 'nothing is edited'
echo "--- another key of a dictionary that is typed as a whole"
press a End
write a e
set_there window.height 500
shows a 'changed: window.height: 480 -> 500'
press a C-u
enter a '{"height": 480, "width": 800}'
press a s
shows a 'sent 1 edit'
write a q
shows a '^left: 0$'
as other socketplay prefs export - --json --file "$PWD/store.plist"
echo "--- ended in the middle: what was typed is kept, and prefs edit goes on with it"
edits=$TMPDIR/a/state/prefs/edits
kept() { find "$edits" -name '*.json' 2> /dev/null | wc -l; }
for ending in TERM HUP closed; do
  enter a "clear; socketplay prefs --address $where; echo \"left: \$?\""
  shows a '^    age +int +91$'
  press a Home Enter C-u
  write a 95
  shows a ' 95'
  case $ending in
    closed) tmux kill-session -t a ;;
    *)
      kill "-$ending" "$(pgrep -P "$(tmux display-message -p -t a '#{pane_pid}')")"
      shows a '^left: [0-9]+$'
      picture a | grep -oE '^left.*|what was edited is kept'
      ;;
  esac
  for _ in {1..100}; do
    if [ "$(kept)" = 1 ]; then break; fi
    sleep 0.05
  done
  echo "$ending: $(kept) kept"
  EDITOR=true as a "$SCENARIOS/on-terminal" --when 'go on with it' y --when 'send 1 change' n -- socketplay prefs edit --address "$where" |
    tr -d '\r' | grep -oE 'age: 91 -> 95'
  kept
done
finish host || true
