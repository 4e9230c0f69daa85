#!/usr/bin/env bash
# A tree of thousands of files whose sender is killed in the middle arrives whole when it is sent again, and of what was
# stored little comes twice (000-17, 000-21). 1,000 files; 50,000 with SOCKETPLAY_LONG.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

count=1000
if [ -n "${SOCKETPLAY_LONG:-}" ]; then count=50000; fi
python3 - "$count" << 'X'
import os
import sys

for number in range(int(sys.argv[1])):
    folder = "tree/%02d/.hidden %d" % (number % 50, number % 3)
    os.makedirs(folder, exist_ok=True)
    with open("%s/-%d" % (folder, number), "wb") as file:
        file.write(b"%d" % number * (number % 100))
X
start host studio socketplay host --name studio --no-advertise --json
address=127.0.0.1:$(port host)
start sender laptop socketplay send-file tree --address "$address" --json
for _ in {1..9}; do await host '"event": ?"file",' "$((count / 3))" 2> /dev/null && break; done
kill -KILL "${ids[sender]}"
await host "$(event disconnected)"
as laptop socketplay send-file tree --address "$address" --json > sent 2> /dev/null
[ "$(grep -cE '"event": ?"file",' sent)" = "$count" ] && echo "every one was sent"
there=$(grep -cE '"event": ?"file",.*"alreadyThere": ?true' sent)
[ "$there" -ge "$((count / 4))" ] && echo "what was stored was there already"
diff -r tree "$TMPDIR/studio/receive/tree" && echo "equal"
finish host || true
