#!/usr/bin/env bash
# A file or tree that is sent again by the same peer is proven to be there, and only what is missing or has changed is
# sent; the SHA-256 is what sha256sum says, at both ends (000-21, 000-30).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir -p tree/a tree/b tree/none
for number in {1..40}; do head -c $((number * 100)) /dev/urandom > "tree/a/$number"; done
head -c 3000000 /dev/urandom > tree/b/song
: > tree/b/empty
received=$TMPDIR/studio/receive
start host studio socketplay host --name studio --no-advertise --json
address=127.0.0.1:$(port host)
count() { # MOVED: entries of `sent` that moved bytes, and that did not
  echo "sent: $(grep -cE '"event": ?"file",.*"alreadyThere": ?false' sent || true)," \
    "there already: $(grep -cE '"event": ?"file",.*"alreadyThere": ?true' sent || true)"
}
send() {
  as laptop socketplay send-file tree --address "$address" --json > sent
  count
}
send
send
rm "$received/tree/a/7"
head -c 900 /dev/urandom > "tree/a/9"
touch "$received/tree/a/11"
send
cmp tree/a/9 "$received/tree/a/9 (2)" && rm "$received/tree/a/9 (2)" && cp tree/a/9 "$received/tree/a/9"
diff -r tree "$received/tree" && echo "equal"

sum=$(sha256sum tree/b/song | cut -d ' ' -f 1)
as laptop socketplay send-file tree/b/song --as other --sha256 --address "$address" > sent 2> /dev/null
grep -c "$sum" sent
as laptop socketplay send-file tree/b/song --as other --sha256 --address "$address" > sent 2> /dev/null
grep -c "already there.*$sum" sent
grep -cE "\"verified\": ?\"sha-256\".*\"digest\": ?\"$sum\"" host.out

# Somebody else who sends the same gets no proof of it, and is not told that it was here; this end's user is.
as studio socketplay trust other "$(as other! socketplay id)" > /dev/null
as other! socketplay trust studio "$(as studio socketplay id)" > /dev/null
as other! socketplay send-file tree/b/song --as other --address "$address" --json > sent
grep -oE '"alreadyThere": ?false,"resumedAt": ?0' sent
await host '"event": ?"file",.*"alreadyThere": ?true,"resumedAt": ?0'
finish host || true
