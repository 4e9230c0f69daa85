#!/usr/bin/env bash
# Neither the private key nor a pairing code stands in arguments, environment, output, logs, names of files, or a core dump
# (threats: secrets; 000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio! socketplay host --name studio --no-advertise --pair --code-file "$TMPDIR/code" --verbose --json
number=$(port host)
code=$(cat "$TMPDIR/code")
# A joiner that stays, with the code in a file of its own.
install -m 600 "$TMPDIR/code" "$TMPDIR/copy"
start guest laptop! socketplay join --address "127.0.0.1:$number" --code-file "$TMPDIR/copy" --verbose --json
await guest "$(event connected)"
as laptop! socketplay say hello > say.out 2>&1
token=$(tr -d - <<< "$code")
keys=()
for user in studio laptop; do
  keys+=(-e "$(sed -n 2p "$TMPDIR/$user!/config/identity.pem")")
done
for label in host guest; do
  process=/proc/${ids[$label]}
  cat "$process/cmdline" "$process/environ" "$process/comm" | tr '\0' '\n' > "proc.$label"
  ls -l "$process/fd" > "fd.$label"
  grep -E '^Max core file size +0 +0 ' "$process/limits" | tr -s ' '
done
grep -rlFi -e "$code" -e "$token" "${keys[@]}" ./proc.* ./fd.* ./*.out ./*.err && echo "a secret is told"
find "$TMPDIR" -name "*$token*" -o -name "*$code*"
# Nowhere on the disk either, but where it belongs.
rm "$TMPDIR/copy"
grep -rlFi -e "$code" -e "$token" --exclude-dir=bin "$TMPDIR" 2> /dev/null | grep -v '/session$' || true
grep -rlF "${keys[@]}" --exclude-dir=bin "$TMPDIR" 2> /dev/null | sed "s|$TMPDIR/||" | sort
# The program itself holds none that is the same for everybody.
strings -n 8 "$(readlink -f "$TMPDIR/bin/socketplay")" 2> /dev/null | grep -E -c 'BEGIN (RSA |EC |ENCRYPTED )?PRIVATE KEY|^MC4CAQ' || true
finish guest || true
finish host || true
