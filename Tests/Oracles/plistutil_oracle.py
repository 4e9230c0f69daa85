"""libplist's plistutil, asked through files: property lists on stdin -> the same as it writes them, as `bin` or `xml`.

On stdin and stdout every item is 8 bytes of length, little-endian, then the item; an empty item where it failed.
"""

import pathlib
import subprocess
import sys
import tempfile

form = sys.argv[1]
data = sys.stdin.buffer.read()
with tempfile.TemporaryDirectory() as folder:
    source, target = pathlib.Path(folder) / "in", pathlib.Path(folder) / "out"
    while len(data) >= 8:
        length = int.from_bytes(data[:8], "little")
        source.write_bytes(data[8 : 8 + length])
        data = data[8 + length :]
        target.unlink(missing_ok=True)
        subprocess.run(["plistutil", "-i", source, "-o", target, "-f", form], capture_output=True, timeout=10)
        answer = target.read_bytes() if target.exists() else b""
        sys.stdout.buffer.write(len(answer).to_bytes(8, "little") + answer)
