"""Heap: there is a heap of things. The players take turns to take one, two or three of them.
The player who takes the last one wins.
"""

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from divisor_duel.game import Game, Outcome, Player, Preset, option


class HeapPosition(NamedTuple):
    """How many are left, and whose turn it is."""

    heap: int
    to_move: Player


@dataclass(frozen=True)
class Heap(Game[HeapPosition]):
    """Take one to three."""

    id: ClassVar[str] = "heap"
    title: ClassVar[str] = "Heap"
    summary: ClassVar[str] = "Take one to three. Take the last to win."
    fair: ClassVar[Preset] = Preset({"size": 22}, "Two of three first moves lose.")
    size: int = option(21, "how many there are", least=1, most=1000)

    def start(self, first: Player = Player.ONE) -> HeapPosition:
        return HeapPosition(self.size, first)

    def legal_moves(self, position: HeapPosition) -> tuple[int, ...]:
        return tuple(range(1, min(3, position.heap) + 1))

    def play(self, position: HeapPosition, move: int) -> HeapPosition:
        if move not in self.legal_moves(position):
            raise self.refuse(position, move, f"{move} cannot be taken")
        return HeapPosition(position.heap - move, position.to_move.other)

    def outcome(self, position: HeapPosition) -> Outcome | None:
        return None if position.heap else Outcome(position.to_move.other, "nothing is left")

    def longest(self) -> int:
        return self.size

    def describe(self, position: HeapPosition) -> str:
        return f"{position.heap} left"
