"""Computer players on the server: only where somebody waits, and never by chance."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from divisor_duel.web.engine.pool import WorkerError
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game.moves import last_move_text, move
from divisor_duel.web.game.table import Table, is_waiting
from divisor_duel.web.game.view import state_of
from divisor_duel.web.guard.limits import Limits
from divisor_duel.web.live.hub import Hub
from divisor_duel.web.ops.metrics import Metrics
from divisor_duel.web.play import computer_players
from divisor_duel.web.play.service import Service
from divisor_duel.web.store.choice import open_store
from divisor_duel.web.store.port import StoreBusyError, StoredGame
from tests.web.game.test_table import table_of
from tests.web.servers import until


class Movers:
    """Thinks in no time: the smallest legal move, unless told to fail."""

    def __init__(self, failures: int = 0, sure: bytes = b"true") -> None:
        self.asked: list[tuple[Query, str]] = []
        self.sure = sure
        self.failures = failures

    async def run(self, query: Query, client: str) -> bytes:
        """The answer."""
        self.asked.append((query, client))
        if self.failures:
            self.failures -= 1
            raise WorkerError("no")
        return b"[%d,%s]" % (_position(query).legal[0], self.sure)


def _position(query: Query) -> Table:
    return replace(table_of(str(query.game), options=query.options), moves=query.moves)


@asynccontextmanager
async def running(movers: Any, **limits: Any) -> AsyncIterator[Service]:
    """A service on an empty database."""
    made = Limits(**limits)
    service = Service(open_store(":memory:"), Hub(made, lambda *_: None), movers, made, Metrics({}))
    await service.start()
    try:
        yield service
    finally:
        await service.close()


def test_computers_play_only_while_somebody_looks() -> None:
    """A game between computers stands still unless it is watched or was just looked at."""

    async def run() -> None:
        movers = Movers()
        async with running(movers) as service:
            table = table_of("digits", players={"1": "easy", "2": "perfect"})
            await service.add(table)
            assert not service._tasks
            assert await service.store.waiting([]) == []
            assert await service.find(table.id) == table
            service.computer_players.record_view(table)
            await until(lambda: not service._tasks)
            assert not is_waiting(await service.find(table.id))

    asyncio.run(run())


def test_a_player_who_waits_is_answered() -> None:
    """The computer answers a person's game by itself, on the account of who made it."""

    async def run() -> None:
        movers = Movers()
        async with running(movers) as service:
            table = table_of("divider", players={"1": "perfect"}, owner="ann")
            await service.add(table)
            await until(lambda: not service._tasks)
            assert len((await service.find(table.id)).moves) == 1
            assert [client for _, client in movers.asked] == ["ann"]

    asyncio.run(run())


def test_a_computer_that_is_not_sure_says_so() -> None:
    """The state carries the sentence with the move that it is about, and no longer than that."""

    async def run() -> None:
        async with running(Movers(sure=b"false")) as service:
            table = table_of("divider", players={"1": "perfect"})
            await service.add(table)
            await until(lambda: not service._tasks)
            after = await service.find(table.id)
            assert "not sure here" in str(state_of(after).note)
            assert state_of(after, ply=0).note is None
            assert state_of(move(after, 2, 1, after.legal[0])).note is None

    asyncio.run(run())


@pytest.mark.parametrize(("failures", "moves"), [(2, 1), (3, 0)])
def test_what_cannot_be_worked_out_is_said(
    monkeypatch: pytest.MonkeyPatch, failures: int, moves: int
) -> None:
    """A move that fails is tried again; if it never works, that is said, and none is made up."""
    monkeypatch.setattr(computer_players, "RETRY_SECONDS", (0.0, 0.0))

    async def run() -> None:
        async with running(Movers(failures)) as service:
            table = table_of("divider", players={"1": "perfect"})
            await service.add(table)
            await until(lambda: not service._tasks)
            after = await service.find(table.id)
            assert len(after.moves) == moves
            assert bool(after.trouble) == (moves == 0)
            service.computer_players.record_view(after)
            await until(lambda: not service._tasks)
            assert len((await service.find(table.id)).moves) == 1

    asyncio.run(run())


def test_there_is_room_for_so_many_games() -> None:
    """When the database holds all that it may, no new game is made."""

    async def run() -> None:
        async with running(Movers(), rows=2) as service:
            for _ in range(2):
                await service.add(table_of("divider"))
            with pytest.raises(StoreBusyError):
                await service.add(table_of("divider"))

    asyncio.run(run())


def test_a_change_at_once_is_kept_or_done_again() -> None:
    """What is known and allowed is kept without waiting; who was outrun is told to look again."""

    async def play() -> None:
        outrun: list[str] = []
        async with running(Movers()) as service:
            table = table_of("divider")
            await service.add(table)

            def ask(ply: int, choice: int, id: str = table.id) -> bool:
                seat = int(table.position.to_move) if ply == 0 else 3 - int(table.position.to_move)
                return service.change_at_once(
                    id,
                    lambda now: move(now, seat, ply, choice),
                    lambda: outrun.append("again"),
                    lambda seconds: None,
                )

            assert ask(0, 4)
            await until(lambda: service._known[table.id].moves == (4,))
            assert not ask(0, 4), "a repeat changes nothing"
            assert not ask(1, 4), "it is gone"
            assert not ask(1, 5, "unknown")
            assert (await service.find(table.id)).moves == (4,)
            elsewhere = await service.store.load(table.id)
            assert elsewhere
            assert await service.store.save([elsewhere._replace(version=3)])
            assert ask(1, 5)
            await until(lambda: bool(outrun))
            assert service._known[table.id].moves == (4,)

    asyncio.run(play())


def test_who_has_left_meanwhile_is_welcomed_no_more() -> None:
    """A move may be dealt with when its connection has ended; others may watch, or nobody."""

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
            service._receive("moves", f"{table.id}:2:{last_move_text(made)}".encode())
            assert service._known[table.id] == made
            assert '"played":[4]' in await listener.get()
            assert not reads
            service._receive("moves", f"{table.id}:2:{last_move_text(made)} unknown:7:".encode())
            assert not service._tasks, "that is known, and nobody watches the other"
            after = move(made, 3 - seat, 1, 5)
            later = move(after, seat, 2, 9)
            for one in (made, after, later):
                row = StoredGame(table.id, one.version, False, msgspec.json.encode(one))
                assert await service.store.save([row])
            for word in (
                f"{table.id}:3:5:0",
                f"{table.id}:4:{last_move_text(later)}",
                f"{table.id}:4:",
            ):
                service._known[table.id] = made
                service._receive("moves", word.encode())
                await until(lambda: not service._tasks)
                assert service._known[table.id].moves == (4, 5, 9)
            assert reads == [[table.id]] * 3

    asyncio.run(run())
