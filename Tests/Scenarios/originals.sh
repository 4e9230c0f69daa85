# What the scenarios with original servers share: sourced by each run.sh.
# shellcheck shell=bash
# shellcheck source=lib.sh
source "$SCENARIOS/lib.sh"
command -v python3 > /dev/null || { echo "there is no python3" >&2; exit 77; }

# speaking LABEL HOME COMMAND...: as start, with a pipe for its standard input; `to LABEL LINE...` writes to it.
declare -A pipes
speaking() {
  local label=$1 descriptor
  shift
  mkfifo "$label.in"
  # Both ways, so that opening it waits for nobody.
  exec {descriptor}<> "$label.in"
  pipes[$label]=$descriptor
  : > "$label.out"
  exec_as "$@" < "$label.in" > "$label.out" 2> "$label.err" &
  ids[$label]=$!
}

to() {
  local label=$1
  shift
  printf '%s\n' "$@" >&"${pipes[$label]}"
}

# server KIND: starts an original one and sets $at.
server() {
  speaking server server "$SCENARIOS/original-server" "$1"
  await server port
  at=127.0.0.1:$(sed -n 's/port //p' server.out)
}

# ended LABEL: waits for its end and tells the exit status.
ended() {
  local status=0
  wait "${ids[$1]}" || status=$?
  echo "$1: status $status"
}
