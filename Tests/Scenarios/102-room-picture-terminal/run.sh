#!/usr/bin/env bash
# A terminal that answers that it shows pictures is sent the canvas as PNG files (kitty's protocol); what it says otherwise is
# nothing that is typed (004-3).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den
echo '{"path":[{"x":0,"y":100},{"x":375,"y":100}],"width":60,"color":1,"screenW":375,"screenH":667}' > line.json
say host "/draw $PWD/line.json"
await host "$(event stroke)"
mkdir -p "$TMPDIR/bob"
as bob python3 - "$address" << 'END'
import base64, fcntl, os, pty, re, select, struct, sys, termios, time
process, terminal = pty.fork()
if process == 0:
    os.environ["TERM"] = "xterm-kitty"
    os.execvp("socketplay", ["socketplay", "room", "join", "--nick", "bob", "--address", sys.argv[1]])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
seen, asked, pictures, typed = b"", False, [], False
end = time.monotonic() + 20
while time.monotonic() < end:
    if not select.select([terminal], [], [], 0.2)[0]:
        continue
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    seen += data
    if not asked and b"\x1b_Gi=31,s=1,v=1,a=q" in seen:
        asked = True
        os.write(terminal, b"\x1b_Gi=31;OK\x1b\\\x1b_Gi=7;nonsense\x1b\\")
    parts = re.findall(rb"\x1b_G([^;]*);([^\x1b]*)\x1b\\", seen)
    pictures, current = [], b""
    for head, text in parts:
        if b"a=q" in head:
            continue
        current += text
        if b"m=0" in head:
            pictures.append((head if b"a=T" in head else b"", base64.b64decode(current)))
            current = b""
    if pictures and not typed:
        typed = True
        os.write(terminal, b"hello\r/quit\r")
status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
picture = pictures[-1][1]
print("a PNG of", *struct.unpack(">II", picture[16:24]), picture[1:4].decode())
print("over 42 by 21 cells:", b"c=42,r=21" in seen)
print("taken away at the end:", b"a=d,d=I" in seen, "left with", status)
END
grep -oE '"from":"bob".*"text":"[^"]*"' host.out
