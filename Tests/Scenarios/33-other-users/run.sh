#!/usr/bin/env bash
# Another user of this machine steers no session, even where the folder of the sockets was opened by mistake, and has no
# use of this one's secrets (threats: control socket; 000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

if [ "$(id -u)" != 0 ] || ! command -v setpriv > /dev/null; then
  echo "it takes root and setpriv to be two users" >&2
  exit 77
fi
other() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
start host studio! socketplay host --name studio --no-advertise --code-file "$TMPDIR/code" --json
port host > /dev/null
run=$TMPDIR/studio!/run
cat > knock.py << 'Y'
import plistlib
import socket
import struct
import sys

with socket.socket(socket.AF_UNIX) as line:
    try:
        line.connect(sys.argv[1])
    except OSError as error:
        print(error.strerror)
        sys.exit()
    # A client has a second to say something.
    line.settimeout(0.5)
    try:
        print("heard" if line.recv(100) else "closed at once")
    except TimeoutError:
        print("a request is waited for")
Y
chmod 711 "$TMPDIR" "$TMPDIR/studio!" "$TMPDIR/work"
chmod 755 "$TMPDIR/bin" && chmod 644 knock.py
stat -c '%a' "$run"
echo "as it is: $(other /usr/bin/python3 knock.py "$run/host.sock")"
for file in config/identity.pem config/known_peers run/host.lock; do
  other test -r "$TMPDIR/studio!/$file" && echo "another user reads $file"
done
other test -r "$TMPDIR/code" && echo "another user reads the code"
# The doors are left open: the kernel still says who is there.
chmod 777 "$run" "$run/host.sock"
echo "with all doors open: $(other /usr/bin/python3 knock.py "$run/host.sock")"
echo "its own user: $(python3 knock.py "$run/host.sock")"
chmod 700 "$run"
as studio! socketplay status | head -n 1 | tr -s ' '
# A folder that another user has made is not used, nor is a link to it.
other mkdir -m 700 "$TMPDIR/theirs" 2> /dev/null || install -d -m 700 -o 65534 "$TMPDIR/theirs"
for place in "$TMPDIR/theirs" "$TMPDIR/link"; do
  ln -sfn "$TMPDIR/theirs" "$TMPDIR/link"
  status=0
  SOCKETPLAY_RUNTIME=$place SOCKETPLAY_HOME=$TMPDIR/x socketplay host --no-advertise --once > out 2> err < /dev/null &
  wait $! || status=$?
  echo "another user's folder: $status $(grep -o -m1 "this user's alone" err || true)"
done
finish host || true
