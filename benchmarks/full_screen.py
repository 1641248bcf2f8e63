"""How quickly the full-screen program starts and responds, in a real terminal."""

from __future__ import annotations

import sys
import time
from statistics import median

from benchmarks.measure import at_most, duration, table

HOME_SECONDS = 0.5
KEY_SECONDS = 0.05
STARTS, KEYS = 7, 30


def run() -> None:
    """Print both times, measured from outside, as a person at the terminal sees them."""
    try:
        import pexpect
    except ModuleNotFoundError:
        print("\nThe full screen: not measured, pexpect is missing")
        return

    def open_app(*arguments: str) -> pexpect.spawn[str]:
        command = ["-m", "divisor_duel", *arguments]
        return pexpect.spawn(
            sys.executable, command, encoding="utf-8", dimensions=(24, 80), timeout=60
        )

    home = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        child = open_app()
        child.expect("Puzzle of the day")
        home.append(time.perf_counter() - begun)
        child.close(force=True)
    child = open_app("play", "chain", "--high", "200")
    child.delaybeforesend = None  # or pexpect waits 50 ms before each key
    child.expect("2: opens the chain")
    keys = []
    for number in range(3, 3 + KEYS):
        begun = time.perf_counter()
        child.send("\x1b[C")
        child.expect(f"[^0-9]{number}: opens the chain")
        keys.append(time.perf_counter() - begun)
    child.close(force=True)
    rows = [
        ("home appears", f"{duration(min(home))}", *at_most(min(home), HOME_SECONDS)),
        ("a key on Chain 2..200", f"{duration(median(keys))}", *at_most(median(keys), KEY_SECONDS)),
    ]
    table("The full screen", ("what", "time", "target (s)", ""), rows)
