"""Positions as text and as pixels, for environments that render.

The picture needs only NumPy: numbers in a small font on squared paper. Legal
moves are in ink, other numbers of the pool are faint, and taken numbers leave an
empty square. A blue disc in the corner means that Player 1 is to move, a
vermilion square that Player 2 is, neither that the game is over; the same shapes
mark the players' own numbers. A frame marks the number to answer. `squares` of a
game's `ENCODING`, in its `arrays.py`, chooses the numbers that have squares; a game
without it shows its legal moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from divisor_duel.drawing.style import PLAYERS
from divisor_duel.errors import DuelError, one_of
from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.games.parts import ENCODING, Encoding, G, P, find

Pixels = NDArray[np.uint8]

PAPER, GRID, FAINT, INK = (250, 248, 240), (222, 226, 232), (176, 180, 186), (34, 34, 40)
COLOURS = {player: tuple(bytes.fromhex(colour[1:])) for player, colour in PLAYERS.items()}
"""The players' colours as red, green and blue, the same as in every picture."""
MOST_SQUARES = 2500
"""Limit on the numbers in a picture; more would be unreadable."""
_ZOOM = 2
_HEIGHT = 11
"""Height of a square before zooming, in pixels; a glyph is 5 high and 3 wide."""

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_GLYPHS = (
    "727757777726367735715456262637555557",
    "561154415555454445215475555542555551",
    "527777717776456657216475565622557222",
    "524111525155454455255455546512557524",
    "777717727756367435725755243562725527",
)
"""The glyphs of `_LETTERS`, one per column: five rows of three dots as octal digits."""


def text(game: AnyGame, position: Position) -> str:
    """Return the position as a few lines of text."""
    outcome = game.outcome(position)
    if outcome:
        turn = f"Player {int(outcome.winner)} has won: {outcome.reason}"
    else:
        legal = [game.format_move(move) for move in game.legal_moves(position)]
        turn = f"Player {int(position.to_move)} to move: {one_of(legal)}"
    return f"{game.title}\n{game.describe(position)}\n{turn}"


class Squares(NamedTuple):
    """What a picture shows of a position."""

    numbers: tuple[int, ...]
    """The numbers that have a square."""
    free: frozenset[int]
    """Those of them that are not taken yet."""
    headline: str = ""
    """Large text above them."""
    owners: Mapping[int, Player] = {}
    """Numbers that belong to a player."""
    framed: int = 0
    """The number to answer."""


GameEncoding: TypeAlias = Encoding[G, P, Squares]
"""The type of `ENCODING` in a game's `arrays.py`."""


def picture(game: AnyGame, position: Position) -> Pixels:
    """Return an array of height x width x 3 bytes; DuelError if it is too large."""
    squares = _squares(game, position)
    numbers = squares.numbers
    if len(numbers) > MOST_SQUARES:
        raise DuelError(f"a picture holds at most {MOST_SQUARES} numbers, not {len(numbers)}")
    columns = max(10, int(len(numbers) ** 0.5))
    width = 4 * max([1, *(len(game.format_move(number)) for number in numbers)]) + 5
    rows = -(-len(numbers) // columns)
    across = max(columns * width, 8 * len(squares.headline) + 24) + 1
    page = np.full((rows * _HEIGHT + 21, across, 3), PAPER, np.uint8)
    page[20::_HEIGHT, : columns * width + 1] = GRID
    page[20:, : columns * width + 1 : width] = GRID
    legal = set(game.legal_moves(position))
    for index, number in enumerate(numbers):
        row, column = divmod(index, columns)
        square = page[21 + row * _HEIGHT :, column * width + 1 :][: _HEIGHT - 1, : width - 1]
        _draw_number(square, game.format_move(number), number, number in legal, squares)
    if legal:
        _shape(page[5:16, 4:15], position.to_move)
    _write(page[5:15, 20:], squares.headline, INK, 2)
    return page.repeat(_ZOOM, axis=0).repeat(_ZOOM, axis=1)


def _squares(game: AnyGame, position: Position) -> Squares:
    own: GameEncoding[AnyGame, Position] | None = find(game, ENCODING)
    if own and own.squares:
        return own.squares(game, position)
    legal = game.legal_moves(position)
    return Squares(legal, frozenset(legal))


def _draw_number(square: Pixels, label: str, number: int, legal: bool, squares: Squares) -> None:
    colour = INK if legal else FAINT
    if number in squares.owners:
        _shape(square, squares.owners[number])
        colour = PAPER
    elif number == squares.framed:
        square[[0, -1]] = INK
        square[:, [0, -1]] = INK
        colour = INK
    elif number not in squares.free:
        return
    left = (square.shape[1] - 4 * len(label) + 1) // 2
    _write(square[3:8, left:], label, colour, 1)


def _shape(square: Pixels, player: Player) -> None:
    """Fill `square` with a disc for Player 1 or a square for Player 2."""
    height, width = square.shape[:2]
    down, right = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    inside = (down**2 + right**2 <= 1.05) | (player == Player.TWO)
    square[inside] = COLOURS[player]


def _write(place: Pixels, label: str, colour: tuple[int, int, int], size: int) -> None:
    for index, letter in enumerate(label):
        column = _LETTERS.find(letter.upper())
        if column < 0:  # other characters are left blank
            continue
        rows = [[int(row[column]) >> shift & 1 for shift in (2, 1, 0)] for row in _GLYPHS]
        dots = np.array(rows, np.bool_).repeat(size, axis=0).repeat(size, axis=1)
        place[: 5 * size, 4 * size * index :][:, : 3 * size][dots] = colour
