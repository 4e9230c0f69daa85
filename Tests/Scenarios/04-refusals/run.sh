#!/usr/bin/env bash
# What cannot be done has its own exit status, and says so on stderr alone.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

status() {
  local status=0
  "$@" > out 2> err || status=$?
  echo "$status $(wc -c < out) $(grep -c '^socketplay: error: ' err)"
}

status socketplay wave
status socketplay send-file
status socketplay status
status socketplay join --address 127.0.0.1:1 --timeout 5 --no-reconnect
status socketplay send-file no-such-file --address 127.0.0.1:1
