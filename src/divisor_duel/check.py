"""Certificates: a claim about who wins, with a proof that the rules alone can check.

A certificate is a JSON object that names a position by its game, its options, who began and
the moves so far, and claims a winner. Its proof is mostly a strategy: for each position in
which the winner is to move, by its key, the move to make. To check it is to play every reply of
the other player against it. A game may bring a shorter kind of proof, with what checks it, as
`certificate.py`. Nothing here knows a theory or a search, so whoever trusts the rules and this
page of Python need not trust the engine:

>>> text = '''{"certificate": 1, "game": "countdown", "options": {"start": 6}, "first": 1,
...   "moves": [], "winner": 1, "proof": {"kind": "strategy",
...   "replies": {"Player 1 to move; the number is 6": 3}}}'''
>>> check(read_certificate(text))
'Positions played through, with every move of Player 2: 2'

Positions are remembered as they are, never by their keys: a key only finds a reply, and a reply
is believed only where it was played out. Every game ends, so a walk that never meets a lost
position has proved the claim.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from divisor_duel.errors import CertificateError, DuelError, IllegalMoveError
from divisor_duel.game import Game, Player, brief
from divisor_duel.games import set_up
from divisor_duel.games.kit import part

VERSION = 1
"""The form of certificates that is written and read here."""

STRATEGY = "strategy"
"""The kind of proof that every game has: a reply for each position."""

MOST_POSITIONS = 200_000
"""How many positions are walked through at the most."""

FIELDS = ("certificate", "game", "options", "first", "moves", "winner", "proof")


class TooManyPositionsError(DuelError):
    """The game is too large for this kind of proof: nothing is said about the claim."""


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
    proof: Mapping[str, Any]
    """Its `kind`, and what that needs: the `replies` of a strategy, by the positions' keys."""

    @property
    def position(self) -> Any:
        """The position that the claim is about."""
        *_, last = self.game.positions(self.moves, self.first)
        return last


def check(certificate: Certificate, most: int = MOST_POSITIONS) -> str:
    """What was checked, in words; CertificateError says where the proof does not hold."""
    game, position, winner = certificate.game, certificate.position, certificate.winner
    own = part(game, "certificate")
    if own and certificate.proof["kind"] == own.KIND:
        told: str = own.verify(game, position, winner, certificate.proof)
        return told
    replies = certificate.proof["replies"]

    def reply(here: Any) -> int:
        key = game.key(here)
        if key not in replies:
            raise CertificateError("it has no reply there")
        move: int = replies[key]
        return move

    count = walk(game, position, winner, reply, most)
    return f"Positions played through, with every move of Player {int(winner.other)}: {count}"


def walk(
    game: Game[Any], start: Any, winner: Player, reply: Callable[[Any], int], most: int
) -> int:
    """Play every move of the other player against `reply`, and count the positions.

    CertificateError tells the moves from the start after which the winner does not win.
    """
    came: dict[Any, tuple[Any, int] | None] = {start: None}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        outcome = game.outcome(here)
        try:
            if outcome and outcome.winner != winner:
                raise CertificateError(f"Player {int(winner)} has lost: {outcome.reason}")
            own = here.to_move == winner and not outcome
            moves = (reply(here),) if own else game.legal_moves(here)
            after = [(game.play(here, move), move) for move in moves]
        except (CertificateError, IllegalMoveError) as error:
            line = _line(game, came, here)
            raise CertificateError(f"the certificate fails {line}: {error}") from None
        for position, move in after:
            if position not in came:
                came[position] = (here, move)
                waiting.append(position)
        if len(came) > most:
            raise TooManyPositionsError(
                f"that takes more than {most} positions; give a smaller set-up or more --moves"
            )
    return len(came)


def _line(game: Game[Any], came: Mapping[Any, tuple[Any, int] | None], position: Any) -> str:
    """How a position was reached, in words."""
    moves = list[str]()
    while step := came[position]:
        position, move = step
        moves.append(game.format_move(move))
    return f"when play goes on {' '.join(reversed(moves))}" if moves else "at once"


def read_certificate(text: str) -> Certificate:
    """The certificate that a JSON text holds; DuelError if it holds none."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    _demand(isinstance(data, dict), "it is no JSON object")
    _demand(set(data) == set(FIELDS), f"it must have just {', '.join(FIELDS)}")
    _demand(data["certificate"] == VERSION, f"certificate, its version, must be {VERSION}")
    _demand(isinstance(data["game"], str), "game must be the id of a game")
    _demand(isinstance(data["options"], dict), "options must be an object")
    _demand(_are_numbers(data["moves"]), "moves must be a list of whole numbers")
    for name in ("first", "winner"):
        _demand(type(data[name]) is int and data[name] in (1, 2), f"{name} must be 1 or 2")
    game = set_up(data["game"], data["options"])
    _check_form(game, data["proof"])
    first, winner = Player(data["first"]), Player(data["winner"])
    certificate = Certificate(game, first, tuple(data["moves"]), winner, data["proof"])
    try:
        certificate.position  # noqa: B018
    except IllegalMoveError as error:
        raise DuelError(f"this is no certificate: {error}") from None
    return certificate


def _check_form(game: Game[Any], proof: Any) -> None:
    """Refuse what is no proof of a kind that this game has; a kind of its own it reads itself."""
    _demand(isinstance(proof, dict) and "kind" in proof, "proof must be an object with a kind")
    own = part(game, "certificate")
    kinds = [STRATEGY, own.KIND] if own else [STRATEGY]
    kind = proof["kind"]
    _demand(kind in kinds, f"kind must be {' or '.join(kinds)}, not {brief(kind)}")
    if kind == STRATEGY:
        replies = proof.get("replies")
        numbers = isinstance(replies, dict) and _are_numbers([*replies.values()])
        _demand(numbers, "replies must give a whole number for each key")


def _demand(fact: bool, told: str) -> None:
    if not fact:
        raise DuelError(f"this is no certificate: {told}")


def _are_numbers(values: object) -> bool:
    return isinstance(values, list) and all(type(value) is int for value in values)
