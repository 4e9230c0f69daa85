#!/usr/bin/env bash
# dconf, step by step: a key that a folder hides is left alone, a step that fails leaves all as it was, and what cannot be put back is
# named; without a session bus it says so (000-8, 000-32).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

for tool in dconf dbus-run-session; do
  command -v $tool > /dev/null || { echo "there is no $tool" >&2; exit 77; }
done
[ -e /usr/share/dbus-1/services/ca.desrt.dconf.service ] || { echo "there is no dconf-service" >&2; exit 77; }

prefs() { as studio socketplay prefs "$@" --file dconf:/org/example/ 2>&1 || echo "status $?"; }
if [ -z "${INSIDE:-}" ]; then
  prefs set a 1 | cut -d : -f 1-4 | sed -E 's/without a D-Bus session bus.*/without a D-Bus session bus/'
  export INSIDE=1
  exec dbus-run-session -- bash "$0"
fi

real=$(command -v dconf)
dconf write /org/example/a 5
dconf write /org/example/a/x 2
dconf write /org/example/b 1
dconf write /org/example/c 1
prefs ls -r
prefs set b 2
dconf dump /org/example/
prefs unset a
dconf write /org/example/a/x 2

echo "--- a step fails"
# One that fails where the file says so.
mkdir fake
cat > fake/dconf << X
#!/bin/sh
if grep -q "^\$1" "$PWD/failing" 2> /dev/null; then
  if [ "\$1" = reset ] && ! grep -q "^\$1 \$2\$" "$PWD/failing"; then exec "$real" "\$@"; fi
  echo "error: it is broken" >&2
  exit 1
fi
exec "$real" "\$@"
X
chmod +x fake/dconf
PATH=$PWD/fake:$PATH
dconf dump /org/example/ > before
echo 'reset /org/example/c' > failing
prefs unset b c
"$real" dump /org/example/ | cmp - before && echo "as it was"
echo 'load' > failing
echo '{"b": 7}' > seven.json
prefs import seven.json
"$real" dump /org/example/ | cmp - before && echo "as it was"
printf 'reset /org/example/c\nload\n' > failing
prefs unset b c
"$real" dump /org/example/ | diff - before || true
rm failing
prefs log | tail -n 2 | sed -E 's/[0-9-]{10}T[0-9:]{8}Z/WHEN/'

echo "--- dconf watch ends, and is there again"
start watch studio socketplay prefs watch --file dconf:/org/example/ --json
seen() { # N: sets it until it is seen
  tries=0
  until grep -q "\"to\":$1[,}]" watch.out; do
    tries=$((tries + 1))
    [ $tries -lt 80 ] || { echo "nobody saw $1"; cat watch.out; exit 1; }
    "$real" reset /org/example/n
    "$real" write /org/example/n "$1"
    sleep 0.1
  done
  echo "saw $1"
}
seen 1
for child in $(pgrep -P "${ids[watch]}"); do kill -KILL "$child"; done
seen 2
finish watch || true
