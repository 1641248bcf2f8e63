"""Certificates as files: a claim about who wins and its proof, written as JSON and read back.

A certificate names a position by its game, its options, who began and the moves so far, begun
perhaps from a position set up by hand, and claims a winner with a proof (`proof.py`). Whatever a
file holds, it is read as such a claim or refused in one sentence; whether the claim is true is
for `check.py` to say.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from divisor_duel.errors import DuelError, IllegalMoveError, OptionsError, one_of
from divisor_duel.game import Game, Player, brief
from divisor_duel.games import set_up
from divisor_duel.games.kit import part
from divisor_duel.proof import ANSWERED, END, STRATEGY, TREE, Proof
from divisor_duel.setting import read_position

VERSION = 1
"""The form of certificates that is written and read here."""

START = "position"
"""The field that only certificates with a position set up by hand have."""

DEEPEST = 60
"""No tree is deeper."""

FIELDS = ("certificate", "game", "options", "first", "moves", "winner", "proof")


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
    """Its `kind`, and what that needs: the `replies` of a strategy, by the positions' keys."""
    start: str = ""
    """Where the moves began if that was set up by hand, as `setting` writes it."""

    @property
    def position(self) -> Any:
        """The position that the claim is about."""
        begin = read_position(self.game, self.start, self.first) if self.start else None
        *_, last = self.game.positions(self.moves, self.first, begin)
        return last


def write_certificate(certificate: Certificate) -> str:
    """The certificate as JSON, a line for each reply or number."""
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
    return json.dumps(data, indent=1) + "\n"


def read_certificate(text: str) -> Certificate:
    """The certificate that a JSON text holds; DuelError if it holds none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    _demand(isinstance(data, dict), "it is no JSON object")
    fields = set(data) - {START}
    _demand(fields == set(FIELDS), f"it must have just {', '.join(FIELDS)} and perhaps {START}")
    _demand(data["certificate"] == VERSION, f"certificate, its version, must be {VERSION}")
    _demand(isinstance(data["game"], str), "game must be the id of a game")
    _demand(isinstance(data["options"], dict), "options must be an object")
    _demand(_are_numbers(data["moves"]), "moves must be a list of whole numbers")
    for name in ("first", "winner"):
        _demand(type(data[name]) is int and data[name] in (1, 2), f"{name} must be 1 or 2")
    game = set_up(data["game"], data["options"])
    _check_form(game, data["proof"])
    first, winner = Player(data["first"]), Player(data["winner"])
    start = data.get(START, "")
    _demand(isinstance(start, str), f"{START} must be a text")
    certificate = Certificate(game, first, tuple(data["moves"]), winner, data["proof"], start)
    try:
        certificate.position  # noqa: B018
    except (IllegalMoveError, OptionsError) as error:
        raise DuelError(f"this is no certificate: {error}") from None
    return certificate


def _check_form(game: Game[Any], proof: Any) -> None:
    """Refuse what is no proof of a kind that this game has."""
    strategy = isinstance(proof, dict) and proof.get("kind") == STRATEGY
    if not strategy:
        _check_reason(game, proof, [STRATEGY])
        return
    replies = proof.get("replies")
    numbers = isinstance(replies, dict) and _are_numbers([*replies.values()])
    _demand(numbers, "replies must give a whole number for each key")


def _check_reason(game: Game[Any], proof: Any, others: list[str], depth: int = 0) -> None:
    """Refuse what has not the form of a reason; what a game's own kind needs it reads itself."""
    _demand(isinstance(proof, dict) and "kind" in proof, "proof must be an object with a kind")
    own = part(game, "certificate")
    kinds = [*others, END, TREE, ANSWERED, *(own.KINDS if own else ())]
    kind = proof["kind"]
    _demand(kind in kinds, f"kind must be {one_of(kinds)}, not {brief(kind)}")
    _demand(type(proof.get("move")) is int, "a proof must have a move, which may be 0")
    if kind == TREE:
        _demand(depth < DEEPEST, f"a tree must be no deeper than {DEEPEST}")
        listed = proof.get("branches")
        _demand(isinstance(listed, list) and all(map(_is_branch, listed)), _BRANCHES)
        for branch in listed:
            _check_reason(game, branch["proof"], [], depth + 1)


_BRANCHES = "branches must be a list of objects with replies, whole numbers, and a proof"


def _is_branch(value: object) -> bool:
    return isinstance(value, dict) and "proof" in value and _are_numbers(value.get("replies"))


def _demand(fact: bool, told: str) -> None:
    if not fact:
        raise DuelError(f"this is no certificate: {told}")


def _are_numbers(values: object) -> bool:
    return isinstance(values, list) and all(type(value) is int for value in values)
