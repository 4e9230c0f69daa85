#!/usr/bin/env bash
# Who calls a room without encryption is asked about on the host's terminal: a yes lets it in, nothing does not, and what is
# typed meanwhile is said as ever; off a terminal it is refused, with a hint that names the room's own verb (000-38, 001-5).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"
# shellcheck source=../tmux.sh
source "$SCENARIOS/tmux.sh"

terminal t host 120x24
run t 'socketplay room host --name den --no-advertise --bind 127.0.0.1'
shows t 'Room "den" on port'
address=127.0.0.1:$(picture t | sed -nE 's/.*on port ([0-9]+).*/\1/p')
speaking 'bob!' socketplay room join --nick bob --plain --address "$address" --json
shows t '^127.0.0.1 speaks the original, unencrypted protocol. Let it in\? \[y/N\]$'
enter t 'who is it?'
# A yes that comes too soon to have been meant is said too.
sleep 0.6
enter t y
await 'bob!' "$(event roster)"
grep -oE '"security":"[a-z0-9]+"' 'bob!.out'
say 'bob!' 'it is me'
shows t '^bob: it is me$'
enter t y
await 'bob!' '"text":"y"'
grep -c '"from":"host"' 'bob!.out'

echo "--- from another address, and not let in; from the first it need not be asked again"
# call ADDRESS: a plain member from there; whether the room lets it in.
call() {
  PYTHONPATH=$SCENARIOS python3 - "${address#*:}" "$1" << 'END'
import socket, sys
from room_packets import Member
member = Member(int(sys.argv[1]), source=sys.argv[2])
member.line.settimeout(8)
member.say("room-join", version=1, nick="eve")
print(sys.argv[2], "came in" if member.await_verb("room-welcome") else "was turned away")
END
}
call 127.0.0.2 > eve.out &
shows t '^127.0.0.2 speaks'
sleep 0.6
press t Enter
shows t 'somebody at "127.0.0.2" speaks .* was turned away'
shows t 'hint: let it in: socketplay room host --allow-plain'
wait $!
cat eve.out
call 127.0.0.1
echo "--- one that says nothing is asked about by nobody"
python3 - "${address#*:}" << 'END'
import socket, sys
line = socket.create_connection(("127.0.0.1", int(sys.argv[1])), 8, ("127.0.0.3", 0))
print("it was sent away:", line.recv(1) == b"")
END
hides t '127.0.0.3'
enter t /quit
shows t '^left: 0$'

echo "--- off a terminal"
room_host den
: > carl.out
(exec_as 'carl!' socketplay room join --nick carl --plain --address "$address") < /dev/null 2> carl.err || echo "carl: $?"
await host '"code":23'
grep -oE '"hint":"[^"]*"' host.out
(exec_as 'carl!' socketplay room join --nick carl --address "$address") < /dev/null 2> carl.err || echo "carl: $?"
sed -E "s/$address/ADDRESS/" carl.err
finish host || echo "the host ended with $?"
