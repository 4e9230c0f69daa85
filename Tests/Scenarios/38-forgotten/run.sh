#!/usr/bin/env bash
# Who is forgotten is gone at once, and not let in again: a joiner at a host, a host at its joiner, and while a file is on
# its way; nobody else notices (000-38, exits 20, 22 and 23).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

number=0
met() { # known to each other from a script, without a terminal
  as studio! socketplay trust laptop "$(as laptop! socketplay id)"
  as laptop! socketplay trust studio "$(as studio! socketplay id)"
}
ended() { # LABEL: with which status, and why
  local status=0
  wait "${ids[$1]}" || status=$?
  echo "$1 ended: $status $(grep -oE '"reason": ?"[a-z]+"' "$1.out" | tail -n 1 | tr -d ' ')"
}
met
as studio! socketplay trust other "$(as other! socketplay id)"
as other! socketplay trust studio "$(as studio! socketplay id)"
start host studio! socketplay host --name studio --no-advertise --peers 3 --json
number=$(port host)
start other other! socketplay join studio --address "127.0.0.1:$number" --json
start guest laptop! socketplay join studio --address "127.0.0.1:$number" --json
await guest "$(event connected)"
await other "$(event connected)"
await host "$(event connected)" 2

echo "-- the host forgets, in the middle of a file"
head -c 400000000 /dev/zero > zeros
start send laptop! socketplay send-file zeros --limit 20M
await host "$(event file-begin)"
as studio! socketplay forget laptop
await host '"reason": ?"forgotten"'
ended guest
wait "${ids[send]}" || echo "the send failed"
[ -e "$TMPDIR/studio!/receive/zeros" ] && echo "stored"
grep -cE "$(event disconnected)" other.out || true
as other! socketplay say "here still"

echo "-- the joiner forgets"
as studio! socketplay trust laptop "$(as laptop! socketplay id)" > /dev/null
start guest laptop! socketplay join studio --address "127.0.0.1:$number" --json
await guest "$(event connected)"
as laptop! socketplay forget studio
ended guest
as laptop! socketplay trust studio "$(as studio! socketplay id)" > /dev/null

echo "-- the line is taken out of the file by hand"
start guest laptop! socketplay join studio --address "127.0.0.1:$number" --json
await guest "$(event connected)"
sed -i '/ laptop /d' "$TMPDIR/studio!/config/known_peers"
ended guest

echo "-- an editor puts a new file in the old one's place, with the same lines"
as studio! socketplay trust laptop "$(as laptop! socketplay id)" > /dev/null
start guest laptop! socketplay join studio --address "127.0.0.1:$number" --json
await guest "$(event connected)"
mv "$TMPDIR/studio!/config/known_peers" old
sleep 0.1
cp -p old "$TMPDIR/studio!/config/known_peers"
as laptop! socketplay say "here still"
finish guest || true
as studio! socketplay forget laptop > /dev/null

echo "-- its own key is another when it comes back"
as studio! socketplay trust laptop "$(as laptop! socketplay id)" > /dev/null
as laptop! socketplay say hello --address "127.0.0.1:$number"
mv "$TMPDIR/laptop!/config/identity.pem" old.pem
status=0
as laptop! socketplay say hello --address "127.0.0.1:$number" > out 2> err < /dev/null || status=$?
echo "said: $status"
mv old.pem "$TMPDIR/laptop!/config/identity.pem"

echo "-- somebody else is there when it comes back"
start guest laptop! socketplay join studio --address "127.0.0.1:$number" --json
await guest "$(event connected)"
finish host KILL || true
start host thief! socketplay host --name studio --no-advertise --port "$number" --json
ended guest
finish host || true
finish other || true

echo "-- in a room"
start room studio! socketplay room host --name studio --no-advertise --json
number=$(port room)
for user in laptop other; do
  start "$user" "$user!" socketplay room join studio --nick "$user" --address "127.0.0.1:$number" --json < <(sleep 30)
  await "$user" "$(event connected)"
done
as studio! socketplay forget laptop
ended laptop
as other! socketplay forget studio
ended other
grep -cE "$(event warning)" room.out
finish room || true
