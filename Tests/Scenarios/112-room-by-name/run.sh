#!/usr/bin/env bash
# A room is announced as a room, found and joined by its name on another machine, under TLS; it is no host, and a host is no
# room (001-1, 004-6).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"

touch room.out
begin room alice socketplay room host --name den --json
await room "$(event advertised)"
announced='^=;eth0;IPv4;.*;10\.77\.0\.1;[0-9]+;("id=[0-9a-f]{16}" "v=1"|"v=1" "id=[0-9a-f]{16}")'
for _ in {1..20}; do if lab on bob avahi-browse -rtp _deng-room._tcp | grep -qE "$announced"; then break; fi; done
lab on bob avahi-browse -rtp _deng-room._tcp | grep -cE "$announced"
mkfifo typed
exec {typing}<> typed
begin bob bob sh -c "exec socketplay room join den --nick bob --json < $PWD/typed"
await bob "$(event roster)"
grep -oE '"peer":"den".*"security":"tls13"' bob.out | sed -E 's/"address":"[^"]*"/"address":"…"/'
echo 'hello by name' >&"$typing"
await room 'hello by name'
begin other bob socketplay join den --timeout 1 --json
wait "${ids[other]}" || echo "a room is no host: $?"
echo /quit >&"$typing"
wait "${ids[bob]}" && echo "bob left with 0"
begin only bob socketplay room join --nick only --json
await only "$(event roster)" && echo "the only room is found"
finish only || true
finish room || echo "the room ended with $?"
