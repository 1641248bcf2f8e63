"""Making certificates: the engine says who wins, and how is written down to be checked.

The same walk that checks a certificate makes it: wherever the winner is to move, the engine is
asked, and what it answers is played out against every reply. So no certificate is written that
would not be accepted, whatever the engine says. Where the engine has a reason as data, that is
written instead, once it was checked; it is much shorter.

>>> from divisor_duel import GAMES
>>> from divisor_duel.check import check, read_certificate
>>> certificate = prove(GAMES["divider"](high=9), strategy=True)
>>> int(certificate.winner), len(certificate.proof["replies"])
(1, 14)
>>> check(read_certificate(write_certificate(certificate)))
'Positions played through, with every move of Player 2: 22'
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from time import monotonic
from typing import Any

from divisor_duel.check import (
    LEFT,
    MOST_POSITIONS,
    STRATEGY,
    VERSION,
    Certificate,
    check,
    walk,
)
from divisor_duel.engine import Engine, default_engine
from divisor_duel.errors import DuelError, TooManyPositionsError
from divisor_duel.game import OTHER, Game, Player


def prove(
    game: Game[Any],
    moves: Iterable[int] = (),
    first: Player = Player.ONE,
    seconds: float | None = None,
    most: int = MOST_POSITIONS,
    *,
    strategy: bool = False,
    left: tuple[int, ...] | None = None,
) -> Certificate:
    """Who wins after `moves`, or with the numbers `left`, and why.

    DuelError if it is too large or takes too long. With `strategy` the proof is one even where
    a shorter kind is known.
    """
    claim = Certificate(game, first, tuple(moves), first, {}, left)
    start = claim.position
    if not strategy:
        winner, proof = default_engine().prove(game, start, seconds)
        if winner is None:
            raise _unproved()
        if proof is not None:
            certificate = replace(claim, winner=winner, proof=proof)
            with suppress(TooManyPositionsError):
                check(certificate)
                return certificate
    strategist = _Strategist(game, default_engine(), seconds)
    winner = strategist.winner(start)
    walk(game, start, winner, strategist.reply, most)
    replies = dict(sorted(strategist.replies.items()))
    return replace(claim, winner=winner, proof={"kind": STRATEGY, "replies": replies})


def _unproved() -> DuelError:
    return DuelError("it was not proved in the time given; more --seconds may do it")


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


def write_certificate(certificate: Certificate) -> str:
    """The certificate as JSON, a line for each reply or number."""
    data = {
        "certificate": VERSION,
        "game": certificate.game.id,
        "options": certificate.game.options,
        "first": int(certificate.first),
        "moves": list(certificate.moves),
        "winner": int(certificate.winner),
        "proof": dict(certificate.proof),
    }
    if certificate.left is not None:
        data[LEFT] = list(certificate.left)
    return json.dumps(data, indent=1) + "\n"
