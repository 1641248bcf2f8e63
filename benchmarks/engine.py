"""What the engine's answers cost, against OpenSpiel at the defaults and alone far beyond them.

OpenSpiel's generic solver for such games is `MinimaxSolver`, a table of the
value of every position and of every move in it; it knows nothing of remoteness,
nim-values, lines or reasons. Ours answers with all of them. Both begin with
nothing: each of our answers is found in a process that has answered nothing before.
"""

from __future__ import annotations

import random
from functools import partial
from statistics import median
from typing import Any

from benchmarks.growth import HIGHLY_COMPOSITE
from benchmarks.measure import at_least, at_most, duration, seconds, table
from benchmarks.processes import from_nothing, in_process
from divisor_duel import GAMES, Game, analyze
from divisor_duel.engine import Engine
from divisor_duel.engine.theory import Verdicts
from divisor_duel.games.chain.solving.graph import START, graph_of, solve

TARGET = 20.0
SOLVED_BY_BOTH = ("divider", "ladder", "countdown", "digits")
SECONDS = 4.0
"""How long OpenSpiel solves one game again and again, about."""
PATIENCE = 10.0
"""How long OpenSpiel may try the one game that it does not solve, in seconds."""
REPEATS = 3
NO_TIME, AMPLE_TIME = 1e-9, 60.0
"""For remoteness and nim-values: left out, or all that are feasible."""
LARGEST_START = 1_000_000
"""To here the remoteness of Countdown is worked out; beyond, only who wins."""
SAMPLE = 20
WARMING_SIZES, WARMING_ROUNDS = (4, 5, 6, 7, 8), 10
"""The set-ups with which the code is warmed, and how often: smaller than any that is measured."""


def ready(game: Game[Any]) -> None:
    """Run the code of a game, about set-ups of which hardly anything is of use for another one.

    The peer's code has run many times when it is measured; this makes ours as used to it.
    """
    sized = [name for name in game.options if name in ("high", "start", "target")]
    for size in WARMING_SIZES * WARMING_ROUNDS:
        other = type(game)(**dict.fromkeys(sized, size))
        _ = Engine().analyze(other, other.start()).moves


def complete(game: Game[Any]) -> float:
    """The time of a complete answer about the start."""
    ready(game)
    return seconds(lambda: Engine().analyze(game, game.start()).moves)


def judge(game: Game[Any], extras: float) -> Verdicts:
    """The value of every first move; `extras` are the seconds for remoteness and nim-values."""
    return Engine().judge(game, game.start(), None, extras)


def _judged(game: Game[Any], extras: float) -> tuple[float, Verdicts]:
    ready(game)
    found: list[Verdicts] = []
    return seconds(lambda: found.append(judge(game, extras))), found[0]


def judged(game: Game[Any], extras: float) -> tuple[float, Verdicts]:
    """The best time to value every first move from nothing, and the verdicts."""
    runs = [from_nothing(_judged, game, extras) for _ in range(REPEATS)]
    return min(run[0] for run in runs), runs[0][1]


def timed(game: Game[Any], extras: float) -> str:
    """The same as text; of a partial answer how many moves it is about."""
    best, verdicts = judged(game, extras)
    known = sum(verdict.remoteness is not None for verdict in verdicts.values())
    partly = "" if extras == NO_TIME or known == len(verdicts) else f" ({known}/{len(verdicts)})"
    return duration(best) + partly


def port_solution(name: str) -> Any:
    """OpenSpiel's solver with the port of one game; nothing is solved yet."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver

    from benchmarks import openspiel_ports  # registers the ports

    assert name in openspiel_ports.PORTS
    return MinimaxSolver(f"python_duel_{name}")


def solve_port(name: str) -> int:
    """Solve a port to the end; how many positions it has."""
    return len(port_solution(name).solve())


def check_values(name: str) -> int:
    """How many first moves both solvers value alike; PortDisagreesError unless it is all."""
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
    """The row of one game: both times from nothing, and how many times theirs is ours."""
    from_nothing(check_values, name)
    game = GAMES[name]()
    rounds = max(5, min(99, round(SECONDS / seconds(port_solution(name).solve))))
    times = [
        (from_nothing(complete, game), seconds(port_solution(name).solve)) for _ in range(rounds)
    ]
    ours, theirs = (duration(min(column)) for column in zip(*times, strict=True))
    figure = median(their / our for our, their in times)
    return (name, ours, theirs, f"{figure:.1f}", *at_least(figure, TARGET))


def print_defaults() -> None:
    """Complete answers at the rule books' own options, next to OpenSpiel."""
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
    """Starts below each power of ten, those with the most divisors."""
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
    """Small and large targets, prime and round, in two bases."""
    rows = []
    for base in (10, 12):
        for target in (7, 97, 997, 9973, 10000):
            best, _ = judged(GAMES["digits"](base=base, target=target), AMPLE_TIME)
            rows.append((f"base {base}", str(target), duration(best), *at_most(best, 1.0)))
    head = ("digits", "target number", "with remoteness", "target, s", "")
    table("Digits: every first move", head, rows)


def print_pools() -> None:
    """Ladder and Chain from the default to two hundred times its size."""
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
    """Chain after one move: the matching repaired, and built again."""
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
    """Print the comparison, and how far answers within a moment reach."""
    print_defaults()
    print_countdown()
    print_digits()
    print_pools()
    print_repairs()
