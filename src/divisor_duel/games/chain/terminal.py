"""Chain in a terminal: wording and board of line mode, and the full-screen board."""

from __future__ import annotations

from collections.abc import Callable

from divisor_duel.drawing.scene import CellState, GameScenes, Played, Scene, grid_cells, trail
from divisor_duel.game import Outcome, Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.numbers import members
from divisor_duel.terminal.lines.board import LARGEST_GRID, grid, pool_cell, taken_key
from divisor_duel.terminal.lines.wording import Lines, Wording
from divisor_duel.terminal.paint import MARKS, Paint


class ChainWording(Wording[Chain, ChainPosition]):
    """Line mode as in the sample session of Chain's rule book."""

    prompt = "- Enter your chosen number: "

    def opening(self, position: ChainPosition) -> Lines:
        return [f"Shared Numbers: {self._shortened(members(self.start.pool))}", ""]

    def _shortened(self, numbers: tuple[int, ...]) -> str:
        """Return five numbers, dots and the last one, as in the sample; or a short list."""
        if len(numbers) <= 7:
            return str(list(numbers))
        return f"[{', '.join(map(str, numbers[:5]))}, ..., {numbers[-1]}]"

    def turn(self, position: ChainPosition) -> Lines:
        taken = members(self.start.pool & ~position.pool)
        excluding = f" (excluding {', '.join(map(str, taken))})" if taken else ""
        available = self._shortened(members(position.pool))
        return [
            f"{self.mover(position)}'s Turn:",
            f"- Last Opponent Number: {position.last or None}",
            f"- Available Numbers: {available}{excluding}",
            *self._choices(position),
        ]

    def _choices(self, position: ChainPosition) -> Lines:
        legal = ", ".join(map(str, self.game.legal_moves(position))) or "none"
        if position.last:
            return [f"- Valid choices (factors/multiples of {position.last}): {legal}"]
        return [f"- Valid choices (even numbers): {legal}"] if self.game.opening == "even" else []

    def moved(self, before: ChainPosition, move: int, after: ChainPosition, who: str) -> Lines:
        return [""]

    def ended(self, position: ChainPosition, outcome: Outcome) -> Lines:
        return [
            *self.turn(position),
            f"{self.mover(position)} has no valid choice and loses.",
            self.win(outcome),
        ]


WORDING = ChainWording


def board(game: Chain, position: ChainPosition, paint: Paint, width: int) -> Lines:
    """Return the pool as a grid: the last number marked, its answers in brackets."""
    if game.high - game.low >= LARGEST_GRID:
        return []
    legal = set(game.legal_moves(position))
    taker = position.to_move.other

    def cell(number: int) -> tuple[str, Callable[[str], str]]:
        if number == position.last:
            return f"{MARKS[taker]}{number} ", lambda text: paint.player(taker, text)
        return pool_cell(number, number in legal, position.pool, paint)

    last = f"  {paint.player(taker, MARKS[taker] + 'n')} last number" if position.last else ""
    return [
        *grid(game.low, game.high, cell, width),
        "",
        f"[n] you can take{last}  {taken_key(paint)}",
    ]


def scene(game: Chain, position: ChainPosition, played: Played, width: int) -> Scene:
    """Return the pool, marking each number's taker and the legal answers."""
    legal = frozenset(game.legal_moves(position))
    takers = {move: player for player, move in played}

    def cell(number: int) -> tuple[CellState, Player | None]:
        if number == position.last:
            return CellState.LAST, position.to_move.other
        if number in legal:
            return CellState.LEGAL, None
        if position.pool >> number & 1:
            return CellState.OPEN, None
        return CellState.HELD, takers.get(number)

    chain = trail(game, [move for _, move in played])
    note = f"The chain: {chain}" if chain else "The chain is empty."
    return Scene(grid_cells(game.low, game.high, width, cell), notes=(note,))


def effect(game: Chain, position: ChainPosition, move: int) -> str:
    """Say how the number is related to the last one, and how many are left after it."""
    left = len(members(position.pool)) - 1
    if not position.last:
        return f"opens the chain; {left} numbers left"
    relation = "a factor" if position.last % move == 0 else "a multiple"
    return f"{relation} of {position.last}; {left} numbers left"


SCENES = GameScenes[Chain, ChainPosition](scene, effect)
