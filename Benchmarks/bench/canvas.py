"""How soon a stroke of 100,000 points and pictures of 10 MB full of `$` are at everybody's, and whether they are equal there."""

import json
import os
import pathlib
import random
import re
import socket
import subprocess
import threading
import time

from bench.machine import wait_for

POINTS, SIZE = 100_000, 10_000_000


class Talker:
    """A `room host` or `room join` that is typed at, with the moment of each of its events."""

    def __init__(self, program, folder, *arguments):
        self.receive = folder / "receive"
        folder.mkdir()
        home = {f"SOCKETPLAY_{key}": str(folder / key.lower()) for key in ("STATE", "RUNTIME")}
        self.process = subprocess.Popen(
            [program, "room", *arguments, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, **home, "SOCKETPLAY_DIR": str(self.receive), "SOCKETPLAY_HOME": str(folder.parent / "identity")})
        self.lines = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append((time.perf_counter(), line))

    def type(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def told(self, event):
        mark = b'"event":"%s"' % event.encode()
        return [(moment, line) for moment, line in self.lines if mark in line[:200]]

    def wait(self, event, count=1, seconds=20):
        wait_for(lambda: len(self.told(event)) >= count, event, seconds)
        return self.told(event)[count - 1]

    def end(self):
        self.process.kill()
        self.process.wait()


class Relayed:
    """An original client of the drawing relay: what it takes for strokes and for pictures."""

    def __init__(self, port):
        self.line = socket.create_connection(("127.0.0.1", port))
        self.strokes, self.pictures = [], []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        picture = b""
        while data := self.line.recv(65536):
            try:
                self.strokes.append(json.loads(data))
                continue
            except ValueError:
                pass
            try:
                data.decode()
            except ValueError:
                picture += data
                if picture.endswith(b"$"):
                    self.pictures.append((time.perf_counter(), picture[:-1]))
                    picture = b""


def jpeg(letter):
    """What begins and ends as a JPEG, and is full of one letter; now and then a byte that no text has."""
    body = (letter * 997 + b"\xff\x00" + letter) * (SIZE // 1000)
    return b"\xff\xd8\xff\xda\x00\x03\x00" + body + b"\xff\xd9"


def canvas(program, folder):
    """One room, two members and an original client of the drawing relay."""
    points = [(random.randrange(37500) / 100, random.randrange(66700) / 100) for _ in range(POINTS)]
    line = {"path": [{"x": x, "y": y} for x, y in points], "width": 2, "color": 1, "screenW": 375, "screenH": 667}
    (folder / "line.json").write_text(json.dumps(line))
    pictures = [(folder / name, jpeg(letter)) for name, letter in (("dollars", b"$"), ("percents", b"%"))]
    for path, data in pictures:
        path.write_bytes(data)
    host = Talker(program, folder / "host", "host", "--name", "bench", "--no-advertise", "--bind", "127.0.0.1", "--listen", "draw:0")
    talkers = [host]
    try:
        _, drawing = host.wait("listening", 2)
        port = json.loads(host.wait("listening")[1])["port"]
        for nick in ("ann", "bob"):
            talkers.append(Talker(program, folder / nick, "join", "--nick", nick, "--address", f"127.0.0.1:{port}"))
            talkers[-1].wait("roster")
        ann, bob = talkers[1:]

        start = time.perf_counter()
        ann.type(f"/draw {folder / 'line.json'}")
        # Compared once all have it: that takes this program longer than it took them.
        moments = [talker.wait("stroke")[0] for talker in talkers]
        for talker in talkers:
            _, told = talker.wait("stroke")
            if [tuple(point) for point in json.loads(told)["points"]] != points:
                raise SystemExit("bench: the stroke is another one")
        yield f"a stroke of {POINTS:,} points at three ends", f"{max(moments) - start:.2f} s", "under 1, equal and in order"

        # Who comes now has only the pictures to wait for.
        host.type("/clear")
        host.wait("clear")
        relayed = Relayed(int(re.search(rb'"port":(\d+)', drawing)[1]))
        wait_for(lambda: any(b'"127.0.0.1:' in told for _, told in host.told("roster")), "the original client")
        start = time.perf_counter()
        for talker, (path, _) in zip((ann, bob), pictures):
            talker.type(f"/picture {path}")
        moments = [talker.wait("picture", 2)[0] for talker in talkers]
        wanted = sorted(data for _, data in pictures)
        for talker in talkers:
            if sorted(path.read_bytes() for path in pathlib.Path(talker.receive).iterdir()) != wanted:
                raise SystemExit("bench: a picture is another one")
        yield "two pictures of 10 MB of `$` and `%` at once, at three ends", f"{max(moments) - start:.2f} s", "equal"
        wait_for(lambda: len(relayed.pictures) == 2, "the original client's pictures", 90)
        if sorted(data for _, data in relayed.pictures) != wanted:
            raise SystemExit("bench: the original client has another picture")
        yield "the same at an original client, in writes it can read", f"{relayed.pictures[-1][0] - start:.1f} s", "equal"
    finally:
        for talker in talkers:
            talker.end()
