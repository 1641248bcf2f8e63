"""The overhead of the arena, compared with a bare loop and with OpenSpiel's.

The arena does much more than a loop. It gives every question its own seed, times each
answer, checks it, judges it against exact play and writes each game to disk. The
overhead is the cost of all that on top of the players' own work; programs and language
models take far longer than that to think.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measure import at_least, at_most, contest, duration, table
from divisor_duel import GAMES
from divisor_duel.arena import (
    OutputFolder,
    Schedule,
    Terms,
    read_players,
    read_setups,
    run_tournament,
)
from divisor_duel.arena.players.levels import level_move

GAMES_A_ROUND = 100
ROUNDS = 5
BESIDE = 500
"""Games per round in the comparison with OpenSpiel, where games are short."""
TARGET_RATIO = 1.0
TARGET_SECONDS = 0.005
"""Limit on the overhead of a game, in seconds; Chain needs most, to judge its moves."""

Play = Callable[[int], None]
"""Plays the games of one round from a seed."""


def in_arena(
    game: str,
    players: tuple[str, str],
    folder: Path,
    games: int = GAMES_A_ROUND,
    judge: bool = True,
) -> Play:
    """Return a function that plays a tournament of two levels, without scoring it."""

    def play(seed: int) -> None:
        terms = Terms(seed=seed, starts="rulebook", judge=judge)
        entries = read_players([f"one={players[0]}", f"two={players[1]}"])
        plan = Schedule(entries, read_setups([game], "rulebook"), games // 2, terms)
        with closing(OutputFolder(folder / f"{game}-{'-'.join(players)}-{seed}", plan)) as output:
            run_tournament(plan, output)

    return play


def bare_loop(game: str, players: tuple[str, str]) -> Play:
    """Return a function that plays two levels in the shortest possible loop."""

    def play(seed: int) -> None:
        rng, rules = Random(seed), GAMES[game]()
        for number in range(GAMES_A_ROUND):
            position = rules.start()
            turn = number % 2
            while rules.outcome(position) is None:
                move = level_move(players[turn], rules, position, rng)
                position = rules.play(position, move)
                turn = 1 - turn

    return play


def evaluate_bots_loop(game: str) -> Play:
    """Return a function that plays OpenSpiel's random bots in its own loop, on a port."""
    import numpy
    from open_spiel.python.algorithms.evaluate_bots import evaluate_bots
    from open_spiel.python.bots.uniform_random import UniformRandomBot

    from benchmarks.openspiel_ports import load

    port = load(game)

    def play(seed: int) -> None:
        rng = numpy.random.RandomState(seed)
        bots = [UniformRandomBot(player, rng) for player in (0, 1)]
        for _ in range(BESIDE):
            evaluate_bots(port.new_initial_state(), bots, rng)

    return play


def _contest(ours: Play, theirs: Play) -> Any:
    ours(0)
    theirs(0)
    our_seeds, their_seeds = count(1), count(1)
    return contest(lambda: ours(next(our_seeds)), lambda: theirs(next(their_seeds)), ROUNDS)


def _overhead(game: str, players: tuple[str, str], folder: Path) -> list[str]:
    result = _contest(in_arena(game, players, folder), bare_loop(game, players))
    bare, arena = (spent / GAMES_A_ROUND for spent in (result.theirs, result.ours))
    extra = max(0.0, arena - bare)
    cells = (f"{' and '.join(players)}, {game}", duration(bare), duration(arena), duration(extra))
    target, mark = at_most(extra, TARGET_SECONDS)
    return [*cells, f"<= {duration(TARGET_SECONDS)}" if target else "", mark]


def _beside(game: str, folder: Path) -> list[str]:
    arena = in_arena(game, ("random", "random"), folder / "beside", BESIDE, judge=False)
    result = _contest(arena, evaluate_bots_loop(game))
    rates = [f"{BESIDE / spent:,.0f}" for spent in (result.ours, result.theirs)]
    ratio = 1 / result.ratio
    return [game, *rates, f"{ratio:.2f}", *at_least(ratio, TARGET_RATIO)]


def run() -> None:
    """Print what a game costs in the arena, and games per second beside OpenSpiel."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        overhead = partial(_overhead, folder=folder)
        pairs = (("random", "random"), ("hard", "hard"))
        rows = [overhead(game, players) for players in pairs for game in GAMES]
        head: tuple[str, ...] = ("players", "bare loop", "arena", "overhead", "target", "")
        table("Arena: time for a game, judged exactly and saved on disk", head, rows)
        try:
            beside = [_beside(game, folder) for game in GAMES]
        except ModuleNotFoundError as problem:
            print(f"\nBeside OpenSpiel: not measured, {problem}; `make bench` installs it")
            return
        head = ("game", "arena games/s", "evaluate_bots", "ratio", "target", "")
        title = "Arena of two random players, judging off, beside OpenSpiel's evaluate_bots"
        table(title, head, beside)
