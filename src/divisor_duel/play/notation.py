"""Moves and variations as text, in the notations of records and web addresses.

In a record, as in chess, a variation follows in parentheses the move that it replaces, and may
contain variations itself: ``1. 24 12 (1... 6 2. 18) 2. 36`` is 24 12 36, with 6 18 tried instead
of 12. In an address it precedes that move: ``24(6.18)12.36``.

>>> tried = (Variation(1, (6, 18)),)
>>> " ".join(words((24, 12, 36), tried))
'1. 24 12 (1... 6 2. 18) 2. 36'
>>> write_tree((24, 12, 36), tried)
'24(6.18)12.36'
>>> read_tree("24(6.18)12.36") == ((24, 12, 36), tried)
True
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from divisor_duel.errors import DuelError, IllegalMoveError, MoveTextError, RecordError
from divisor_duel.game import AnyGame, Position, brief, read_number

DEEPEST = 40
"""Depth limit of variations inside variations."""

MOST_VARIATIONS = 10_000
"""Limit on the variations of one record."""

MOST_WORDS = 1_000_000
"""Limit on the moves of a line if the game sets none."""

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<comment>\{[^}]*\})|(?P<open>\{)|(?P<tag>\[[^\n]*)|(?P<bracket>[()])"
    r"|(?P<word>[^\s{[()]+)"
)


class Variation(NamedTuple):
    """A line that was tried instead of a move."""

    ply: int
    """Number of moves before it."""
    moves: tuple[int, ...]
    """Its moves, in order."""
    variations: tuple[Variation, ...] = ()
    """Variations on its own moves."""


Moves = tuple[tuple[int, ...], tuple[Variation, ...]]
"""The moves of a game and the variations on them."""


class Token(NamedTuple):
    """One token of a record, with its line number."""

    kind: str
    text: str
    line: int


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a record: tags, brackets and words, without comments."""
    line = 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "open":
            raise RecordError(line, "a comment is opened with { but never closed with }")
        if kind in ("tag", "word", "bracket"):
            yield Token(kind, match[0].strip(), line)
        line += match[0].count("\n")


class RawLine:
    """A line of moves as text, before they are played.

    `longest` limits the moves of a line, so that a hostile record is refused before it fills
    the memory.
    """

    def __init__(
        self, begin: int = 0, above: RawLine | None = None, longest: int = MOST_WORDS
    ) -> None:
        self.begin = begin
        """Number of moves before it."""
        self.above = above
        """The line that it is a variation on, or None."""
        self.words: list[Token] = []
        self.inner: list[RawLine] = []
        self.depth: int = above.depth + 1 if above else 0
        self.longest = longest
        self._top: RawLine = above._top if above else self
        self._count = 0

    @property
    def end(self) -> int:
        """Number of moves before the next one."""
        return self.begin + len(self.words)

    @property
    def total(self) -> int:
        """Number of moves, those of variations included."""
        return len(self.words) + sum(inner.total for inner in self.inner)

    def add(self, token: Token) -> RawLine:
        """Add a token and return the line that the next token belongs to."""
        if token.text == "(":
            return self._opened(token)
        if token.text == ")":
            return self._closed(token)
        if token.text.endswith("."):
            _check_number(token, self.end)
        elif self.end >= self.longest:
            problem = f"there are more than {self.longest} moves, but no such game lasts that long"
            raise RecordError(token.line, problem)
        else:
            self.words.append(token)
        return self

    def _opened(self, token: Token) -> RawLine:
        if not self.words:
            raise RecordError(token.line, "a variation must follow the move that it replaces")
        if self.depth == DEEPEST:
            raise RecordError(token.line, f"variations are nested more than {DEEPEST} deep")
        self._top._count += 1
        if self._top._count > MOST_VARIATIONS:
            raise RecordError(token.line, f"there are more than {MOST_VARIATIONS} variations")
        self.inner.append(RawLine(self.end - 1, self, self.longest))
        return self.inner[-1]

    def _closed(self, token: Token) -> RawLine:
        if self.above is None or not self.words:
            raise RecordError(token.line, ") does not close any variation")
        return self.above

    def read(self, game: AnyGame, position: Position) -> Moves:
        """Play the moves from `position` and return them; RecordError names a bad line."""
        replaced = {inner.begin - self.begin for inner in self.inner}
        begins: dict[int, Position] = {}  # positions of long games are large: store only these
        moves = list[int]()
        for word in self.words:
            if len(moves) in replaced:
                begins[len(moves)] = position
            move = read_number(word.text)
            if move is None:
                problem = f"{brief(word.text)} is not a move, which is a whole number"
                raise RecordError(word.line, problem)
            try:
                position = game.play(position, move)
            except IllegalMoveError as error:
                number = self.begin + len(moves) + 1
                problem = f"move {number} ({brief(move)}) is not legal: {error}"
                raise RecordError(word.line, problem) from None
            moves.append(move)
        variations = [
            Variation(inner.begin, *inner.read(game, begins[inner.begin - self.begin]))
            for inner in self.inner
        ]
        return tuple(moves), tuple(variations)


def _check_number(token: Token, plies: int) -> None:
    """Check a move number: a wrong one shows that moves are missing."""
    if read_number(token.text.rstrip(".")) != plies // 2 + 1:
        expected = f"{plies // 2 + 1}."
        raise RecordError(token.line, f"expected move number {expected}, not {brief(token.text)}")


def words(
    moves: Sequence[int], variations: Sequence[Variation] = (), begin: int = 0
) -> Iterator[str]:
    """Yield numbered moves, with each variation after the move that it replaces."""
    numbered = False
    by_ply = _by_ply(variations)
    for ply, move in enumerate(moves, begin):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif not numbered:
            yield f"{ply // 2 + 1}..."
        yield str(move)
        numbered = True
        for variation in by_ply.get(ply, ()):
            inner = " ".join(words(variation.moves, variation.variations, variation.ply))
            yield from f"({inner})".split()
            numbered = False


def _by_ply(variations: Sequence[Variation]) -> dict[int, list[Variation]]:
    """Group variations by the move that they replace."""
    by_ply: dict[int, list[Variation]] = {}
    for variation in variations:
        by_ply.setdefault(variation.ply, []).append(variation)
    return by_ply


def write_tree(moves: Sequence[int], variations: Sequence[Variation] = (), begin: int = 0) -> str:
    """Return moves and variations in the notation of addresses."""
    parts: list[str] = []
    by_ply = _by_ply(variations)
    for ply, move in enumerate(moves, begin):
        tried = [f"({write_tree(v.moves, v.variations, ply)})" for v in by_ply.get(ply, ())]
        parts += tried or ["."] * bool(parts)
        parts.append(str(move))
    return "".join(parts)


def read_tree(text: str) -> Moves:
    """Parse the output of `write_tree`; MoveTextError for any other text."""
    parts = re.findall(r"\d+|[().]|.", text, re.ASCII | re.DOTALL)
    moves, variations, end = _read_tree(parts, 0, 0)
    if end != len(parts):
        raise _not_a_tree(text)
    return moves, variations


def _read_tree(
    parts: list[str], at: int, begin: int, depth: int = 0
) -> tuple[tuple[int, ...], tuple[Variation, ...], int]:
    moves, variations = list[int](), list[Variation]()
    while at < len(parts) and parts[at] != ")":
        ply, part = begin + len(moves), parts[at]
        number = read_number(part)
        if part == "(" and depth < DEEPEST:
            tried, inner, at = _read_tree(parts, at + 1, ply, depth + 1)
            if at == len(parts) or not tried:
                raise _not_a_tree("".join(parts))
            variations.append(Variation(ply, tried, inner))
        elif number is not None:
            moves.append(number)
        elif part != ".":
            raise _not_a_tree("".join(parts))
        at += 1
    if any(variation.ply == begin + len(moves) for variation in variations):
        raise _not_a_tree("".join(parts))
    return tuple(moves), tuple(variations), at


def _not_a_tree(text: str) -> DuelError:
    problem = f"moves and variations are written as in 24(6.18)12.36, not {brief(text)}"
    return MoveTextError(problem)


def count_moves(moves: Sequence[int], variations: Sequence[Variation]) -> int:
    """Return how many moves there are, those of variations included."""
    return len(moves) + sum(count_moves(inner.moves, inner.variations) for inner in variations)


def check_moves(
    game: AnyGame,
    position: Position,
    moves: Sequence[int],
    tried: Sequence[Variation],
    begin: int = 0,
) -> None:
    """Raise IllegalMoveError unless all moves and variations are legal."""
    positions = list(game.positions(moves, position.to_move, position))
    for inner in tried:
        check_moves(game, positions[inner.ply - begin], inner.moves, inner.variations, inner.ply)
