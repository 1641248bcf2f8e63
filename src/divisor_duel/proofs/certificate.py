"""Certificates as JSON files: a claim about who wins a position, and its proof.

A certificate identifies a position by its game, its options, the first player, the moves so far
and, if those do not begin at the usual start, a position set up by hand. It claims a winner and
gives a proof (`proof.py`). Text that does not fit the schema is refused in one sentence;
`proofs/checker.py` says whether the claim is true.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from divisor_duel.errors import DuelError, IllegalMoveError, OptionsError
from divisor_duel.files import CERTIFICATE_FILE
from divisor_duel.game import AnyGame, Player, Position, brief
from divisor_duel.games.registry import set_up
from divisor_duel.play.positions import LONGEST, read_position
from divisor_duel.proof import Proof, Strategy, Whole
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.kinds import convert, read_proof, require_form, write_proof

VERSION = 1
"""Version of the certificate format."""

START = "position"
"""Name of the optional field for a start that was set up by hand."""

LARGEST_FILE = CERTIFICATE_FILE.size
"""Size limit of a certificate, in bytes."""

_Player = Annotated[int, Meta(ge=1, le=2)]


class _Fields(Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON fields of a certificate."""

    certificate: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    game: str
    options: dict[str, int | str]
    first: _Player
    moves: tuple[Whole, ...]
    winner: _Player
    proof: dict[str, object]
    position: Annotated[str, Meta(min_length=1, max_length=LONGEST)] = ""


@dataclass(frozen=True)
class Certificate:
    """Who wins a position, and how."""

    game: AnyGame
    """The game with its options."""
    first: Player
    """The player who moved first."""
    moves: tuple[int, ...]
    """The moves that lead to the position."""
    winner: Player
    """The claimed winner."""
    proof: Proof | Strategy
    """The proof, of a kind that the game has."""
    start: str = ""
    """The position before `moves` if it was set up by hand, as `write_position` formats it."""

    @property
    def position(self) -> Position:
        """The position that the claim is about."""
        return self.replay(CheckBudget())

    def replay(self, budget: CheckBudget) -> Position:
        """Return the position that the claim is about.

        IllegalMoveError or OptionsError if it does not exist, OverBudgetError if replaying the
        moves takes too long.
        """
        begin = read_position(self.game, self.start, self.first) if self.start else None
        position: Position
        for position in self.game.positions(self.moves, self.first, begin):  # noqa: B007
            budget.spend()
        return position


def write_certificate(certificate: Certificate) -> str:
    """Return the certificate as JSON, with a line for each reply or number.

    DuelError if it is too large for `read_certificate`.
    """
    data = {
        "certificate": VERSION,
        "game": certificate.game.id,
        "options": certificate.game.options,
        "first": int(certificate.first),
        "moves": list(certificate.moves),
        "winner": int(certificate.winner),
        "proof": write_proof(certificate.proof),
    }
    if certificate.start:
        data[START] = certificate.start
    text = json.dumps(data, indent=1) + "\n"
    if len(text) > LARGEST_FILE:
        raise DuelError(f"the certificate has {len(text)} bytes; the limit is {LARGEST_FILE}")
    return text


def read_certificate(text: str, budget: CheckBudget | None = None) -> Certificate:
    """Parse a certificate; DuelError if the text is not one."""
    data = _read_object(text)
    require_form(isinstance(data, dict), "it is not a JSON object")
    fields = convert(data, _Fields)
    game = set_up(fields.game, fields.options)
    proof = read_proof(game, fields.proof)
    require_form(len(fields.moves) <= game.max_moves(), "it has more moves than any game lasts")
    first, winner = Player(fields.first), Player(fields.winner)
    certificate = Certificate(game, first, fields.moves, winner, proof, fields.position)
    try:
        certificate.replay(budget or CheckBudget())
    except (IllegalMoveError, OptionsError) as error:
        raise DuelError(f"this is not a certificate: {error}") from None
    return certificate


def _read_object(text: str) -> object:
    """Parse JSON text; None if it is not JSON, DuelError if it is too large."""
    if len(text) > LARGEST_FILE:
        raise DuelError(f"this is not a certificate: it is larger than {LARGEST_FILE} bytes")
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except DuelError:
        raise
    except (ValueError, RecursionError):
        return None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return a JSON object as a dictionary; DuelError if it has a field twice."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise DuelError(f"this is not a certificate: it has {brief(twice)} twice")
    return fields


def _refuse(constant: str) -> None:
    """Refuse NaN and the infinities, which Python reads although they are not JSON."""
    raise ValueError(constant)
