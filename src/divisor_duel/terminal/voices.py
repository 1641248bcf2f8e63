"""What is said in the course of a game.

Each rule book shows a sample session. A game's own voice speaks its lines, so a game
played with the sample's inputs reads like the sample; a game without one is spoken for
by the plain voice here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from divisor_duel.game import HOUSE_RULE, Game, Outcome, Player
from divisor_duel.games.parts import VOICE, find
from divisor_duel.numbers import ranges

G = TypeVar("G", bound=Game[Any])
P = TypeVar("P")
Names = Mapping[Player, str]
Lines = list[str]


class Voice(Generic[G, P]):
    """Speaks for any game; the rule books' games override what theirs say otherwise."""

    prompt = "Enter your move: "
    """What is asked on a turn, on the line where the answer is typed."""

    def __init__(self, game: G, names: Names, start: P | None = None) -> None:
        self.game = game
        self.names = names
        self.start: Any = game.start() if start is None else start
        """The position that the game began from, whoever began."""

    def opening(self, position: P) -> Lines:
        """Said before the first turn."""
        return [self.game.title, ""]

    def beginning(self, position: P) -> Lines:
        """The same with the house rule that is agreed on."""
        return [*([HOUSE_RULE, ""] if self.game.misere else []), *self.opening(position)]

    def recall(self, position: P) -> Lines:
        """Said when moves were taken back, if the next turn does not tell where the game is."""
        return []

    def turn(self, position: P) -> Lines:
        """Said when a player is to move, before the prompt."""
        return [f"{self.mover(position)}'s turn.", f"Position: {self.game.describe(position)}"]

    def question(self, position: P) -> str:
        """The prompt in this position."""
        return self.prompt

    def moved(self, before: P, move: int, after: P, who: str) -> Lines:
        """Said after a move by `who`, which is ``You`` or a name."""
        return [
            "" if self.game.outcome(after) is None else f"Position: {self.game.describe(after)}"
        ]

    def ended(self, position: P, outcome: Outcome) -> Lines:
        """Said when the rules have ended the game."""
        return [f"{outcome.reason[0].upper()}{outcome.reason[1:]}.", self.win(outcome)]

    def closing(self, position: P, outcome: Outcome) -> Lines:
        """The same; in misere in plain words, as the rule books' say who cannot move and loses."""
        if self.game.misere:
            return Voice.ended(self, position, outcome)
        return self.ended(position, outcome)

    def resigned(self, outcome: Outcome) -> Lines:
        """Said when a player has given up."""
        return [f"{self.names[outcome.winner.other]} resigns.", self.win(outcome)]

    def win(self, outcome: Outcome) -> str:
        """The closing line."""
        return f"{self.names[outcome.winner]} wins the game!"

    def mover(self, position: Any) -> str:
        """The name of the player to move."""
        return self.names[position.to_move]


def voice_for(game: Game[Any], names: Names, start: Any = None) -> Voice[Any, Any]:
    """The voice that speaks for `game`."""
    voice: type[Voice[Any, Any]] = find(game, VOICE) or Voice
    return voice(game, names, start)


def legal_text(game: Game[Any], position: Any) -> str:
    """The legal moves as people write them; neighbours joined when there are many."""
    moves = game.legal_moves(position)
    if len(moves) > 30 and game.format_move(moves[0]) == str(moves[0]):
        return ranges(moves)
    return ", ".join(game.format_move(move) for move in moves)
