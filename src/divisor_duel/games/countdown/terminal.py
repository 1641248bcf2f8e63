"""Countdown in a terminal: wording and board of line mode, and full-screen board."""

from __future__ import annotations

from divisor_duel.drawing.scene import GameScenes, Played, Scene, row_by_row, trail
from divisor_duel.game import Outcome
from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.terminal.lines.board import LARGEST_GRID
from divisor_duel.terminal.lines.wording import Lines, Wording
from divisor_duel.terminal.paint import Paint

RULE = "-" * 40


class CountdownWording(Wording[Countdown, CountdownPosition]):
    """Line mode as in the sample session of Countdown's rule book."""

    prompt = "Enter your chosen divisor: "

    def opening(self, position: CountdownPosition) -> Lines:
        return [RULE, "Welcome to Divisor Duel!", "", f"Starting Number: {self.game.begin}", ""]

    def turn(self, position: CountdownPosition) -> Lines:
        return [
            f"{self.mover(position)}'s Turn",
            f"Current Number: {position.number}",
            f"Divisors available: {list(self.game.legal_moves(position))}",
        ]

    def moved(
        self, before: CountdownPosition, move: int, after: CountdownPosition, who: str
    ) -> Lines:
        return [f"New Current Number is {after.number}", ""]

    def ended(self, position: CountdownPosition, outcome: Outcome) -> Lines:
        return [*self.turn(position), "No valid moves available!", self.win(outcome), RULE]

    def resigned(self, outcome: Outcome) -> Lines:
        return [*super().resigned(outcome), RULE]


WORDING = CountdownWording


def board(game: Countdown, position: CountdownPosition, paint: Paint, width: int) -> Lines:
    """Return what each divisor leaves, in columns."""
    moves = game.legal_moves(position)
    if len(moves) > LARGEST_GRID:
        return []
    number = position.number
    texts = [f"{number} - {move} = {number - move}" for move in moves]
    size = max((len(text) for text in texts), default=0) + 3
    columns = max(1, width // size)
    rows = [texts[index : index + columns] for index in range(0, len(texts), columns)]
    return ["".join(text.ljust(size) for text in row).rstrip() for row in rows]


def scene(game: Countdown, position: CountdownPosition, played: Played, width: int) -> Scene:
    """Return the number, its path down so far, and its divisors."""
    number = position.number
    steps = [game.begin]
    for _, move in played:
        steps.append(steps[-1] - move)
    moves = game.legal_moves(position)
    cells = row_by_row(game, moves, width, lambda move: f"{move} → {number - move}")
    note = f"The number: {trail(game, steps)}" if len(steps) > 1 else "This is the starting number."
    return Scene(cells, headline=str(number), notes=(note,))


def effect(game: Countdown, position: CountdownPosition, move: int) -> str:
    """Return the subtraction."""
    return f"{position.number} - {move} = {position.number - move}"


SCENES = GameScenes[Countdown, CountdownPosition](scene, effect)
