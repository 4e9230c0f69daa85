#!/usr/bin/env bash
# A host with --play: an mp3, and an m4a that begins with its table, are played while they arrive, another m4a once it is
# whole, one after the other; without a player it says so (000-14).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

# Without a player anywhere.
mkdir none && ln -s "$(command -v socketplay)" none/socketplay
as studio env PATH="$PWD/none" socketplay host --play 2>&1 || echo "no player: $?"

# A player that says what it was given and writes down what it heard.
mkdir bin
cat > bin/mpv << 'X'
#!/bin/bash
echo "$@" >> "$PLAYED/arguments"
number=$(wc -l < "$PLAYED/arguments")
if [ "${*: -1}" = - ]; then
  head -c 1000 > "$PLAYED/$number"
  date +%s%N > "$PLAYED/began"
  cat >> "$PLAYED/$number"
else
  cat "${*: -1}" > "$PLAYED/$number"
fi
X
chmod +x bin/mpv
mkdir played
export PLAYED=$PWD/played PATH=$PWD/bin:$PATH

"$SCENARIOS/../../scripts/make-song" song.mp3
python3 - << 'X'
def box(name, body):
    return (len(body) + 8).to_bytes(4, "big") + name + body


kind = box(b"ftyp", b"M4A \0\0\0\0M4A mp42isom\0\0\0\0")
table, sound = box(b"moov", bytes(3000)), box(b"mdat", bytes(range(256)) * 2000)
open("fast.m4a", "wb").write(kind + table + sound)
open("slow.m4a", "wb").write(kind + sound + table)
X

start host studio socketplay host --name studio --no-advertise --once --play --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"
# Three MB at one a second: the player has begun long before the song is whole.
as laptop socketplay send-file song.mp3 --limit 2M > /dev/null
stored=$(date +%s%N)
if [ "$(cat played/began)" -lt $((stored - 500000000)) ]; then echo "played while it came"; fi
as laptop socketplay send-file fast.m4a --limit 2M > /dev/null
as laptop socketplay send-file slow.m4a > /dev/null
finish join || true
# The host serves one peer, and ends when what that sent has been played.
wait "${ids[host]}" && echo "host ended with 0"
sed "s|$TMPDIR/studio|HOME|" played/arguments
cmp song.mp3 played/1 && cmp fast.m4a played/2 && cmp slow.m4a played/3 && echo "heard every byte"
