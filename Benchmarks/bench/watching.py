"""How long a change of preferences takes to be told at the other end."""

import statistics
import subprocess
import time

from bench.ends import Pair
from bench.machine import wait_for


def document(number, keys):
    many = "".join(f"<key>key{index}</key><string>a value of some length</string>" for index in range(keys))
    return f'<?xml version="1.0"?><plist version="1.0"><dict><key>age</key><integer>{number}</integer>{many}</dict></plist>'


def told(log, number, start):
    """The seconds from `start` until the events in `log` say that age is `number`."""
    while f'"to":{number},' not in log.read_text():
        if time.perf_counter() - start > 10:
            raise SystemExit("bench: a change was not told")
        time.sleep(0.0005)
    return time.perf_counter() - start


def watching(program, folder, keys, rounds=21):
    """A watch at the joiner, of a file that another program replaces, and that `prefs set` at the host changes."""
    folder.mkdir(exist_ok=True)
    store, log = folder / "store.plist", folder / "watch"
    store.write_text(document(0, keys))
    replaced, sets = [], []
    with Pair(program, folder, host=["--apply", str(store)]) as pair, open(log, "wb") as out:
        watch = subprocess.Popen(
            [program, "prefs", "watch", "--json"], env=pair.join.environment, stdin=subprocess.DEVNULL, stdout=out,
            stderr=subprocess.DEVNULL,
        )
        number = 0

        def seen():
            # That it watches, a change tells.
            nonlocal number
            number += 1
            pair.host.run("prefs", "set", "age", str(number), "--file", str(store))
            return log.stat().st_size > 0

        wait_for(seen, "a watch")
        for _ in range(rounds):
            number += 1
            other = folder / "other.plist"
            other.write_text(document(number, keys))
            start = time.perf_counter()
            other.rename(store)
            replaced.append(told(log, number, start))
            number += 1
            start = time.perf_counter()
            pair.host.run("prefs", "set", "age", str(number), "--file", str(store))
            sets.append(told(log, number, start))
        watch.terminate()
        watch.wait()
    for what, times in (("file replaced", replaced), ("prefs set, process start", sets)):
        yield (
            f"watch of {keys + 1} keys: {what} to told at the other end",
            f"{statistics.median(times) * 1000:.0f} ms (longest {max(times) * 1000:.0f})", "(under 200 ms)",
        )
