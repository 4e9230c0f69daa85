#!/usr/bin/env bash
# A watch goes on when the store's folder is removed and made again, or moved; who may not look is told so, in a session or not.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

plist() { echo "<plist version=\"1.0\"><dict><key>age</key><integer>$1</integer></dict></plist>"; }
mkdir folder
plist 80 > folder/store.plist
start host studio socketplay host --name studio --no-advertise --apply "$PWD/folder/store.plist" --json --peers 2
where=127.0.0.1:$(port host)
start watch laptop socketplay prefs watch --address "$where" --json
start local studio socketplay prefs watch --file "$PWD/folder/store.plist" --json
changed() { # N: sets values that begin so until both have seen one
  tries=0
  until grep -qE "\"to\":$1[0-9]+," watch.out && grep -qE "\"to\":$1[0-9]+," local.out; do
    tries=$((tries + 1))
    [ $tries -lt 80 ] || { echo "nobody saw $1"; cat watch.out local.out; exit 1; }
    plist "$1$tries" > new && mv new folder/store.plist
    sleep 0.1
  done
  echo "both saw $1"
}
changed 81
rm -r folder
await watch '"to":null'
mkdir folder
changed 82
mv folder elsewhere
mkdir folder
changed 83
rm -r folder elsewhere
mkdir folder
changed 84
finish watch || true
finish local || true
finish host || true

echo "--- a link that leads elsewhere"
mkdir one other
plist 1 > one/store.plist
plist 2 > other/store.plist
ln -s one/store.plist link.plist
start link studio socketplay prefs watch --file "$PWD/link.plist" --json
tries=0
until grep -q '"age"' link.out; do
  tries=$((tries + 1))
  [ $tries -lt 80 ] || exit 1
  plist "10$tries" > new && mv new one/store.plist
  sleep 0.1
done
ln -s other/store.plist new && mv -T new link.plist
await link '"to":2,'
plist 3 > new && mv new other/store.plist
await link '"to":3,'
echo "seen there"
finish link || true

echo "--- nobody may look"
start host studio! socketplay host --name studio --no-advertise --json
where=127.0.0.1:$(port host)
as studio! socketplay trust laptop "$(as laptop! socketplay id)" --may files > /dev/null
as laptop! socketplay trust studio "$(as studio! socketplay id)" > /dev/null
as laptop! timeout 5 socketplay prefs watch --address "$where" 2> err || { echo "status $?"; grep error: err; }
start join laptop! socketplay join --address "$where" --json
await join "$(event connected)"
as laptop! timeout 5 socketplay prefs watch 2> err || { echo "status $?"; grep error: err; }
finish join || true
finish host || true
