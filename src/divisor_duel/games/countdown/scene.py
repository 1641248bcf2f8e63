"""Countdown on a full screen: the number large, and what each divisor would leave."""

from __future__ import annotations

from divisor_duel.games.countdown.rules import Countdown, CountdownPosition
from divisor_duel.scene import Played, Scene, row_by_row, trail


def scene(game: Countdown, position: CountdownPosition, played: Played, width: int) -> Scene:
    """The number, how it came down, and its divisors."""
    number = position.number
    steps = [game.begin]
    for _, move in played:
        steps.append(steps[-1] - move)
    moves = game.legal_moves(position)
    cells = row_by_row(game, moves, width, lambda move: f"{move} → {number - move}")
    note = f"The number: {trail(game, steps)}" if len(steps) > 1 else "The number to begin with."
    return Scene(cells, headline=str(number), notes=(note,))


def effect(game: Countdown, position: CountdownPosition, move: int) -> str:
    """The subtraction."""
    return f"{position.number} - {move} = {position.number - move}"
