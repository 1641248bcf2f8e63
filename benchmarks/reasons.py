"""How many reasons merely report a search, how many are cut short, and whether all of them hold.

Positions of random games of every game in many set-ups, seeded, and the starts of every set-up
up to a bound. A reason without a proof only says what a search found; a proof is checked by
`divisor_duel.check`, which knows the rules and no search.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from benchmarks.measure import table
from divisor_duel import GAMES, Game, Player
from divisor_duel.budget import CheckBudget, Limits
from divisor_duel.check import holds
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.reasons import tell
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.game import MISERE, NORMAL
from divisor_duel.proof import Proof

SAMPLES, SEED = 150, 14
"""How many positions of each game are looked at, and which."""

SECONDS = 10.0
"""What each may take, in counted steps, so that the figures are the same on any machine."""

POSITIONS = 60_000_000
"""What the checker may go through for each: minutes, for some starts of Divider Duel."""

STARTS: dict[str, tuple[str, range]] = {
    "divider": ("high", range(2, 65)),
    "ladder": ("high", range(2, 301)),
    "countdown": ("start", range(1, 301)),
    "chain": ("high", range(2, 201)),
    "digits": ("target", range(2, 201)),
}
"""The set-ups whose starts are looked at: an option and its values."""

SIZES: dict[str, tuple[str, range]] = {
    "divider": ("high", range(5, 31)),
    "ladder": ("high", range(5, 201)),
    "countdown": ("start", range(4, 2001)),
    "chain": ("high", range(5, 101)),
    "digits": ("target", range(2, 201)),
}
"""The set-ups that positions are sampled from."""

MISERE_SIZES: dict[str, tuple[str, range]] = {
    **SIZES,
    "divider": ("high", range(5, 23)),
    "chain": ("high", range(5, 31)),
}
"""The same in misere, where Divider Duel and Chain have no theory."""

HIDDEN = re.compile(r"\bmore pairs?\b|\band so on\b|\.\.\.")
"""Words of a list that is cut short."""


def sampled(name: str, ending: str = NORMAL) -> Iterator[tuple[Game[Any], Any]]:
    """Positions of random games that are not over, of random set-ups."""
    rng, count = Random(f"{name} {SEED}"), SAMPLES
    option, values = (MISERE_SIZES if ending == MISERE else SIZES)[name]
    while count:
        game: Game[Any] = GAMES[name](**{option: rng.choice(values)}, ending=ending)
        position = game.start()
        for _ in range(rng.randrange(8)):
            legal = game.legal_moves(position)
            if legal:
                position = game.play(position, rng.choice(legal))
        if not game.outcome(position):
            count -= 1
            yield game, position


def started(name: str) -> Iterator[tuple[Game[Any], Any]]:
    """The starts of every set-up up to the bound that are not over at once."""
    option, values = STARTS[name]
    for value in values:
        game = GAMES[name](**{option: value})
        if not game.outcome(game.start()):
            yield game, game.start()


def judged(game: Game[Any], position: Any, winner: Player | None, proof: Proof | None) -> str:
    """What sort of reason it is, or what is wrong with it."""
    if winner is None:
        return "unknown"
    if proof is None:
        return "search"
    try:
        holds(game, position, winner, proof, CheckBudget(Limits(POSITIONS, None)))
    except OverBudgetError:
        return "unchecked"
    except CertificateError:
        return "wrong"
    return "checked"


def counted(positions: Iterator[tuple[Game[Any], Any]]) -> tuple[Counter[str], Counter[str]]:
    """How many reasons there are of each sort, and of each kind of proof."""
    sorts, kinds, engine = Counter[str](), Counter[str](), Engine(clock=StepClock)
    for game, position in positions:
        winner, proof = engine.prove(game, position, SECONDS)
        sorts["all"] += 1
        sorts[judged(game, position, winner, proof)] += 1
        if proof:
            sorts["cut"] += bool(HIDDEN.search(tell(game, position, proof)))
        kinds[proof["kind"] if proof else "none"] += 1
    return sorts, kinds


def run() -> None:
    """Print what reasons there are."""
    columns = ("all", "search", "unknown", "wrong", "unchecked", "checked", "cut")
    sources: dict[str, Callable[[str], Iterator[tuple[Game[Any], Any]]]] = {
        "sampled positions": sampled,
        "starts": started,
        "sampled positions, misere": partial(sampled, ending=MISERE),
    }
    for title, source in sources.items():
        rows = []
        for name in GAMES:
            sorts, kinds = counted(source(name))
            told = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
            rows.append((name, *(str(sorts[column]) for column in columns), told))
        head = ("game", "reasons", "search only", *columns[2:], "kinds of proof")
        table(f"Reasons: {title}", head, rows)
