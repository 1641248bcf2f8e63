"""Mistakes to practise: positions that come back after some days, less and less often.

A position comes back after 1, 3, 7, 16 and 35 days. Each time it is solved, the next wait is
longer; a miss starts again from one day. Days are dates in UTC and are passed in, so nothing
here reads a clock.

>>> from datetime import date
>>> from divisor_duel import GAMES
>>> from divisor_duel.play.record import Record
>>> mistake = mistake_in(Record(GAMES["divider"](high=9), (4,)), date(2026, 11, 18))
>>> mistake.due
datetime.date(2026, 11, 19)
>>> mistake.after_try(True, date(2026, 11, 19)).due
datetime.date(2026, 11, 22)
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from divisor_duel.game import OptionValue, Player
from divisor_duel.games.registry import set_up
from divisor_duel.learn.review import Mark, Review
from divisor_duel.play.record import Record

DAYS = (1, 3, 7, 16, 35)
"""After how many days a position comes back, by how often it was solved in a row."""

MOST_MISTAKES = 100
"""How many positions are stored at most, the latest ones."""

LONGEST_GAME = 100
"""How many moves may lead to a stored position at most."""

LONGEST_START = 400
"""Length limit of a starting position that was set up by hand, in characters."""

Move = Annotated[int, Meta(ge=0, le=10**18)]
OptionName = Annotated[str, Meta(max_length=40)]


class Mistake(Struct, frozen=True, omit_defaults=True):
    """A position in which the player gave away a win, and when it comes back."""

    game: Annotated[str, Meta(max_length=40)]
    """The name of the game."""
    options: Annotated[dict[OptionName, OptionValue], Meta(max_length=16)]
    """Its set-up."""
    moves: Annotated[tuple[Move, ...], Meta(max_length=LONGEST_GAME)]
    """The moves that lead to the position."""
    last: date
    """The day of the mistake, or of the last time it was practised."""
    stage: Annotated[int, Meta(ge=0, le=len(DAYS))] = 0
    """How often it was solved in a row; a position solved after every wait is learned."""
    first: Literal[1, 2] = 1
    """The player who moved first."""
    start: Annotated[str, Meta(max_length=LONGEST_START)] = ""
    """The starting position, if it was set up by hand."""

    @property
    def position(self) -> tuple[object, ...]:
        """What makes two mistakes the same: the position, not its dates."""
        return (self.game, *sorted(self.options.items()), self.moves, self.first, self.start)

    @property
    def rank(self) -> tuple[date, int, str]:
        """A key that is larger for the later of two mistakes in one position."""
        return (self.last, -self.stage, repr(self.position))

    @property
    def learned(self) -> bool:
        """Whether it was solved after every wait, so that it does not come back."""
        return self.stage >= len(DAYS)

    @property
    def due(self) -> date | None:
        """The day on which it comes back; None once it is learned."""
        if self.learned or self.last > LAST_DAY:
            return None
        return self.last + timedelta(days=DAYS[self.stage])

    @property
    def record(self) -> Record:
        """The moves to the position; OptionsError or IllegalMoveError if there is no such one."""
        return Record(
            set_up(self.game, dict(self.options)), self.moves, Player(self.first), start=self.start
        )

    def after_try(self, solved: bool, today: date) -> Mistake:
        """Return the mistake after it was practised: the next wait is longer, or the first."""
        return replace(self, stage=self.stage + 1 if solved else 0, last=today)


LAST_DAY = date.max - timedelta(days=max(DAYS))
"""The latest day after which a position can still come back."""


def mistake_in(record: Record, today: date) -> Mistake | None:
    """Return a new mistake in the last position of `record`; None if it is too long to store."""
    if len(record.moves) > LONGEST_GAME or len(record.start) > LONGEST_START:
        return None
    first: Literal[1, 2] = 1 if record.first is Player.ONE else 2
    options = record.game.options
    return Mistake(record.game.id, options, record.moves, today, 0, first, record.start)


def mistakes_of(review: Review, players: Iterable[Player], today: date) -> list[Mistake]:
    """Return the positions of a reviewed game in which these players gave away a win."""
    record, own = review.record, set(players)
    found = []
    for judged in review.moves:
        if judged.mark is Mark.MISTAKE and judged.player in own:
            before = Record(
                record.game, record.moves[: judged.ply - 1], record.first, start=record.start
            )
            found.append(mistake_in(before, today))
    return [mistake for mistake in found if mistake]


def due_mistakes(mistakes: Iterable[Mistake], today: date) -> list[Mistake]:
    """Return what is to be practised today, the longest due first."""
    due = [mistake for mistake in mistakes if mistake.due and mistake.due <= today]
    return sorted(due, key=lambda mistake: (mistake.due, mistake.rank))
