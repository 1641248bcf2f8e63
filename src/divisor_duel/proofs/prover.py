"""Make certificates: ask the engine for a proof, and check it before returning it.

If the engine has a proof, that is used. Otherwise the walk that checks a strategy also builds it:
wherever the winner is to move, it asks the engine for a move and plays that out against every
reply. So every certificate returned here holds, even if the engine is wrong.

>>> from divisor_duel import GAMES
>>> from divisor_duel.proofs.certificate import read_certificate, write_certificate
>>> from divisor_duel.proofs.checker import check
>>> certificate = prove(GAMES["divider"](high=9), strategy=True)
>>> int(certificate.winner), len(certificate.proof.replies)
(1, 14)
>>> print(check(read_certificate(write_certificate(certificate))).what)
Positions played through, with every move of Player 2: 22
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from time import monotonic

from divisor_duel.engine import DEFAULT, Engine
from divisor_duel.errors import DuelError, OverBudgetError
from divisor_duel.game import OTHER, AnyGame, Player, Position
from divisor_duel.proof import Strategy
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.certificate import Certificate
from divisor_duel.proofs.checker import check, play_out

STRATEGY_SECONDS = 60.0
"""Time limit, in seconds, for a strategy when the engine's proof was too large to check,
unless `seconds` is given: strategies are mostly even larger."""

STRATEGY_LIMITS = Limits(positions=200_000, seconds=None, megabytes=None)
"""Default limits on building a strategy. The engine has its own limits."""


def prove(
    game: AnyGame,
    moves: Iterable[int] = (),
    first: Player = Player.ONE,
    seconds: float | None = None,
    limits: Limits | None = None,
    *,
    strategy: bool = False,
    start: str = "",
    engine: Engine = DEFAULT,
) -> Certificate:
    """Prove who wins after `moves`, played from `start` if that is given.

    `start` is a position set up by hand, as `write_position` formats it. OverBudgetError if the
    search takes more than `seconds`, or the check of its proof more than `limits`. With
    `strategy`, the proof is a strategy even if a shorter kind is known.
    """
    claim = Certificate(game, first, tuple(moves), first, Strategy({}), start)
    position, unchecked = claim.position, None
    if not strategy:
        winner, proof = engine.prove(game, position, seconds)
        if winner is None:
            raise _unproved(seconds)
        if proof is not None:
            certificate = replace(claim, winner=winner, proof=proof)
            try:
                check(certificate, CheckBudget(limits))
                return certificate
            except OverBudgetError as error:
                unchecked = error
    if unchecked and seconds is None:
        seconds = STRATEGY_SECONDS
    strategist = _Strategist(game, engine, seconds)
    try:
        winner = strategist.winner(position)
        budget = CheckBudget((limits or STRATEGY_LIMITS)._replace(seconds=None))
        play_out(game, position, winner, strategist.reply, budget)
    except DuelError:
        if unchecked:
            task = "a proof is known, but checking it"
            raise OverBudgetError(unchecked.what, unchecked.limit, task) from None
        raise
    replies = dict(sorted(strategist.replies.items()))
    return replace(claim, winner=winner, proof=Strategy(replies))


def _unproved(seconds: float | None) -> DuelError:
    if seconds is None:
        return DuelError("the engine could not prove who wins within the memory that it may use")
    return OverBudgetError("seconds", seconds, "finding a proof")


class _Strategist:
    """Asks the engine for winning moves and records them."""

    def __init__(self, game: AnyGame, engine: Engine, seconds: float | None) -> None:
        self.game = game
        self.engine = engine
        self.seconds = seconds
        self.end = None if seconds is None else monotonic() + seconds
        self.replies = dict[str, int]()

    def winner(self, position: Position) -> Player:
        """Return the player who wins from `position`."""
        outcome = self.game.outcome(position)
        if outcome:
            return outcome.winner
        values = self._values(position)
        if True in values.values():
            return position.to_move
        if None in values.values():
            raise _unproved(self.seconds)
        return OTHER[position.to_move]

    def reply(self, position: Position) -> int:
        """Return the winning move that leaves the opponent the fewest choices."""
        key = self.game.key(position)
        if key not in self.replies:
            winning = [move for move, wins in self._values(position).items() if wins]
            if not winning:
                raise _unproved(self.seconds)
            self.replies[key] = min(winning, key=lambda move: (self._choices(position, move), move))
        return self.replies[key]

    def _values(self, position: Position) -> dict[int, bool | None]:
        left = None if self.end is None else self.end - monotonic()
        if left is not None and left <= 0:
            raise _unproved(self.seconds)
        return self.engine.judge_moves(self.game, position, left)

    def _choices(self, position: Position, move: int) -> int:
        return len(self.game.legal_moves(self.game.play(position, move)))
