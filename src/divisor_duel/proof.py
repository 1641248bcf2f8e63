"""Proofs as data: why a player wins, as a value to explain, draw, store and check.

A proof is about one position and says how one player, the winner, wins it. It is a plain
JSON object: its `kind`, the `move` that the winner makes now (0 if the opponent is to move),
and the fields of that kind, which `proofs/kinds.py` declares. Three kinds are the same in every
game:

- ``end``: that move wins the game (with 0, it is already won);
- ``tree``: its `branches` name every reply of the opponent, each with a proof about the
  position after it;
- ``answered``: its `answers` pair every reply with the winner's answer, or with 0 if the reply
  ends the game. It does not say why the answers win: the checker solves that again
  (`proofs/brute_force.py`).

A game also has its own kinds: pairs, mirrors, counts. Its `proofs.py` declares their
fields and checks them, its `reasons.py` turns them into sentences, and neither uses a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from divisor_duel.errors import CertificateError

Proof: TypeAlias = Mapping[str, Any]
"""Why a player wins: `kind`, `move`, and the fields of that kind."""

END, TREE, ANSWERED = "end", "tree", "answered"

STRATEGY = "strategy"
"""A kind that only certificates have, in any game: a reply for each position, by its key."""


SPRAGUE_GRUNDY = "the Sprague-Grundy theorem"
"""The basis of proofs by nim-values: a sum of games is lost if their nim-values cancel."""


@dataclass(frozen=True)
class Checked:
    """What a check of a proof covered, and what its result rests on."""

    what: str
    """What was checked, in words: ``Numbers that divide no other: 2``."""
    theorems: tuple[str, ...] = ()
    """Theorems that the result relies on in addition to the rules: ``theorem 1 of docs/...``."""
    positions: int = 0
    """Positions visited, or pairs of numbers compared."""

    @property
    def basis(self) -> str:
        """What the result rests on, as a sentence."""
        if not self.theorems:
            return "Checked by the rules alone."
        return f"Checked by the rules and {' and '.join(self.theorems)}."


def require(fact: bool, problem: str) -> None:
    """Raise CertificateError(`problem`) unless `fact` holds."""
    if not fact:
        raise CertificateError(problem)


def ending(move: int = 0) -> Proof:
    """Return the proof that the game is over, now or after `move`."""
    return {"kind": END, "move": move}


def tree(branches: Iterable[tuple[Iterable[int], Proof]], move: int = 0) -> Proof:
    """Return a proof by cases: the opponent's replies, each with its own proof."""
    cases = [{"replies": list(replies), "proof": proof} for replies, proof in branches]
    return {"kind": TREE, "move": move, "branches": cases}


def with_move(move: int, lost: Proof) -> Proof:
    """Turn a proof that a position is lost into one for the `move` that leads to it."""
    return {**lost, "move": move}


def answers(proof: Proof) -> dict[int, int]:
    """Return a tree's answer to each reply that does not end the game."""
    pairs = ((reply, after["move"]) for replies, after in branches(proof) for reply in replies)
    return {reply: answer for reply, answer in pairs if answer}


def partners(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return a dictionary that maps each number of the pairs to its partner."""
    pairs = list(pairs)
    return dict(pairs) | {second: first for first, second in pairs}


def branches(proof: Proof) -> Iterator[tuple[tuple[int, ...], Proof]]:
    """Yield the branches of a tree: the replies that share an answer, and its proof."""
    for branch in proof["branches"]:
        yield tuple(branch["replies"]), branch["proof"]
