"""Results of a room while its games are being reviewed."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import cast

import msgspec

from divisor_duel.learn.review import review
from divisor_duel.web.engine.pool import WorkerError, WorkerPool
from divisor_duel.web.engine.query import Query
from divisor_duel.web.game import moves
from divisor_duel.web.play.room_reviews import RoomReviews
from divisor_duel.web.schema.analysis import JudgedMessage, ReviewMessage
from tests.web.play.test_rooms import class_of
from tests.web.servers import until


class Reviewers:
    """Reviews games here, or fails."""

    def __init__(self, fail: bool = False) -> None:
        self.asked: list[tuple[Query, str]] = []
        self.fail = fail

    async def run(self, query: Query, client: str) -> bytes:
        """The review of a game."""
        self.asked.append((query, client))
        if self.fail:
            raise WorkerError("no")
        judged = [JudgedMessage.of(move) for move in review(query.record()).moves]
        return msgspec.json.encode(ReviewMessage(judged, [], {}, None, {}))


def test_games_are_reviewed_once_and_charged_to_the_teacher() -> None:
    """Accuracy comes from the reviews of all games that are over; a failure leaves none open."""

    async def run(fail: bool) -> None:
        async with class_of(2) as (rooms, service):
            reviewers = Reviewers(fail)
            reviews = RoomReviews(service, cast("WorkerPool", reviewers))
            room = await rooms.start_round("BCDFGH", 0)
            assert (await reviews.results(room)).left == 0, "nothing is over yet"
            game = room.current[0].game
            for ply, move in enumerate((2, 6, 3)):
                await service.change(
                    game, partial(moves.move, seat=ply % 2 + 1, ply=ply, choice=move)
                )
            await service.change(game, lambda now: moves.resign(now, 2))
            await until(lambda: not service.busy())
            for _ in range(2):
                results = await reviews.results(await rooms.find("BCDFGH"))
            assert (results.left, len(reviewers.asked)) == (0, 1)
            assert reviewers.asked[0][1] == "room BCDFGH 0 owner"
            known = [line.accuracy is not None for line in results.lines]
            assert any(known) is not fail

    for fail in (False, True):
        asyncio.run(run(fail))
