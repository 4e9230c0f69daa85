#!/usr/bin/env bash
# A host that may hold 64 descriptors takes two hundred callers as they come, says so, does not spin, and lets a known peer in
# with a file as soon as there is room (threats: a stranger costs next to nothing).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio bash -c 'ulimit -Hn 64; exec socketplay host --name studio --no-advertise --json'
number=$(port host)
cat > crowd.py << 'Y'
import socket
import sys
import time

crowd = []
for number in range(200):
    crowd.append(socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5, (f"127.2.{number // 200}.{1 + number}", 0)))
print("there", flush=True)
time.sleep(3)
for line in crowd:
    line.close()
print("gone", flush=True)
time.sleep(30)
Y
start crowd nobody python3 crowd.py "$number"
await crowd there
before=$(awk '{print $14 + $15}' "/proc/${ids[host]}/stat")
await crowd gone
after=$(awk '{print $14 + $15}' "/proc/${ids[host]}/stat")
[ $((after - before)) -lt 30 ] || echo "it spun: $((after - before)) ticks"
echo text > note
as laptop socketplay send-file note --address "127.0.0.1:$number" --timeout 20 | grep -o 'stored "note"'
kill "${ids[crowd]}"
finish host || true
