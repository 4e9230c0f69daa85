# What the scenarios of rooms share: sourced behind lib.sh.
# shellcheck shell=bash

declare -A typing

# speaking LABEL COMMAND...: starts it, with a home of that name, and lines of `say` as its standard input.
speaking() {
  local label=$1 descriptor
  shift
  mkfifo "$label.in"
  # Both ways, or opening it would wait for the other end.
  exec {descriptor}<> "$label.in"
  : > "$label.out"
  exec_as "$label" "$@" < "$label.in" > "$label.out" 2> "$label.err" &
  ids[$label]=$!
  typing[$label]=$descriptor
}

# say LABEL LINE: types a line there.
say() { printf '%s\n' "$2" >&"${typing[$1]}"; }

# room_host NAME [FLAGS]: a room whose operator is `host`, on loopback alone.
room_host() {
  local name=$1
  shift
  speaking host socketplay room host --name "$name" --no-advertise --bind 127.0.0.1 --json "$@"
  address=127.0.0.1:$(port host)
}

# room_join LABEL NICK [FLAGS]: a member; waits until it is in.
room_join() {
  local label=$1 nick=$2
  shift 2
  speaking "$label" socketplay room join --nick "$nick" --address "$address" --json "$@"
  await "$label" "$(event roster)"
}
