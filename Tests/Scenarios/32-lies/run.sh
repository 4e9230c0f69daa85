#!/usr/bin/env bash
# Who is proven and lies gets no file out of its folder, none that is not what was offered, no preference that is not one of
# the store's, and no more than one error each: sixty names both ways, numbers, lengths, proofs (threats: names; leading -, .;
# link, FIFO, directory; more, fewer or other bytes; preferences that set security; 000-28, 000-29, 000-31).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

as liar! socketplay id > /dev/null
as studio! socketplay trust liar "$(as liar! socketplay id)" > /dev/null
as liar! socketplay trust studio "$(as studio! socketplay id)" > /dev/null
folder=$TMPDIR/studio!/receive
mkdir -p "$folder/dir"
echo canary > "$TMPDIR/canary"
ln -s "$TMPDIR/canary" "$folder/canary"
mkfifo "$folder/pipe"
echo '<plist version="1.0"><dict/></plist>' > store.plist
tree() { # what lies outside of the folder and the state that the host keeps
  find "$TMPDIR" -path "$folder" -prune -o -path "$TMPDIR/studio!/state" -prune -o -path "$TMPDIR/work" -prune -o \
    -path "$TMPDIR/std*" -prune -o -path "*/run/*" -prune -o -printf '%p %s %m ' -type f -exec sha256sum {} \; -o -printf '%p %s %m\n'
}
start host studio! socketplay host --name studio --no-advertise --apply "$PWD/store.plist" --json
number=$(port host)
echo "kept for laptop alone" > kept.txt
as laptop! socketplay trust studio "$(as studio! socketplay id)" > /dev/null
as studio! socketplay trust laptop "$(as laptop! socketplay id)" > /dev/null
as laptop! socketplay send-file kept.txt --address "127.0.0.1:$number" > /dev/null
tree > before
python3 "$SCENARIOS/32-lies/liar.py" "$SCENARIOS" "$number" "$TMPDIR/liar!/config/identity.pem"
tree > after
cmp before after && echo "outside nothing has changed"
find "$folder" -mindepth 1 -printf '%P %y\n' | sort
cat "$TMPDIR/canary"
as studio! socketplay status | head -n 1
grep -cP '[\x00-\x09\x0b-\x1f\x7f]' host.out host.err || true
socketplay prefs ls --file store.plist | wc -l
finish host || echo "host ended with $?"

echo "-- a host"
start server nobody python3 "$SCENARIOS/32-lies/server.py" "$SCENARIOS" "$TMPDIR/liar!/config/identity.pem"
await server '^port '
echo "0123456789" > file.txt
for _ in 1 2 3; do
  status=0
  as studio! socketplay send-file file.txt --address "127.0.0.1:$(sed -n 's/^port //p' server.out)" --timeout 4 > out 2> err < /dev/null || status=$?
  echo "sent: $status"
done
sed 1d server.out | sort | uniq -c | tr -s ' '
tree > after
find "$TMPDIR" /tmp -maxdepth 1 -name out
