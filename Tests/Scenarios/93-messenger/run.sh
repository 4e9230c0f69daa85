#!/usr/bin/env bash
# Two clients at a messenger server of the original kind: texts, pictures, streams, signs of life, a cut (002-1 to 002-5, 002-8 to 002-12).
# shellcheck source=../originals.sh
source "$SCENARIOS/originals.sh"

server im
speaking alice alice socketplay im "$at" --json --verbose
await alice "$(event connected)"
speaking bob bob socketplay im "$at" --json
await bob "$(event connected)"

printf '\377\330\377\340' > cat.jpg
head -c 300000 /dev/urandom >> cat.jpg
head -c 3000000 /dev/urandom > song
: > empty
to bob hello '/picture cat.jpg' '/stream song' '/picture empty' '/picture missing' '/who'
await bob "$(event said)" 3
await alice "$(event stream)"
cmp cat.jpg "$TMPDIR/alice/receive/picture.jpg"
cmp song "$TMPDIR/alice/receive/stream.bin"

# A sign of life is nobody's text, whoever sends it.
to server beat
await server cheater 2

# The server drops everybody in the middle of nothing: what is typed while it is away goes out once, in order.
to server drop
await bob "$(event disconnected)"
to bob one two three
await bob "$(event said)" 6
await server 'size 5 three'
await alice "$(event connected)" 2
to bob /quit
ended bob

# What cannot be a header ends it, with a reason.
to server 'say {"messageType":0}\r\n'
ended alice
echo "--- server"
grep -E '^type' server.out | grep -v cheater
echo "--- alice"
grep -E '"event":"(text|picture|stream|error)"' alice.out | grep -vE '"text":"(one|two|three)"' |
  sed -E 's/"path":"[^"]*receive/"path":"RECEIVE/'
grep -c 'sign of life' alice.err | sed 's/[1-9][0-9]*/some/'
echo "--- bob"
grep -E '"event":"(error|roster)"' bob.out | sed 's/,"hint".*//'
grep '"event":"said"' bob.out
