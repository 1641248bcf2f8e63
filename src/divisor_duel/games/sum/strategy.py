"""How a sum is won: make both games worth the same.

A position of each game is worth a heap of some size, its nim-value. A player who leaves
two equal heaps wins, as in Nim. Which move leaves them takes a search.
"""

from __future__ import annotations

from dataclasses import dataclass

from divisor_duel.engine.strategies import Searched
from divisor_duel.game import Position
from divisor_duel.games.parts import Strategies
from divisor_duel.games.sum.proofs import Equal, SumProof
from divisor_duel.games.sum.rules import Sum, SumPosition
from divisor_duel.strategy import Rule


@dataclass(frozen=True)
class MakeEqual(Searched):
    """Make both games worth the same again; a search finds the move."""

    nim: int = 0
    """The size of the heap that each game is worth, before the opponent moves."""

    def words(self, position: Position) -> str:
        if self.nim == 0:
            return "Answer every move in the game in which it was made."
        return (
            "Think of each game as a heap of counters. After every move, make both heaps the same "
            "size again."
        )

    def because(self, position: Position, *, winning: bool) -> str:
        they, you = ("your opponent plays", "you") if winning else ("you play", "they")
        if self.nim == 0:
            return (
                f"In each game alone, the player to move loses. Whatever {they}, {you} answer in "
                "the same game."
            )
        heap = f"a heap of {self.nim}" if self.nim > 1 else "one counter"
        return (
            f"Both games are worth the same as {heap}. Whatever {they}, {you} make them equal "
            "again."
        )


def rules(game: Sum, lost: SumPosition, proof: SumProof) -> tuple[Rule[SumPosition], ...]:
    """Return the winner's rules from `lost` on, where the opponent is to move."""
    assert isinstance(proof, Equal)
    return (MakeEqual(game, lost, nim=proof.nim),)


def move_words(game: Sum, position: SumPosition, move: int) -> str:
    """Return a move as an instruction."""
    return f"play {game.format_move(move)}"


STRATEGY = Strategies(rules, move_words)
