"""How many reasons only report a search or are cut short, and if all are correct.

The positions come from seeded random games of many set-ups, and from the starts of every
set-up up to a bound. A reason without a proof only says what a search found. A proof is
checked by `divisor_duel.proofs.checker`, which knows the rules but does not search.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.measure import table
from benchmarks.sampling import sampled
from divisor_duel import GAMES, Player
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.strategies import explanation
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.game import AnyGame
from divisor_duel.proof import Proof
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.checker import check_proof
from divisor_duel.proofs.kinds import name_of

SAMPLES, SEED = 150, 14
"""Number of sampled positions of each game, and the random seed."""

SECONDS = 10.0
"""Limit for each position in counted seconds, so that figures are the same on any machine."""

POSITIONS = 60_000_000
"""Positions the checker may visit for each proof; some starts of Divider Duel take minutes."""

STARTS: dict[str, tuple[str, range]] = {
    "divider": ("high", range(2, 65)),
    "ladder": ("high", range(2, 301)),
    "countdown": ("start", range(1, 301)),
    "chain": ("high", range(2, 201)),
    "digits": ("target", range(2, 201)),
}
"""The set-ups whose starts are checked: an option and its values."""

HIDDEN = re.compile(r"\bmore pairs?\b|\band so on\b|\.\.\.")
"""Words in a list that is cut short."""


def started(name: str) -> Iterator[tuple[AnyGame, Any]]:
    """Yield the start of every set-up up to the bound, unless it is over at once."""
    option, values = STARTS[name]
    for value in values:
        game = GAMES[name](**{option: value})
        if not game.outcome(game.start()):
            yield game, game.start()


def judged(game: AnyGame, position: Any, winner: Player | None, proof: Proof | None) -> str:
    """Check the reason and return its sort, or what is wrong with it."""
    if winner is None:
        return "unknown"
    if proof is None:
        return "search"
    try:
        check_proof(game, position, winner, proof, CheckBudget(Limits(POSITIONS, None)))
    except OverBudgetError:
        return "unchecked"
    except CertificateError:
        return "wrong"
    return "checked"


def counted(positions: Iterator[tuple[AnyGame, Any]]) -> tuple[Counter[str], Counter[str]]:
    """Count the reasons of each sort, and the proofs of each kind."""
    sorts, kinds, engine = Counter[str](), Counter[str](), Engine(clock=StepClock)
    for game, position in positions:
        winner, proof = engine.prove(game, position, SECONDS)
        sorts["all"] += 1
        sorts[judged(game, position, winner, proof)] += 1
        if proof:
            sorts["cut"] += bool(HIDDEN.search(explanation(game, position, proof)))
        kinds[name_of(type(proof)) if proof else "none"] += 1
    return sorts, kinds


def run() -> None:
    """Print how many reasons of each sort there are."""
    columns = ("all", "search", "unknown", "wrong", "unchecked", "checked", "cut")
    sources: dict[str, Callable[[str], Iterator[tuple[AnyGame, Any]]]] = {
        "sampled positions": partial(sampled, samples=SAMPLES, seed=SEED),
        "starts": started,
        "sampled positions, misere": partial(sampled, samples=SAMPLES, seed=SEED, misere=True),
    }
    for title, source in sources.items():
        rows = []
        for name in GAMES:
            sorts, kinds = counted(source(name))
            proofs = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
            rows.append((name, *(str(sorts[column]) for column in columns), proofs))
        head = ("game", "reasons", "search only", *columns[2:], "kinds of proof")
        table(f"Reasons: {title}", head, rows)
