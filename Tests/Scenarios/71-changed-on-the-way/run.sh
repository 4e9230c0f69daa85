#!/usr/bin/env bash
# A bit that is changed on the way, or a connection that somebody ends in good order in the middle of a file: the peer is
# lost, and nothing but the very file is ever stored (000-31).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

head -c 8000000 /dev/urandom > noise
start host studio socketplay host --name studio --no-advertise --json
for how in flip cut; do
  start relay nobody "$SCENARIOS/relay" "$(port host)" "$how" 3000000
  await relay '^port '
  # It fails, or goes on by itself over a second connection.
  status=0
  as laptop socketplay send-file noise --timeout 30 --address "127.0.0.1:$(sed -n 's/^port //p' relay.out)" \
    > /dev/null 2>&1 || status=$?
  tail -n 1 relay.out
  if [ "$status" = 4 ]; then
    find "$TMPDIR/studio/receive" -type f ! -name '.*'
    as laptop socketplay send-file noise --address "127.0.0.1:$(port host)" > /dev/null
  fi
  cmp noise "$TMPDIR/studio/receive/noise" && echo "equal"
  grep -c '"event": *"disconnected".*"reason": *"lost"' host.out
  kill "${ids[relay]}"
  rm "$TMPDIR/studio/receive/noise"
done
finish host || true
