#!/usr/bin/env bash
# Files of every odd size come through as they are: none, one byte, a chunk and one more or less, and around 2^31 (000-10, 000-31).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

mkdir odd
for size in 0 1 8 204799 204800 204801 409599 409600 409601 1048575 1048576 1048577; do head -c $size /dev/urandom > odd/$size; done
start host studio socketplay host --name studio --no-advertise --json
address=127.0.0.1:$(port host)
as laptop socketplay send-file odd --address "$address" | wc -l
diff -r odd "$TMPDIR/studio/receive/odd" && echo "equal"
(cd odd && as laptop socketplay send-file --address "$address" -- * | grep -c stored)
for file in odd/*; do cmp "$file" "$TMPDIR/studio/receive/${file#odd/}"; done
for file in odd/*; do
  as laptop socketplay send-file - --as "pipe${file#odd/}" --address "$address" < "$file" > /dev/null
  cmp "$file" "$TMPDIR/studio/receive/pipe${file#odd/}"
done
if [ -n "$SOCKETPLAY_LONG" ]; then
  for size in 2147483647 2147483648 2147483649; do
    truncate -s $size huge
    printf 'end' | dd of=huge bs=1 seek=$((size - 3)) conv=notrunc 2> /dev/null
    as laptop socketplay send-file huge --as "$size" --address "$address" > /dev/null
    cmp huge "$TMPDIR/studio/receive/$size" && rm "$TMPDIR/studio/receive/$size"
  done
fi
find "$TMPDIR/studio/receive" -name '.*' -type f
finish host || true
