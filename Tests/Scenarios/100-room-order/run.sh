#!/usr/bin/env bash
# Three members say 1,000 texts each as fast as they can: everybody, the host included, sees every text once, in one order,
# and each member's own in the order in which they were said (001-9).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den
room_join eve eve
for nick in ann bob cat; do
  seq -f "$nick %g" 1000 > "$nick.txt"
  : > "$nick.out"
  exec_as "$nick" socketplay room join --nick "$nick" --address "$address" --json < "$nick.txt" > "$nick.out" &
  ids[$nick]=$!
done
# Their input ends: each leaves once all it said is heard.
for nick in ann bob cat; do wait "${ids[$nick]}" && echo "$nick left with 0"; done
for label in host eve; do await "$label" "$(event text)" 3000; done
python3 - << 'END'
import json
def texts(name):
    events = [json.loads(line) for line in open(name + ".out")]
    return [(e["seq"], e["from"], e["text"]) for e in events if e["event"] == "text"]
host = texts("host")
print("numbers rise:", [seq for seq, _, _ in host] == list(range(1, 3001)))
print("one order:", texts("eve") == host)
for nick in ("ann", "bob", "cat"):
    print(nick, [text for _, who, text in host if who == nick] == [f"{nick} {i}" for i in range(1, 1001)])
END
