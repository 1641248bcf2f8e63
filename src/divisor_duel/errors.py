"""Every error this package raises on purpose.

    DuelError
    ├── OptionsError        a game was set up with options that it cannot have
    ├── MoveTextError       a text that cannot be read as a move at all
    ├── IllegalMoveError    a move that the rules do not allow in this position
    ├── RecordError         a record that cannot be read; names the line
    ├── CertificateError    a certificate that does not prove what it claims; says where
    ├── OverBudgetError     a search or check that reached a limit; says which one
    └── SavedGameError      a saved game that is missing, taken or cannot be written

All of them but the last two are also ``ValueError``. Each message is one
sentence that a player can act on, so interfaces may show it as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = [
    "CertificateError",
    "DuelError",
    "IllegalMoveError",
    "MoveTextError",
    "OptionsError",
    "OverBudgetError",
    "RecordError",
    "SavedGameError",
]


class DuelError(Exception):
    """The root: catch this to catch all that a user can cause."""


class OptionsError(DuelError, ValueError):
    """The options of a game contradict each other or leave their limits."""


class MoveTextError(DuelError, ValueError):
    """A text is not a move of any position, whatever the state of the game."""


class IllegalMoveError(DuelError, ValueError):
    """A move is readable but not allowed here; carries its parts, so that nobody reads it back."""

    def __init__(
        self,
        problem: str,
        choices: Sequence[str] = (),
        *,
        position: Any = None,
        move: int | None = None,
    ) -> None:
        super().__init__(f"{problem}; choose {one_of(choices)}" if choices else problem)
        self.problem = problem
        """What is wrong with it, as a clause."""
        self.choices = tuple(choices)
        """The moves that would be legal, as people write them; empty once the game is over."""
        self.position = position
        """The position in which the move was tried."""
        self.move = move
        """The refused move."""


class RecordError(DuelError, ValueError):
    """A record is damaged; the message starts with the line where it is."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        """The line of the text, counted from 1."""


class CertificateError(DuelError, ValueError):
    """A certificate was checked and does not hold; the message tells the moves that refute it."""

    def __init__(self, problem: str, where: str = "") -> None:
        super().__init__(f"the certificate fails{' ' if where else ''}{where}: {problem}")
        self.problem = problem
        """What does not hold, as a clause."""
        self.where = where
        """After which moves, in words; empty in the position that it is about."""


class OverBudgetError(DuelError):
    """A proof was not found or checked within its limits; that says nothing about the claim."""

    def __init__(self, what: str, limit: float, task: str = "checking this") -> None:
        super().__init__(f"{task} takes more than {limit:.15g} {what}")
        self.what = what
        """What ran out: ``positions``, ``seconds`` or ``megabytes``."""
        self.limit = limit
        """How much of it there was."""


class SavedGameError(DuelError):
    """A saved game cannot be found, opened or written."""


def one_of(words: Sequence[str]) -> str:
    """A list of choices as words, cut short in the middle when it is long."""
    if len(words) == 1:
        return words[0]
    if len(words) <= 14:
        return "one of " + ", ".join(words)
    return f"one of {', '.join(words[:10])}, ... {words[-1]} ({len(words)} choices)"
