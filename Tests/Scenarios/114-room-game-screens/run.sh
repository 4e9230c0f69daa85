#!/usr/bin/env bash
# A whole game between two terminals and a client of the original drawing relay: words to the drawer alone, a line drawn by
# mouse reaches the original as its JSON, guesses of it score, and the scores are the same everywhere (004-6, 004-7, 004-2).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"
# shellcheck source=../tmux.sh
source "$SCENARIOS/tmux.sh"

echo giraffe > words
room_host den --words "$PWD/words" --listen draw:0
await host '"dialect":"draw"'
draw=$(sed -nE 's/.*"port":([0-9]+).*"dialect":"draw".*/\1/p' host.out)
address=127.0.0.1:$(port host)
for nick in ann bob; do
  terminal $nick $nick
  run $nick "socketplay room join --nick $nick --address $address"
  shows $nick "here: .*$nick"
done
speaking draw python3 "$SCENARIOS/original.py" draw "$draw"
await host '"nick":"127.0.0.1:[0-9]+","online":true'
enter ann '/game start'

# turn DRAWER GUESSERS...: one turn, whoever draws.
drawer() { grep -oE '"what":"turn".*"drawer":"[^"]*"' host.out | tail -n 1 | sed -E 's/.*"drawer":"([^"]*)"/\1/'; }
for turn in 1 2 3; do
  await host '"what":"turn",' "$turn"
  who=$(drawer)
  case $who in
    ann | bob)
      shows "$who" 'draw this: "giraffe"'
      other=$([ "$who" = ann ] && echo bob || echo ann)
      write "$who" $'\e[<0;5;5M\e[<32;15;9M\e[<0;15;9m'
      await draw '^stroke .*"x": 4.5' || true
      shows "$other" "$who drew a line"
      enter "$who" 'it is a giraffe'
      shows "$who" 'that would tell the word'
      ;;
    *)
      await draw '^text .*giraffe'
      other=ann
      say draw '{"path" : [{"x" : 7, "y" : 8}, {"x" : 20, "y" : 30}], "width" : 5, "color" : 1, "screenW" : 100, "screenH" : 100}'
      shows ann 'drew a line of 2 points'
      shows bob 'drew a line of 2 points'
      enter bob 'Giraffe'
      ;;
  esac
  enter "$other" 'a horse?'
  await host '"text":"a horse\?"' "$turn"
  enter "$other" 'GIRAFFE'
  if [ "$who" = ann ] || [ "$who" = bob ]; then say draw giraffe; fi
  await host '"what":"turn-over"' "$turn"
done
await host '"what":"over"'
await draw 'game is over|over'
for nick in ann bob; do shows $nick 'the game is over'; done
python3 - << 'END'
import json
events = [json.loads(line) for line in open("host.out")]
games = [e for e in events if e["event"] == "game"]
print("drawers:", sorted("draw" if e["drawer"].startswith("127") else e["drawer"] for e in games if e["what"] == "turn"))
print("found:", sum(e["what"] == "guessed" for e in games))
over = [e for e in games if e["what"] == "over"][0]
print("all have points:", len(over["scores"]) == 3 and all(s["points"] >= 150 for s in over["scores"]))
print("the word was told to nobody:", not any(e.get("what") == "word" for e in games) and not any("iraffe" in str(e.get("text")) for e in events))
END
enter ann /quit
shows ann '^left: 0$'
say host /quit
shows bob '^left: 0$'
await draw '^closed'
