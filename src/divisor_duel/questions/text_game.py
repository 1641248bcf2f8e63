r"""A text game against a computer level, for libraries with their own model.

Every reply gets its exact reward at once: 1 if it keeps a win, -1 if it gives one away or
is not a legal move, 0 if nothing was at stake (all moves win, or none does).

>>> from divisor_duel import GAMES
>>> text_game = TextGame(GAMES["countdown"](start=12), opponent="perfect")
>>> text_game.answer("12 - 3 is odd.\nmove: 3")
Turn(move=3, kind='ok', reward=1, reply=3, detail='3 keeps the win')
>>> text_game.position.number, text_game.is_over
(6, False)
>>> text_game.answer("move: 4").detail
'4 does not divide 6; choose one of 2, 3'
>>> text_game.is_over, text_game.has_won, text_game.rewards
(True, False, [1, -1])
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from divisor_duel.batch.exact_values import values
from divisor_duel.engine.levels import LEVELS, choose_move
from divisor_duel.errors import IllegalMoveError, OptionsError
from divisor_duel.game import AnyGame, Outcome, brief
from divisor_duel.learn.review import Mark, mark_of
from divisor_duel.questions.grading import move_in_reply
from divisor_duel.questions.prompts import question_text
from divisor_duel.questions.question import ILLEGAL, OK, Fault, Question

REWARDS = {Mark.GOOD: 1, Mark.MISTAKE: -1}
"""Reward of a legal move by its mark; 0 for all other marks."""

SAYS = {
    Mark.GOOD: "keeps the win",
    Mark.MISTAKE: "gives the win away",
    Mark.SAME: "is as good as any other",
    Mark.FORCED: "is the only move",
}


class Turn(NamedTuple):
    """One reply of the model, with its reward and the opponent's answer."""

    move: int | None
    """The move in the reply, legal or not; None if there is none."""
    kind: str
    """``ok``, or the kind of fault, as in the arena."""
    reward: int
    """1, 0 or -1."""
    reply: int | None
    """The opponent's move, if there was one."""
    detail: str
    """The reward in words."""


class TextGame:
    """One game, in which the model plays the side to move after `played`.

    With `second` the opponent moves first. A reply that is not a legal move loses the game.
    """

    def __init__(
        self,
        game: AnyGame,
        opponent: str = "perfect",
        played: Sequence[int] = (),
        *,
        second: bool = False,
        seed: int | str = 1,
        show_legal: bool = True,
    ) -> None:
        if opponent not in LEVELS:
            raise OptionsError(
                f"opponent must be one of {', '.join(LEVELS)}, not {brief(opponent)}"
            )
        self.game = game
        """The game with its options."""
        self.played = list(played)
        """All moves so far."""
        *_, self.position = game.positions(self.played)
        """The current position."""
        self.rewards: list[int] = []
        """The reward of each reply."""
        self._opponent, self._rng, self._show = opponent, Random(seed), show_legal
        self._forfeit: Outcome | None = None
        self.player = self.position.to_move.other if second else self.position.to_move
        """The model's player."""
        self.opening = self._respond() if second else None
        """The opponent's first move, if it moved first."""

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why; None while the game is in progress."""
        return self._forfeit or self.game.outcome(self.position)

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.outcome is not None

    @property
    def has_won(self) -> bool:
        """Whether the model has won."""
        return bool(self.outcome and self.outcome.winner == self.player)

    @property
    def prompt(self) -> str:
        """The next question to the model, worded as in the arena."""
        return question_text(self._question())

    @property
    def legal_moves(self) -> list[int]:
        """The legal moves; empty when the game is over."""
        return [] if self.is_over else list(self.game.legal_moves(self.position))

    def answer(self, text: str, cut_off: bool = False) -> Turn:
        """Play the move in a text reply and let the opponent move.

        `cut_off` marks a truncated reply, which loses the game.
        """
        try:
            move = move_in_reply(self._question(), text, cut_off)
        except Fault as fault:
            return self._lose(None, fault.kind, fault.detail)
        return self.play(move)

    def play(self, move: int) -> Turn:
        """Play a move given as a number, and let the opponent move."""
        before = self.position
        try:
            self.position = self.game.play(before, move)
        except IllegalMoveError as error:
            return self._lose(move, ILLEGAL, str(error))
        mark = mark_of(values(self.game, before), move)
        self.played.append(move)
        self.rewards.append(REWARDS.get(mark, 0))
        return Turn(move, OK, self.rewards[-1], self._respond(), f"{move} {SAYS[mark]}")

    def _lose(self, move: int | None, kind: str, detail: str) -> Turn:
        self._forfeit = Outcome(self.player.other, f"Player {int(self.player)} forfeits ({kind})")
        self.rewards.append(-1)
        return Turn(move, kind, -1, None, detail)

    def _respond(self) -> int | None:
        if self.game.outcome(self.position):
            return None
        move = choose_move(self._opponent, self.game, self.position, self._rng)
        self.position = self.game.play(self.position, move)
        self.played.append(move)
        return move

    def _question(self) -> Question:
        return Question(self.game, self.position, tuple(self.played), 0.0, 0, self._show)
