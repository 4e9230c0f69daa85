#!/usr/bin/env bash
# The known peers of a running host are those of the file as it is: replaced, damaged, opened to others, made a folder, taken
# away; who is known comes in again as soon as it is right (000-38).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

as studio! socketplay trust laptop "$(as laptop! socketplay id)" > /dev/null
as laptop! socketplay trust studio "$(as studio! socketplay id)" > /dev/null
start host studio! socketplay host --name studio --no-advertise --peers 3 --json
address=127.0.0.1:$(port host)
file=$TMPDIR/studio!/config/known_peers
cp -p "$file" right
said() { # LABEL
  local status=0
  as laptop! socketplay say "$1" --address "$address" --timeout 8 > out 2> err < /dev/null || status=$?
  echo "$1: $status"
}
said "as it is"
echo "x" >> "$file"
said "a bad line"
cp -p right "$file"
said "right again"
chmod 644 "$file"
said "open to others"
chmod 600 "$file"
said "closed again"
rm "$file"
mkdir "$file"
said "a folder"
rmdir "$file"
said "gone"
ln -s "$PWD/right" "$file"
said "a link"
rm "$file"
mkfifo -m 600 "$file"
said "a pipe"
rm "$file"
sed 's/may=prefs,files/may=none/' right > "$file"
chmod 600 "$file"
said "without rights"
echo x > note
as laptop! socketplay send-file note --address "$address" > out 2> err || echo "a file: $?"
cp -p right "$file"
mv "$TMPDIR/studio!/config" "$TMPDIR/studio!/away"
said "the folder moved away"
mv "$TMPDIR/studio!/away" "$TMPDIR/studio!/config"
rm "$TMPDIR/studio!/config/identity.pem"
said "the identity gone from the disk"
[ -e "$TMPDIR/studio!/config/identity.pem" ] && echo "made anew"
grep -oE '"text": ?"[^"]*"' host.out | sort
finish host || true
