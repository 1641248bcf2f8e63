"""How the cost of a turn grows with the moves played and the size of the game.

A turn is what an interface does for every move: ask whether the game is over, list the
legal moves, play one. Its cost should not depend on the moves played before, and should
grow no faster than the pool whose numbers are listed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial
from math import isqrt
from typing import Any

from benchmarks.measure import at_most, contest, duration, seconds, slope, table
from divisor_duel import GAMES
from divisor_duel.factors import is_prime, list_divisors, proper_divisors
from divisor_duel.game import AnyGame

ROUNDS = 7
SLACK = 1.1
"""Upper limit for a figure that should be 1, since the machine is shared."""
LONG = 2000
"""Largest number in the long games; they use up a quarter of the pool."""
LATE = 50
"""Number of turns timed at the end of a long game."""
SIZES = (500, 1000, 2000, 4000, 8000, 16000, 32000)
BASES = (4, 6, 9, 14, 20, 28, 36)
TURNS = 40
"""Turns timed per game and size: enough for an average, few enough for large pools."""
EXPONENTS = range(3, 19)

HIGHLY_COMPOSITE = (
    840, 7_560, 83_160, 720_720, 8_648_640, 73_513_440, 735_134_400, 6_983_776_800,
    97_772_875_200, 963_761_198_400, 9_316_358_251_200, 97_821_761_637_600,
    866_421_317_361_600, 8_086_598_962_041_600, 74_801_040_398_884_800,
    897_612_484_786_617_600,
)  # fmt: skip
"""The largest highly composite number below each power of ten, 10^3 to 10^18."""

Turn = tuple[Any, int]
"""A position and the move made from it."""


def take_high(game: AnyGame, position: Any) -> int:
    """Return the second largest number: without multiples, the game lasts long."""
    return game.legal_moves(position)[-2]


def climb_low(game: AnyGame, position: Any) -> int:
    """Return the lowest step, so that a game of Ladder lasts long."""
    return game.legal_moves(position)[0]


def least_answers(game: AnyGame, position: Any) -> int:
    """Return the number with the fewest answers, but not none: the game lasts long."""

    def answers(move: int) -> int:
        return len(game.legal_moves(game.play(position, move))) or game.max_moves()

    return min(game.legal_moves(position)[:200], key=answers)


def divider_twin(game: AnyGame, position: Any) -> Any:
    """Return the position in which only the number taken last is missing.

    So no two positions have the same twin, which would come from a cache.
    """
    start = game.start(position.to_move.other)
    return game.play(start, min(set(game.legal_moves(start)) - set(game.legal_moves(position))))


def ladder_twin(game: AnyGame, position: Any) -> Any:
    """Return the position in which both players started with their present numbers."""
    own = (position.one, position.two)
    twin = game.start(position.to_move)
    for move in own if position.to_move == 1 else reversed(own):
        twin = game.play(twin, move)
    return twin


def chain_twin(game: AnyGame, position: Any) -> Any:
    """Return the position in which the last number was the opening."""
    return game.play(game.start(position.to_move.other), position.last)


LASTING: dict[str, tuple[Callable[[AnyGame, Any], int], Callable[[AnyGame, Any], Any]]] = {
    "divider": (take_high, divider_twin),
    "ladder": (climb_low, ladder_twin),
    "chain": (least_answers, chain_twin),
}
"""For each game, how to make it last long, and the same situation early in a game."""


def play_turns(game: AnyGame, turns: Sequence[Turn]) -> None:
    """Do the work of the given turns."""
    for position, move in turns:
        game.outcome(position)
        game.legal_moves(position)
        game.play(position, move)


def play_game(game: AnyGame, choose: Callable[[Any], int], most: int) -> list[Turn]:
    """Return the turns of one game, or the first `most` of them."""
    turns: list[Turn] = []
    position = game.start()
    while len(turns) < most and game.outcome(position) is None:
        move = choose(position)
        turns.append((position, move))
        position = game.play(position, move)
    return turns


def print_history() -> None:
    """Print late turns of a long game against the same situations early in a game.

    The twin of a position has the same situation with a fuller pool. So if a late turn
    costs more than its twin, the moves before must be the cause.
    """
    rows = []
    for name, (choose, twin) in LASTING.items():
        game = GAMES[name](high=LONG)
        turns = play_game(game, partial(choose, game), LONG // 4)
        late = turns[-min(LATE, len(turns) // 2) :]
        early = [(twin(game, position), move) for position, move in late]
        result = contest(partial(play_turns, game, late), partial(play_turns, game, early), ROUNDS)
        times = (duration(result.theirs / len(late)), duration(result.ours / len(late)))
        figures = (f"{result.ratio:.2f}", *at_most(result.ratio, SLACK))
        rows.append((name, str(len(turns)), *times, *figures))
    head = ("game", "moves", "early turn", "late turn", "late / early", "target", "")
    table(f"The same turn early and late in a game (pools to {LONG})", head, rows)


def random_turns(game: AnyGame, seed: int) -> list[Turn]:
    """Return `TURNS` turns of random games."""
    rng = random.Random(seed)
    turns: list[Turn] = []
    while len(turns) < TURNS:
        turns += play_game(game, lambda position: rng.choice(game.legal_moves(position)), TURNS)
    return turns[:TURNS]


def print_sizes(option: str, names: Sequence[str], sizes: Sequence[int]) -> None:
    """Print the time of a random turn at each size, and the exponent of its growth."""
    rows = []
    for name in names:
        games = [GAMES[name](**{option: size}) for size in sizes]
        tasks = [partial(play_turns, game, random_turns(game, seed=1)) for game in games]
        rounds = [[seconds(task) / TURNS for task in tasks] for _ in range(ROUNDS)]
        times = [min(column) for column in zip(*rounds, strict=True)]
        exponent = slope(sizes, times)
        figures = (f"{exponent:.2f}", *at_most(exponent, SLACK))
        rows.append((name, *map(duration, times), *figures))
    head = (option, *map(str, sizes), "exponent", "target", "")
    table(f"A turn by {option}", head, rows)


def semiprime(limit: int) -> int:
    """Return a product of two consecutive primes below `limit`: hardest to factor."""
    factor = isqrt(limit)
    factors: list[int] = []
    while len(factors) < 2:
        factor -= 1
        if is_prime(factor):
            factors.append(factor)
    return factors[0] * factors[1]


def print_divisors() -> None:
    """Print the time to list divisors up to 10^18, of numbers with many and with two.

    With many, the time per divisor should not grow. With two, the time of trial division
    would grow with exponent 1/2; that of the method used here should grow with 1/4.
    """
    composite = [
        min(seconds(partial(list_divisors, n)) for _ in range(3)) for n in HIGHLY_COMPOSITE
    ]
    counts = [len(proper_divisors(number)) for number in HIGHLY_COMPOSITE]
    products = [semiprime(10**power) for power in EXPONENTS]
    hard = [min(seconds(partial(list_divisors, n)) for _ in range(3)) for n in products]
    rows = [
        (f"10^{power}", str(count), duration(many), duration(many / count), duration(few))
        for power, count, many, few in zip(EXPONENTS, counts, composite, hard, strict=True)
    ]
    head = ("start below", "divisors", "time", "per divisor", "two primes")
    table("Countdown: listing the divisors", head, rows)
    by_count = slope(counts, composite)
    by_size = slope(products, hard)
    growth = [
        ("time by number of divisors", f"{by_count:.2f}", *at_most(by_count, SLACK)),
        ("time by size, two primes", f"{by_size:.2f}", *at_most(by_size, 0.25 * SLACK)),
    ]
    table("Countdown: growth", ("", "exponent", "target", ""), growth)


def run() -> None:
    """Print the growth with the moves played, the pool, the base and the start."""
    print_history()
    print_sizes("high", tuple(LASTING), SIZES)
    print_sizes("base", ("digits",), BASES)
    print_divisors()
