#!/usr/bin/env bash
# Standard descriptors that are closed, or open the wrong way round, are an error of that command alone.
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

start host studio socketplay host --name studio --no-advertise --json
start join laptop socketplay join --address "127.0.0.1:$(port host)" --json
await join "$(event connected)"

as laptop socketplay send-file - --as x 2> /dev/null <&- || echo "no input: $?"
as laptop socketplay send-file - --as x 2> /dev/null 0> unreadable || echo "input that cannot be read: $?"
as laptop socketplay status 2> /dev/null >&- || echo "no output: $?"
as laptop socketplay status 2> /dev/null > /dev/full || echo "full output: $?"
as laptop socketplay status 2> /dev/null 1< /dev/null || echo "output that cannot be written: $?"
as laptop socketplay say hello > /dev/null 2>&- && echo "no error output"
printf 'line' | as laptop socketplay send-file - --as x > /dev/null 2>&1 && cat "$TMPDIR/studio/receive/x" && echo
finish join || echo "join ended with $?"
finish host || echo "host ended with $?"
