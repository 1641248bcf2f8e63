"""Read proofs: the kinds that a game has, and a strict reader for their fields.

`proof.py` declares the kinds that every game has. A game declares its own kinds the same way,
and lists them in the `PROOFS` of its `proofs.py`. Unknown fields, missing fields and values of
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
from typing import TypeAlias, TypeVar

import msgspec

from divisor_duel.errors import DuelError, one_of
from divisor_duel.game import AnyGame, Position, brief
from divisor_duel.games.parts import PROOFS, G, P, ProofKinds, find
from divisor_duel.proof import Answered, End, Proof, Strategy, Tree
from divisor_duel.proofs.budget import CheckBudget

DEEPEST = 60
"""Depth limit of proofs nested in proofs."""

LONGEST_PROBLEM = 160
"""Length limit of the part of an error about a field, in characters."""


F = TypeVar("F", bound=Proof)

GameProofs: TypeAlias = ProofKinds[G, P, F, CheckBudget]
"""The type of `PROOFS` in a game's `proofs.py`; `F` is the base class of its kinds."""


def read_proof(game: AnyGame, data: object) -> Proof | Strategy:
    """Read a proof from JSON values; DuelError if it does not fit a kind of this game."""
    return _read(game, data, (Strategy, *kinds(game)))


def write_proof(proof: Proof | Strategy) -> dict[str, object]:
    """Return a proof as JSON values."""
    data: dict[str, object] = msgspec.to_builtins(proof)
    return data


def kinds(game: AnyGame) -> tuple[type[Proof], ...]:
    """Return the kinds of proof that this game has, the common ones first."""
    own: GameProofs[AnyGame, Position, Proof] | None = find(game, PROOFS)
    return (End, Tree, Answered, *(own.kinds if own else ()))


def name_of(kind: type[Proof | Strategy]) -> str:
    """Return the value of the field `kind` for this kind."""
    return str(kind.__struct_config__.tag)


def require_form(fact: bool, problem: str) -> None:
    """Raise DuelError, "this is not a certificate: `problem`", unless `fact` holds."""
    if not fact:
        raise DuelError(f"this is not a certificate: {problem}")


T = TypeVar("T")


def convert(
    value: object, form: type[T], dec_hook: Callable[[type, object], object] | None = None
) -> T:
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
    game: AnyGame, data: object, allowed: Sequence[type[Proof | Strategy]], depth: int = 0
) -> Proof | Strategy:
    """Read a proof and the proofs nested in it."""
    if not isinstance(data, Mapping) or "kind" not in data:
        raise DuelError("this is not a certificate: a proof is an object with a kind")
    require_form(depth < DEEPEST, f"its proofs are nested more than {DEEPEST} deep")
    names = [*map(name_of, allowed)]
    named = data["kind"]
    given = f", not {brief(named)}" if isinstance(named, str) else ""
    require_form(named in names, f"kind must be {one_of(names)}{given}")

    def nested(_: type, inner: object) -> Proof | Strategy:
        return _read(game, inner, kinds(game), depth + 1)

    return convert(data, allowed[names.index(named)], nested)
