"""Clients of the three original systems, written from their protocols alone: prints what comes, one line a piece.

    original.py chat|im|draw PORT     reads lines: what to send, or `end`
"""
import json
import socket
import sys
import threading
import time

kind, port = sys.argv[1], int(sys.argv[2])
line = socket.create_connection(("127.0.0.1", port))
line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def tell(*words):
    print(*words, flush=True)


def whole(count):
    data = b""
    while len(data) < count:
        piece = line.recv(count - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data


def hear_chat():
    # An original takes each read for one message.
    while data := line.recv(65536):
        text = data.decode()
        if text.startswith("msg:"):
            tell(text.replace("\n", "|"))
            continue
        try:
            tell("roster", " ".join(f"{nick}={state}" for _, nick, state in json.loads(text)))
        except ValueError:
            tell("not json", text)


def hear_im():
    while True:
        head = b""
        while not head.endswith(b"\r\n"):
            head += whole(1)
        header = json.loads(head)
        body = whole(int(header["size"]))
        tell(header["messageType"], body.decode() if header["messageType"] == 0 else f"{len(body)} bytes")


def hear_draw():
    picture = b""
    while data := line.recv(65536):
        try:
            stroke = json.loads(data)
            assert isinstance(stroke, dict)
            tell("stroke", json.dumps(stroke, sort_keys=True))
            continue
        except (ValueError, AssertionError):
            pass
        try:
            tell("text", data.decode())
        except ValueError:
            picture += data
            if picture.endswith(b"$"):
                tell("picture", len(picture))
                picture = b""


def hear():
    try:
        {"chat": hear_chat, "im": hear_im, "draw": hear_draw}[kind]()
    except (EOFError, OSError):
        pass
    tell("closed")


threading.Thread(target=hear, daemon=True).start()
for typed in sys.stdin:
    typed = typed.rstrip("\n")
    if typed == "end":
        break
    if kind == "im":
        number, text = typed.split(" ", 1)
        body = open(text, "rb").read() if number != "0" else text.encode()
        line.sendall(b'{\n  "messageType" : %s,\n  "size" : "%d"\n}\r\n' % (number.encode(), len(body)) + body)
    elif typed.startswith("file "):
        line.sendall(open(typed[5:], "rb").read() + b"$")
    else:
        line.sendall(typed.encode())
    time.sleep(0.06)
line.close()
