#!/usr/bin/env bash
# Ten wrong tokens burn a code, a new run of the host knows no old one, a slip is found before anything is sent, and what
# is typed in lower case without dashes is the code (000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

pair() { # NAME CODE: the exit status of who comes with that code in a file, and the hint of where it went wrong
  local status=0
  (umask 077 && printf '%s\n' "$2" > "$TMPDIR/typed")
  # Whoever has failed from an address waits there.
  until status=0 && as "$1" socketplay say hello --address "127.0.0.1:$number" --code-file "$TMPDIR/typed" --timeout 15 \
    > out 2> err < /dev/null || status=$? && [ "$status" != 4 ]; do sleep 0.2; done
  echo "$status $(grep -o -m1 -E 'holds no pairing code|not that of|did not take' err || true)"
}
begin() {
  start host studio! socketplay host --name studio --no-advertise --code-file "$TMPDIR/code" --json
  number=$(port host)
  code=$(cat "$TMPDIR/code")
}
as thief! socketplay id > /dev/null
begin

echo "-- slips, of which the host hears nothing"
swapped=$(sed -E 's/^(.)(.)/\2\1/' <<< "$code")
[ "$swapped" = "$code" ] && swapped=${code/[2-9]/1}
for slip in "$swapped" "${code%?}" "${code}0" "U${code#?}" ""; do pair laptop! "$slip"; done
grep -c -E "$(event warning)|$(event error)" host.out || true

echo "-- ten wrong tokens"
cat > guess.py << 'Y'
import sys

sys.path.insert(0, sys.argv[3])
import attacker

answers = []
for guess in range(int(sys.argv[4])):
    end, status = attacker.joiner(int(sys.argv[1]), sys.argv[2], 1, bytes([guess] * 5), f"127.0.0.{10 + guess}")
    answers.append(status)
    # What is said in the hope to be let in all the same is not read.
    try:
        end.send(attacker.greeting("join"))
    except OSError:
        pass
    assert not end.is_open(5)
print(*answers)
Y
python3 guess.py "$number" "$TMPDIR/thief!/config/identity.pem" "$SCENARIOS" 9
[ -e "$TMPDIR/code" ] && echo "the code stands"
python3 guess.py "$number" "$TMPDIR/thief!/config/identity.pem" "$SCENARIOS" 1
[ -e "$TMPDIR/code" ] || echo "the code's file is gone"
echo "the right one: $(pair laptop! "$code")"
finish host || true

echo "-- the host begins again"
old=$code
begin
[ "$old" != "$code" ] && echo "another code"
echo "the old one: $(pair laptop! "$old")"
echo "in lower case, without dashes: $(pair laptop! "$(tr -d - <<< "${code,,}")")"
echo "a second time: $(pair other! "$code")"
as studio! socketplay peers | grep -c sha256
finish host || true

echo "-- the code's file"
begin
mkfifo -m 600 pipe
cat "$TMPDIR/code" > pipe &
status=0
as phone! socketplay say hello --address "127.0.0.1:$number" --code-file pipe > out 2>&1 || status=$?
echo "a pipe: $status"
as studio! socketplay forget "$(as studio! socketplay peers --json | grep -o '"name": *"[^"]*"' | tail -n 1 | cut -d '"' -f 4)" > /dev/null
finish host || true
begin
status=0
as tablet! socketplay say hello --address "127.0.0.1:$number" --code-file <(cat "$TMPDIR/code") > out 2>&1 || status=$?
echo "of another process: $status"
for mode in 644 640 602; do
  install -m "$mode" "$TMPDIR/code" loose 2> /dev/null || install -m "$mode" /dev/null loose
  status=0
  as pad! socketplay say hello --address "127.0.0.1:$number" --code-file loose > out 2>&1 || status=$?
  echo "mode $mode: $status $(grep -o 'chmod 600 .*' out | sed "s|$PWD/||")"
done
for file in /tmp /dev/null; do
  status=0
  as pad! socketplay say hello --address "127.0.0.1:$number" --code-file "$file" > out 2>&1 || status=$?
  echo "$file: $status $(grep -c chmod out || true) $(grep -o 'neither a file nor a pipe' out)"
done
finish host || true
