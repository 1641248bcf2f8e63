"""Digits in a terminal: wording and board of line mode, and the full-screen board."""

from __future__ import annotations

from math import ceil

from divisor_duel.drawing.scene import FRAME, Cell, CellState, GameScenes, Played, Scene
from divisor_duel.game import Outcome, Player
from divisor_duel.games.digits.rules import Digits, DigitsPosition
from divisor_duel.numbers import members
from divisor_duel.terminal.lines.wording import Lines, Wording
from divisor_duel.terminal.paint import Paint


class DigitsWording(Wording[Digits, DigitsPosition]):
    """Line mode as in the sample session of Digits' rule book."""

    prompt = "Select a digit: "

    def _digits(self, position: DigitsPosition) -> str:
        return " ".join(self.game.format_move(digit) for digit in members(position.left))

    def opening(self, position: DigitsPosition) -> Lines:
        base = [] if self.game.base == 10 else [f"Base: {self.game.base}"]
        return [
            f"Target Divisor: {self.game.target}",
            *base,
            *self.recall(position),
        ]

    def recall(self, position: DigitsPosition) -> Lines:
        return [
            f"Available Digits: {self._digits(position)}",
            f"Current Number: {self.game.written(position.number)}",
            "",
        ]

    def turn(self, position: DigitsPosition) -> Lines:
        return [f"{self.mover(position)}'s turn."]

    def moved(self, before: DigitsPosition, move: int, after: DigitsPosition, who: str) -> Lines:
        written = f"Current Number: {self.game.written(after.number)}"
        if self.game.outcome(after) is None:
            return [written, f"Available Digits: {self._digits(after)}", self._check(after), ""]
        if after.number % self.game.target == 0:
            return [written, self._check(after), ""]
        return [written, self._check(after), "", "Final Digit Pool: Empty", written]

    def _check(self, position: DigitsPosition) -> str:
        """Return the division; from four digits on with decimals, as in the sample."""
        number, target = position.number, self.game.target
        text = self.game.written(number)
        quotient, remainder = divmod(number, target)
        if remainder == 0:
            return f"{text} ÷ {target} = {quotient} (no remainder)"
        if len(text) < 4 or self.game.base != 10:
            return f"{text} is not divisible by {target}."
        decimals = remainder * 1000 // target
        return f"{text} ÷ {target} = {quotient}.{decimals:03} (remainder ≠ 0)"

    def ended(self, position: DigitsPosition, outcome: Outcome) -> Lines:
        winner = self.names[outcome.winner]
        if position.number % self.game.target == 0:
            return [f"Result: {winner} wins."]
        loser = self.names[outcome.winner.other]
        return [
            f"No player has created a number divisible by {self.game.target}.",
            f"Result: The last player to move ({loser}) loses. {winner} wins.",
        ]


WORDING = DigitsWording
SQUARE, WIDE = 3, 80
"""Rows of the digits 1 to 9, and the least width of a screen that shows them as a square."""


def board(game: Digits, position: DigitsPosition, paint: Paint, width: int) -> Lines:
    """Return the number with blanks for the digits to come, and the digits left."""
    written = game.written(position.number)
    places = " ".join(written.ljust(game.base - 1, "_"))
    remainder = position.number % game.target
    choices = "".join(f" [{game.format_move(digit)}]" for digit in members(position.left))
    leaves = f"   leaves remainder {remainder} when divided by {game.target}" if written else ""
    return [f"  {paint.bold(places)}{leaves}", f" {choices}"]


def scene(game: Digits, position: DigitsPosition, played: Played, width: int) -> Scene:
    """Return the number, its remainder, and the digits."""
    written = game.written(position.number)
    legal = frozenset(game.legal_moves(position))
    takers = {move: player for player, move in played}
    last = played[-1][1] if played else 0
    columns = SQUARE if game.base == SQUARE**2 + 1 and width >= WIDE else _columns(game, width)

    def state(digit: int) -> tuple[CellState, Player | None]:
        if digit in legal:
            return CellState.LEGAL, None
        if position.left >> digit & 1:
            return CellState.OPEN, None
        return CellState.LAST if digit == last else CellState.HELD, takers.get(digit)

    cells = []
    for index, digit in enumerate(range(1, game.base)):
        kind, owner = state(digit)
        cells.append(Cell(digit, game.format_move(digit), kind, *divmod(index, columns), owner))
    return Scene(tuple(cells), headline=written, notes=(_note(game, position.number, written),))


def _columns(game: Digits, width: int) -> int:
    """Return how many digits stand in a row, so that the rows are as equal as can be."""
    digits, most = game.base - 1, width // (1 + FRAME + 1)
    return ceil(digits / ceil(digits / most))


def _note(game: Digits, number: int, written: str) -> str:
    """Return the sentence under the number: its division by the target."""
    base = "" if game.base == 10 else f" (base {game.base})"
    if not written:
        return f"The target is {game.target}{base}. No digit is written yet."
    return f"{_division(game, number)}{base}."


def _division(game: Digits, number: int) -> str:
    """Say whether the target divides the number, or which remainder it leaves."""
    remainder = number % game.target
    if remainder == 0:
        return f"{game.target} divides {game.written(number)}"
    return f"{game.written(number)} leaves remainder {remainder} when divided by {game.target}"


def effect(game: Digits, position: DigitsPosition, move: int) -> str:
    """Say how the division comes out after the move."""
    return _division(game, position.number * game.base + move)


SCENES = GameScenes[Digits, DigitsPosition](scene, effect)
