#!/usr/bin/env bash
# A script's stream goes out whole at im, however slow the server is, though nothing more is typed; and one that stops reading
# is waited for no longer than ten seconds (002-5).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

# What it is about takes longer than ten seconds.
[ -n "$SOCKETPLAY_LONG" ] || {
  echo "only with SOCKETPLAY_LONG=1" >&2
  exit 77
}

head -c 12000000 /dev/zero > film
cat > slow.py << 'END'
import socket, sys, time

listener = socket.create_server(("127.0.0.1", 0))
listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
print(listener.getsockname()[1], flush=True)
client, _ = listener.accept()
count = 0
if sys.argv[1] == "stops":
    time.sleep(30)
while piece := client.recv(32768):
    count += len(piece)
    time.sleep(0.04)
print("bytes" if count < 12000000 else "whole", flush=True)
END
for way in goes-on stops; do
  python3 slow.py $way > $way.out 2> $way.err &
  ids[$way]=$!
  await $way '^[0-9]+$'
  began=$SECONDS
  status=0
  echo '/stream film' | as ann socketplay im "127.0.0.1:$(head -n 1 $way.out)" --quiet || status=$?
  echo "$way: $status, longer than ten seconds: $((SECONDS - began >= 10))"
done
await goes-on whole
sed 1d goes-on.out
kill "${ids[stops]}"
