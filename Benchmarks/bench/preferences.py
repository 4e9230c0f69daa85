"""Large preferences: a store of 100,000 keys and 20 MB, and the reading of such a property list."""

import plistlib
import random
import resource
import statistics
import subprocess
import sys

from bench.ends import Pair
from bench.machine import ROOT, mib

KEYS = 100_000


def entries():
    """Keys and values as programs have them: mostly text, some numbers and switches."""
    source = random.Random(5)
    words = "theme volume window sidebar playlist cursor network cache update sound".split()
    letters = "abcdefghijklmnopqrstuvwxyz 0123456789"
    for number in range(KEYS):
        key = f"{source.choice(words)}-{source.choice(words)}-{number:06d}"
        kind = number % 20
        if kind == 0:
            yield key, number
        elif kind == 1:
            yield key, number * 0.5
        elif kind == 2:
            yield key, bool(number & 8)
        else:
            yield key, "".join(source.choices(letters, k=195))


def write(file, form):
    with open(file, "wb") as out:
        plistlib.dump(dict(entries()), out, fmt=form, sort_keys=False)


def plists(program, folder, swift, rounds):
    """Reading alone, and reading with a visit of every value, each program's best in turns of one run."""
    file = folder / "large.plist"
    write(file, plistlib.FMT_BINARY)
    package = ["-c", "release", "--package-path", str(ROOT / "Benchmarks"), "--product", "PlistBenchmark"]
    subprocess.run([swift, "build", *package], check=True, stdout=sys.stderr)
    own = ROOT / "Benchmarks" / ".build" / "release" / "PlistBenchmark"
    other = ROOT / ".build" / "bare-plist"
    source = ROOT / "Benchmarks" / "bare" / "plist.c"
    made = subprocess.run(["cc", "-O2", "-Wall", "-o", other, source, "-lplist-2.0"], capture_output=True, text=True)
    best = {}
    for round in range(max(3, rounds)):
        text = subprocess.run([own, file, "9", "1" if round == 0 else "0"], check=True, capture_output=True, text=True).stdout
        if made.returncode == 0:
            text += "libplist " + subprocess.run([other, file, "9"], check=True, capture_output=True, text=True).stdout
        for name, *times in map(str.split, text.splitlines()):
            if int(times[0]) > 10**12:
                continue
            best[name] = [min(pair) for pair in zip(map(int, times), best.get(name, (10**12, 10**12)))]
    for position, what in enumerate(("read", "read and every value visited")):
        ours = best["socketplay"][position]
        for name, goal in (("foundation", "3"), ("libplist", "2")):
            if name not in best:
                yield f"binary plist of 20 MB, {what}, against {name}", "skipped", "it is not installed"
                continue
            ratio = best[name][position] / ours
            limit = f"(at least {goal} times)" if position == 0 else "(no goal)"
            yield (
                f"binary plist of 20 MB, {what}, against {name}",
                f"{ours / 1e6:.1f} ms against {best[name][position] / 1e6:.1f} ms",
                f"{ratio:.1f} times as fast {limit}",
            )


def of_form(program, folder, form, name):
    store = folder / f"{name}.plist"
    write(store, form)
    with Pair(program, folder, secure=True, host=("--apply", str(store))) as pair:
        copy = pair.join.folder / "receive" / "prefer.plist"
        timings = {"pull": [], "diff": [], "push": [], "get": [], "set": []}
        for number in range(3):
            timings["pull"].append(pair.join.run("prefs", "pull"))
            text = copy.read_bytes()
            old = b"<integer>80020</integer>" if number == 0 else b"<integer>%d</integer>" % (number - 1)
            copy.write_bytes(text.replace(old, b"<integer>%d</integer>" % number, 1))
            timings["diff"].append(pair.join.run("prefs", "diff"))
            timings["push"].append(pair.join.run("prefs", "push"))
        key = next(key for key, value in entries() if value == 100)
        pair.join.run("prefs", "get", key)
        for number in range(15):
            timings["get"].append(pair.join.run("prefs", "get", key))
        sent = pair.join.status()["peers"][0]["sent"]
        timings["set"].append(pair.join.run("prefs", "set", key, "--int", "7"))
        # The question of status itself, and a heartbeat that may fall in between, are counted with it.
        sent = pair.join.status()["peers"][0]["sent"] - sent
        for verb in ("pull", "diff", "push"):
            yield f"prefs {verb}, {name} store of 20 MB", f"{statistics.median(timings[verb]) * 1000:.0f} ms", "(under 1 s)"
        yield f"prefs get, {name} store of 20 MB", f"{statistics.median(timings['get']) * 1000:.1f} ms", "(under 25 ms)"
        yield f"prefs set, {name} store of 20 MB", f"{timings['set'][0] * 1000:.0f} ms, {sent} bytes sent", "(under 1 KB)"
        yield f"peak memory of the store's end, {name}", mib(pair.host.peak()), "(under 150 MB)"
        yield f"peak memory of the other end, {name}", mib(pair.join.peak()), "(under 150 MB)"
        verbs = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        yield f"peak memory of the verbs, {name}", mib(verbs), "(under 150 MB)"


def large(program, folder):
    for form, name in ((plistlib.FMT_BINARY, "binary"), (plistlib.FMT_XML, "XML")):
        place = folder / name
        place.mkdir()
        yield from of_form(program, place, form, name)
