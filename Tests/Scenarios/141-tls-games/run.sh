#!/usr/bin/env bash
# Whoever plays with TLS itself is ended at once or answered as the protocol says, and nobody else notices: records of a byte,
# certificates that are too large, goodbyes at the wrong time, messages that say nothing (threats: a stranger costs next to nothing).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio socketplay host --name studio --no-advertise --peers 20 --json
number=$(port host)
python3 "$SCENARIOS/141-tls-games/games.py" "$SCENARIOS" "$number" "$TMPDIR/config/identity.pem"
grep -oE '"text": ?"[^"]*"' host.out | sort
as laptop socketplay say "here still" --address "127.0.0.1:$number"
finish host || true
