#!/usr/bin/env bash
# Two editors at the store of a host, and its file changed by hand: each sees what the other does, a key that both edited is asked
# about, and a host that crashes and comes back takes no edit along (000-8, 000-20, 000-24).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../tmux.sh
source "$SCENARIOS/tmux.sh"

cat > store.plist << 'X'
<plist version="1.0"><dict><key>age</key><integer>80</integer><key>name</key><string>Eve</string>
<key>window</key><dict><key>width</key><integer>640</integer></dict></dict></plist>
X
start host studio socketplay host --name studio --no-advertise --peers 4 --apply "$PWD/store.plist" --json
where=127.0.0.1:$(port host)

for name in a b; do
  terminal $name $name
  run $name "socketplay prefs --address $where"
  shows $name '^    age +int +80$'
done

echo "--- a file that nobody has edited yet, changed by another program"
sed 's/640/641/' store.plist > other.plist
mv other.plist store.plist
shows a '^~ ▸ window'
shows b '^~ ▸ window'
hides a '^~'

echo "--- what one sends, the other sees at once"
press a Enter C-u
enter a 81
press a s
shows a 'sent 1 edit'
shows b '^~   age +int +81$'
shows b 'changed: age: 80 -> 81'
hides a '^~'
echo "--- and what is in a closed container, at the container"
as c socketplay prefs set window.width 800 --address "$where" > /dev/null 2>&1
shows a '^~ ▸ window'
shows b '^~ ▸ window'
hides b '^~'

echo "--- both edit one key"
press b Enter C-u
enter b 5
shows b '^\*   age +int +5  was 81$'
press a Enter C-u
enter a 7
press a s
shows b '^!   age +int +5  there: 7$'
press b s
shows b '1 key changed there meanwhile'
press b t
shows b '^~?    ?age +int +7$'
press b u
shows b '^!   age +int +5  there: 7$'
press b s y
shows b 'sent 1 edit'
shows a '^~   age +int +5$'

echo "--- another program, with a key gone and one come"
cat > other.plist << 'X'
<plist version="1.0"><dict><key>age</key><integer>5</integer><key>new</key><true/></dict></plist>
X
mv other.plist store.plist
shows a '^~   new +bool +true$'
hides a window
shows b '^~   new'

echo "--- the host crashes under an edit, and comes back"
press b Enter C-u
enter b 6
kill -KILL "${ids[host]}"
shows b 'not connected$'
shows b '^\*   age +int +6  was 5$'
sed -i 's|<true/>|<false/>|' store.plist
start host studio socketplay host --name studio --no-advertise --port "${where#*:}" --apply "$PWD/store.plist" --json
await host "$(event listening)"
shows b '^~   new +bool +false$'
hides b 'not connected$'
press b s
shows b 'sent 1 edit'
await host '"key":"age","from":5,"to":6'
echo "--- a store that must not be changed keeps the edits here"
finish host || true
start host studio socketplay host --name studio --no-advertise --port "${where#*:}" --apply "$PWD/store.plist" --read-only --json
await host "$(event listening)"
shows b 'connected again'
press b d s
shows b 'the other end does not allow it'
shows b '^-   age'
press b q
shows b '^ 1 edit not sent'
press b q
shows b '^left: 0$'
press a C-c
shows a '^left: 130$'
finish host || true
