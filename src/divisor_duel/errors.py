"""Every error that this package raises on purpose.

    DuelError
    ├── OptionsError        options that this game does not allow
    ├── MoveTextError       text that is not a move in any position
    ├── IllegalMoveError    a move that the rules do not allow in this position
    ├── RecordError         a record that cannot be read; names the line
    ├── CertificateError    a certificate that does not prove its claim; says where
    ├── OverBudgetError     a search or check that reached a limit; says which one
    └── SavedGameError      a saved game that is missing, taken or cannot be written

All but the last two are also ``ValueError``. Each message is one sentence that
a player can act on, so interfaces may show it unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence

from divisor_duel.text import clean_text

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
    """The base class: catch this to catch every error that a user can cause.

    Its text is one line that is safe to show, whatever file or argument it quotes.
    """

    def __init__(self, text: str = "", *, arguments: Sequence[str] = ()) -> None:
        super().__init__(text)
        self.arguments = tuple(arguments)
        """Arguments of the caller that would help; the command line names its flags for them."""

    def __str__(self) -> str:
        return clean_text(super().__str__())


class OptionsError(DuelError, ValueError):
    """The options of a game contradict each other or are out of range."""


class MoveTextError(DuelError, ValueError):
    """A text is not a move in any position of the game."""


class IllegalMoveError(DuelError, ValueError):
    """A well-formed move is not legal here; the attributes are parts of the message."""

    def __init__(
        self,
        problem: str,
        choices: Sequence[str] = (),
        *,
        position: object = None,
        move: int | None = None,
    ) -> None:
        super().__init__(f"{problem}; choose {one_of(choices)}" if choices else problem)
        self.problem = problem
        """What is wrong with the move, as a clause."""
        self.choices = tuple(choices)
        """The moves that would be legal, as people write them; empty once the game is over."""
        self.position = position
        """The position in which the move was tried."""
        self.move = move
        """The refused move."""


class RecordError(DuelError, ValueError):
    """A record is damaged; the message starts with the number of the bad line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line
        """Line number in the text, from 1."""


class CertificateError(DuelError, ValueError):
    """A certificate does not hold; the message names the moves that refute it."""

    def __init__(self, problem: str, where: str = "") -> None:
        super().__init__(f"the certificate fails{' ' if where else ''}{where}: {problem}")
        self.problem = problem
        """What does not hold, as a clause."""
        self.where = where
        """After which moves, in words; empty for the certificate's own position."""


class OverBudgetError(DuelError):
    """A proof was not found or checked within its limits; the claim may still be true."""

    def __init__(self, what: str, limit: float, task: str = "checking this") -> None:
        super().__init__(f"{task} takes more than {limit:.15g} {what}")
        self.what = what
        """What ran out: ``positions``, ``seconds`` or ``megabytes``."""
        self.limit = limit
        """The limit that was reached."""


class SavedGameError(DuelError):
    """A saved game cannot be found, opened or written."""


def one_of(words: Sequence[str]) -> str:
    """Return a list of choices in words, shortened in the middle if it is long."""
    if len(words) == 1:
        return words[0]
    if len(words) <= 14:
        return "one of " + ", ".join(words)
    return f"one of {', '.join(words[:10])}, ... {words[-1]} ({len(words)} choices)"
