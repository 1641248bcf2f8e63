"""Changes of games: saved once, also when other servers change them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from divisor_duel.web.game.moves import move, move_between
from divisor_duel.web.game.table import FORMAT, NewerGameError, StaleError
from divisor_duel.web.store.port import StoreBusyError, StoredGame
from tests.web.game.tables import table_of
from tests.web.play.services import Movers, running
from tests.web.servers import until


def test_there_is_room_for_so_many_games() -> None:
    """When the database holds all that it may, no new game is made."""

    async def run() -> None:
        async with running(Movers(), rows=2) as service:
            for _ in range(2):
                await service.add(table_of("divider"))
            with pytest.raises(StoreBusyError):
                await service.add(table_of("divider"))

    asyncio.run(run())


def test_a_change_is_computed_again_if_another_came_first() -> None:
    """A move that loses the race to another server is made on the newer version, or refused."""

    async def play() -> None:
        async with running(Movers()) as service:
            table = table_of("divider")
            await service.add(table)
            first = int(table.position.to_move)
            made = await service.change(table.id, lambda now: move(now, first, 0, 4))
            assert made.moves == (4,)
            elsewhere = move(made, 3 - first, 1, 5)
            row = StoredGame(table.id, 3, False, msgspec.json.encode(elsewhere))
            assert await service.store.save([row])
            with pytest.raises(StaleError):
                await service.change(table.id, lambda now: move(now, 3 - first, 1, 9))
            again = await service.change(table.id, lambda now: move(now, 3 - first, 1, 5))
            assert again == elsewhere, "a repeat changes nothing"
            assert (await service.find(table.id)).moves == (4, 5)

    asyncio.run(play())


def test_a_move_made_elsewhere_is_followed() -> None:
    """A plain move that another server tells is played here too; whatever else is read."""

    async def run() -> None:
        async with running(Movers()) as service:
            table = table_of("divider", mode="link")
            await service.add(table)
            listener = service.hub.join(table.id)
            service.hub.welcome(listener, table)
            await listener.get()
            reads: list[list[str]] = []
            load_all = service.store.load_all

            async def counted(ids: Any) -> Any:
                reads.append(list(ids))
                return await load_all(ids)

            service.store.load_all = counted  # type: ignore[method-assign]
            seat = int(table.position.to_move)
            made = move(table, seat, 0, 4)
            word = f"{table.id}:2:{move_between(table, made)}"
            service._receive("moves", word.encode())
            assert service._known[table.id] == made
            assert '"played":[4]' in await listener.get()
            assert not reads
            service._receive("moves", f"{word} unknown:7:".encode())
            assert not service._tasks, "one is known, and the other has no listener"
            for kind in ("call", "watches", "watch", "leaves"):  # sent by version 0.1.0
                service._receive(kind, f"{table.id} {table.id}".encode())
            assert not service._tasks
            after = move(made, 3 - seat, 1, 5)
            later = move(after, seat, 2, 9)
            for one in (made, after, later):
                row = StoredGame(table.id, one.version, False, msgspec.json.encode(one))
                assert await service.store.save([row])
            for word in (
                f"{table.id}:3:5:0",
                f"{table.id}:4:{move_between(after, later)}",
                f"{table.id}:4:",
            ):
                service._known[table.id] = made
                service._receive("moves", word.encode())
                await until(lambda: not service._tasks)
                assert service._known[table.id].moves == (4, 5, 9)
            service._known[table.id] = made
            service._receive("games", f"{table.id}:4 unknown:7".encode())  # sent by version 0.1.0
            await until(lambda: not service._tasks)
            assert service._known[table.id].moves == (4, 5, 9)
            assert reads == [[table.id]] * 4

    asyncio.run(run())


def test_games_of_a_newer_server_are_left_alone() -> None:
    """Of two versions side by side, the older refuses what the newer has written, and keeps it."""

    async def run() -> None:
        async with running(Movers()) as service:
            table = table_of("divider")
            body = json.loads(msgspec.json.encode(replace(table, format=FORMAT + 1)))
            kept = json.dumps(body | {"novelty": [1, 2]}).encode()
            await service.store.save([StoredGame(table.id, 1, True, kept)])
            with pytest.raises(NewerGameError):
                await service.change(table.id, lambda now: now)
            await service.computer_players.make_moves(table.id)
            row = await service.store.load(table.id)
            assert row
            assert (row.version, row.body) == (1, kept)

    asyncio.run(run())
