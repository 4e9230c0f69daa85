#!/usr/bin/env bash
# A host is announced, found and joined by its name; while a peer is on, nobody else sees it (000-1 to 000-4).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

begin watch bob socketplay browse --watch
begin host alice socketplay host --json
await host "$(event advertised)"
name=$(hostname)
listed "$name"
lab on bob avahi-browse -rtp _deng._tcp | grep -cE '^=;eth0;IPv4;.*;10\.77\.0\.1;[0-9]+;"v=1"'
under 1 lab on bob socketplay browse | grep -oE 'alice\.local +.*[0-9]$' | grep -c .

begin join bob socketplay join "$name" --json
under 1 await join "$(event connected)"
unlisted "$name"
lab on bob socketplay browse --timeout 1 || echo "browse ended with $?"

echo '<plist version="1.0"><dict><key>age</key><integer>81</integer></dict></plist>' > sent.plist
head -c 3000000 /dev/urandom > song.mp3
for from in alice bob; do
  to=$([ "$from" = alice ] && echo bob || echo alice)
  lab on "$from" socketplay send-prefs sent.plist
  lab on "$from" socketplay send-file song.mp3 > /dev/null
  cmp sent.plist "$(received "$to")/prefer.plist" && cmp song.mp3 "$(received "$to")/song.mp3" && echo "$to has both"
done

finish join || echo "join ended with $?"
listed "$name"
lab on bob socketplay say 'one more' --to "$name"
await host "$(event advertised)" 3
finish host || echo "host ended with $?"
grep -cE "$(event withdrawn)" host.out
unlisted "$name"

begin silent alice socketplay host --name silent --no-advertise --json
begin near alice socketplay host --name near --interface eth0 --session near --json
await silent "$(event listening)"
listed near
grep -c silent watch.out || true
lab on alice socketplay host --interface nowhere0 --session third || echo "no such interface: $?"
