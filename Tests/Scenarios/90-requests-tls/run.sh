#!/usr/bin/env bash
# Requests under TLS: a certificate is checked for its signer and its name, or its key is pinned; else nothing is sent (003-5, 003-6, 003-9, 003-14).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
for tool in python3 openssl; do command -v "$tool" > /dev/null || { echo "there is no $tool" >&2; exit 77; }; done

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -subj /CN=authority 2> /dev/null
# certificate NAME SUBJECTS: signed by the authority.
certificate() {
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -out "$1.csr" -subj "/CN=$1" 2> /dev/null
  openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -days 2 -out "$1.pem" -extfile <(echo "subjectAltName=$2") 2> /dev/null
}
certificate good IP:127.0.0.1,DNS:localhost
certificate other DNS:other.example
id=sha256:$(openssl x509 -in good.pem -pubkey -noout | openssl pkey -pubin -outform DER | sha256sum | cut -d ' ' -f 1)

# server NAME [VERSION]: one with that certificate; sets $port.
server() {
  start "$1" server "$SCENARIOS/original-answers" upper "$1.pem" "$1.key" "${2:-TLSv1_2}"
  await "$1" port
  port=$(sed -n 's/port //p' "$1.out")
}

# try WORDS...: what came of it.
try() {
  local status=0
  socketplay "$@" 2> err || status=$?
  echo "  status $status $(sed -n 's/^socketplay: error: //p' err)"
}

server good
try request "127.0.0.1:$port" one two --tls --ca ca.pem
try request "localhost:$port" one --tls --ca ca.pem
try request "127.0.0.1:$port" one --tls --pin "$id"
try request "127.0.0.1:$port" one --tls
try request "127.0.0.1:$port" one --tls --pin "sha256:${id:8:63}${id:7:1}" | sed 's/its key is .*/another key/'
try request "127.0.0.1:$port" one --tls --ca good.key | sed 's|"/.*/good.key"|"good.key"|'
try ping "127.0.0.1:$port" --tls --ca ca.pem
try ping "127.0.0.1:$port" --tls
grep -c read good.out

server good TLSv1_3
try request "127.0.0.1:$port" one --tls --ca ca.pem
server good TLSv1_1
try request "127.0.0.1:$port" one --tls --ca ca.pem

server other
try request "127.0.0.1:$port" one --tls --ca ca.pem
grep -c read other.out || true

start plain server "$SCENARIOS/original-answers" upper
await plain port
try ping "127.0.0.1:$(sed -n 's/port //p' plain.out)" --tls --timeout 1
