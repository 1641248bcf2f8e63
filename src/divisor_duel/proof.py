"""Proofs as values: why a player wins, to explain, draw, store and check.

A proof is about one position and says how one player, the winner, wins it. Each kind of proof is
a frozen type with its own fields, a subclass of `Proof`. Its `tag` is its name in JSON, where a
proof is an object with its `kind`, its `move` and the fields of that kind. Three kinds are the
same in every game: `End`, `Tree` and `Answered`. A game declares its own kinds, such as pairs,
mirrors and counts, in its `proofs.py`, which also checks them; its `strategy.py` turns them into
rules to play by, and neither uses a search.

>>> proof = Tree(4, (Branch((2, 3), End(5)),))
>>> proof.branches[0].proof
End(move=5)

The annotations limit each field, as in ``Whole``. `proofs/kinds.py` enforces them for every proof
that is read or checked; making a value does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Self, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from divisor_duel.errors import CertificateError

LARGEST = 2**63 - 1
"""The largest whole number in a proof."""

Whole = Annotated[int, Meta(ge=0, le=LARGEST)]
"""A whole number that may be 0: a move, where 0 stands for none, or a nim-value."""

Number = Annotated[int, Meta(ge=1, le=LARGEST)]
"""A move, or a number of the game."""

Pair = tuple[Number, Number]
"""Two numbers: partners, or a reply and its answer."""


class _AnyKind:
    """A type that msgspec cannot read by itself, so it asks `proofs/kinds.py` to do so."""

    __slots__ = ()


class Proof(_AnyKind, Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Why a player wins a position: ``class Count(Proof, frozen=True, tag="count")``."""

    move: Whole
    """The winner's move now; 0 if the opponent is to move."""

    def with_move(self, move: int) -> Self:
        """Turn a proof that a position is lost into one for the `move` that leads to it."""
        return replace(self, move=move)


if TYPE_CHECKING:
    NestedProof: TypeAlias = Proof
else:
    NestedProof = _AnyKind
"""The type of a field that holds a proof: one of any kind that the game has.

msgspec would read a field of the type `Proof` as that class and not as a kind.
"""


class End(Proof, frozen=True, tag="end"):
    """The move wins at once, or the game is won already."""


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """Replies that are refuted in the same way."""

    replies: Annotated[tuple[Whole, ...], Meta(min_length=1)]
    """The opponent's moves."""
    proof: NestedProof
    """A proof about the position after each of them."""


class Tree(Proof, frozen=True, tag="tree"):
    """Every reply, each with a proof about the position after it."""

    branches: Annotated[tuple[Branch, ...], Meta(min_length=1)]

    def answers(self) -> dict[int, int]:
        """Return the answer to each reply that does not end the game."""
        return {
            reply: branch.proof.move
            for branch in self.branches
            if branch.proof.move
            for reply in branch.replies
        }


class Answered(Proof, frozen=True, tag="answered"):
    """Every reply with the winner's answer; the answer is 0 where the reply ends the game.

    It does not say why the answers win: the checker solves that again (`proofs/brute_force.py`).
    """

    answers: Annotated[tuple[tuple[Whole, Whole], ...], Meta(min_length=1)]


CommonProof: TypeAlias = End | Tree | Answered
"""The kinds of proof that every game has."""


class Strategy(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="strategy"):
    """The winner's move in each position, by the position's key; only certificates have it."""

    replies: Mapping[str, Whole]


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


def partners(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return a dictionary that maps each number of the pairs to its partner."""
    pairs = list(pairs)
    return dict(pairs) | {second: first for first, second in pairs}
