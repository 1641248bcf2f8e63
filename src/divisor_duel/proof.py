"""Reasons as data: why somebody wins, as a value that is told, drawn, written and checked.

A proof is about one position and says how one player, the winner, wins it. It is a plain
object that JSON can hold: its `kind`, the `move` that the winner makes now (0 if the opponent
is to move), and what that kind needs; `proof_schema.py` declares the fields. Three kinds are the
same in every game:

- ``end``: with that move the game is won (with 0, it is won already);
- ``tree``: its `branches` name every reply of the other player, each with a proof about what
  the reply leads to;
- ``answered``: its `answers` pair every reply with the winner's answer, or with 0 if the reply
  ends the game. Why these win is not said: whoever checks it finds it again (`retrial.py`).

A game also has kinds of its own: pairs, mirrors, counts. Its `certificate.py` declares their
fields and checks them, its `reasons.py` makes sentences of them, and neither uses a search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from divisor_duel.errors import CertificateError

Proof: TypeAlias = Mapping[str, Any]
"""Why somebody wins: its kind, the winner's move, and what the kind needs."""

END, TREE, ANSWERED = "end", "tree", "answered"

STRATEGY = "strategy"
"""What a certificate may have instead, in any game: a reply for each position, by its key."""


SPRAGUE_GRUNDY = "the Sprague-Grundy theorem"
"""What proofs by nim-values rest on: games side by side are lost if their nim-values cancel."""


@dataclass(frozen=True)
class Checked:
    """What a check of a proof covered, and what its verdict rests on."""

    what: str
    """What was checked, in words: ``Numbers that divide no other: 2``."""
    theorems: tuple[str, ...] = ()
    """Theorems that the verdict trusts as well as the rules: ``theorem 1 of docs/...``."""
    positions: int = 0
    """How many positions were visited, or pairs of numbers compared."""

    @property
    def basis(self) -> str:
        """What the verdict rests on, as a sentence."""
        if not self.theorems:
            return "Checked by the rules alone."
        return f"Checked by the rules and {' and '.join(self.theorems)}."


def demand(fact: bool, problem: str) -> None:
    """CertificateError, which tells the problem, unless a proof may count on the fact."""
    if not fact:
        raise CertificateError(problem)


def ending(move: int = 0) -> Proof:
    """The game is over, at once or by this move."""
    return {"kind": END, "move": move}


def tree(branches: Iterable[tuple[Iterable[int], Proof]], move: int = 0) -> Proof:
    """Replies of the other player, each with what is proved of the position after it."""
    listed = [{"replies": list(replies), "proof": proof} for replies, proof in branches]
    return {"kind": TREE, "move": move, "branches": listed}


def beginning(move: int, lost: Proof) -> Proof:
    """The same proof for whoever makes `move` and so leads to the lost position it is about."""
    return {**lost, "move": move}


def answers(proof: Proof) -> dict[int, int]:
    """What a tree answers to each reply that does not end the game."""
    told = ((reply, after["move"]) for replies, after in branches(proof) for reply in replies)
    return {reply: answer for reply, answer in told if answer}


def swapped(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """What pairs answer to each of their numbers: the other one."""
    listed = list(pairs)
    return dict(listed) | {two: one for one, two in listed}


def branches(proof: Proof) -> Iterator[tuple[tuple[int, ...], Proof]]:
    """The branches of a tree: the replies that have one answer, and the proof of it."""
    for branch in proof["branches"]:
        yield tuple(branch["replies"]), branch["proof"]
