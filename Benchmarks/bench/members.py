"""Members of a room under TLS, with Python's own library: what each costs the room's host in memory."""

import socket
import ssl
import struct

from bench import room_frames


def context(identity):
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    made.check_hostname = False
    made.verify_mode = ssl.CERT_NONE
    made.load_cert_chain(identity)
    made.set_alpn_protocols(["socketplay/1"])
    return made


def hello(number):
    """The 96 bytes that a joiner says first; each is another session of the same key."""
    return b"SPLAYhi1" + bytes(16) + struct.pack(">16s", b"%016d" % number) + b"bench".ljust(32, b"\0") + bytes(24)


def members(port, identity, count):
    """So many members of the room at that port, by the host's own key, each in once this returns."""
    made = context(identity)
    lines = []
    for number in range(count):
        line = made.wrap_socket(socket.create_connection(("127.0.0.1", port)))
        line.sendall(hello(number))
        answer = line.recv(48)
        if answer[:9] != b"SPLAYok1\0":
            raise SystemExit(f"bench: the room answered {answer!r}")
        line.sendall(room_frames.package("room-join", {"version": 1, "nick": f"m{number:06}"}))
        line.recv(1)
        lines.append(line)
        # What is told of the others' coming must not pile up at those who are in.
        if number % 50 == 49:
            drain(lines)
    drain(lines)
    return lines


def drain(lines):
    for line in lines:
        line.setblocking(False)
        try:
            while line.recv(65536):
                pass
        except (ssl.SSLWantReadError, BlockingIOError):
            pass
        line.setblocking(True)
