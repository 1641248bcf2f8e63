"""Things break around the server: disks, files, clocks, and servers of another version."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from divisor_duel.web.game import clock as clocks
from divisor_duel.web.game import moves
from divisor_duel.web.game.clock import SMALL_STEP, SteadyWallClock
from divisor_duel.web.play.readiness import ReadinessCheck
from divisor_duel.web.schema.requests import ClockWish
from divisor_duel.web.store.port import Phase
from tests.conftest import wait_until
from tests.web.game.tables import joined
from tests.web.play.services import Movers, running
from tests.web.players import Table
from tests.web.servers import Postgres, serving

PAGE = 4096
"""Bytes of a page of SQLite; the first one is about the file itself."""


def messages_in(log: Path) -> list[str]:
    """What a server has said of itself."""
    return [json.loads(line)["message"] for line in log.read_text().splitlines()]


def test_a_full_disk_is_said_and_survived(tmp_path: Path) -> None:
    """Where nothing more can be written, changes are 503 and nothing is lost; then it goes on."""
    database = tmp_path / "games.sqlite3"
    with serving(str(database), tmp_path / "log") as server, server.client() as client:
        assert server.process
        table = Table(client, "divider")
        table.play(4, 3)
        full = Path(f"{database}-wal").stat().st_size
        before = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, before[1]))
        for _ in range(5):
            refused = table.move(1, 2, 5)
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        wait_until(lambda: client.get("/readyz").status_code == 503)
        problem = client.get("/readyz").json()["problems"][0]
        assert problem.startswith("the database does not work: disk")
        assert client.get("/healthz").status_code == 200
        assert table.state()["played"] == [4, 3]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, before)
        assert table.move(1, 2, 5).status_code == 200
        wait_until(lambda: client.get("/readyz").status_code == 200)
        server.kill()
        server.start()
        assert table.state()["played"] == [4, 3, 5]
    said = messages_in(tmp_path / "log")
    assert {one.partition(" disk")[0] for one in said} == {"the database fails:"}
    assert len(said) < 6  # it failed more often than that


def test_a_damaged_file_is_said_once_and_left(tmp_path: Path) -> None:
    """A file with overwritten pages is only read: said by /readyz, logged once, not changed."""
    database = tmp_path / "games.sqlite3"
    with serving(str(database), tmp_path / "log") as server, server.client() as client:
        games = [Table(client, "chain") for _ in range(40)]
        server.stop()
        server.start()  # with nothing of the games in memory
        damage(database)
        found = {table.get().status_code for table in games}
        assert 503 in found
        assert found <= {200, 404, 503}
        games_then = database.read_bytes()[PAGE:]
        assert client.post("/api/games", json={"game": "chain"}).status_code == 503
        wait_until(lambda: client.get("/readyz").status_code == 503)
        problem = client.get("/readyz").json()["problems"][0]
        assert "damaged" in problem
        assert "restore a backup" in problem
        server.stop()
        assert database.read_bytes()[PAGE:] == games_then
    said = [one for one in messages_in(tmp_path / "log") if "damaged" in one]
    assert len(said) == 1
    assert "malformed" in said[0]


def damage(database: Path) -> None:
    """Overwrite the pages of the games, and leave those that say what the file is."""
    with closing(sqlite3.connect(database)) as file:
        assert file.execute("PRAGMA page_size").fetchone() == (PAGE,)
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ((root,),) = file.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'games'")
    with database.open("r+b") as pages:
        pages.seek((root - 1) * PAGE)
        pages.write(b"\xff" * PAGE)


class Wrong:
    """A clock that can be set."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self.passed = 0.0

    def told(self) -> float:
        """What the computer says."""
        return 1e9 + self.passed + self.ahead

    def steady(self) -> float:
        """What has passed."""
        return self.passed


@pytest.mark.parametrize("jump", [1e8, -1e8, SMALL_STEP + 1])
def test_a_clock_that_jumps_is_not_followed(jump: float) -> None:
    """Time goes on as it went; small steps, by which a clock is set right, are followed."""
    clock = Wrong()
    calendar = SteadyWallClock(clock.told, clock.steady)
    clock.passed = 10.0
    assert calendar.now() == 1e9 + 10
    clock.ahead = jump
    clock.passed = 20.0
    assert calendar.now() == 1e9 + 20
    clock.ahead = -3.0
    assert calendar.now() == 1e9 + 17
    clock.ahead = 0.0
    assert calendar.now() == 1e9 + 20


@pytest.mark.parametrize("jump", [1e8, -1e8])
def test_no_game_ends_because_a_clock_jumps(monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """A year ahead or back, clocks of games go on, none is lost, and no game is marked."""
    clock = Wrong()
    monkeypatch.setattr(clocks, "now", SteadyWallClock(clock.told, clock.steady).now)

    async def run() -> None:
        async with running(Movers()) as service:
            begun = moves.move(joined(clock=ClockWish("game", 60.0)), 1, 0, 6, now=clocks.now())
            begun = moves.move(begun, 2, 1, 12, now=clocks.now())
            table = replace(begun, version=1)
            await service.add(table)
            clock.ahead, clock.passed = jump, 30.0
            assert await service.store.due(clocks.now()) == []
            for stage in Phase:
                assert await service.store.mark(stage, 1.0) == 0
            after = moves.move(table, 1, 2, 4, now=clocks.now())
            assert after.clock
            assert after.clock.left[0] == pytest.approx(60 - 30)
            clock.passed = 300.0
            assert await service.store.due(clocks.now()) == [table.id]
            assert (await ReadinessCheck(service, 300.0).check()).ready

    asyncio.run(run())


def test_two_versions_side_by_side(postgres: Postgres, tmp_path: Path) -> None:
    """Of two servers the older refuses games that the newer changed, and plays all others."""
    database = postgres.new_database()
    with (
        serving(database, tmp_path / "old") as old,
        serving(database, tmp_path / "new", newer=True) as new,
        old.client() as here,
        new.client() as there,
    ):
        upgraded, other = Table(here, "divider"), Table(here, "divider")
        upgraded.client = there
        assert upgraded.play(4)["ply"] == 1
        upgraded.client = here
        assert other.play(4, 3)["ply"] == 2
        for refused in (upgraded.move(2, 1, 3), upgraded.get(), upgraded.get("/record")):
            assert (refused.status_code, "newer server" in refused.text) == (503, True)
        wait_until(lambda: here.get("/readyz").status_code == 200)
        upgraded.client = there
        assert upgraded.play(3)["played"] == [4, 3]
        assert there.get(f"{other.path}").json()["played"] == [4, 3]
    for log in ("old", "new"):
        assert "Traceback" not in (tmp_path / log).read_text()
