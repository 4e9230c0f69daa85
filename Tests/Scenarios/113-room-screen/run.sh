#!/usr/bin/env bash
# A room on a whole terminal: talk beside the canvas in 80x24 and smaller, drawing by mouse with previews for others, pens and
# eraser, commands, and the terminal given back on every way out (004-2, 004-3, 004-5, 004-11, 004-14).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"
# shellcheck source=../tmux.sh
source "$SCENARIOS/tmux.sh"

mouse() { write t $'\e['"<$2;$3;$4$1"; }
drag() { # BUTTON-DOWN at COLUMN,ROW to COLUMN,ROW
  mouse M 0 "$1" "$2"
  mouse M 32 $((($1 + $3) / 2)) $((($2 + $4) / 2))
  mouse M 32 "$3" "$4"
}

room_host den
terminal t bob
join="socketplay room join --nick bob --address $address"
run t "$join"
shows t 'here: host, bob'
say host $'a line that is far too long for the talk, 空格 wide characters in it, and \e[31m an escape'
shows t 'an escape'
picture t | sed -n '1,9p;$p' | sed "s/$address/ADDRESS/"

echo "--- drawn by mouse: previews while the button is down, one line at the end"
drag 5 5 25 15
await host '"event":"preview".*"points":\[\[4.5,7\]'
hides t 'drew a line'
mouse m 0 25 15
shows t 'bob drew a line of 3 points'
grep -oE '"event":"stroke".*' host.out
tmux capture-pane -p -t t | grep -c '▀' | grep -qx '[1-9][0-9]*' && echo "it is on the canvas"
mouse M 0 9 23
drag 10 4 12 4
mouse m 0 12 4
await host '"event":"stroke".*"color":1'
mouse M 0 28 23
drag 10 4 12 4
mouse m 0 12 4
await host '"event":"stroke".*"erase":true'
say host '/draw nothing'
enter t '/undo'
await host "$(event undo)"
enter t "/save $PWD/canvas.png"
shows t 'saved the canvas'
head -c 4 canvas.png | tail -c 3
echo
enter t '/color pink'
shows t '/color black\|red'
enter t 'hello from bob'
await host '"text":"hello from bob"'
press t Up
shows t '^> hello from bob$'
press t Escape
shows t '^>$'
echo "--- others' lines and pictures"
echo '{"path":[{"x":0,"y":300},{"x":375,"y":300}],"width":60,"color":3,"screenW":375,"screenH":667}' > line.json
say host "/draw $PWD/line.json"
shows t 'host drew a line of 2 points'
say host /clear
shows t 'host cleared the canvas'

echo "--- sizes"
tmux resize-window -t t -x 40 -y 10
shows t '^saved the canvas'
tmux resize-window -t t -x 10 -y 3
tmux resize-window -t t -x 80 -y 24
shows t '│host cleared'
echo "--- suspended, and back"
stop_and_go t
shows t '│host cleared'
echo "--- the host goes: the terminal says so, and is given back"
finish host TERM || true
shows t 'not connected'
press t C-c
shows t '^left: 130$'
enter t 'stty -a | grep -ow -- "-\?icanon\|-\?echo"'
shows t '^echo$'
tmux display -p -t t 'mouse #{mouse_any_flag}, other screen #{alternate_on}'
rm host.in
room_host den
for signal in QUIT TERM SEGV; do
  run t "socketplay room join --nick bob --address $address"
  shows t 'here: host, bob'
  if [ $signal = QUIT ]; then
    enter t /quit
  else
    strike t $signal 'socketplay room join --nick bob'
  fi
  given_back t
  tmux display -p -t t 'mouse #{mouse_any_flag}, other screen #{alternate_on}'
done
