"""How often each level of the computer beats the level below it."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from benchmarks.measure import table
from divisor_duel import GAMES, Player
from divisor_duel.engine import judge_moves
from divisor_duel.engine.levels import LEVELS, choose_move
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.game import AnyGame, OptionValue
from divisor_duel.play.random_games import random_game

TARGET = 0.6
SETUPS: dict[str, list[dict[str, OptionValue]]] = {
    "divider": [{"high": high} for high in (9, 12, 14, 16, 18, 20)],
    "ladder": [{"high": high} for high in (20, 32, 50, 60, 100, 200)],
    "countdown": [{"start": start} for start in (60, 96, 105, 120, 128, 144, 210, 360)],
    "chain": [{"high": high, "opening": "even"} for high in (20, 30, 40, 50)],
    "digits": [
        {"target": target, "base": base}
        for base, targets in ((10, (12, 18, 27, 36)), (12, (22, 33)))
        for target in targets
    ],
}
"""Starts that neither player wins at once; some are won for the first player, some for the second.

In Digits the second player usually wins with best play. With these targets the first player
wins often enough when the second errs; with 13, for example, `medium` never lets that happen.
"""


def play_game(game: AnyGame, levels: dict[Player, str], rng: Random) -> Player:
    """Play one game between two levels, and return the winner."""
    position = game.start()
    while (outcome := game.outcome(position)) is None:
        move = choose_move(levels[position.to_move], game, position, rng)
        position = game.play(position, move)
    return outcome.winner


def win_rate(game: str, stronger: str, weaker: str, games: int, seed: int = 1) -> float:
    """Return the share of games the stronger level wins; both begin equally often."""
    wins = 0
    for number in range(games):
        setups = SETUPS[game]
        setup = GAMES[game](**setups[number // 2 % len(setups)])
        seat = Player(1 + number % 2)
        rng = Random(f"{seed}/{game}/{stronger}/{number}")
        wins += play_game(setup, {seat: stronger, seat.other: weaker}, rng) == seat
    return wins / games


DEPTHS = (1, 3, 5, 7)
POSITIONS = 40
"""Number of won positions of each depth and game."""


def won_in(game: str, depth: int, count: int) -> list[tuple[AnyGame, Any]]:
    """Return positions won in exactly `depth` plies, but not by every move."""
    won: list[tuple[AnyGame, Any]] = []
    setups = SETUPS[game]
    for seed in range(40 * count):
        setup, rng = GAMES[game](**setups[seed % len(setups)]), Random(f"won/{seed}")
        for _, position, _ in random_game(setup, rng):
            look = Lookahead(setup, 5000)
            if look.depth(position, depth) == depth:
                if not all(judge_moves(setup, position).values()):
                    won.append((setup, position))
                break
        if len(won) == count:
            break
    return won


def missed(level: str, positions: list[tuple[AnyGame, Any]]) -> float:
    """Return the share of won positions in which a level does not play a winning move."""
    lost = 0
    for number, (game, position) in enumerate(positions):
        move = choose_move(level, game, position, Random(f"{level}/{number}"))
        lost += not judge_moves(game, position)[move]
    return lost / len(positions)


def show_misses() -> None:
    """Print how often each level misses a win, by its depth in plies."""
    rows = []
    won = {
        depth: [pair for game in GAMES for pair in won_in(game, depth, POSITIONS)]
        for depth in DEPTHS
    }
    for level in LEVELS:
        rows.append([level, *(f"{missed(level, won[depth]):.0%}" for depth in DEPTHS)])
    table("Wins missed", ["level", *(f"in {depth}" for depth in DEPTHS)], rows)


def run(games: int = 1000) -> None:
    """Print the table of win rates."""
    rows = []
    for game in GAMES:
        row = [game]
        for below, above in pairwise(LEVELS):
            row.append(f"{win_rate(game, above, below, games):.1%}")
            print(f"{game}: {above} beats {below} in {row[-1]}", flush=True)
        rows.append(row)
    heads = [f"{above} beats {below}" for below, above in pairwise(LEVELS)]
    table(f"Levels: {games} games each, target at least {TARGET:.0%}", ["game", *heads], rows)
    show_misses()
