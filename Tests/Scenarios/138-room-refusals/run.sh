#!/usr/bin/env bash
# What a room's host cannot have, or is asked for in vain: ports that are taken, lists that are none, files of no bytes, canvases that
# cannot be written, lines that are no UTF-8. Each is told once, and the room goes on (001-3, 003-8, 004-5, 004-7).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den
refused() { as other socketplay room host --name other --no-advertise --bind 127.0.0.1 "$@" < /dev/null 2>&1 | sed "s|$PWD/||" || true; }
refused --port "${address#*:}"
refused --listen chat:"${address#*:}"
refused --listen chat:70000
refused --listen telnet:23
printf '\xff\xfe' > none.txt
printf '# nothing\n\n  \n!!\n' > empty.txt
head -c 2000000 /dev/zero | tr '\0' x > large.txt
for list in none.txt empty.txt large.txt missing.txt .; do refused --words $list; done

: > zero
printf 'no line' > junk
for line in '/picture zero' '/stream zero' '/stream /dev/zero' '/picture .' '/picture missing' '/draw junk' '/draw zero' /picture \
  '/save missing/x.png' '/save .' /save /undo '/undo it' '/msg' '/msg nobody x' '/kick nobody' '/game begin' '/game stop' /nonsense ''; do
  say host "$line"
done
printf 'bytes \xff that are no text\n' >&"${typing[host]}"
await host '"reason":"notText"'
sed -nE 's/.*"event":"error".*"message":"(.*)","hint":("?[^"]*"?),.*/\1 | \2/p' host.out
ls -A "$TMPDIR/host/receive"
room_join ann ann
say host 'and it goes on'
await ann 'goes on'
finish host || echo "the host ended with $?"
