"""How the winner wins, as diagrams: the values that every screen draws beside the words.

A game's `figure.py` makes them from a strategy and from nothing else, so a diagram and the
sentences cannot disagree. They hold numbers and no places: `drawing/layouts` places them on a
picture, `terminal/diagrams.py` in text. A diagram is about the position after the winner's next
move. Moves are numbers here; `Game.format_move` says how to write them.

>>> from divisor_duel import GAMES, analyze
>>> from divisor_duel.drawing.diagrams import diagrams_of
>>> game = GAMES["divider"](high=9)
>>> arcs, = diagrams_of(analyze(game, game.start()).strategy)
>>> arcs.ringed, arcs.pairs
(4, ((2, 3), (5, 7), (6, 9)))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from divisor_duel.game import Player
from divisor_duel.proof import Pair


@dataclass(frozen=True)
class Arcs:
    """Numbers in a row, with an arc between partners: the answer to one is the other."""

    numbers: tuple[int, ...]
    """The numbers from left to right, smallest first."""
    pairs: tuple[Pair, ...]
    """The partners, the smaller first."""
    bold: tuple[Pair, ...] = ()
    """Those of the pairs that the opponent's next move can be in; none if it can be in any."""
    ringed: int = 0
    """The number that is left over: the winner's move, without a partner; 0 if there is none."""

    @property
    def caption(self) -> str:
        """What the diagram means, in a sentence or two."""
        bold = " The next move is in a thick pair." if self.bold else ""
        return f"Arcs join partners.{bold}"


@dataclass(frozen=True)
class Copies:
    """Two equal parts, side by side: each number's partner is at the same place in the other."""

    one: tuple[int, ...]
    """The numbers of one part, smallest first."""
    other: tuple[int, ...]
    """Their partners, in the same order."""
    lines: tuple[Pair, ...]
    """Which numbers divide which, as places in either part with no number between."""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The partners."""
        return tuple(zip(self.one, self.other, strict=True))

    @property
    def caption(self) -> str:
        """What the diagram means, in a sentence."""
        return "Two equal parts: copy each move in the other part."


@dataclass(frozen=True)
class Singles:
    """Numbers of which none divides another: each move takes one of them."""

    numbers: tuple[int, ...]
    """The numbers, smallest first; their count is even."""
    move: int = 0
    """The winner's move before that; 0 if it is the opponent's move."""

    @property
    def caption(self) -> str:
        """What the diagram means, in a sentence."""
        return "Each move takes one number. Their count is even, so the winner takes the last."


@dataclass(frozen=True)
class Heap:
    """Something that is worth the same as a heap of counters."""

    size: int
    """How many counters."""
    numbers: tuple[int, ...] = ()
    """The numbers that are worth the heap."""
    name: str = ""
    """What is worth the heap, if not numbers: a game's title."""


@dataclass(frozen=True)
class Heaps:
    """Heaps that cancel: written as sums of 1, 2, 4 and so on, each of these comes up in twos."""

    heaps: tuple[Heap, ...]
    move: int = 0
    """The winner's move before that; 0 if it is the opponent's move."""

    @property
    def caption(self) -> str:
        """What the diagram means, in a sentence."""
        return "Each block size appears an even number of times, so the heaps cancel."


Step: TypeAlias = tuple[int, ...]
"""Moves that are treated alike at one point of a line."""


@dataclass(frozen=True)
class Replies:
    """What may follow the winner's move: lines of a reply, its answer, and so on."""

    lines: tuple[tuple[Step, ...], ...]
    """Each line's moves: the opponent's and the winner's in turn; the winner's steps are single."""
    move: int = 0
    """The winner's move before that; 0 if it is the opponent's move."""
    complete: bool = True
    """Whether every reply has a line, and every line ends where the win is known."""

    @property
    def caption(self) -> str:
        """What the diagram means, in a sentence."""
        return "Each reply has an answer." if self.complete else "Some of the answers:"


@dataclass(frozen=True)
class Searched:
    """Numbers for which only the computer knows the answers."""

    numbers: tuple[int, ...]
    """The numbers, smallest first."""
    reply: int
    """A move of the opponent, as an example."""
    answer: int
    """The winner's answer to it."""
    move: int = 0
    """The winner's move before that; 0 if it is the opponent's move."""

    @property
    def caption(self) -> str:
        """What the diagram means, in a sentence."""
        return "No simple rule covers the dashed box. The computer checked every reply."


@dataclass(frozen=True)
class Track:
    """A player's number, and the steps that the player still has."""

    player: Player
    """Whose track it is."""
    number: int
    """The player's number."""
    steps: tuple[int, ...]
    """Numbers that this player can climb to one after the other, and the opponent cannot take."""
    choices: tuple[int, ...]
    """The numbers that are the next step, if only one step is left; else none."""
    most: int
    """Limit on the number of steps."""

    @property
    def open(self) -> int:
        """How many further steps may be possible."""
        return max(self.most - len(self.steps), 0)


@dataclass(frozen=True)
class Tracks:
    """Both players' steps: the player who runs out first loses."""

    loser: Track
    """The track of the player who runs out first, and who is to move."""
    winner: Track
    """The track of the player who still has a step then."""

    @property
    def caption(self) -> str:
        """What the diagram means, in a sentence or two."""
        safe = "Solid: safe steps. " if self.winner.steps else ""
        last = f"Player {int(self.loser.player)} runs out first."
        return f"{safe}Dashed: steps that may still be possible. {last}"


@dataclass(frozen=True)
class Stop:
    """A number on its rail."""

    number: int
    lost: bool
    """Whether it is on the lower rail: the player to move loses."""
    note: str
    """A label if the number is prime or a power of two, else empty."""
    less: int = 0
    """The divisor subtracted to get there; 0 at the start."""


@dataclass(frozen=True)
class Zigzag:
    """A number's way down between two rails, as the winner plays and the opponent may."""

    stops: tuple[Stop, ...]
    """The numbers, from the current one on."""
    first: Player
    """The player who is to move at the first stop; then both in turn."""
    rails: tuple[str, str]
    """The names of the upper and the lower rail: ``even`` and ``odd``; empty if none fits."""
    more: bool = False
    """Whether the way goes on after the last stop."""

    @property
    def caption(self) -> str:
        """What the diagram means, in two sentences."""
        return "If you get a number on the lower line, you lose. This is one way to play."


@dataclass(frozen=True)
class Hour:
    """A remainder, and what it means to leave it."""

    remainder: int
    finishers: tuple[int, ...]
    """The digits left that make a multiple from here; the player to move can write one of them."""
    reached_by: tuple[int, ...]
    """The digits with which the opponent can get here now."""


@dataclass(frozen=True)
class Clock:
    """The remainders as hours of a clock, with the digits that make a multiple from each."""

    target: int
    """The number of hours."""
    hours: tuple[Hour, ...]
    """The hours drawn, in order: all, or those that matter now."""
    now: int
    """The remainder after the winner's move."""
    move: int
    """The winner's digit; 0 if it is the opponent's move."""
    finishing_wins: bool
    """Whether making a multiple wins; in misère it loses."""

    @property
    def is_whole(self) -> bool:
        """Whether every hour is drawn."""
        return len(self.hours) == self.target

    @property
    def caption(self) -> str:
        """What the diagram means, in a sentence."""
        wins = "wins" if self.finishing_wins else "loses"
        hours = "" if self.is_whole else " Only the remainders that can come next are drawn."
        return f"The digit beside a remainder {wins} from there.{hours}"


Diagram: TypeAlias = Arcs | Copies | Singles | Heaps | Replies | Searched | Tracks | Zigzag | Clock
"""Every kind of diagram."""
