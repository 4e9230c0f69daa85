#!/usr/bin/env bash
# The full-screen editor on a plist file: moving, searching, editing in place with the right type, adding, removing, taking back,
# sending, leaving; wide characters in 80x24, a small window, and the terminal given back on every way out (000-7, 000-28).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../tmux.sh
source "$SCENARIOS/tmux.sh"

# Off a terminal it is no editor.
as laptop socketplay prefs --file s.plist < /dev/null 2> err || echo "off a terminal: $?"
grep error err

cat > s.plist << 'X'
<plist version="1.0"><dict>
<key>age</key><integer>80</integer>
<key>name</key><string>Eve 空格 👨‍👩‍👧 ⌚ 	tab&#x9b;31m</string>
<key>空格のキー</key><false/>
<key>window</key><dict><key>width</key><integer>640</integer><key>a.b</key><real>1.5</real></dict>
<key>list</key><array><integer>1</integer><string>two</string></array>
<key>gone</key><date>2024-01-02T03:04:05Z</date>
</dict></plist>
X
terminal t laptop
run t 'socketplay prefs --file s.plist'
shows t '6 keys$'
picture t | sed 's|^ [^ ]*/s.plist *| s.plist  |'

echo "--- in place: not this type, this, and taken back"
press t Enter
write t x
press t Enter
shows t 'not an int'
press t C-u
write t 81
press t Enter
shows t '^\*   age +int +81  was 80$'
press t u
shows t '^    age +int +80$'
press t r
shows t '^\*   age'
echo "--- search, and an edit in what is found"
write t '/WID'
shows t 'search: WID'
picture t | sed 1d
press t Down Enter Enter BSpace BSpace
write t '55'
press t Enter Escape
shows t '^\* +width +int +655  was 640$'
echo "--- add, remove, turn over"
write t a
shows t '^ key in window:'
enter t depth.x
shows t 'depth'
enter t 0.5
shows t '^\+ +depth.x +real +0.5$'
press t End d
shows t '^- +gone'
press t Up Space
press t Home Down Down Space
shows t '^\*   空格のキー +bool +true  was false$'
echo "--- a question on leaving, and what is sent"
write t q
shows t '^ 5 edits not sent'
press t Escape
write t s
shows t 'sent 5 edits'
write t q
shows t '^left: 0$'
as laptop socketplay prefs ls -r --file s.plist
as laptop socketplay prefs log --file s.plist --json | grep -o '"count":[0-9]*'
echo "--- a small window"
run t 'socketplay prefs --file s.plist'
shows t '^    age'
tmux resize-window -t t -x 30 -y 8
shows t '^    age +81$'
picture t | sed 1d
tmux resize-window -t t -x 6 -y 2
tmux resize-window -t t -x 80 -y 24
shows t '^    age +int +81$'
echo "--- suspended, and back"
stop_and_go t
shows t '^    age +int'
hides t 'Stopped'
press t C-c
shows t '^left: 130$'
echo "--- ended from outside, and crashed: the terminal is as it was"
for signal in TERM SEGV; do
  run t 'socketplay prefs --file s.plist'
  shows t '^    age +int'
  strike t $signal 'socketplay prefs --file s.plist'
  given_back t
done
