#!/usr/bin/env bash
# Who stands in the way and answers plainly, hangs up on TLS, or offers less of it, gets the first message of TLS and no
# more, even with the host's own key: a joiner never falls back (threats: downgrade; 000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

cat > false.py << 'Y'
import ssl
import sys

how, identity = sys.argv[1:3]
sys.path.insert(0, sys.argv[3])
import attacker


def answer(end):
    """What the joiner said behind its first message."""
    first = end.line.recv(65536, attacker.socket.MSG_PEEK)
    assert first[:2] == b"\x16\x03" and first[5] == 1 and len(first) == 5 + (first[3] << 8 | first[4]), first
    if how == "plainly":
        end.whole(len(first))
        end.send(attacker.package(2, word="come on, be plain"), attacker.greeting("host"))
        try:
            rest = end.line.recv(65536)
        except OSError:
            return b""
        # An alert of TLS may come (RFC 8446, section 6).
        return b"" if rest[:1] == b"\x15" and len(rest) == 7 else rest
    if how == "hanging up":
        return b""
    protocols = {"no protocol": (), "another protocol": ("h2",)}.get(how, (attacker.PROTOCOL,))
    version = ssl.TLSVersion.TLSv1_2 if how == "TLS 1.2" else ssl.TLSVersion.TLSv1_3
    context = attacker.context(ssl.PROTOCOL_TLS_SERVER, identity, protocols, version)
    if how == "another group":
        context.set_ecdh_curve("prime256v1")
    try:
        end.line = context.wrap_socket(end.line, server_side=True)
        return end.line.recv(65536)
    except OSError:
        return b""


listener = attacker.listen()
while True:
    end = attacker.End(listener.accept()[0])
    print("behind the first message:", answer(end) or "nothing", flush=True)
    end.close()
Y
printf '%s\n' 'openssl_conf = a' '[a]' 'ssl_conf = b' '[b]' 'system_default = c' '[c]' 'Ciphersuites = TLS_AES_256_GCM_SHA384' > suite.cnf
status() {
  local status=0
  "$@" > out 2> err < /dev/null || status=$?
  echo "$status"
}
as laptop! socketplay trust studio "$(as studio! socketplay id)" > /dev/null
for how in plainly "hanging up" "TLS 1.2" "no protocol" "another protocol" "another group" "another suite"; do
  configuration=/dev/null
  if [ "$how" = "another suite" ]; then configuration=suite.cnf; fi
  start false nobody env OPENSSL_CONF="$configuration" \
    python3 false.py "$how" "$TMPDIR/studio!/config/identity.pem" "$SCENARIOS"
  await false '^port '
  address=127.0.0.1:$(sed -n 's/^port //p' false.out)
  echo "-- $how"
  echo "a known name: $(status as laptop! socketplay join studio --address "$address" --no-reconnect --timeout 5)"
  echo "an address: $(status as laptop! socketplay say secret --address "$address" --timeout 5)"
  echo "a known name, plainly: $(status as laptop! socketplay join studio --plain --address "$address" --timeout 5)"
  await false '^behind' 2
  sed 1d false.out | sort | uniq -c | tr -s ' '
  kill "${ids[false]}"
done
