"""The coach: judges moves in a thread, before and after they are made."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from textual.message import Message

from divisor_duel.game import Player
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.tui.background_match import MatchSnapshot

COACH = "coach"
"""The computer level that also coaches."""


class CoachReply(Message):
    """The coach has judged a move, before or after it was made."""

    def __init__(self, ply: int, move: int, after: bool, comment: str | None) -> None:
        super().__init__()
        self.ply = ply
        self.move = move
        self.after = after
        self.warning = None if after else comment
        self.remark = comment if after else None


class BackgroundCoach:
    """Judges moves against the coach in a thread, and calls `report`."""

    def __init__(self, report: Callable[[CoachReply], object]) -> None:
        self._report = report

    def judge_before(self, snapshot: MatchSnapshot, move: int) -> bool:
        """Judge a move before it is made; return False if the opponent is not the coach."""
        if not _coached(snapshot, snapshot.position.to_move):
            return False

        def work() -> None:
            from divisor_duel.learn.coach import warning

            comment = warning(snapshot.game, snapshot.position, move, engine=command_engine())
            self._report(CoachReply(snapshot.ply, move, False, comment))

        Thread(target=work, daemon=True, name="coach").start()
        return True

    def judge_after(self, snapshot: MatchSnapshot, move: int) -> None:
        """Judge the move that led to this snapshot, if the opponent is the coach."""
        before = snapshot.positions[-2]
        if not _coached(snapshot, before.to_move):
            return

        def work() -> None:
            from divisor_duel.learn.coach import remark

            comment = remark(snapshot.game, before, move, engine=command_engine())
            self._report(CoachReply(snapshot.ply, move, True, comment))

        Thread(target=work, daemon=True, name="coach").start()


def _coached(snapshot: MatchSnapshot, player: Player) -> bool:
    """Return whether a player plays against the coach."""
    return snapshot.level(player.other) == COACH
