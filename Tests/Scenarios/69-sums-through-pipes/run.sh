#!/usr/bin/env bash
# --sha256 of what goes through two pipes, and of a file that does: what sha256sum says, at both ends.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

head -c 3000000 /dev/urandom > song
sum=$(sha256sum song | cut -d ' ' -f 1)
for way in pipe file; do
  for form in text json; do
    json=()
    if [ "$form" = json ]; then json=(--json); fi
    : > host.err
    (exec_as studio socketplay host --name studio --no-advertise --bind 127.0.0.1 --receive-to - "${json[@]}") \
      > got 2> host.err &
    host=$!
    for _ in {1..200}; do
      number=$(sed -nE 's/.*(on port |"port": ?)([0-9]+).*/\2/p' host.err | head -n 1)
      [ -z "$number" ] || break
      sleep 0.05
    done
    if [ "$way" = pipe ]; then
      (exec_as laptop socketplay send-file - --as song --sha256 --address "127.0.0.1:$number" "${json[@]}") < song > sent 2> err
    else
      as laptop socketplay send-file song --sha256 --address "127.0.0.1:$number" "${json[@]}" > sent 2> err
    fi
    wait "$host"
    cmp song got
    echo "$way, $form: $(grep -c "$sum" sent) at the sender, $(grep -c "$sum" host.err) at the receiver"
  done
done
