"""What a full screen shows of a position: numbers at places, without colours or keys.

A scene is made of cells that lie in rows and columns, with a large figure and a few
lines above them where the game has such. The games bring their own scenes; any other
game is shown as a grid of its legal moves. What a move would do is told by comparing
the scene before it with the one after it, so no screen needs to know a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Any, NamedTuple

from divisor_duel.game import Game, Outcome, Player
from divisor_duel.games.parts import SCENES, find

FRAME = 3
"""The columns that a screen needs around the text of a cell for its marks."""


class CellState(Enum):
    """What a number is in a position."""

    LEGAL = "legal"
    """It may be played now."""
    OPEN = "open"
    """It is in the game but may not be played now."""
    HELD = "held"
    """A player has taken it."""
    LAST = "last"
    """It was taken last, or is what a player stands on."""
    GONE = "gone"
    """It is no longer in the game."""


IN_PLAY = (CellState.LEGAL, CellState.OPEN)


class Cell(NamedTuple):
    """One number at its place."""

    number: int
    """The number, which is the move too where it may be played."""
    text: str
    """How it is written."""
    state: CellState
    """What it is now."""
    row: int
    """Its row, from 0."""
    column: int
    """Its column, from 0."""
    owner: Player | None = None
    """Who has it, if anyone has."""


class Scene(NamedTuple):
    """A position to look at."""

    cells: tuple[Cell, ...]
    """The numbers, row by row."""
    headline: str = ""
    """A figure to be shown large; empty if there is none."""
    notes: tuple[str, ...] = ()
    """Lines that belong above the cells."""


Played = Sequence[tuple[Player, int]]
"""The moves so far and who made them."""


class Preview(NamedTuple):
    """What a move would do."""

    after: Any
    """The position after it."""
    removed: frozenset[int]
    """The other numbers that would leave the game."""
    answers: tuple[int, ...]
    """What the other player could play then."""
    lit: frozenset[int]
    """Those of them that can be seen now as they would be then."""
    outcome: Outcome | None
    """How the game would end, or None if it goes on."""
    effect: str
    """What it does, as a clause."""


def scene_of(game: Game[Any], position: Any, played: Played, width: int) -> Scene:
    """The scene of a position for a screen that has `width` columns for it."""
    own = find(game, SCENES)
    if own:
        scene: Scene = own.scene(game, position, played, width)
        return scene
    return Scene(
        row_by_row(game, game.legal_moves(position), width), notes=(game.describe(position),)
    )


def preview(game: Game[Any], position: Any, move: int, now: Scene, width: int) -> Preview:
    """What `move` would do to the scene `now`; IllegalMoveError if it may not be played."""
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


def effect(game: Game[Any], position: Any, move: int, removed: Iterable[int] = ()) -> str:
    """What a legal move does, in the game's own words if it has any; else what it takes along."""
    own = find(game, SCENES)
    if own and own.effect:
        return own.effect(game, position, move)
    taken = sorted(removed)
    return f"takes {listed(game, taken)} along" if taken else ""


def listed(game: Game[Any], moves: Sequence[int], most: int = 12) -> str:
    """Moves as text, cut short when they are many."""
    shown = ", ".join(game.format_move(move) for move in moves[:most])
    return f"{shown} and {len(moves) - most} more" if len(moves) > most else shown


def grid_cells(
    low: int, high: int, width: int, cell: Callable[[int], tuple[CellState, Player | None]]
) -> tuple[Cell, ...]:
    """The numbers `low` to `high`, ten to a row (or five), equal last digits in one column."""
    columns = 10 if 10 * (len(str(high)) + FRAME) <= width else 5
    top = low // columns
    return tuple(
        Cell(number, str(number), state, number // columns - top, number % columns, owner)
        for number in range(low, high + 1)
        for state, owner in (cell(number),)
    )


def row_by_row(
    game: Game[Any],
    moves: Sequence[int],
    width: int,
    text: Callable[[int], str] | None = None,
) -> tuple[Cell, ...]:
    """Legal moves one after the other, as many to a row as fit."""
    texts = [text(move) if text else game.format_move(move) for move in moves]
    columns = max(1, width // (max(map(len, texts), default=1) + FRAME + 1))
    return tuple(
        Cell(move, written, CellState.LEGAL, *divmod(index, columns))
        for index, (move, written) in enumerate(zip(moves, texts, strict=True))
    )


def trail(game: Game[Any], moves: Iterable[int], most: int = 12) -> str:
    """Numbers that follow one another, the last ones if there are many."""
    texts = [game.format_move(move) for move in moves]
    cut = "… " if len(texts) > most else ""
    return cut + " → ".join(texts[-most:])
