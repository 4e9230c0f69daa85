#!/usr/bin/env bash
# A man in the middle, who ends TLS with a key of his own on both sides, hears nothing and is let in nowhere: not while two
# pair by a code, not between two who know each other, and not by passing a knock on (threats: spoofed or cloned; 000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

cat > middle.py << 'Y'
import ssl
import sys

sys.path.insert(0, sys.argv[3])
import attacker

listener = attacker.listen()
while True:
    line, _ = listener.accept()
    try:
        inner = attacker.End(attacker.context(ssl.PROTOCOL_TLS_SERVER, sys.argv[2]).wrap_socket(line, server_side=True))
        said = inner.whole(96)
    except (OSError, EOFError) as error:
        # The joiner has looked at the key, and gone without a byte.
        print("the joiner said nothing", flush=True)
        continue
    print("the joiner said a hello of kind", said[8], "and token", said[16:21].hex(), flush=True)
    outer, status = attacker.joiner(int(sys.argv[1]), sys.argv[2], said[8], said[16:21], petname=b"middle")
    print("the host answered", status, flush=True)
    inner.send(attacker.ready(status))
    inner.close()
    outer.close()
Y
status() {
  local status=0
  "$@" > out 2> err < /dev/null || status=$?
  echo "$status $(grep -o -m1 -E 'nothing was sent|have not met|Encrypted' err || true)"
}
as middle! socketplay id > /dev/null
start host studio! socketplay host --name studio --no-advertise --pair --code-file "$TMPDIR/code" --json
number=$(port host)
start middle nobody python3 middle.py "$number" "$TMPDIR/middle!/config/identity.pem" "$SCENARIOS"
await middle '^port '
false=127.0.0.1:$(sed -n 's/^port //p' middle.out)

echo "-- a code in use"
echo "the code: $(status as laptop! socketplay say secret --address "$false" --code-file "$TMPDIR/code")"
await middle 'said nothing'
echo "it is good still: $(status as laptop! socketplay say hello --address "127.0.0.1:$number" --code-file "$TMPDIR/code")"

echo "-- two who know each other"
echo "by name: $(status as laptop! socketplay join studio --address "$false" --timeout 5)"
echo "by address: $(status as laptop! socketplay say secret --address "$false")"
await middle 'said nothing' 3

echo "-- a knock that is passed on"
start other other! "$SCENARIOS/on-terminal" --when Code: "" -- socketplay join --address "$false"
await middle 'host answered'
sed 1d middle.out
echo "let in: $(grep -cE "$(event connected)" host.out)"
as studio! socketplay peers | grep -c middle || true
finish host || true
