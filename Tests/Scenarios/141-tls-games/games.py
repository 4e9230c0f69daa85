"""A stranger and a proven peer who play with TLS itself: records, certificates, messages that say nothing, and goodbyes."""
import os
import socket
import ssl
import subprocess
import sys
import time

sys.path.insert(0, sys.argv[1])
import attacker

port, identity = int(sys.argv[2]), sys.argv[3]
sources = iter(range(10, 250))


class Bare:
    """TLS in memory, so that each byte of it goes out as a case wants it."""

    def __init__(self, cert=identity):
        self.inward, self.outward = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = attacker.context(ssl.PROTOCOL_TLS_CLIENT, cert).wrap_bio(self.inward, self.outward)
        self.line = attacker.call(port, f"127.0.0.{next(sources)}")
        self.line.settimeout(8)

    def handshake(self, send=None):
        send = send or self.line.sendall
        while True:
            try:
                self.tls.do_handshake()
                send(self.outward.read())
                return self
            except ssl.SSLWantReadError:
                send(self.outward.read())
                self.take()

    def take(self):
        data = self.line.recv(65536)
        if not data:
            raise EOFError
        self.inward.write(data)

    def say(self, data):
        self.tls.write(data)
        return self.outward.read()

    def hear(self, count):
        data = b""
        while len(data) < count:
            try:
                data += self.tls.read(count - len(data))
            except ssl.SSLWantReadError:
                self.take()
        return data

    def ended(self):
        """How the host ends it."""
        try:
            while True:
                if not self.line.recv(65536):
                    return "closed"
        except TimeoutError:
            return "open"
        except OSError:
            return "closed"


def told(name, case):
    start = time.monotonic()
    try:
        outcome = case()
    except (EOFError, ssl.SSLError, ConnectionError):
        outcome = "closed"
    except TimeoutError:
        outcome = "open"
    late = " late" if time.monotonic() - start > 4 else ""
    print(f"{name}: {outcome}{late}", flush=True)


def client_hello():
    end = Bare()
    try:
        end.tls.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return end, end.outward.read()


def records(body, size, kind=b"\x16\x03\x01"):
    return b"".join(
        kind + len(body[at:at + size]).to_bytes(2, "big") + body[at:at + size] for at in range(0, len(body), size))


def tiny_records(size):
    end, hello = client_hello()
    end.line.sendall(records(hello[5:], size))
    return end.handshake().hear_ready()


def hear_ready(self):
    self.line.sendall(self.say(attacker.hello()))
    return f"answer {self.hear(48)[8]}"


Bare.hear_ready = hear_ready


def endless_hello():
    end, hello = client_hello()
    # A ClientHello of 16 MiB less one, of which a piece comes.
    end.line.sendall(records(b"\x01\xff\xff\xff" + hello[9:], 16000) + records(bytes(60000), 16000))
    return end.ended()


def large_certificate():
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-subj", "/CN=x", "-keyout", "key.pem", "-out",
         "cert.pem", "-addext", "nsComment=" + "x" * 4000], check=True, stderr=subprocess.DEVNULL)
    with open("large.pem", "w") as file:
        file.write(open("key.pem").read() + open("cert.pem").read())
    return Bare("large.pem").handshake().hear_ready()


def dripped_hello():
    end = Bare().handshake()
    for byte in attacker.hello():
        end.line.sendall(end.say(bytes([byte])))
    return f"answer {end.hear(48)[8]}"


def byte_by_byte():
    end = Bare()

    def drip(data):
        for byte in data:
            end.line.sendall(bytes([byte]))

    end.handshake(drip)
    drip(end.say(attacker.hello()))
    return f"answer {end.hear(48)[8]}"


def more_than_hello():
    end = Bare().handshake()
    end.line.sendall(end.say(attacker.hello() + b"x"))
    return end.ended()


def twice():
    end = Bare().handshake()
    end.line.sendall(end.say(attacker.hello()) + end.say(attacker.hello()))
    return end.ended()


def goodbye_first():
    end = Bare().handshake()
    try:
        end.tls.unwrap()
    except ssl.SSLWantReadError:
        pass
    end.line.sendall(end.outward.read())
    return end.ended()


def changed_cipher_flood():
    end, hello = client_hello()
    end.line.sendall(hello)
    try:
        for _ in range(3000):
            end.line.sendall(b"\x14\x03\x03\x00\x01\x01" * 10)
    except OSError:
        pass
    return end.ended()


def alerts():
    end, hello = client_hello()
    end.line.sendall(hello)
    try:
        for _ in range(3000):
            end.line.sendall(b"\x15\x03\x03\x00\x02\x01\x5a" * 10)
    except OSError:
        pass
    return end.ended()


def garbage_behind_hello():
    end, hello = client_hello()
    end.line.sendall(hello + os.urandom(4000))
    return end.ended()


def half_closed():
    end, hello = client_hello()
    end.line.sendall(hello)
    end.line.shutdown(socket.SHUT_WR)
    return end.ended()


def admitted():
    end = Bare().handshake()
    answer = end.hear_ready()
    assert answer == "answer 0", answer
    end.line.sendall(end.say(attacker.greeting("join")))
    return end


def goodbye_and_on():
    end = admitted()
    more = end.say(attacker.package(2, 0, None, "after the goodbye"))
    try:
        end.tls.unwrap()
    except ssl.SSLWantReadError:
        pass
    end.line.sendall(end.outward.read() + more)
    return end.ended()


def garbage_when_in():
    end = admitted()
    end.line.sendall(b"\x17\x03\x03\x40\x00" + os.urandom(16384))
    return end.ended()


def replayed_record():
    end = admitted()
    record = end.say(attacker.package(2, 0, None, "once"))
    end.line.sendall(record + record)
    return end.ended()


def cut_record():
    end = admitted()
    end.line.sendall(end.say(attacker.package(2, 0, None, "half"))[:40])
    end.line.shutdown(socket.SHUT_WR)
    return end.ended()


def plain_when_in():
    end = admitted()
    end.line.sendall(attacker.package(2, 0, None, "in the clear"))
    return end.ended()


told("records of 1 byte", lambda: tiny_records(1))
told("records of 4 bytes", lambda: tiny_records(4))
told("records of 100 bytes", lambda: tiny_records(100))
told("a ClientHello without end", endless_hello)
told("a certificate of 4 KB", large_certificate)
told("a HELLO of 96 records", dripped_hello)
told("every byte by itself", byte_by_byte)
told("more than a HELLO", more_than_hello)
told("two HELLOs", twice)
told("a goodbye instead of a HELLO", goodbye_first)
told("changed ciphers without end", changed_cipher_flood)
told("warnings without end", alerts)
told("noise behind the ClientHello", garbage_behind_hello)
told("half closed behind the ClientHello", half_closed)
told("in, and noise", garbage_when_in)
told("in, and a record twice", replayed_record)
told("in, and half a record", cut_record)
told("in, and in the clear", plain_when_in)
told("in, and on behind the goodbye", goodbye_and_on)
