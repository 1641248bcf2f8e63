"""The coach beside a board: looks at moves in a thread, before and after they are made."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from textual.message import Message

from divisor_duel.game import Player
from divisor_duel.terminal.place.background import Moment

COACH = "coach"
"""The level that also helps."""


class Coached(Message):
    """The coach has looked at a move: before it is made, or after."""

    def __init__(self, ply: int, move: int, after: bool, said: str | None) -> None:
        super().__init__()
        self.ply = ply
        self.move = move
        self.after = after
        self.warning = None if after else said
        self.remark = said if after else None


class Coach:
    """Asks `divisor_duel.coach` where a person plays against it; the screen is told later."""

    def __init__(self, tell: Callable[[Coached], object]) -> None:
        self._tell = tell

    def consider(self, moment: Moment, move: int) -> bool:
        """Look at a move that is about to be made; False if there is no coach to look at it."""
        if not _coached(moment, moment.position.to_move):
            return False

        def work() -> None:
            from divisor_duel.coach import warning

            said = warning(moment.game, moment.position, move)
            self._tell(Coached(moment.ply, move, False, said))

        Thread(target=work, daemon=True, name="coach").start()
        return True

    def look_back(self, moment: Moment, move: int) -> None:
        """Look at the move that led to this moment, if there is a coach."""
        before = moment.positions[-2]
        if not _coached(moment, before.to_move):
            return

        def work() -> None:
            from divisor_duel.coach import remark

            said = remark(moment.game, before, move)
            self._tell(Coached(moment.ply, move, True, said))

        Thread(target=work, daemon=True, name="coach").start()


def _coached(moment: Moment, player: Player) -> bool:
    """Whether a player plays against the coach."""
    return moment.level(player.other) == COACH
