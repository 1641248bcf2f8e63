"""How the computer's levels do against each other: each against the one below."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

from benchmarks.measure import table
from divisor_duel import GAMES, Game, Player
from divisor_duel.engine.levels import LEVELS, choose_move
from divisor_duel.game import OptionValue

TARGET = 0.6
SETUPS: dict[str, list[dict[str, OptionValue]]] = {
    "divider": [{"high": high} for high in (9, 12, 14, 16, 18, 20)],
    "ladder": [{"high": high} for high in (20, 32, 50, 60, 100, 200)],
    "countdown": [{"start": start} for start in (60, 96, 105, 120, 128, 144, 210, 360)],
    "chain": [{"high": high, "opening": "even"} for high in (20, 30, 40, 50)],
    "digits": [
        {"target": target, "base": base}
        for base, targets in ((10, (12, 13, 18, 27, 36)), (12, (13, 22, 33)))
        for target in targets
    ],
}
"""Starts that neither player wins at once, some won by the beginner and some by the other."""


def play_game(game: Game[Any], levels: dict[Player, str], rng: Random) -> Player:
    """Who wins one game."""
    position = game.start()
    while (outcome := game.outcome(position)) is None:
        move = choose_move(levels[position.to_move], game, position, rng)
        position = game.play(position, move)
    return outcome.winner


def win_rate(game: str, stronger: str, weaker: str, games: int, seed: int = 1) -> float:
    """The share of games that the stronger level wins; both begin equally often."""
    wins = 0
    for number in range(games):
        setups = SETUPS[game]
        real = GAMES[game](**setups[number // 2 % len(setups)])
        mine = Player(1 + number % 2)
        rng = Random(f"{seed}/{game}/{stronger}/{number}")
        wins += play_game(real, {mine: stronger, mine.other: weaker}, rng) == mine
    return wins / games


def run(games: int = 1000) -> None:
    """Print the table of win rates."""
    rows = []
    for game in GAMES:
        rates = [win_rate(game, above, below, games) for below, above in pairwise(LEVELS)]
        rows.append([game, *(f"{rate:.1%}" for rate in rates)])
    heads = [f"{above} beats {below}" for below, above in pairwise(LEVELS)]
    table(f"Levels: {games} games each, target at least {TARGET:.0%}", ["game", *heads], rows)
