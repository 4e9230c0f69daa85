#!/usr/bin/env bash
# On a terminal people are shown a code, asked for it, and asked about originals; off one nobody is (000-38, exits 20 to 23).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

visit() { # what becomes of an original that sends a text
  python3 - "$1" "$FIXTURES/text.pkt" << 'Y'
import socket
import sys

with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as peer, open(sys.argv[2], "rb") as file:
    peer.sendall(file.read())
    peer.settimeout(0.3)
    try:
        print("kept" if peer.recv(65536) else "closed")
    except TimeoutError:
        print("kept")
    except OSError:
        print("closed")
Y
}
terminal() { # LABEL HOME [--when TEXT ANSWER]... -- COMMAND...
  local label=$1 home=$2
  shift 2
  start "$label" "$home" "$SCENARIOS/on-terminal" "$@"
}
listening() { # LABEL: the port that a host on a terminal has
  await "$1" 'on port [0-9]+'
  sed -nE 's/.*on port ([0-9]+).*/\1/p' "$1.out" | head -n 1
}
quit() { # LABEL
  finish "$1" || true
}
words() { grep -c -E -- "$2" "$1.out" || true; }

echo "-- a code, typed in lower case without dashes behind two slips"
terminal host studio! -- socketplay host --name studio --no-advertise --pair
number=$(listening host)
await host 'Pairing code'
code=$(grep -oE '([0-9A-Z]{5}-){5}[0-9A-Z]{5}' host.out)
slip=$(tr -d - <<< "${code,,}")
terminal guest laptop! --when Code: "${slip%?}" --when Code: "u${slip#?}" --when Code: "$slip" -- \
  socketplay join --address "127.0.0.1:$number"
await guest 'Paired with'
await host 'Paired with'
grep -aoE 'A code has 30 characters, and that has 29|No code has the character "u"' guest.out
await guest 'encrypted, verified' && echo 'encrypted, verified'
words host 'Pairing code'

echo "-- a stranger knocks, and the host shows a code"
quit guest
terminal guest other! --when Code: "" -- socketplay join --address "127.0.0.1:$number"
await host 'Pairing code' 2
status=0
wait "${ids[guest]}" || status=$?
echo "none typed: $status"
quit host

echo "-- an original at a host"
for answer in y n ""; do
  terminal host studio! --when 'Let it in' "$answer" -- socketplay host --name studio --no-advertise
  number=$(listening host)
  echo "'$answer': $(visit "$number"), texts $(words host 'say "hi"')"
  quit host
done
terminal host studio! --when 'on port' y --when 'Let it in' n -- socketplay host --name studio --no-advertise
number=$(listening host)
echo "a yes before the question: $(visit "$number"), texts $(words host 'say "hi"')"
quit host
terminal host studio! -- socketplay host --name studio --no-advertise --allow-plain
number=$(listening host)
echo "--allow-plain: $(visit "$number"), questions $(words host 'Let it in')"
quit host
for flag in --allow-plain --no-advertise; do
  start host studio! socketplay host --name studio --no-advertise "$flag" --json
  echo "no terminal, $flag: $(visit "$(port host)"), $(grep -oE '"code": ?23' host.out || echo 'no refusal')"
  finish host || true
done

echo "-- no terminal, no question"
start host studio! socketplay host --name studio --no-advertise --json
status=0
as pad! socketplay join --address "127.0.0.1:$(port host)" > out 2> err < /dev/null || status=$?
echo "unknown: $status"
grep -c Code: err || true
finish host || true
