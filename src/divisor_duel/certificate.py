"""Certificates as files: a claim about who wins and its proof, written as JSON and read back.

A certificate names a position by its game, its options, who began and the moves so far, begun
perhaps from a position set up by hand, and claims a winner with a proof (`proof.py`). A text
that does not have this form is refused in one sentence; `check.py` says whether the claim is
true.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta, Struct

from divisor_duel.budget import CheckBudget
from divisor_duel.errors import DuelError, IllegalMoveError, OptionsError
from divisor_duel.files import CERTIFICATE_FILE
from divisor_duel.game import Game, Player, brief
from divisor_duel.games.registry import set_up
from divisor_duel.proof import Proof
from divisor_duel.proof_schema import Whole, convert, demand_form, read_proof
from divisor_duel.setting import LONGEST, read_position

VERSION = 1
"""The version of the form that certificates have here."""

START = "position"
"""The field that only certificates with a position set up by hand have."""

LARGEST_FILE = CERTIFICATE_FILE.size
"""Size limit of a certificate, in bytes."""

_Player = Annotated[int, Meta(ge=1, le=2)]


class _Fields(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a certificate, as JSON has them."""

    certificate: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: str
    options: dict[str, int | str]
    first: _Player
    moves: tuple[Whole, ...]
    winner: _Player
    proof: dict[str, Any]
    position: Annotated[str, Meta(min_length=1, max_length=LONGEST)] = ""


@dataclass(frozen=True)
class Certificate:
    """Who wins a position, and how."""

    game: Game[Any]
    """The game with its options."""
    first: Player
    """Who began."""
    moves: tuple[int, ...]
    """The moves that lead to the position."""
    winner: Player
    """Who wins from there, as is claimed."""
    proof: Proof
    """Its `kind`, and what that needs."""
    start: str = ""
    """Where the moves began if that was set up by hand, as `setting` writes it."""

    @property
    def position(self) -> Any:
        """The position that the claim is about."""
        return self.replay(CheckBudget())

    def replay(self, budget: CheckBudget) -> Any:
        """Return the position that the claim is about.

        IllegalMoveError or OptionsError if there is none, OverBudgetError if that takes too long.
        """
        begin = read_position(self.game, self.start, self.first) if self.start else None
        position = None
        for position in self.game.positions(self.moves, self.first, begin):  # noqa: B007
            budget.spend()
        return position


def write_certificate(certificate: Certificate) -> str:
    """Return the certificate as JSON, a line for each reply or number.

    DuelError if it is larger than `read_certificate` reads.
    """
    data = {
        "certificate": VERSION,
        "game": certificate.game.id,
        "options": certificate.game.options,
        "first": int(certificate.first),
        "moves": list(certificate.moves),
        "winner": int(certificate.winner),
        "proof": dict(certificate.proof),
    }
    if certificate.start:
        data[START] = certificate.start
    text = json.dumps(data, indent=1) + "\n"
    if len(text) > LARGEST_FILE:
        raise DuelError(f"the certificate has {len(text)} bytes; the limit is {LARGEST_FILE}")
    return text


def read_certificate(text: str, budget: CheckBudget | None = None) -> Certificate:
    """Return the certificate that a JSON text holds; DuelError if it holds none."""
    data = _read_object(text)
    demand_form(isinstance(data, dict), "it is not a JSON object")
    fields = convert(data, _Fields)
    game = set_up(fields.game, fields.options)
    read_proof(game, fields.proof)
    demand_form(len(fields.moves) <= game.longest(), "it has more moves than any game lasts")
    first, winner = Player(fields.first), Player(fields.winner)
    certificate = Certificate(game, first, fields.moves, winner, fields.proof, fields.position)
    try:
        certificate.replay(budget or CheckBudget())
    except (IllegalMoveError, OptionsError) as error:
        raise DuelError(f"this is not a certificate: {error}") from None
    return certificate


def _read_object(text: str) -> Any:
    """Return what a JSON text holds; None if it is not JSON, or too large."""
    if len(text) > LARGEST_FILE:
        raise DuelError(f"this is not a certificate: it is larger than {LARGEST_FILE} bytes")
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except DuelError:
        raise
    except (ValueError, RecursionError):
        return None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object as a dictionary, if it names no field twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise DuelError(f"this is not a certificate: it has {brief(twice)} twice")
    return made


def _refuse(constant: str) -> None:
    """NaN and the infinities, which Python reads, are not JSON."""
    raise ValueError(constant)
