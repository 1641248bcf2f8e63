"""Set-ups, positions and true certificates, from which forgeries start."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from divisor_duel import Player
from divisor_duel.errors import DuelError
from divisor_duel.games.registry import set_up
from divisor_duel.proofs.certificate import write_certificate
from divisor_duel.proofs.prover import prove
from tests.reference.brute import Twin
from tests.reference.claims import OWN, SHARED, start_of

Claim = dict[str, Any]
"""A certificate as JSON has it, or any other object."""

SETUPS: list[tuple[str, dict[str, Any]]] = [
    *(("divider", {"high": high}) for high in (4, 9, 12, 14, 16)),
    ("divider", {"low": 1, "high": 8}),
    ("divider", {"low": 3, "high": 14}),
    *(("divider", {"high": high, "ending": "misere"}) for high in (6, 9, 11)),
    *(("ladder", {"high": high}) for high in (4, 9, 14, 18)),
    *(("ladder", {"high": high, "ending": "misere"}) for high in (6, 12)),
    *(("countdown", {"start": start}) for start in (9, 36, 60, 128, 1024, 2310)),
    *(("countdown", {"start": s, "ending": "misere"}) for s in (12, 36, 128, 1200, 2310)),
    ("chain", {"high": 10}),
    ("chain", {"high": 13}),
    ("chain", {"high": 14, "opening": "even"}),
    ("chain", {"low": 1, "high": 9}),
    *(("chain", {"high": high, "ending": "misere"}) for high in (6, 10)),
    *(("digits", {"base": 6, "target": target}) for target in (4, 7, 15, 40)),
    *(("digits", {"base": 7, "target": target}) for target in (6, 12, 50)),
    *(("digits", {"base": 10, "target": target}) for target in (6, 15, 18)),
    *(("digits", {"base": base, "target": 14}) for base in (7, 8)),
    *(("digits", {"base": 9, "target": target}) for target in (6, 12)),
    *(("digits", {"base": 6, "target": t, "ending": "misere"}) for t in (4, 7, 200)),
    ("digits", {"base": 5, "target": 90, "ending": "misere"}),
    ("sum", {"one": "divider:high=5", "two": "countdown:start=9"}),
    ("sum", {"one": "divider:high=6", "two": "chain:high=5"}),
    ("sum", {"one": "countdown:start=12", "two": "countdown:start=36"}),
    ("sum", {"one": "chain:high=4", "two": "countdown:start=12", "ending": "misere"}),
]
"""Set-ups that brute force solves in a moment."""

BY_HAND = {
    "divider": ("left=4,6,8,9", "left=2,3,5-7", "left=4"),
    "ladder": ("one=4 two=6 pool=8,9", "one=2 two=3", "pool=4-6"),
    "countdown": ("number=6", "number=8", "number=9"),
    "chain": ("last=6 pool=2-4,8", "last=0 pool=2,3,4,6", "pool=5"),
    "digits": ("number=31 left=2,4", "number=0 left=1-4", "left=3"),
    "sum": ("two.number=4", "one.left=2,3", "one.number=6 two.number=8"),
}
"""Positions set up by hand, as texts."""

PARTNERS: Claim = {
    "certificate": 1,
    "game": "digits",
    "options": {"target": 14, "base": 8},
    "first": 1,
    "moves": [5, 7, 1],
    "winner": 1,
    "proof": {"kind": "partners", "move": 0, "sum": 7, "pairs": [[2, 5], [6, 1], [3, 4]]},
}
"""A true certificate of a kind that the engine writes only for larger set-ups."""

MIRROR: Claim = {
    "certificate": 1,
    "game": "divider",
    "options": {"high": 14},
    "first": 1,
    "moves": [2, 3],
    "winner": 2,
    "proof": {"kind": "mirror", "move": 0, "steps": [[[5, 7]], [[11, 13]]], "rest": None},
}
"""A true certificate of a kind that only older versions wrote."""

GROUPS: Claim = {
    "certificate": 1,
    "game": "divider",
    "options": {"high": 9},
    "first": 1,
    "moves": [],
    "position": "left=2-5,8,9",
    "winner": 2,
    "proof": {"kind": "groups", "move": 0, "groups": [[[2, 4, 8], 3], [[3, 9], 2], [[5], 1]]},
}
"""A true certificate of a kind that the engine writes only for larger set-ups."""

ANSWERS: Claim = {
    "certificate": 1,
    "game": "divider",
    "options": {"high": 14},
    "first": 1,
    "moves": [],
    "position": "left=2-5,8,9,11,13",
    "winner": 2,
    "proof": {
        "kind": "answers",
        "move": 0,
        "steps": [[[11, 13]]],
        "answers": [[2, 9], [3, 4], [4, 3], [5, 8], [8, 5], [9, 2]],
    },
}
"""A true certificate of a kind that the engine writes only for larger set-ups."""


def kinds_of(game: str, options: dict[str, Any]) -> tuple[str, ...]:
    """The kinds of proof that a set-up may have, without strategies."""
    misere = options.get("ending") == "misere"
    return (*SHARED, *OWN.get(f"misere {game}" if misere else game, ()))


ALL_KINDS = sorted(
    {
        (f"{'misere ' if options.get('ending') == 'misere' else ''}{name}", kind)
        for name, options in SETUPS
        for kind in kinds_of(name, options)
    }
)
"""Every game, normal and misere, with every kind of proof that it has."""


def kind_of(claim: Claim) -> str:
    """The game and kind that a certificate names, as far as it names any."""
    proof = claim.get("proof")
    kind = proof.get("kind") if isinstance(proof, dict) else None
    options = claim.get("options")
    misere = isinstance(options, dict) and options.get("ending") == "misere"
    return f"{'misere ' if misere else ''}{claim.get('game')!s:.12} {kind!s:.12}"


def after(twin: Twin, moves: Iterable[int]) -> Twin:
    """The twin once the moves are played."""
    for move in moves:
        twin = twin.play(move)
    return twin


def random_moves(rng: Random, twin: Twin) -> list[int]:
    """The first moves of a random game, perhaps none."""
    moves = list[int]()
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 5))):
        legal = twin.legal()
        if not legal:
            break
        moves.append(rng.choice(legal))
        twin = twin.play(moves[-1])
    return moves


def true_claims(rng: Random, each: int) -> Iterator[Claim]:
    """What the package proves of random positions of every set-up."""
    yield from (PARTNERS, MIRROR, GROUPS, ANSWERS)
    for name, options in SETUPS:
        for number in range(each):
            position = rng.choice(BY_HAND[name]) if number % 6 == 5 else ""
            first = rng.choice((1, 2))
            try:
                twin = start_of(name, options, first, position)
            except ValueError:
                continue  # this set-up has no such position
            moves = random_moves(rng, twin)
            game = set_up(name, options)
            strategy = number % 3 == 2 and name != "sum"
            try:
                made = prove(game, moves, Player(first), strategy=strategy, start=position)
            except DuelError:
                continue  # some sums have no proof that is small enough
            claim: Claim = json.loads(write_certificate(made))
            if len(json.dumps(claim)) < 20_000:
                yield claim
