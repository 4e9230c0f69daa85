#!/usr/bin/env python3
"""The pairing code of a host, calculated by other means: pairing_code.py KEY-HASH-HEX TOKEN-HEX"""

import hashlib
import sys

host = int(sys.argv[1], 16) >> (256 - 100)
token = int(sys.argv[2], 16)
bits = host << 40 | token
checksum = int.from_bytes(hashlib.sha256((bits << 4).to_bytes(18, "big")).digest(), "big") >> (256 - 10)
code = bits << 10 | checksum
characters = ["0123456789ABCDEFGHJKMNPQRSTVWXYZ"[code >> 5 * place & 31] for place in reversed(range(30))]
print("-".join("".join(characters[group:group + 5]) for group in range(0, 30, 5)))
