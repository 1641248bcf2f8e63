"""Connections to rooms: who is sent what, and who is there."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live.hub import Hub
from divisor_duel.web.live.listener import Listener
from divisor_duel.web.live.room_hub import RoomHub
from tests.conftest import wait_until
from tests.web.classes import Class, Crowd
from tests.web.servers import Postgres, serving, until


def test_changes_are_gathered_and_sent_to_those_they_concern() -> None:
    """A pupil's move is sent to the teacher, a change of the room to everyone, once for many."""

    async def run() -> None:
        limits = Limits(away_seconds=0.01)
        hub = RoomHub(Hub(limits), limits, lambda code, number: f"{code} {number}".encode())
        teacher, pupil = Listener("room"), Listener("room")
        hub.join(teacher, "ROOM", 0)
        hub.join(pupil, "ROOM", 1)
        assert (await teacher.get(), await pupil.get()) == ("ROOM 0", "ROOM 1")
        assert await teacher.get() == "ROOM 0", "a pupil has come"
        for _ in range(5):
            hub.change("ROOM", everyone=False)
        assert await teacher.get() == "ROOM 0"
        hub.change("ROOM")
        assert await teacher.get() == "ROOM 0"
        assert await pupil.get() == "ROOM 1"
        assert not pupil._queue
        assert not teacher._queue

    asyncio.run(run())


def test_who_is_here() -> None:
    """A pupil is here while connected and for a moment after; the teacher does not count."""

    async def run() -> None:
        limits = Limits(away_seconds=0.05)
        hub = RoomHub(Hub(limits), limits, lambda code, number: b"")
        one, two = Listener("room"), Listener("room")
        hub.join(one, "ROOM", 0)
        hub.join(two, "ROOM", 1)
        assert hub.here("ROOM", (1, 2)) == {1}
        assert (hub.connections_of("ROOM", 1), hub.is_read("ROOM")) == (1, True)
        hub.leave(two, "ROOM")
        assert hub.here("ROOM", (1, 2)) == {1}
        await until(lambda: not hub.here("ROOM", (1, 2)))
        hub.leave(one, "ROOM")
        assert hub.read() == []
        hub.leave(one, "ROOM")

    asyncio.run(run())


def test_a_class_on_two_servers(postgres: Postgres, tmp_path: Path) -> None:
    """On PostgreSQL the teacher on one server sees and pairs pupils who are on the other."""
    database = postgres.new_database()
    with (
        serving(database, tmp_path / "one") as first,
        serving(database, tmp_path / "two") as second,
        first.client() as here,
        second.client() as there,
    ):
        made = Class(here)
        away = Class.of(there, made.code, made.teacher)
        crowd, teacher = Crowd(second.url, made.code), Crowd(first.url, made.code)
        teacher.come(made.teacher)

        def seen() -> list[dict[str, Any]]:
            games: list[dict[str, Any]] = teacher.rooms[made.teacher]["room"]["teacher"]["games"]
            return games

        for name in ("Ann", "Ben"):
            crowd.come(away.tokens[away.join(name)])
        wait_until(lambda: made.see()["here"] == 2)
        game = made.change("round", after=0)["teacher"]["games"][0]
        wait_until(lambda: crowd.rooms[away.tokens[1]]["room"]["pupil"]["playing"] == game["id"])
        assert away.move(game, Random(1))
        wait_until(lambda: [game["moves"] for game in seen()] == [1])
        away.finish(Random(2))
        wait_until(lambda: [game["over"] for game in seen()] == [True])
        won = [made.see()["teacher"]["games"][0]["winner"], away.games()[0]["winner"]]
        assert won[0] == won[1] in (1, 2)
        crowd.close()
        teacher.close()
