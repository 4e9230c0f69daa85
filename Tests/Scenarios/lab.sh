# What scenarios in a lab share: sourced by each run.sh. Two hosts, alice (10.77.0.1) and bob, each with a network
# namespace, a bus and an avahi-daemon of its own. The runner takes the lab away.
# shellcheck shell=bash
# shellcheck source=lib.sh
source "$SCENARIOS/lib.sh"
export LAB_DIR=$TMPDIR/lab

lab() { "$SCENARIOS/../../scripts/lab" "$@"; }

lab check 2> reason || skip "$(head -n 1 reason)"
lab up
# Two machines of one user: the identity is the same, so nobody has to pair.
lab on alice socketplay id > /dev/null
mkdir -m 700 -p "$LAB_DIR/home-bob/.config/socketplay"
cp -p "$LAB_DIR/home-alice/.config/socketplay/identity.pem" "$LAB_DIR/home-bob/.config/socketplay/"

# two_users NAME: bob is another user, who knows alice as NAME; alice knows him as bob, who may change preferences.
two_users() {
  rm "$LAB_DIR/home-bob/.config/socketplay/identity.pem"
  lab on alice socketplay trust bob "$(lab on bob socketplay id)" --may prefs > /dev/null
  lab on bob socketplay trust "$1" "$(lab on alice socketplay id)" > /dev/null
}

# begin LABEL HOST COMMAND...: as `start`, on a host of the lab.
begin() {
  local label=$1
  shift
  (
    unset SOCKETPLAY_DIR SOCKETPLAY_HOME SOCKETPLAY_STATE SOCKETPLAY_RUNTIME
    exec env --default-signal=INT,QUIT "$SCENARIOS/../../scripts/lab" on "$@"
  ) > "$label.out" 2> "$label.err" &
  # shellcheck disable=SC2034,SC2004 # lib.sh made it, a table
  ids[$label]=$!
}

# received HOST: the receive folder of a host.
received() { echo "$LAB_DIR/home-$1/Downloads/socketPlay"; }

# listed NAME: the name stands in a list of hosts as bob sees it, within 5 s; unlisted NAME: it does not, within 5 s.
listed() { watched "+ $1"; }
unlisted() { watched "- $1"; }
watched() {
  local try
  for try in {1..100}; do
    if [ "$(grep -xE "[+-] ${1#??}" watch.out | tail -n 1)" = "$1" ]; then return; fi
    sleep 0.05
  done
  echo "no '$1' after $try looks:" >&2
  cat watch.out watch.err >&2
  return 1
}

# under SECONDS COMMAND...: runs it, and says so where it took longer. A bound of what a person notices, not a benchmark.
under() {
  local limit=$1 start=${EPOCHREALTIME/./}
  shift
  "$@"
  if [ $((${EPOCHREALTIME/./} - start)) -gt $((limit * 1000000)) ]; then echo "took longer than $limit seconds: $*"; fi
}
