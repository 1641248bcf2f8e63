"""The schema of proofs: one strict msgspec Struct for each kind.

A kind is a subclass of `Form` whose `tag` is its name. The four kinds that every game has are
declared here; `proof.py` says what they claim. A game declares its own kinds the same way, and
lists them in the `PROOFS` of its `proofs.py`. Unknown fields, missing fields and values of
the wrong type are refused before anything is checked, whatever the kind:

>>> from divisor_duel import GAMES
>>> read_proof(GAMES["divider"](), {"kind": "end", "move": 4})
End(move=4)
>>> read_proof(GAMES["divider"](), {"kind": "end", "move": True})
Traceback (most recent call last):
divisor_duel.errors.DuelError: this is not a certificate: expected `int`, got `bool`, at move
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from divisor_duel.errors import DuelError, one_of
from divisor_duel.game import Game, brief
from divisor_duel.games.parts import PROOFS, G, P, ProofKinds, find
from divisor_duel.proof import ANSWERED, END, STRATEGY, TREE, Proof
from divisor_duel.proofs.budget import CheckBudget

LARGEST = 2**63 - 1
"""The largest whole number in a proof."""

DEEPEST = 60
"""Depth limit of proofs nested in proofs."""

LONGEST_PROBLEM = 160
"""Length limit of the part of an error about a field, in characters."""

Whole = Annotated[int, Meta(ge=0, le=LARGEST)]
"""A whole number that may be 0: a move, where 0 stands for none, or a nim-value."""

Number = Annotated[int, Meta(ge=1, le=LARGEST)]
"""A move, or a number of the game."""

Pair = tuple[Number, Number]
"""Two numbers: partners, or a reply and its answer."""


class Form(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base class of all kinds but `Strategy`."""

    move: Whole
    """The winner's move now; 0 if the opponent is to move."""


F = TypeVar("F", bound=Form)

GameProofs: TypeAlias = ProofKinds[G, P, F, CheckBudget]
"""The type of `PROOFS` in a game's `proofs.py`; `F` is the base class of its kinds."""


class Nested:
    """A proof within a proof."""

    def __init__(self, form: Form) -> None:
        self.form = form
        """The nested proof, of a kind that its game has."""


class End(Form, frozen=True, tag=END):
    """The move wins at once, or the game is won already."""


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """Replies that are refuted in the same way."""

    replies: Annotated[tuple[Whole, ...], Meta(min_length=1)]
    """The opponent's moves."""
    proof: Nested
    """A proof about the position after each of them."""


class Tree(Form, frozen=True, tag=TREE):
    """Every reply, each with a proof."""

    branches: Annotated[tuple[Branch, ...], Meta(min_length=1)]


class Answered(Form, frozen=True, tag=ANSWERED):
    """Every reply with its answer; the answer is 0 where the reply ends the game."""

    answers: Annotated[tuple[tuple[Whole, Whole], ...], Meta(min_length=1)]


class Strategy(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag=STRATEGY):
    """The winner's move in each position, by the position's key."""

    replies: dict[str, Whole]


def read_proof(game: Game[Any], proof: Proof) -> Form | Strategy:
    """Parse a proof; DuelError if it does not fit the schema of a kind of this game."""
    form: Form | Strategy = _read(game, proof, (Strategy, *kinds(game)))
    return form


def kinds(game: Game[Any]) -> tuple[type[Form], ...]:
    """Return the kinds of proof that this game has, the common ones first."""
    own: GameProofs[Any, Any, Form] | None = find(game, PROOFS)
    return (End, Tree, Answered, *(own.kinds if own else ()))


def name_of(kind: type[Form | Strategy]) -> str:
    """Return the value of the field `kind` for this kind."""
    return str(kind.__struct_config__.tag)


def require_form(fact: bool, problem: str) -> None:
    """Raise DuelError, "this is not a certificate: `problem`", unless `fact` holds."""
    if not fact:
        raise DuelError(f"this is not a certificate: {problem}")


T = TypeVar("T")


def convert(value: object, form: type[T], dec_hook: Callable[[type, Any], Any] | None = None) -> T:
    """Convert a JSON value to a Struct; DuelError says what is wrong with it."""
    try:
        return msgspec.convert(value, form, dec_hook=dec_hook)
    except msgspec.ValidationError as error:
        raise DuelError(f"this is not a certificate: {_problem(error)}") from None
    except RecursionError:
        raise DuelError("this is not a certificate: it is nested too deep") from None


def _problem(error: msgspec.ValidationError) -> str:
    """Return the problem as a short clause; names from the file become printable."""
    problem, _, path = str(error).partition(" - at `$")
    path = path.rstrip("`").lstrip(".")
    clause = f"{problem[:1].lower()}{problem[1:]}{', at ' if path else ''}{path}"
    printable = clause if clause.isprintable() else clause.encode("unicode_escape").decode()
    return printable if len(printable) <= LONGEST_PROBLEM else f"{printable[:LONGEST_PROBLEM]}..."


def _read(
    game: Game[Any], proof: object, allowed: Sequence[type[Form | Strategy]], depth: int = 0
) -> Any:
    """Parse a proof and the proofs nested in it."""
    require_form(isinstance(proof, Mapping) and "kind" in proof, "a proof is an object with a kind")
    assert isinstance(proof, Mapping)
    require_form(depth < DEEPEST, f"its proofs are nested more than {DEEPEST} deep")
    names = [*map(name_of, allowed)]
    named = proof["kind"]
    given = f", not {brief(named)}" if isinstance(named, str) else ""
    require_form(named in names, f"kind must be {one_of(names)}{given}")

    def nested(_: type, value: object) -> Nested:
        return Nested(_read(game, value, kinds(game), depth + 1))

    return convert(proof, allowed[names.index(named)], nested)
