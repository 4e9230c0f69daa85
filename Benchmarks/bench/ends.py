"""Running ends of the program that is measured."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

from bench.machine import cpu, wait_for


class End:
    """A running `host` or `join` with folders of its own."""

    def __init__(self, program, folder, arguments, bus=None, on=()):
        self.program = [*on, program]
        self.folder = folder
        self.log = folder / "events"
        for name in ("receive", "config", "state", "run"):
            (folder / name).mkdir(mode=0o700, parents=True, exist_ok=True)
        self.environment = dict(
            os.environ,
            SOCKETPLAY_DIR=str(folder / "receive"),
            SOCKETPLAY_HOME=str(folder.parent / "identity"),
            SOCKETPLAY_STATE=str(folder / "state"),
            SOCKETPLAY_RUNTIME=str(folder / "run"),
            DBUS_SYSTEM_BUS_ADDRESS=bus or f"unix:path={folder}/no-bus",
        )
        with open(self.log, "wb") as log, open(folder / "talk", "wb") as talk:
            self.process = subprocess.Popen(
                [*self.program, *arguments, "--json"], env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=talk
            )

    def events(self, name):
        lines = self.log.read_text().splitlines()
        return [event for event in map(json.loads, lines) if event["event"] == name]

    def wait(self, name):
        def ready():
            if self.process.poll() is not None:
                sys.exit(f"bench: ended early: {(self.folder / 'talk').read_text()}")
            return self.events(name)

        wait_for(ready, name)
        return self.events(name)[-1]

    def run(self, *arguments):
        """Runs one verb through this session; the seconds from its start to its end."""
        start = time.perf_counter()
        done = subprocess.run(
            [*self.program, *arguments], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        seconds = time.perf_counter() - start
        if done.returncode != 0:
            sys.exit(f"bench: {' '.join(arguments)}: status {done.returncode}: {done.stderr}")
        return seconds

    def status(self):
        """What `status` says of this session."""
        done = subprocess.run([*self.program, "status", "--json"], env=self.environment, capture_output=True, check=True)
        return json.loads(done.stdout)

    def begin(self, *arguments):
        """Starts one verb through this session."""
        return subprocess.Popen(
            [*self.program, *arguments], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def peak(self):
        """The most memory held since `forget`, in KiB."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
        return 0

    def forget(self):
        pathlib.Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Pair:
    """A host and a joiner that are connected over loopback, plain unless told otherwise."""

    def __init__(self, program, folder, secure=False, host=()):
        host = ["host", "--name", "bench", "--no-advertise", "--bind", "127.0.0.1", *host]
        self.host = End(program, folder / "host", host if secure else [*host, "--allow-plain"])
        port = self.host.wait("listening")["port"]
        join = ["join", "--address", f"127.0.0.1:{port}"]
        self.join = End(program, folder / "join", join if secure else [*join, "--plain"])
        self.join.wait("connected")

    def cpu(self):
        """The seconds of CPU time that both have used so far."""
        return cpu(self.host.process.pid) + cpu(self.join.process.pid)

    def close(self):
        self.join.end()
        self.host.end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
