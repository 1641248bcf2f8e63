"""The coach: judges moves in a thread, before and after they are made."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from textual.message import Message

from divisor_duel.game import Player
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.tui.background_match import Moment

COACH = "coach"
"""The computer level that also coaches."""


class Coached(Message):
    """The coach has judged a move, before or after it was made."""

    def __init__(self, ply: int, move: int, after: bool, comment: str | None) -> None:
        super().__init__()
        self.ply = ply
        self.move = move
        self.after = after
        self.warning = None if after else comment
        self.remark = comment if after else None


class Coach:
    """Has `divisor_duel.learn.coach` judge moves against the coach; reports by `tell`."""

    def __init__(self, tell: Callable[[Coached], object]) -> None:
        self._tell = tell

    def consider(self, moment: Moment, move: int) -> bool:
        """Judge a move before it is made; return False if the opponent is not the coach."""
        if not _coached(moment, moment.position.to_move):
            return False

        def work() -> None:
            from divisor_duel.learn.coach import warning

            comment = warning(moment.game, moment.position, move, engine=command_engine())
            self._tell(Coached(moment.ply, move, False, comment))

        Thread(target=work, daemon=True, name="coach").start()
        return True

    def look_back(self, moment: Moment, move: int) -> None:
        """Judge the move that led to this moment, if the opponent is the coach."""
        before = moment.positions[-2]
        if not _coached(moment, before.to_move):
            return

        def work() -> None:
            from divisor_duel.learn.coach import remark

            comment = remark(moment.game, before, move, engine=command_engine())
            self._tell(Coached(moment.ply, move, True, comment))

        Thread(target=work, daemon=True, name="coach").start()


def _coached(moment: Moment, player: Player) -> bool:
    """Return whether a player plays against the coach."""
    return moment.level(player.other) == COACH
