"""GNUstep's plser, asked through files: property lists on stdin -> the same as it writes them, in binary.

On stdin and stdout every item is 8 bytes of length, little-endian, then the item; an empty item where it failed.
"""

import pathlib
import subprocess
import sys
import tempfile

data = sys.stdin.buffer.read()
with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder) / "in.plist"
    while len(data) >= 8:
        length = int.from_bytes(data[:8], "little")
        source.write_bytes(data[8 : 8 + length])
        data = data[8 + length :]
        command = ["plser", "-Format", "NSPropertyListBinaryFormat_v1_0", source]
        answer = subprocess.run(command, capture_output=True, timeout=10).stdout
        sys.stdout.buffer.write(len(answer).to_bytes(8, "little") + answer)
