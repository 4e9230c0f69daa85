#!/usr/bin/env bash
# Two users meet once by a code in a file, then never again; the code is good for one, and its file for its owner (000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

status() {
  local status=0
  "$@" > out 2> err < /dev/null || status=$?
  echo "$status $(tail -n 1 out)"
}

start host studio! socketplay host --name studio --no-advertise --pair --code-file "$TMPDIR/code" --json
number=$(port host)
echo "not met: $(status as laptop! socketplay say hello --address "127.0.0.1:$number")"
stat -c 'code file: %a' "$TMPDIR/code"
cp "$TMPDIR/code" "$TMPDIR/kept"
sleep_for_the_delay() { until as laptop! socketplay say hello --address "127.0.0.1:$number" --code-file "$TMPDIR/code"; do sleep 0.2; done; }
sleep_for_the_delay 2> /dev/null
grep -oE '"event": ?"paired"' host.out
[ ! -e "$TMPDIR/code" ] && echo "the file is gone"
grep -oE '"security": ?"[a-z0-9]+"' host.out | head -n 1
echo "again: $(status as laptop! socketplay say again --address "127.0.0.1:$number")"
echo "the code again: $(status as other! socketplay say x --address "127.0.0.1:$number" --code-file "$TMPDIR/kept")"
as laptop! socketplay peers | grep -oE '^studio +sha256:[0-9a-f]{64} +may=prefs,files +via=code' | tr -s ' ' | cut -c 1-14
as studio! socketplay peers --json | grep -oE '"via": ?"code","may": ?"[a-z,]+"'
stat -c 'known peers: %a' "$TMPDIR/studio!/config/known_peers" "$TMPDIR/laptop!/config/known_peers"
! grep -rqF "$(cat "$TMPDIR/kept")" host.out host.err out err && echo "the code is in no output"
finish host || echo "host ended with $?"
