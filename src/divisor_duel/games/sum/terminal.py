"""A sum on the full screen: the boards of both games, side by side."""

from __future__ import annotations

from divisor_duel.drawing.scene import Cell, GameScenes, Played, Scene, scene_of
from divisor_duel.drawing.scene import effect as effect_of
from divisor_duel.games.sum.rules import Sum, SumPosition

GAP = 1
"""Empty columns of cells between the boards."""


def scene(game: Sum, position: SumPosition, played: Played, width: int) -> Scene:
    """Return both boards in one grid; above them, a line about each game."""
    cells: list[Cell] = []
    notes = []
    for which, part in enumerate(game.parts):
        moves = [(player, move // 2) for player, move in played if move % 2 == which]
        place = (position.one, position.two)[which]
        shown = scene_of(part, place, moves, width // 2 - 1)
        left = 1 + GAP + max((cell.column for cell in cells), default=-1 - GAP)
        cells += [
            cell._replace(
                number=2 * cell.number + which,
                text=part.format_move(cell.number),
                column=left + cell.column,
            )
            for cell in shown.cells
        ]
        side = "Right" if which else "Left"
        about = ", ".join(filter(None, [f"{side}, {which + 1}: {part.id.title()}", shown.headline]))
        notes.append(f"{about}.")
    order = sorted(cells, key=lambda cell: (cell.row, cell.column))
    return Scene(tuple(order), notes=("   ".join(notes),))


def effect(game: Sum, position: SumPosition, move: int) -> str:
    """Say what the move does in its own game."""
    number, which = divmod(move, 2)
    return effect_of(game.parts[which], (position.one, position.two)[which], number)


SCENES = GameScenes[Sum, SumPosition](scene, effect)
