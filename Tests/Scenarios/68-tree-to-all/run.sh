#!/usr/bin/env bash
# A tree that goes to every peer is read once, whoever is slower, and progress names the peer that it is of (000-22).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir -p tree/a tree/b
head -c 20000000 /dev/urandom > tree/a/large
for number in {1..200}; do head -c $((number * 97)) /dev/urandom > "tree/b/$number"; done
size=$(du -sb --apparent-size tree | cut -f 1)
start host studio socketplay host --name studio --no-advertise --peers 3 --json
to=127.0.0.1:$(port host)
for home in one two three; do start "$home" "$home" socketplay join --address "$to" --json; done
await host "$(event connected)" 3

bytes_read() { sed -nE 's/^rchar: //p' "/proc/${ids[host]}/io"; }
before=$(bytes_read)
as studio socketplay send-file tree --peer all --limit 20M --json > sent && echo "sent"
after=$(bytes_read)
[ $((after - before)) -lt $((size * 3 / 2)) ] && echo "read once"
for home in one two three; do diff -r tree "$TMPDIR/$home/receive/tree" && echo "$home has it"; done
grep -E '"event": ?"file-progress"' sent | grep -oE '"name": ?"large".*"peer": ?"[^"]+","folder": ?"tree/a"' |
  grep -oE '"peer": ?"[^"]+"' | sort -u | wc -l

# Two versions of one file are never mixed: it changes between one peer and the next.
head -c 3000000 /dev/urandom > tree/a/large
as studio socketplay send-file tree tree/a/large --peer all > /dev/null 2>&1 && echo "sent again"
for home in one two three; do cmp tree/a/large "$TMPDIR/$home/receive/large" && echo "$home has the new one"; done
finish host || true
