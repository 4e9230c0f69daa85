#!/usr/bin/env bash
# A known name has one key: another one under it is not spoken to, neither under TLS nor plainly, until it is forgotten (000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

status() {
  local status=0
  "$@" > out 2> err < /dev/null || status=$?
  echo "$status $(grep -c '^socketplay: error: ' err)"
}

as laptop! socketplay trust studio "$(as studio! socketplay id)"
as studio! socketplay trust laptop "$(as laptop! socketplay id)" --may files
start host studio! socketplay host --name studio --no-advertise --json
number=$(port host)
as laptop! socketplay say hello --address "127.0.0.1:$number" 2> /dev/null
start guest laptop! socketplay join studio --address "127.0.0.1:$number" --json
await guest "$(event connected)"
finish host KILL || true

rm "$TMPDIR/studio!/config/identity.pem"
start host studio! socketplay host --name studio --no-advertise --allow-plain --port "$number" --json
port host > /dev/null
guest=0
wait "${ids[guest]}" || guest=$?
echo "come back to, with another key: $guest"
echo "another key: $(status as laptop! socketplay join studio --address "127.0.0.1:$number" --timeout 5)"
echo "plainly: $(status as laptop! socketplay join studio --address "127.0.0.1:$number" --plain --timeout 5)"
grep -cE "$(event connected)" host.out || true
as laptop! socketplay forget studio
echo "forgotten: $(status as laptop! socketplay join studio --address "127.0.0.1:$number" --timeout 5)"
echo "forgotten twice: $(status as laptop! socketplay forget studio)"
echo "not an id: $(status as laptop! socketplay trust x sha256:0b0d)"
echo "bad line" >> "$TMPDIR/laptop!/config/known_peers"
echo "a bad line: $(status as laptop! socketplay peers)"
grep -oE 'line [0-9]+ is malformed' err
finish host || true
