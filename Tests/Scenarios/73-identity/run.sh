#!/usr/bin/env bash
# The private key is its user's alone: made so, refused in any other state, never made anew, and in no output (000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

as studio! socketplay id > first
as studio! socketplay id | cmp - first && echo "the same again"
home=$TMPDIR/studio!/config
stat -c '%a %n' "$home" "$home/identity.pem" | sed "s|$TMPDIR/||"
refused() {
  local before status=0
  before=$(sha256sum "$home/identity.pem")
  as studio! timeout 10 socketplay host --no-advertise > refused.out 2> refused.err || status=$?
  echo "$1: $status"
  cat refused.out refused.err
  [ "$before" = "$(sha256sum "$home/identity.pem")" ] || echo "it was changed"
}
chmod 644 "$home/identity.pem"
refused "others may read it"
chmod 600 "$home/identity.pem"
chmod 755 "$home"
refused "others may look into the folder"
chmod 700 "$home"
cp "$home/identity.pem" saved.pem
sed -i 's/^MC4C/MC4D/' "$home/identity.pem"
refused "damaged"
mv saved.pem elsewhere.pem
ln -sf "$PWD/elsewhere.pem" "$home/identity.pem"
refused "a link"
rm "$home/identity.pem"
cp elsewhere.pem "$home/identity.pem"
as studio! socketplay id | cmp - first && echo "as before"
# Its base64 stands in no output, no argument and no environment of a running host.
start host studio! socketplay host --no-advertise --json --verbose
await host "$(event listening)"
secret=$(sed -n 2p "$home/identity.pem")
cat "/proc/${ids[host]}/cmdline" "/proc/${ids[host]}/environ" host.out host.err | grep -c -a -F -- "$secret" || true
finish host || true
