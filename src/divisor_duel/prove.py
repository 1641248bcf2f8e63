"""Making certificates: the engine says who wins, and how is written down to be checked.

The same walk that checks a certificate makes it: wherever the winner is to move, the engine is
asked, and what it answers is played out against every reply. So no certificate is written that
would not be accepted, whatever the engine says. Where the engine has a reason as data, that is
written instead, once it was checked; it is much shorter.

>>> from divisor_duel import GAMES
>>> from divisor_duel.certificate import read_certificate, write_certificate
>>> from divisor_duel.check import check
>>> certificate = prove(GAMES["divider"](high=9), strategy=True)
>>> int(certificate.winner), len(certificate.proof["replies"])
(1, 14)
>>> check(read_certificate(write_certificate(certificate)))
'Positions played through, with every move of Player 2: 22'
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from divisor_duel.certificate import Certificate
from divisor_duel.check import MOST_POSITIONS, check, walk
from divisor_duel.engine import Engine, default_engine
from divisor_duel.errors import DuelError, TooManyPositionsError
from divisor_duel.game import OTHER, Game, Player
from divisor_duel.proof import STRATEGY

STRATEGY_SECONDS = 60.0
"""How long a strategy is looked for, if no time is given, where a reason is known that is too
large to be checked: mostly a strategy is larger still."""


def prove(
    game: Game[Any],
    moves: Iterable[int] = (),
    first: Player = Player.ONE,
    seconds: float | None = None,
    most: int | None = None,
    *,
    strategy: bool = False,
    start: str = "",
) -> Certificate:
    """Who wins after `moves`, begun from `start` if that is set up by hand, and why.

    DuelError if it takes too long, or more positions than `most` (None: as many as a checker
    usually goes through). With `strategy` the proof is one even where
    a shorter kind is known.
    """
    claim = Certificate(game, first, tuple(moves), first, {}, start)
    position, told = claim.position, False
    if not strategy:
        winner, proof = default_engine().prove(game, position, seconds)
        if winner is None:
            raise _unproved()
        if proof is not None:
            certificate, told = replace(claim, winner=winner, proof=proof), True
            with suppress(TooManyPositionsError):
                check(certificate, most)
                return certificate
    if told and seconds is None:
        seconds = STRATEGY_SECONDS
    strategist = _Strategist(game, default_engine(), seconds)
    try:
        winner = strategist.winner(position)
        walk(game, position, winner, strategist.reply, MOST_POSITIONS if most is None else most)
    except DuelError:
        if told:
            raise _unchecked() from None
        raise
    replies = dict(sorted(strategist.replies.items()))
    return replace(claim, winner=winner, proof={"kind": STRATEGY, "replies": replies})


def _unproved() -> DuelError:
    return DuelError("it was not proved in the time given; more --seconds may do it")


def _unchecked() -> DuelError:
    return TooManyPositionsError(
        "a reason is known, but to check it takes more positions than are gone through; "
        "more --positions may do it, or a smaller set-up"
    )


class _Strategist:
    """Asks the engine for winning moves and keeps what it chose."""

    def __init__(self, game: Game[Any], engine: Engine, seconds: float | None) -> None:
        self.game = game
        self.engine = engine
        self.end = None if seconds is None else monotonic() + seconds
        self.replies = dict[str, int]()

    def winner(self, position: Any) -> Player:
        """Who wins from here."""
        outcome = self.game.outcome(position)
        if outcome:
            return outcome.winner
        values = self._values(position)
        if True in values.values():
            mover: Player = position.to_move
            return mover
        if None in values.values():
            raise _unproved()
        return OTHER[position.to_move]

    def reply(self, position: Any) -> int:
        """A winning move: the one that leaves the other player the fewest choices."""
        key = self.game.key(position)
        if key not in self.replies:
            winning = [move for move, wins in self._values(position).items() if wins]
            if not winning:
                raise _unproved()
            self.replies[key] = min(winning, key=lambda move: (self._choices(position, move), move))
        return self.replies[key]

    def _values(self, position: Any) -> dict[int, bool | None]:
        left = None if self.end is None else self.end - monotonic()
        if left is not None and left <= 0:
            raise _unproved()
        return self.engine.winners(self.game, position, left)

    def _choices(self, position: Any, move: int) -> int:
        return len(self.game.legal_moves(self.game.play(position, move)))
