"""What line mode prints during a game.

Each rule book shows a sample session. A game's own wording has the lines of its rule
book, so a game played with the sample's inputs reads like the sample. A game without
one uses the plain wording here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeAlias, TypeVar

from divisor_duel.errors import MoveTextError
from divisor_duel.game import AnyGame, Outcome, P, Player, Position
from divisor_duel.games.parts import WORDING, WordingMaker, find
from divisor_duel.numbers import ranges
from divisor_duel.terminal.words import as_sentence

G = TypeVar("G", bound=AnyGame)
Names = Mapping[Player, str]
Lines = list[str]


class Wording(Generic[G, P]):
    """The text of any game; a game overrides what its rule book words differently."""

    prompt = "Enter your move: "
    """The prompt for a move, on the line where it is typed."""

    def __init__(self, game: G, names: Names, start: P | None = None) -> None:
        self.game = game
        self.names = names
        self.start: P = game.start() if start is None else start
        """The position that the game began from."""

    def opening(self, position: P) -> Lines:
        """Return the lines before the first turn."""
        return [self.game.title, ""]

    def beginning(self, position: P) -> Lines:
        """Return the opening, preceded by the house rule if there is one."""
        return [*([self.game.house_rule, ""] if self.game.misere else []), *self.opening(position)]

    def recall(self, position: P) -> Lines:
        """Return the lines after an undo, if those of the next turn are not enough."""
        return []

    def turn(self, position: P) -> Lines:
        """Return the lines before the prompt, when a player is to move."""
        return [f"{self.mover(position)}'s turn.", f"Position: {self.game.describe(position)}"]

    def question(self, position: P) -> str:
        """Return the prompt in this position."""
        return self.prompt

    def moved(self, before: P, move: int, after: P, who: str) -> Lines:
        """Return the lines after a move by `who`, which is ``You`` or a name."""
        return [
            "" if self.game.outcome(after) is None else f"Position: {self.game.describe(after)}"
        ]

    def ended(self, position: P, outcome: Outcome) -> Lines:
        """Return the lines after the end of the game."""
        return [as_sentence(outcome.reason), self.win(outcome)]

    def closing(self, position: P, outcome: Outcome) -> Lines:
        """Return the lines after the end; in misere the plain ones.

        The rule books' lines say that the player who cannot move loses.
        """
        if self.game.misere:
            return Wording.ended(self, position, outcome)
        return self.ended(position, outcome)

    def resigned(self, outcome: Outcome) -> Lines:
        """Return the lines after a player resigns."""
        return [f"{self.names[outcome.winner.other]} resigns.", self.win(outcome)]

    def win(self, outcome: Outcome) -> str:
        """Return the line that names the winner."""
        return f"{self.names[outcome.winner]} wins the game!"

    def mover(self, position: Position) -> str:
        """Return the name of the player to move."""
        return self.names[position.to_move]


GameWording: TypeAlias = WordingMaker[G, P, Wording[G, P]]
"""The type of `WORDING` in a game's `terminal.py`: the class of its wording."""


AnyWording: TypeAlias = Wording[AnyGame, Position]
"""The wording of any game."""


def wording_for(game: AnyGame, names: Names, start: Position | None = None) -> AnyWording:
    """Return the wording of `game`."""
    wording: GameWording[AnyGame, Position] = find(game, WORDING) or Wording
    return wording(game, names, start)


def unreadable(text: str, error: MoveTextError, advice: str) -> str:
    """Return the sentence about typed text that is no move, with what to type instead."""
    return as_sentence(f"{error if text else 'you typed nothing'}; type {advice}")


def legal_text(game: AnyGame, position: Position) -> str:
    """Return the legal moves as text; many are shortened to ranges."""
    moves = game.legal_moves(position)
    if len(moves) > 30 and game.format_move(moves[0]) == str(moves[0]):
        return ranges(moves)
    return ", ".join(game.format_move(move) for move in moves)
