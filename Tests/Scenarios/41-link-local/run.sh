#!/usr/bin/env bash
# Without IPv4, link-local IPv6 is enough, and a name may hold anything.
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"
lab on alice ip -4 addr flush dev eth0
lab on bob ip -4 addr flush dev eth0

name="ge's \"Mac\"; 空格 🎵"
begin watch bob socketplay browse --watch
begin host alice socketplay host --name "$name" --json
await host "$(event advertised)"
listed "$name"
begin join bob socketplay join "$name" --json
await join "$(event connected)"
grep -oE '"address": ?"\[fe80:[^%]*%eth0\]' join.out | sed 's/fe80:[^%]*/fe80::N/'
grep -cF "\"peer\":\"${name//\"/\\\"}\"" join.out
head -c 3000000 /dev/urandom > song.mp3
lab on alice socketplay send-file song.mp3 > /dev/null
lab on bob socketplay send-file song.mp3 > /dev/null
cmp song.mp3 "$(received alice)/song.mp3" && cmp song.mp3 "$(received bob)/song.mp3" && echo "equal"
finish join || true
listed "$name"
lab on bob socketplay browse | sed 's/fe80:[^%]*/fe80::N/; s/:[0-9]*$/:PORT/'
