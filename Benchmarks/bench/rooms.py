"""What a room delivers, beside mosquitto (QoS 0) with the same fan-out, what a member holds of memory, and what idle ones cost."""

import os
import re
import shutil
import subprocess
import time

from bench import members, room_frames
from bench.machine import ROOT, cpu, free_port, listening, wait_for

MEMBERS, MESSAGES, SIZE, IDLE, SECURE = 500, 400, 1024, 5000, 300


def memory(process):
    with open(f"/proc/{process.pid}/status") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


class Ends:
    """The servers of a run, each ended with it, and the crowd that calls them."""

    def __init__(self, program, folder):
        self.program, self.folder, self.processes = program, folder, []
        self.fan = folder / "fan"
        subprocess.run(["cc", "-O2", "-Wall", "-o", self.fan, ROOT / "Benchmarks" / "rooms" / "fan.c", "-lpthread"], check=True)

    def started(self, *command, **options):
        self.processes.append(subprocess.Popen(command, **options))
        return self.processes[-1]

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()

    def broker(self):
        port = free_port()
        settings = self.folder / "mosquitto.conf"
        settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\nset_tcp_nodelay true\n")
        process = self.started(shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin"), "-c", settings, stderr=subprocess.DEVNULL)
        wait_for(lambda: listening(port), "mosquitto")
        return process, port

    def room(self):
        home = {f"SOCKETPLAY_{key}": str(self.folder / "home" / key) for key in ("DIR", "HOME", "STATE", "RUNTIME")}
        port = free_port()
        process = self.started(
            self.program, "room", "host", "--name", "bench", "--no-advertise", "--bind", "127.0.0.1", "--port", str(port),
            "--allow-plain=127.0.0.0/8", "--quiet",
            env={**os.environ, **home}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        wait_for(lambda: listening(port), "the room")
        return process, port

    def crowd(self, port, members, messages, protocol):
        for name, data in zip(("join", "send"), protocol(members, messages, SIZE)):
            (self.folder / name).write_bytes(data)
        return self.started(
            self.fan, str(port), str(members), str(messages), self.folder / "join", self.folder / "send",
            stdout=subprocess.PIPE, text=True)


def delivered(ends, server, port, protocol):
    """Deliveries a second, and KiB of memory a member."""
    before = memory(server)
    output, _ = ends.crowd(port, MEMBERS, MESSAGES, protocol).communicate(timeout=120)
    count, seconds = re.search(r"delivered (\d+) ([0-9.]+)", output).groups()
    return int(count) / float(seconds), (memory(server) - before) / MEMBERS


def rooms(program, folder):
    """One sender and 500 members of a room, then 5,000 that say nothing."""
    folder.mkdir(exist_ok=True)
    ends = Ends(program, folder)
    try:
        broker = None
        if shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin"):
            broker = delivered(ends, *ends.broker(), room_frames.mqtt)
        rate, held = delivered(ends, *ends.room(), room_frames.room)
        ratio = f"{rate / broker[0]:.2f} of mosquitto's {broker[0]:,.0f} (at least 1)" if broker else "mosquitto is not installed"
        yield f"{MEMBERS} members, 1 KB texts", f"{rate:,.0f} deliveries a second", ratio
        yield "memory of a member that is written to", f"{held:.1f} KiB", "at most 64"
        ends.end()

        host, port = ends.room()
        before = memory(host)
        crowd = ends.crowd(port, IDLE, 0, room_frames.idle)
        seconds = float(re.search(r"joined ([0-9.]+)", crowd.stdout.readline())[1])
        yield f"{IDLE:,} members coming, each with the whole roster", f"{seconds:.1f} s", f"{seconds / IDLE * 1000:.2f} ms each"
        time.sleep(2)
        start = cpu(host.pid)
        time.sleep(20)
        yield f"{IDLE:,} idle members", f"{(cpu(host.pid) - start) * 5:.2f} % of a core", "under 1, with a ping of each in a minute"
        yield "memory of an idle member", f"{(memory(host) - before) / IDLE:.1f} KiB", "at most 64"
        ends.end()

        host, port = ends.room()
        before = memory(host)
        lines = members.members(port, folder / "home" / "HOME" / "identity.pem", SECURE)
        yield "memory of a member under TLS", f"{(memory(host) - before) / len(lines):.1f} KiB", "at most 64"
    finally:
        ends.end()
