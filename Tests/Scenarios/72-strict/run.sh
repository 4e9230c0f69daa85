#!/usr/bin/env bash
# Another program's TLS finds what docs/PROTOCOL.md says and nothing else: one version, one group, one protocol within, a
# certificate from each end, and nothing to resume.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

if ! command -v openssl > /dev/null; then
  echo "there is no openssl here" >&2
  exit 77
fi
start host studio socketplay host --name studio --no-advertise --json
number=$(port host)
cp "$TMPDIR/config/identity.pem" own.pem
# Each comes from an address of its own: who has failed has to wait.
source=10
session() { # FLAGS...: what the client says of a connection that it ends at once, or with -ign_eof the host does
  source=$((source + 1))
  timeout 10 openssl s_client -connect "127.0.0.1:$number" -bind "127.0.0.$source:0" "$@" < /dev/null 2>&1 || true
}
echo "-- as it should be"
session -alpn socketplay/1 -cert own.pem -key own.pem > full
grep -E '^(New, |    Protocol|ALPN protocol|Server Temp Key|Peer signature type|subject=|issuer=|Server public key)' full |
  sed 's/^ *//' | sort -u
echo "certificates: $(grep -c 'BEGIN CERTIFICATE' full)"
echo "tickets: $(grep -c 'New Session Ticket' full || true)"
refused() { # LABEL FLAGS...
  local label=$1
  shift
  session -ign_eof "$@" > refused
  echo "$label: $(grep -o -m1 -E 'alert [a-z ]+:' refused || echo 'no alert')"
}
echo "-- refused"
own=(-cert own.pem -key own.pem)
refused "TLS 1.2" -alpn socketplay/1 "${own[@]}" -tls1_2
refused "another group" -alpn socketplay/1 "${own[@]}" -groups P-256
refused "another suite" -alpn socketplay/1 "${own[@]}" -ciphersuites TLS_AES_256_GCM_SHA384
refused "another signature" -alpn socketplay/1 "${own[@]}" -sigalgs RSA-PSS+SHA256
refused "another protocol" -alpn http/1.1 "${own[@]}"
refused "no certificate" -alpn socketplay/1
# Nothing in TLS itself refuses it: the host looks, and closes.
refused "no protocol" "${own[@]}"
finish host || true
