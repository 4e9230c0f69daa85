#!/usr/bin/env bash
# Two machines, each with an identity of its own, meet over Avahi by name and a code, once; what then has the name and not
# the key gets nothing, however it is advertised (threats: spoofed or cloned advertisement; 000-38).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

rm -r "$LAB_DIR/home-bob/.config/socketplay"
[ "$(lab on alice socketplay id)" != "$(lab on bob socketplay id)" ] && echo "two identities"
begin watch bob socketplay browse --watch
terminal="$SCENARIOS/on-terminal"
begin host alice "$terminal" -- socketplay host --name studio
await host 'on port [0-9]+'
listed studio
begin guest bob "$terminal" --when Code: "@$TMPDIR/typed" -- socketplay join studio
await host 'Pairing code'
code=$(grep -oE '([0-9A-Z]{5}-){5}[0-9A-Z]{5}' host.out)
tr -d - <<< "${code,,}" > typing && mv typing "$TMPDIR/typed"
await guest 'Paired with "studio"'
await host 'Paired with'
finish guest || true
status() {
  local status=0
  "$@" > out 2> err < /dev/null || status=$?
  echo "$status"
}
listed studio
echo "again: $(status lab on bob socketplay say hello --to studio)"
finish host || true
unlisted studio

echo "-- another key under the name"
begin host alice env SOCKETPLAY_HOME="$TMPDIR/mallory" socketplay host --name studio --allow-plain --json
await host "$(event advertised)"
listed studio
echo "joined: $(status lab on bob socketplay join studio --timeout 5)"
echo "sent to: $(status lab on bob socketplay say secret --to studio --timeout 5)"
echo "plainly: $(status lab on bob socketplay join studio --plain --timeout 5)"
grep -cE "$(event connected)|$(event text)|$(event paired)" host.out || true
finish host || true
unlisted studio

echo "-- an original under the name"
cat > false.py << 'Y'
import socket

listener = socket.create_server(("", 4343))
print("there", flush=True)
while True:
    line, _ = listener.accept()
    line.settimeout(2)
    try:
        print("got", line.recv(100), flush=True)
    except TimeoutError:
        print("got nothing", flush=True)
Y
begin false alice python3 false.py
await false there
begin advert alice avahi-publish -s studio _deng._tcp 4343
listed studio
echo "joined: $(status lab on bob socketplay join studio --timeout 5)"
echo "plainly: $(status lab on bob socketplay join studio --plain --timeout 5)"
grep -c '^got b' false.out || true
kill "${ids[advert]}" "${ids[false]}"
