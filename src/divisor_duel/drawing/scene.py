"""The layout of a position on a full screen: a grid without colours or keys.

A scene has cells in rows and columns and, in some games, a large figure and a few lines
above them. Games define their own scenes; a game without one is shown as a grid of its
legal moves. The preview of a move compares the scene before it with the one after it, so
screens need not know the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple, TypeAlias

from divisor_duel.game import AnyGame, Outcome, Player, Position
from divisor_duel.games.parts import SCENES, G, P, Scenes, find

FRAME = 3
"""Columns around the text of a cell that a screen needs for marks."""


SHORT_LIST, LONG_LIST = 20, 36
"""Numbers from which on a list has rows of ten: where there is room for lines between them, and
where there is not.
"""


class CellState(Enum):
    """The state of a number in a position."""

    LEGAL = "legal"
    """It is a legal move."""
    OPEN = "open"
    """It is still in the game but not a legal move now."""
    HELD = "held"
    """A player has taken it."""
    LAST = "last"
    """It was taken last, or is a player's current number."""
    GONE = "gone"
    """It is no longer in the game."""


IN_PLAY = (CellState.LEGAL, CellState.OPEN)


class Cell(NamedTuple):
    """One number with its state and place in the grid."""

    number: int
    """The number, which is also the move if it is legal."""
    text: str
    """The text to show."""
    state: CellState
    """Its current state."""
    row: int
    """Its row, from 0."""
    column: int
    """Its column, from 0."""
    owner: Player | None = None
    """The player who has taken it, if any."""


class Scene(NamedTuple):
    """A position as a screen shows it."""

    cells: tuple[Cell, ...]
    """The numbers, row by row."""
    headline: str = ""
    """A figure to show large; empty if there is none."""
    notes: tuple[str, ...] = ()
    """Lines to show above the cells."""


GameScenes: TypeAlias = Scenes[G, P, Scene]
"""The type of `SCENES` in a game's `terminal.py`."""

Played = Sequence[tuple[Player, int]]
"""The moves so far, each with the player who made it."""


class Preview(NamedTuple):
    """What a move would do."""

    after: Position
    """The position after it."""
    removed: frozenset[int]
    """The other numbers that would leave the game."""
    answers: tuple[int, ...]
    """The opponent's legal moves after it."""
    lit: frozenset[int]
    """Those of `answers` that the current scene already shows with the same text."""
    outcome: Outcome | None
    """How the game would end, or None if it would not."""
    effect: str
    """What the move does, as a clause."""


def scene_of(game: AnyGame, position: Position, played: Played, width: int) -> Scene:
    """Return the scene of a position for a screen with `width` columns for it."""
    own: GameScenes[AnyGame, Position] | None = find(game, SCENES)
    if own:
        return own.scene(game, position, played, width)
    return Scene(
        row_by_row(game, game.legal_moves(position), width), notes=(game.describe(position),)
    )


def preview(game: AnyGame, position: Position, move: int, now: Scene, width: int) -> Preview:
    """Return what `move` would do to the scene `now`; IllegalMoveError if illegal."""
    after = game.play(position, move)
    texts = {cell.number: cell.text for cell in now.cells if cell.state in IN_PLAY}
    same = [
        cell
        for cell in scene_of(game, after, ((position.to_move, move),), width).cells
        if cell.number != move and texts.get(cell.number) == cell.text
    ]
    removed = frozenset(cell.number for cell in same if cell.state not in IN_PLAY)
    return Preview(
        after,
        removed,
        game.legal_moves(after),
        frozenset(cell.number for cell in same if cell.state is CellState.LEGAL),
        game.outcome(after),
        effect(game, position, move, removed),
    )


def effect(game: AnyGame, position: Position, move: int, removed: Iterable[int] = ()) -> str:
    """Describe a legal move in the game's words, or name the numbers that it removes."""
    own = find(game, SCENES)
    if own and own.effect:
        return own.effect(game, position, move)
    taken = sorted(removed)
    return f"also removes {listed(game, taken)}" if taken else ""


def listed(game: AnyGame, moves: Sequence[int], most: int = 12) -> str:
    """Return moves as text, shortened if there are more than `most`."""
    shown = ", ".join(game.format_move(move) for move in moves[:most])
    return f"{shown} and {len(moves) - most} more" if len(moves) > most else shown


def grid_cells(
    low: int, high: int, width: int, cell: Callable[[int], tuple[CellState, Player | None]]
) -> tuple[Cell, ...]:
    """Return cells for `low` to `high` in rows that end with a multiple of ten, or of five.

    Short lists have rows of five, so that a screen can draw them larger.
    """
    size = len(str(high)) + FRAME
    wide = 10 * (size + 1) <= width and high - low >= SHORT_LIST
    columns = 10 if wide or (10 * size <= width and high - low >= LONG_LIST) else 5
    top = (low - 1) // columns
    return tuple(
        Cell(
            number, str(number), state, (number - 1) // columns - top, (number - 1) % columns, owner
        )
        for number in range(low, high + 1)
        for state, owner in (cell(number),)
    )


def row_by_row(
    game: AnyGame,
    moves: Sequence[int],
    width: int,
    text: Callable[[int], str] | None = None,
) -> tuple[Cell, ...]:
    """Return cells for legal moves in order, as many to a row as fit."""
    texts = [text(move) if text else game.format_move(move) for move in moves]
    columns = max(1, width // (max(map(len, texts), default=1) + FRAME + 1))
    return tuple(
        Cell(move, written, CellState.LEGAL, *divmod(index, columns))
        for index, (move, written) in enumerate(zip(moves, texts, strict=True))
    )


def trail(game: AnyGame, moves: Iterable[int], most: int = 12) -> str:
    """Return numbers joined by arrows; only the last `most` of them if there are more."""
    texts = [game.format_move(move) for move in moves]
    cut = "… " if len(texts) > most else ""
    return cut + " → ".join(texts[-most:])
