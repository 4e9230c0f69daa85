# What scenarios share: sourced by each run.sh.
# shellcheck shell=bash
set -euo pipefail

# exec_as HOME COMMAND...: becomes a command as on another machine of the same user, with folders of its own under HOME: the
# identity is the same, so nobody has to pair. Those whose name ends in `!` have an identity of their own, as other users.
# Background jobs of a script ignore SIGINT; these do not.
exec_as() {
  local home=$TMPDIR/$1 config=$TMPDIR/config
  if [[ $1 = *! ]]; then config=$home/config; fi
  shift
  mkdir -p "$home"
  exec env --default-signal=INT,QUIT SOCKETPLAY_DIR="$home/receive" SOCKETPLAY_HOME="$config" \
    SOCKETPLAY_STATE="$home/state" SOCKETPLAY_RUNTIME="$home/run" "$@"
}

# as HOME COMMAND...: runs it and waits.
as() { (exec_as "$@"); }

# skip REASON: leaves, to be counted as skipped.
skip() {
  echo "$1" >&2
  exit 77
}

# start LABEL HOME COMMAND...: runs it in the background; its output goes to LABEL.out and LABEL.err.
declare -A ids
start() {
  local label=$1
  shift
  # Empty at once: what an earlier one of that name printed is not read as this one's.
  : > "$label.out"
  exec_as "$@" > "$label.out" 2> "$label.err" &
  ids[$label]=$!
}

# await LABEL PATTERN [COUNT]: waits until COUNT (1) lines of LABEL.out match, 20 s at most, and only while it runs.
await() {
  local tries=0
  until [ "$(grep -cE -- "$2" "$1.out" || true)" -ge "${3:-1}" ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 400 ] || ! kill -0 "${ids[$1]}" 2> /dev/null; then
      # What it printed as its last words counts.
      if [ "$(grep -cE -- "$2" "$1.out" || true)" -ge "${3:-1}" ]; then return 0; fi
      echo "no line of $1.out matches $2:" >&2
      cat "$1.out" "$1.err" >&2
      return 1
    fi
    sleep 0.05
  done
}

# event NAME: the pattern of an event of --json.
event() { echo "\"event\": ?\"$1\""; }

# port LABEL: the port that LABEL listens on.
port() {
  await "$1" "$(event listening)"
  sed -nE 's/.*"port": ?([0-9]+).*/\1/p' "$1.out" | head -n 1
}

# finish LABEL [SIGNAL]: ends a command of `start` with SIGINT and gives its exit status.
finish() {
  kill "-${2:-INT}" "${ids[$1]}"
  local status=0
  wait "${ids[$1]}" || status=$?
  return "$status"
}
