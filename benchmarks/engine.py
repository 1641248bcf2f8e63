"""The cost of the engine's answers, at the defaults compared with OpenSpiel.

OpenSpiel's generic solver for such games is `MinimaxSolver`, a table of the value of
every position and every move; it has no remoteness, nim-values, lines or reasons. Our
answers have all of them. Both start cold: each of our answers is computed in a process
that has answered nothing before.
"""

from __future__ import annotations

import random
from functools import partial
from statistics import median
from typing import Any

from benchmarks.growth import HIGHLY_COMPOSITE
from benchmarks.measure import at_least, at_most, duration, seconds, table
from benchmarks.processes import in_fork, in_process
from divisor_duel import GAMES, analyze
from divisor_duel.engine import Engine
from divisor_duel.engine.verdict import Verdicts
from divisor_duel.game import AnyGame
from divisor_duel.games.chain.solving.graph import START, graph_of, solve

TARGET = 20.0
SOLVED_BY_BOTH = ("divider", "ladder", "countdown", "digits")
SECONDS = 4.0
"""Approximate time for OpenSpiel to solve one game repeatedly, in seconds."""
PATIENCE = 10.0
"""Time limit for OpenSpiel on the one game that it does not solve, in seconds."""
REPEATS = 3
NO_TIME, AMPLE_TIME = 1e-9, 60.0
"""Time limits for remoteness and nim-values, in seconds: to skip them, or to find them."""
LARGEST_START = 1_000_000
"""Largest start of Countdown for which remoteness is computed; above, only the winner."""
SAMPLE = 20
WARMING_SIZES, WARMING_ROUNDS = (4, 5, 6, 7, 8), 10
"""Sizes and repetitions of the warm-up set-ups, which are smaller than any measured one."""


def ready(game: AnyGame) -> None:
    """Warm up the code of a game with set-ups whose results hardly help with others.

    OpenSpiel's code has run many times when it is measured, so ours should have, too.
    """
    sized = [name for name in game.options if name in ("high", "start", "target")]
    for size in WARMING_SIZES * WARMING_ROUNDS:
        other = type(game)(**dict.fromkeys(sized, size))
        _ = Engine().analyze(other, other.start()).moves


def complete(game: AnyGame) -> float:
    """Return the time of a complete answer for the start position, in seconds."""
    ready(game)
    return seconds(lambda: Engine().analyze(game, game.start()).moves)


def judge(game: AnyGame, extras: float) -> Verdicts:
    """Value every first move, with `extras` seconds for remoteness and nim-values."""
    return Engine().judge(game, game.start(), None, extras)


def _judged(game: AnyGame, extras: float) -> tuple[float, Verdicts]:
    ready(game)
    answers: list[Verdicts] = []
    return seconds(lambda: answers.append(judge(game, extras))), answers[0]


def judged(game: AnyGame, extras: float) -> tuple[float, Verdicts]:
    """Value every first move from a cold start; return the best time and verdicts."""
    runs = [in_fork(_judged, game, extras) for _ in range(REPEATS)]
    return min(run[0] for run in runs), runs[0][1]


def timed(game: AnyGame, extras: float) -> str:
    """Return the best time as text, with the moves covered if the answer is partial."""
    best, verdicts = judged(game, extras)
    known = sum(verdict.remoteness is not None for verdict in verdicts.values())
    partly = "" if extras == NO_TIME or known == len(verdicts) else f" ({known}/{len(verdicts)})"
    return duration(best) + partly


def port_solution(name: str) -> Any:
    """Return OpenSpiel's solver for the port of one game, before solving."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    from benchmarks import openspiel_ports  # registers the ports

    assert name in openspiel_ports.PORTS
    return MinimaxSolver(f"python_duel_{name}")


def solve_port(name: str) -> int:
    """Solve a port completely, and return its number of positions."""
    return len(port_solution(name).solve())


def check_values(name: str) -> int:
    """Return the number of first moves; PortDisagreesError if the solvers differ."""
    from benchmarks.openspiel_ports import PortDisagreesError, load

    game, solver = GAMES[name](), port_solution(name)
    solver.solve()
    theirs = solver.action_values_from_state(load(name).new_initial_state())
    moves = analyze(game, game.start()).moves
    for move in moves:
        if (move.value == "win") != (theirs[move.move] > 0):
            raise PortDisagreesError(f"{name}: {move}; the solver says {theirs[move.move]}")
    return len(moves)


def compare(name: str) -> tuple[str, ...]:
    """Return the row of one game: both times from a cold start, and their ratio."""
    in_fork(check_values, name)
    game = GAMES[name]()
    rounds = max(5, min(99, round(SECONDS / seconds(port_solution(name).solve))))
    times = [(in_fork(complete, game), seconds(port_solution(name).solve)) for _ in range(rounds)]
    ours, theirs = (duration(min(column)) for column in zip(*times, strict=True))
    figure = median(their / our for our, their in times)
    return (name, ours, theirs, f"{figure:.1f}", *at_least(figure, TARGET))


def print_defaults() -> None:
    """Print complete answers at the rule books' own options, compared with OpenSpiel."""
    try:
        rows = [compare(name) for name in SOLVED_BY_BOTH]
    except ModuleNotFoundError as problem:
        print(f"\nDefaults: not compared, {problem}; `make bench` installs it")
        return
    head = ("game", "analyze", "MinimaxSolver", "ratio", "target", "")
    table("Defaults: every first move, from nothing, against OpenSpiel", head, rows)
    best, verdicts = judged(GAMES["chain"](), NO_TIME)
    found = in_process(solve_port, "chain", limit=PATIENCE)
    theirs = f"not in {PATIENCE:g} s" if found is None else f"{found} positions"
    row = ("chain", str(len(verdicts)), duration(best), theirs, *at_most(best, 0.1))
    head = ("game", "moves", "who wins", "MinimaxSolver", "target, s", "")
    table("Defaults: the game that OpenSpiel does not solve", head, [row])


def print_countdown() -> None:
    """Print Countdown from the start with the most divisors below each power of ten."""
    rows = []
    for start in HIGHLY_COMPOSITE:
        if start > 10**12:
            break
        game = GAMES["countdown"](start=start)
        best, verdicts = judged(game, NO_TIME)
        remoteness = timed(game, AMPLE_TIME) if start <= LARGEST_START else "-"
        figures = (duration(best), *at_most(best, 0.1), remoteness)
        rows.append((f"{start:,}", f"{len(verdicts):,}", *figures))
    head = ("start", "moves", "who wins, nim-values", "target, s", "", "with remoteness")
    table("Countdown: every first move", head, rows)


def print_digits() -> None:
    """Print Digits with small and large targets, prime and round, in two bases."""
    rows = []
    for base in (10, 12):
        for target in (7, 97, 997, 9973, 10000):
            best, _ = judged(GAMES["digits"](base=base, target=target), AMPLE_TIME)
            rows.append((f"base {base}", str(target), duration(best), *at_most(best, 1.0)))
    head = ("digits", "target number", "with remoteness", "target, s", "")
    table("Digits: every first move", head, rows)


def print_pools() -> None:
    """Print Ladder and Chain, from the default size to two hundred times that."""
    rows = []
    for name, most in (("ladder", (0.1, 1.0, 10.0)), ("chain", (0.1, 0.5, 10.0))):
        for high, target in zip((50, 1000, 10_000), most, strict=True):
            game = GAMES[name](high=high)
            best, verdicts = judged(game, NO_TIME)
            known = timed(game, AMPLE_TIME) if name == "ladder" else "-"
            figures = (f"{len(verdicts):,}", duration(best), *at_most(best, target), known)
            rows.append((f"{name} 2..{high}", *figures))
    head = ("pool", "moves", "who wins", "target, s", "", "with remoteness")
    table("Ladder and Chain: every first move", head, rows)


def print_repairs() -> None:
    """Print Chain after one move, with the matching repaired and rebuilt."""
    rows = []
    for high in (50, 1000, 10_000):
        game, graph = GAMES["chain"](high=high), graph_of(2, high)
        start = game.start()
        solution = solve(graph, start.pool, START, game.legal_moves(start))
        answered = [n for n in solution.legal if graph.neighbours[n]]
        repaired = rebuilt = 0.0
        for move in random.Random(1).sample(answered, SAMPLE):
            position = game.play(start, move)
            question = (graph, position.pool, move, game.legal_moves(position))
            repaired += seconds(partial(solution.after, move))
            rebuilt += seconds(partial(solve, *question))
        times = (duration(rebuilt / SAMPLE), duration(repaired / SAMPLE))
        rows.append((f"2..{high}", *times, f"{rebuilt / repaired:.1f}"))
    head = ("chain", "from scratch", "after the move", "ratio")
    table(f"Chain: the answer after a move, mean of {SAMPLE} openings", head, rows)


def run() -> None:
    """Print the comparison with OpenSpiel, and the cost of larger games."""
    print_defaults()
    print_countdown()
    print_digits()
    print_pools()
    print_repairs()
