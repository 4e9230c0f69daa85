#!/usr/bin/env bash
# Services of other programs are found and joined, and get files as the original apps send them (000-3, 000-10).
# shellcheck source=../lab.sh
source "$SCENARIOS/lab.sh"
for tool in python3 avahi-publish; do command -v "$tool" > /dev/null || skip "there is no $tool"; done

head -c 450000 /dev/urandom > song.mp3

# visit NAME: joins it, hears a text and sends a file.
visit() {
  begin join bob socketplay join "$1" --plain --json
  await join "$(event connected)"
  grep -oE '"original": ?true' join.out
  lab on bob socketplay send-file song.mp3 | grep -oE 'cannot confirm' | head -n 1
  await join "$(event text)"
  finish join || true
  await app closed
  grep -v port app.out
}

begin app alice "$SCENARIOS/original-host" "$FIXTURES/text.pkt"
await app port
begin service alice avahi-publish -s 'X "1"' _deng._tcp "$(sed -n 's/port //p' app.out)"
visit 'X "1"'
kill "${ids[service]}"

python3 -c 'import zeroconf' 2> /dev/null || {
  echo "python3 has no zeroconf: that part is left out" >&2
  exit 0
}
begin app alice "$SCENARIOS/original-host" "$FIXTURES/text.pkt"
await app port
cat > publish.py << 'X'
import socket
import sys
import time
import zeroconf

zeroconf.Zeroconf(interfaces=["10.77.0.1"]).register_service(zeroconf.ServiceInfo(
    "_deng._tcp.local.", "Y._deng._tcp.local.", port=int(sys.argv[1]), addresses=[socket.inet_aton("10.77.0.1")],
    server="y.local."))
time.sleep(60)
X
begin service alice python3 publish.py "$(sed -n 's/port //p' app.out)"
visit Y > again
grep -c 'class socketG.Package' again >&2
