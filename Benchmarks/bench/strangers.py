"""What people cost a host who have no business there, and whether a known one gets in meanwhile."""

import socket
import ssl
import statistics
import threading
import time

from bench.ends import End
from bench.machine import cpu, mib

SILENT = 16
HANDSHAKES_A_SECOND = 20
SECONDS = 60
VISITS = 5


def address(number):
    """Another address of this machine for each number."""
    return f"127.1.{number // 250}.{1 + number % 250}", 0


def one_address(_):
    """The same address for all."""
    return "127.1.0.1", 0


class Silent(threading.Thread):
    """Connects, says nothing, and comes again when it is sent away."""

    def __init__(self, port, source, over):
        super().__init__(daemon=True)
        self.port, self.source, self.over = port, source, over

    def run(self):
        while not self.over.is_set():
            try:
                with socket.create_connection(("127.0.0.1", self.port), 20, self.source) as line:
                    line.settimeout(1)
                    while not self.over.is_set():
                        try:
                            if not line.recv(1):
                                break
                        except TimeoutError:
                            pass
            except OSError:
                pass
            # Its source is delayed; it keeps a place among those that wait.
            self.over.wait(0.2)


class Handshake(threading.Thread):
    """Shows a key that nobody knows, says a proper HELLO, and is sent away."""

    def __init__(self, port, context, source, outcomes):
        super().__init__(daemon=True)
        self.port, self.context, self.source, self.outcomes = port, context, source, outcomes

    def run(self):
        hello = b"SPLAYhi1" + bytes(16) + b"s" * 16 + b"stranger".ljust(32, b"\0") + bytes(24)
        try:
            with socket.create_connection(("127.0.0.1", self.port), 20, self.source) as line:
                line.settimeout(20)
                with self.context.wrap_socket(line) as end:
                    end.sendall(hello)
                    self.outcomes.append(end.recv(48)[8])
        except (OSError, IndexError):
            self.outcomes.append(None)


def stranger(program, folder):
    """All of it from one address, as from one machine: the gate lets that wait more and more."""
    yield from strangers(program, folder, one_address, "one address")


def strangers(program, folder, address=address, whence=f"{SILENT + HANDSHAKES_A_SECOND * SECONDS:,} addresses"):
    """All of it, each from an address of its own: every handshake is gone through with."""
    known, stranger = folder / "known", folder / "stranger"
    host = End(program, known / "host", ["host", "--name", "bench", "--no-advertise", "--bind", "127.0.0.1"])
    port = host.wait("listening")["port"]
    guest = End(program, known / "guest", ["join", "--address", f"127.0.0.1:{port}"])
    guest.wait("connected")
    guest.run("say", "warm")
    guest.end()
    other = End(program, stranger / "end", ["host", "--no-advertise", "--bind", "127.0.0.1"])
    other.wait("listening")
    other.end()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["socketplay/1"])
    context.load_cert_chain(stranger / "identity" / "identity.pem")
    over, outcomes, visits = threading.Event(), [], []
    host.forget()
    before, used = host.peak(), cpu(host.process.pid)
    start = time.monotonic()
    for number in range(SILENT):
        Silent(port, address(100 + number), over).start()
    for number in range(SECONDS * HANDSHAKES_A_SECOND):
        time.sleep(max(0, start + number / HANDSHAKES_A_SECOND - time.monotonic()))
        Handshake(port, context, address(1000 + number), outcomes).start()
    spent, peak, seconds = cpu(host.process.pid) - used, host.peak(), time.monotonic() - start
    # What a known peer costs is not theirs, so it comes in a time of its own, with all of them still there.
    for number in range(VISITS * HANDSHAKES_A_SECOND):
        time.sleep(1 / HANDSHAKES_A_SECOND)
        Handshake(port, context, address(11_000 + number), []).start()
        if number % HANDSHAKES_A_SECOND == 10:
            visits.append(guest.run("say", "hello", "--address", f"127.0.0.1:{port}"))
    over.set()
    host.end()
    turned_away = sum(outcome == 2 for outcome in outcomes)
    yield (
        f"{SILENT} silent callers and {HANDSHAKES_A_SECOND} handshakes a second for {SECONDS} s from {whence}: CPU of the host",
        f"{100 * spent / seconds:.2f} % of a core", f"(under 2 %; {turned_away} of {len(outcomes)} were answered)",
    )
    yield "the same: growth of the host", mib(peak - before), "(under 2 MB)"
    yield (
        "the same: a known peer's say, process start to receipt", f"{statistics.median(visits) * 1000:.0f} ms",
        f"(under 1 s; the slowest of {VISITS} {max(visits) * 1000:.0f} ms)",
    )
