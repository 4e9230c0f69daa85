"""The other programs that carry a file from here to there, each over 127.0.0.1.

A way is a function of source and target that gives the seconds from the sender's start until the file is there, and the
seconds of CPU time of both ends (None where they are not counted). Those that are not installed say what is missing.
"""

import getpass
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import threading
import time

from bench.machine import ROOT, cpu, free_port, listening, wait_for, wait_with_cpu

BARE = ROOT / ".build" / "bare"


class Failed(Exception):
    """Another program does not work here: it is left out, aloud."""


def pair(receive, send):
    """A receiver that listens, and a sender that connects to it; both end by themselves."""

    def way(source, target):
        port = free_port()
        names = {"PORT": str(port), "SOURCE": str(source), "TARGET": str(target)}
        fill = lambda command: [names.get(word, word.replace("PORT", str(port))) for word in command]
        with open(source, "rb") as input, open(target, "wb") as output:
            receiver = subprocess.Popen(fill(receive), stdin=subprocess.DEVNULL, stdout=output)
            wait_for(lambda: listening(port), receive[0])
            start = time.perf_counter()
            sender = subprocess.Popen(fill(send), stdin=input, stdout=subprocess.DEVNULL)
            used = wait_with_cpu(sender) + wait_with_cpu(receiver)
            seconds = time.perf_counter() - start
        if sender.returncode or receiver.returncode:
            sys.exit(f"bench: {send[0]} failed")
        return seconds, used

    return way


def bare(*how, program=BARE):
    def way(source, target):
        port = free_port()
        receiver = subprocess.Popen([program, "receive", str(port), target], stdout=subprocess.DEVNULL)
        wait_for(lambda: listening(port), "the bare receiver")
        start = time.perf_counter()
        sender = subprocess.Popen([program, "send", str(port), source, *how])
        used = wait_with_cpu(sender)
        seconds = time.perf_counter() - start
        return seconds, used + wait_with_cpu(receiver)

    return way


def socat(source, target):
    write = f"OPEN:{target},creat,trunc"
    return pair(
        ["socat", "-u", "-b", "262144", "TCP-LISTEN:PORT,bind=127.0.0.1", write],
        ["socat", "-u", "-b", "262144", f"OPEN:{source}", "TCP:127.0.0.1:PORT"],
    )(source, target)


class Rsync:
    """A daemon of its own for one folder, ended with `close`."""

    def __init__(self, folder):
        self.port = free_port()
        self.folder = folder / "rsync"
        self.folder.mkdir()
        settings = folder / "rsyncd.conf"
        settings.write_text(
            f"use chroot = no\nreverse lookup = no\n[bench]\npath = {self.folder}\nread only = no\n"
            + (f"uid = {os.getuid()}\ngid = {os.getgid()}\n" if os.getuid() == 0 else "")
        )
        self.daemon = subprocess.Popen(
            ["rsync", "--daemon", "--no-detach", f"--config={settings}", f"--port={self.port}", "--address=127.0.0.1"],
            stdin=subprocess.DEVNULL,
        )
        wait_for(lambda: listening(self.port), "the rsync daemon")

    def way(self, source, target):
        before = cpu(self.daemon.pid)
        start = time.perf_counter()
        sender = subprocess.Popen(["rsync", "--whole-file", source, f"rsync://127.0.0.1:{self.port}/bench/target"])
        used = wait_with_cpu(sender)
        seconds = time.perf_counter() - start
        if sender.returncode:
            sys.exit("bench: rsync failed")
        # The daemon's child is counted once it was waited for.
        time.sleep(0.1)
        (self.folder / "target").rename(target)
        return seconds, used + cpu(self.daemon.pid) - before

    def close(self):
        self.daemon.terminate()
        self.daemon.wait()


class Scp:
    """An sshd of its own with keys of its own, ended with `close`."""

    def __init__(self, folder, cipher):
        self.port = free_port()
        self.cipher = cipher
        for name in ("host", "user"):
            key = folder / f"{name}-key"
            if not key.exists():
                subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        self.key = folder / "user-key"
        settings = folder / f"sshd-{self.port}.conf"
        settings.write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host-key\nPidFile none\nUsePAM no\n"
            f"AuthorizedKeysFile {folder}/user-key.pub\nPasswordAuthentication no\nStrictModes no\n"
            "PermitRootLogin prohibit-password\nSubsystem sftp internal-sftp\n"
        )
        if os.getuid() == 0:
            pathlib.Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)
        self.daemon = subprocess.Popen([tool("sshd"), "-D", "-e", "-f", settings], stderr=subprocess.DEVNULL)
        wait_for(lambda: listening(self.port), "sshd")

    def way(self, source, target):
        options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "BatchMode=yes"]
        command = ["scp", "-q", "-F", "none", "-c", self.cipher, "-i", self.key, "-P", str(self.port)]
        for option in options:
            command += ["-o", option]
        start = time.perf_counter()
        subprocess.run([*command, source, f"{getpass.getuser()}@127.0.0.1:{target}"], check=True)
        return time.perf_counter() - start, None

    def close(self):
        self.daemon.terminate()
        self.daemon.wait()


class Silent:
    """A listener on loopback that takes connections and says nothing. Ended with `close`."""

    def __init__(self, port):
        self.listener = socket.create_server(("127.0.0.1", port))
        self.taken = []
        threading.Thread(target=self.take, daemon=True).start()

    def take(self):
        try:
            while True:
                self.taken.append(self.listener.accept())
        except OSError:
            pass

    def close(self):
        self.listener.close()


class Wormhole:
    """A mailbox server of its own; `program` sends directly over loopback. Ended with `close`.

    The server is PyPI's magic-wormhole-mailbox-server, in the environment that BENCH_WORMHOLE names. wormhole-william insists
    on reaching the public relay first, and cannot be told of another: it runs under a hosts file of its own, where that is a
    silent listener here, which takes root.
    """

    RELAY = ("transit.magic-wormhole.io", 4001)

    def __init__(self, folder, program):
        self.port = free_port()
        self.program = program
        self.folder = folder / f"wormhole-{self.port}"
        self.folder.mkdir()
        self.prefix, self.relay = [], None
        if program.endswith("wormhole-william"):
            hosts = self.folder / "hosts"
            hosts.write_text(f"127.0.0.1 localhost {self.RELAY[0]}\n")
            self.prefix = ["unshare", "--mount", "sh", "-c", f'mount --bind {hosts} /etc/hosts && exec "$@"', "sh"]
            self.relay = Silent(self.RELAY[1])
        self.server = subprocess.Popen(
            [twist(), "wormhole-mailbox", f"--port=tcp:{self.port}:interface=127.0.0.1",
             f"--channel-db={self.folder}/relay.sqlite", f"--usage-db={self.folder}/usage.sqlite"],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        wait_for(lambda: listening(self.port), "the mailbox server")

    def command(self, verb, *arguments):
        relay = f"ws://127.0.0.1:{self.port}/v1"
        if self.relay:
            return [*self.prefix, self.program, "--relay-url", relay, verb, *arguments]
        return [self.program, "--relay-url", relay, "--transit-helper", "", verb, *arguments]

    def way(self, source, target):
        code = "7-bench-line"
        environment = dict(os.environ, LANG="C.UTF-8", LC_ALL="C.UTF-8")
        william = self.program.endswith("wormhole-william")
        out = [] if william else ["-o", str(target)]
        place = target.parent / "wormhole-out"
        place.mkdir(exist_ok=True)
        start = time.perf_counter()
        sender = subprocess.Popen(
            self.command("send", "--code", code, str(source)), env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        accept = [] if william else ["--accept-file", "--hide-progress"]
        receiver = subprocess.Popen(
            self.command("recv", *accept, *out, code), env=environment, cwd=place, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True,
        )
        try:
            receiver.communicate("y\n", timeout=30)
            if sender.wait(timeout=20) or receiver.returncode:
                raise Failed(f"{self.program} failed")
        except subprocess.TimeoutExpired:
            raise Failed("it did not end within 30 s") from None
        finally:
            for process in (sender, receiver):
                process.kill()
                process.wait()
        seconds = time.perf_counter() - start
        if william:
            (place / source.name).rename(target)
        return seconds, None

    def close(self):
        if self.relay:
            self.relay.close()
        self.server.terminate()
        self.server.wait()


PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def tool(name):
    """A program, looked for where servers lie too; None where it is not installed."""
    return shutil.which(name, path=PATH)


def twist():
    """The runner of the mailbox server; None where it is not installed."""
    place = os.environ.get("BENCH_WORMHOLE", "")
    return shutil.which("twist", path=f"{place}/bin:{PATH}")
