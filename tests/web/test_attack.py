"""An honest player beside hostile clients: what `python -m benchmarks attack` times, as facts."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from tests.conftest import wait_until
from tests.web.attackers import ATTACKS, ENDED, address_of
from tests.web.players import Table
from tests.web.servers import serving

LIMITS = {
    "requests_per_second": 1.0,
    "burst": 40,
    "busy_share": 0.25,
    "busy_seconds": 2.0,
    "games_per_second": 0.001,
    "games_burst": 10,
    "connections_per_client": 30,
}
"""Narrow, so that attackers reach them soon; the honest player stays far below."""

REFUSED = {
    "records": "429",
    "computers": "429",
    "large states": "429",
    "silent connections": ENDED,
    "pings": ENDED,
}
"""What each attacker must come to."""


@contextmanager
def attacked(port: int) -> Iterator[dict[str, set[str]]]:
    """All attacks at once, for as long as it is wanted; what has come of each so far."""
    seen: dict[str, set[str]] = {name: set() for name in ATTACKS}
    over = Event()

    def attack(name: str) -> None:
        for fate in ATTACKS[name](port, address_of(name)):
            seen[name].add(fate)
            if over.wait(0.01 if fate == REFUSED[name] else 0.0):  # cheaper once refused
                return

    with ThreadPoolExecutor(len(ATTACKS)) as crowd:
        fates = [crowd.submit(attack, name) for name in ATTACKS]
        try:
            yield seen
        finally:
            over.set()
        for one in fates:
            one.result(100)


def test_an_honest_player_plays_on_while_all_attack(tmp_path: Path) -> None:
    """Every honest request is answered and the computer replies; every attacker is refused."""
    database = str(tmp_path / "games.sqlite3")
    with (
        serving(database, tmp_path / "log", **LIMITS) as server,
        server.client() as client,
        attacked(server.port) as seen,
    ):
        # No number of fewer than seven digits, all different, is divisible by this target.
        table = Table(client, "digits", options={"target": 999_983}, players={"2": "perfect"})
        with table.live(1) as player:
            state = player.until(you=None, ply=0)
            for ply in (0, 2, 4):
                assert client.get("/healthz").status_code == 200
                made = table.move(1, ply, state["legal"][0])
                assert made.status_code == 200, made.text
                state = player.until(ply=ply + 2, thinking=False)
        wait_until(lambda: all(fate in seen[name] for name, fate in REFUSED.items()))
        wait_until(lambda: client.get("/readyz").status_code == 200)
    assert seen["records"] <= {"422", "429", "503", ENDED}
    assert seen["computers"] | seen["large states"] <= {"201", "429", ENDED}
    assert "Traceback" not in server.log.read_text()
