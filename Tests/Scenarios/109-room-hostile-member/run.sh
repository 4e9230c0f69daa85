#!/usr/bin/env bash
# A plain member that lies: nicks that are none, packets out of order or out of bounds, verbs that are the room's own. It is
# refused, denied or sent away; the others notice nothing (001-10, 001-12, 004-17, 000-27, 000-28).
# shellcheck source=../lib.sh
source "$SCENARIOS/lib.sh"
# shellcheck source=../rooms.sh
source "$SCENARIOS/rooms.sh"

room_host den --allow-plain=127.0.0.1/32
room_join ann ann
PYTHONPATH=$SCENARIOS PYTHONDONTWRITEBYTECODE=1 python3 - "${address#*:}" << 'END'
import struct, sys
from room_packets import Member, package
port = int(sys.argv[1])

for nick in ("", "a:b", "msg", "\x1b[31m", "\u202eeve", "x" * 65, "/quit", " eve", "HOST", "ann"):
    member = Member(port)
    member.say("room-join", version=1, nick=nick)
    refused, welcome = None, None
    while packet := member.hear():
        if packet[0] == "room-refused":
            refused = packet[1]
            break
        if packet[0] == "room-welcome":
            welcome = packet[1]
            break
    print(ascii(nick[:8]), refused.get("nick", refused["reason"]) if refused else welcome["nick"])
    member.line.close()

def entered(nick):
    member = Member(port)
    member.say("room-join", version=1, nick=nick)
    assert member.await_verb("room-welcome")["nick"] == nick
    member.await_verb("room-roster")
    return member

eve = entered("eve")
def stroke(n, **other):
    fields = dict(n=n, part=0, last=True, width=5.5, color=1, screenW=375.0, screenH=667.0, erase=False, points=struct.pack(">4d", 1, 2, 3, 4))
    return {**fields, **other}
number = 0
for name, other in (
    ("points that are no numbers", dict(points=struct.pack(">2d", float("nan"), 1))),
    ("a screen of no size", dict(screenW=0.0)), ("a screen without end", dict(screenH=float("inf"))),
    ("no colour", dict(color=9)), ("half a point", dict(points=b"1234567")), ("no points", dict(points=b"")),
    ("a part from the middle", dict(part=5)), ("a width below zero", dict(width=-1.0)),
):
    number += 1
    eve.say("room-stroke", **stroke(number, **other))
    print(name + ":", eve.await_verb("room-denied")["reason"])
eve.say("room-text", n=number + 1, text="")
print("no text:", eve.await_verb("room-denied")["reason"])
eve.say("room-text", n=number + 2, text="x" * 70000)
print("too long a text:", eve.await_verb("room-denied")["reason"])
eve.say("room-file", n=number + 3, kind="picture", size=1 << 60, offset=(1 << 60) - 3, data=b"abc")
eve.say("room-file", n=number + 4, kind="picture", size=65 << 20, offset=0, data=b"abc")
# None of these is a member's, or anything at all: ignored.
eve.say("room-welcome", version=1, room="x", nick="x", token=b"x", heard=0, last=0, anew=True)
eve.say("room-changes", members=[{"nick": "host", "online": False}])
eve.say("room-join", version=1, nick="again")
eve.send(package("room-text", b"bplist00 is none"))
eve.send(package("room-text", dict(n=99, text="not of this kind"), kind=2))
eve.say("room-ping", token=7)
print("still in:", eve.await_verb("room-pong") == {"token": 7})
# Each ping has its own answer, said again or not.
for token in (7, 8, 8, 9, 7):
    eve.say("room-ping", token=token)
print("pongs:", [eve.await_verb("room-pong")["token"] for _ in range(5)])
eve.say("room-text", n=number + 5, text="here I am")
eve.say("room-text", n=number + 5, text="said twice")
print("heard:", eve.await_verb("room-text")["text"])

for name, data in (
    ("a frame without end", struct.pack("<Q", (1 << 63) - 1)), ("a frame too long", struct.pack("<Q", (256 << 10) + 1)),
    ("no archive", struct.pack("<Q", 16) + b"bplist00 is none"),
):
    other = entered("other")
    other.send(data)
    while packet := other.hear():
        if packet[0] == "room-bye":
            break
    print(name + ":", packet[1]["reason"] if packet else "the end")
    other.line.close()

early = Member(port)
early.say("room-text", n=1, text="not in yet")
print("before its nick:", early.await_verb("room-welcome"))
half = entered("half")
half.say("room-file", n=1, kind="stream", size=100, offset=0, data=b"a" * 50)
half.say("room-file", n=1, kind="stream", size=100, offset=70, data=b"a" * 30)
print("a file with a hole:", half.await_verb("room-bye"))
END
await ann 'here I am'
await ann '"nick":"half","online":false'
grep -oE '"text":"[^"]*"' ann.out
grep -cE '"event":"(stroke|picture|stream)"' ann.out || true
ls -A "$TMPDIR/host/receive" "$TMPDIR/ann/receive"
say ann 'all well'
await host 'all well'
