"""The hub: states reach all listeners, and who is present."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.web.game.tables import table_of
from tests.web.play.services import Movers, running
from tests.web.players import MakeTable, Table, timeless
from tests.web.servers import Postgres, serving


def test_computer_moves_are_seen(make_table: MakeTable) -> None:
    """The computer's answer comes over the live connection by itself."""
    table = make_table("chain", players={"2": "easy"})
    with table.live(1) as player:
        table.play(15)
        assert player.until(ply=1)["thinking"]
        assert not player.until(ply=2)["thinking"]


def test_who_is_away(make_table: MakeTable) -> None:
    """A player without a connection for a while is shown as away, and as back on return."""
    table = make_table("divider", mode="link")
    with table.live(1) as one:
        with table.live(2):
            one.until(away={"1": False, "2": False})
        one.until(away={"1": False, "2": True})
        with table.live(2):
            one.until(away={"1": False, "2": False})


def test_changes_cross_processes(postgres: Postgres, tmp_path: Path) -> None:
    """On PostgreSQL a move made on one server is seen at once by readers of the other."""
    database = postgres.new_database()
    with (
        serving(database, tmp_path / "one", away_seconds=1.0) as first,
        serving(database, tmp_path / "two", away_seconds=1.0) as second,
        first.client() as here,
        second.client() as there,
    ):
        table = Table(here, "divider", mode="link")
        away = Table.__new__(Table)
        away.client, away.id, away.seats = there, table.id, table.seats
        with table.live(1) as one, away.live(2) as two:
            one.until(away={"1": False, "2": False})
            two.until(away={"1": False, "2": False})
            table.play(5)
            assert two.until(ply=1)["played"] == [5]
            away.play(3)
            assert one.until(ply=2)["played"] == [5, 3]
            assert away.move(1, 0, 5).json()["played"] == [5, 3]
            assert timeless(table.state()) == timeless(away.state())


def test_who_has_left_meanwhile_is_welcomed_no_more() -> None:
    """A move may be saved after its connection has ended, with or without other listeners."""

    async def run() -> None:
        async with running(Movers()) as service:
            table = table_of("divider", mode="link")
            await service.add(table)
            gone, here = service.hub.join(table.id), service.hub.join(table.id)
            service.hub.leave(gone)
            service.hub.welcome(gone, table)
            assert not gone.welcomed
            service.hub.leave(here)
            service.hub.welcome(here, table)
            assert not here.welcomed
            assert not service.hub.is_watched(table.id)

    asyncio.run(run())
