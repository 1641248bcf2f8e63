"""Reviews of all games of a room, made one after another by the workers for analyses."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Sequence

import msgspec

from divisor_duel.web.classroom.mistakes import Decision, accuracy_of, decisions_in, hardest
from divisor_duel.web.classroom.room import COMPUTER, TEACHER, Pairing, Room
from divisor_duel.web.classroom.standings import standings
from divisor_duel.web.engine.pool import BusyError, WorkerError, WorkerPool
from divisor_duel.web.engine.query import query_about
from divisor_duel.web.game.table import NewerGameError, UnknownGameError
from divisor_duel.web.guard.addresses import seat_name
from divisor_duel.web.play.service import Service
from divisor_duel.web.schema.analysis import ReviewMessage
from divisor_duel.web.schema.room_requests import ChosenMove
from divisor_duel.web.schema.room_views import RoomLine, RoomResults, Slide
from divisor_duel.web.store.port import StoreBusyError

WAIT_SECONDS = 3.0
"""How long a request for results waits for reviews that are not made yet, in seconds."""

REMEMBERED = 5000
"""Limit on the games whose decisions are in memory."""


class RoomReviews:
    """The decisions in games that were reviewed, in memory."""

    def __init__(self, service: Service, workers: WorkerPool) -> None:
        self._service, self._workers = service, workers
        self._decisions: OrderedDict[str, Sequence[Decision]] = OrderedDict()
        self._failed: set[str] = set()

    async def results(self, room: Room) -> RoomResults:
        """Return standings, accuracy and hard positions, as far as the games are reviewed."""
        finished = _finished(room)
        waiting = [pairing for pairing in finished if not self._is_done(pairing.game)]
        if waiting:
            name = f"reviews {room.code}"
            self._service.start_task(name, self._review_all(room, waiting))
            end = asyncio.get_running_loop().time() + WAIT_SECONDS
            while name in self._service.busy() and asyncio.get_running_loop().time() < end:
                await asyncio.sleep(0.05)
        made = [one for pairing in finished for one in self._decisions.get(pairing.game, ())]
        accuracy = accuracy_of(made)
        return RoomResults(
            [
                RoomLine(**line._asdict(), accuracy=accuracy.get(line.number))
                for line in standings(room)
            ],
            [
                Slide(
                    room.game,
                    room.options,
                    hard.moves,
                    len(hard.wrong),
                    len(hard.right),
                    [ChosenMove(move, count) for move, count in hard.chosen.most_common()],
                    hard.better,
                )
                for hard in hardest(made)
            ],
            sum(not self._is_done(pairing.game) for pairing in finished),
        )

    def _is_done(self, game: str) -> bool:
        return game in self._decisions or game in self._failed

    async def _review_all(self, room: Room, pairings: Sequence[Pairing]) -> None:
        client = seat_name(room.code, TEACHER, room.owner)
        for pairing in pairings:
            with contextlib.suppress(BusyError, StoreBusyError):
                await self._review(pairing, client)

    async def _review(self, pairing: Pairing, client: str) -> None:
        try:
            table = await self._service.find(pairing.game, fresh=False)
            query = query_about("review", table, len(table.moves))
            answer = await self._workers.run(query, client)
        except (WorkerError, UnknownGameError, NewerGameError):
            self._failed.add(pairing.game)
            return
        review = msgspec.json.decode(answer, type=ReviewMessage)
        self._decisions[pairing.game] = tuple(decisions_in(table, pairing, review))
        if len(self._decisions) > REMEMBERED:
            self._decisions.popitem(last=False)


def _finished(room: Room) -> list[Pairing]:
    """Return the games that are over or closed, if a pupil played them."""
    earlier = [pairing for played in room.rounds[:-1] for pairing in played]
    ended = [*earlier, *(pairing for pairing in room.current if pairing.over)]
    return [pairing for pairing in ended if pairing.pupils != (COMPUTER,)]
