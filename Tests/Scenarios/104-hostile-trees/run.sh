#!/usr/bin/env bash
# A tree of names of every hostile kind: what is a name arrives under it, what is none is told by name, links and devices
# are counted, nothing stands outside the receive folder, and no escape reaches the terminal (000-29).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"

python3 - << 'X'
import os
import socket

os.makedirs(b"tree/-rf/..x/ ")
os.makedirs("tree/空 格/e\u0301")
names = [
    b"-r", b".bashrc", b"..x", b"...", b" ", b"a b", b"'", b'"', b"$(touch x)", b"`id`", b"a;b", b"*", b"~", b"%s%n",
    b"\\..\\x", b"con", b"x" * 200, b"x" * 201, b"y" * 255, b"new\nline", b"\x1b[31mred", b"tab\t", b"\x7f", b"bell\x07",
    b"\xff\xfe", b"\xc0\xaf", b"\xed\xa0\x80", "bi\u202edi".encode(), "\u2066iso".encode(), "\ufeffbom".encode(),
    "zwj \U0001F468\u200d\U0001F469".encode(), "\u00e9".encode(), "e\u0301".encode(), "空格".encode(), b"prefer.plist",
    b".song.0123456789abcdef.part",
]
for place in (b"tree", b"tree/-rf/..x/ "):
    for name in names:
        with open(place + b"/" + name, "wb") as file:
            file.write(name + place)
os.symlink("/etc", "tree/etc")
os.symlink("..", "tree/-rf/up")
os.symlink("tree", "tree/self")
os.symlink("nowhere", "tree/dangling")
os.mkfifo("tree/pipe")
socket.socket(socket.AF_UNIX).bind("tree/socket")
deep = "tree/deep" + "/d" * 80
os.makedirs(deep)
with open(deep + "/file", "w") as file:
    file.write("deep")
X
cd "$TMPDIR"
mkdir -p studio
echo canary > studio/canary
outside() { find . -path ./studio/receive -prune -o -path ./studio/state -prune -o -path ./laptop -prune -o -path ./studio/run -prune -o -type f -newer studio/canary -print; }
cd work
start host studio socketplay host --name studio --no-advertise --json
to=127.0.0.1:$(port host)
status=0
as laptop socketplay send-file tree --address "$to" > sent 2> err || status=$?
echo "status: $status"
# shellcheck disable=SC1003 # a byte, not an escape
if LC_ALL=C grep -qE "$(printf '[\001-\010\013-\037\177]')" sent err host.out; then echo "a control character came out"; fi
grep -oE '[0-9]+ (of what was sent did not arrive|links.*|entries.*)' err
python3 - "$TMPDIR/studio/receive" << 'X'
import os
import sys
import unicodedata

bad = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
root = os.fsencode(sys.argv[1])
arrived = refused = 0
for folder, folders, files in os.walk(b"tree"):
    for name in files:
        source = folder + b"/" + name
        if os.path.islink(source) or not os.path.isfile(source):
            continue
        target = root + b"/" + source
        try:
            text = source.decode()
            fits = all(len(part.encode()) <= 200 for part in text.split("/")) and len(text.split("/")) <= 64
            fits = fits and not any(unicodedata.category(c) == "Cc" or c in bad for c in text)
        except UnicodeDecodeError:
            fits = False
        try:
            there = open(target, "rb").read() == open(source, "rb").read()
        except OSError:
            there = False
        # One name in two normal forms is one name: the second is numbered.
        if fits and not there:
            stem = root + b"/" + folder
            there = os.path.isdir(stem) and any(
                entry.endswith(b" (2)") and open(stem + b"/" + entry, "rb").read() == open(source, "rb").read()
                for entry in os.listdir(stem) if os.path.isfile(stem + b"/" + entry))
        if fits != there:
            print("expected" if fits else "not expected", repr(source))
        arrived += there
        refused += not there
print(arrived, "arrived,", refused, "did not")
for folder, folders, files in os.walk(root):
    for name in folders + files:
        if os.path.islink(folder + b"/" + name):
            print("a link", name)
X
find "$TMPDIR/studio/receive" -name '*.part' -newer "$TMPDIR/studio/canary" -name '.tree*' | wc -l
(cd "$TMPDIR" && outside | grep -vE '^./(work|config|home|bin|run)/|^./std(out|err)$' || true)
finish host || true
