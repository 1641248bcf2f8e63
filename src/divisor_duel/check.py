"""Certificates: a claim about who wins, with a proof that the rules alone can check.

A certificate is a JSON object that names a position by its game, its options, who began and
the moves so far (or the numbers left), and claims a winner. Its proof is a reason as data
(`proof.py`): a move that ends the game, a tree of replies, a kind that the game brings with
what checks it, as `certificate.py`; or a strategy: for each position in which the winner is to
move, by its key, the move to make, and to check it is to play every reply against it. Nothing
here knows a theory or a search, so whoever trusts the rules and this page of Python need not
trust the engine:

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

from divisor_duel.errors import (
    CertificateError,
    DuelError,
    IllegalMoveError,
    OptionsError,
    TooManyPositionsError,
    one_of,
)
from divisor_duel.game import Game, Player, brief
from divisor_duel.games import set_up
from divisor_duel.games.kit import part
from divisor_duel.proof import END, TREE, Proof, branches

VERSION = 1
"""The form of certificates that is written and read here."""

STRATEGY = "strategy"
"""The kind of proof that every game has: a reply for each position."""

MOST_POSITIONS = 200_000
"""How many positions are walked through at the most."""

LEFT = "left"
"""The field that only certificates of positions made by hand have."""

FAILS = "the certificate fails"

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
    left: tuple[int, ...] | None = None
    """The numbers left, where the position is made by hand and not by moves."""

    @property
    def position(self) -> Any:
        """The position that the claim is about."""
        if self.left is not None:
            return self.game.with_left(self.game.options, self.left, self.first)[1]
        *_, last = self.game.positions(self.moves, self.first)
        return last


def check(certificate: Certificate, most: int = MOST_POSITIONS) -> str:
    """What was checked, in words; CertificateError says where the proof does not hold."""
    game, position, winner = certificate.game, certificate.position, certificate.winner
    if certificate.proof["kind"] != STRATEGY:
        return holds(game, position, winner, certificate.proof)
    replies = certificate.proof["replies"]

    def reply(here: Any) -> int:
        key = game.key(here)
        if key not in replies:
            raise CertificateError("it has no reply there")
        move: int = replies[key]
        return move

    count = walk(game, position, winner, reply, most)
    return f"Positions played through, with every move of Player {int(winner.other)}: {count}"


def holds(game: Game[Any], position: Any, winner: Player, proof: Proof) -> str:
    """What was checked of a proof that `winner` wins, in words; CertificateError if it fails."""
    lost = _after_own_move(game, position, winner, proof["move"])
    kind, outcome = proof["kind"], game.outcome(lost)
    if kind == END:
        if outcome is None or outcome.winner != winner:
            raise _failure(f"the game is not won with {proof['move'] or 'what was played'}")
        return f"The end of the game: {outcome.reason}"
    if outcome:
        raise _failure(f"the game is over: {outcome.reason}")
    if kind == TREE:
        return _check_tree(game, lost, winner, proof)
    own = part(game, "certificate")
    if own is None or kind not in own.KINDS:
        raise _failure(f"{brief(kind)} is no kind of proof")
    told: str = own.verify(game, lost, proof)
    return told


def _after_own_move(game: Game[Any], position: Any, winner: Player, move: int) -> Any:
    """The position in which the other player is to move, or that is over."""
    if position.to_move != winner or game.outcome(position):
        if move:
            raise _failure(f"{move} cannot be played out of turn")
        return position
    try:
        return game.play(position, move)
    except IllegalMoveError as error:
        raise _failure(str(error), "at once") from None


def _check_tree(game: Game[Any], lost: Any, winner: Player, proof: Proof) -> str:
    """Every reply is in one branch of the tree, and each branch holds."""
    answered = list[int]()
    for replies, after in branches(proof):
        for reply in replies:
            answered.append(reply)
            try:
                holds(game, game.play(lost, reply), winner, after)
            except IllegalMoveError as error:
                raise _failure(str(error)) from None
            except CertificateError as error:
                told = str(error).removeprefix(FAILS)
                raise _failure(f"after {game.format_move(reply)}{told}") from None
    if sorted(answered) != sorted(game.legal_moves(lost)):
        raise _failure("its branches must name every reply, and each of them once")
    return f"Replies of Player {int(winner.other)} that are answered: {len(answered)}"


def _failure(told: str, where: str = "") -> CertificateError:
    return CertificateError(f"{FAILS}{' ' + where if where else ''}: {told}")


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
            raise _failure(str(error), line) from None
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
    fields = set(data) - {LEFT}
    _demand(fields == set(FIELDS), f"it must have just {', '.join(FIELDS)} and perhaps {LEFT}")
    _demand(data["certificate"] == VERSION, f"certificate, its version, must be {VERSION}")
    _demand(isinstance(data["game"], str), "game must be the id of a game")
    _demand(isinstance(data["options"], dict), "options must be an object")
    _demand(_are_numbers(data["moves"]), "moves must be a list of whole numbers")
    for name in ("first", "winner"):
        _demand(type(data[name]) is int and data[name] in (1, 2), f"{name} must be 1 or 2")
    game = set_up(data["game"], data["options"])
    _check_form(game, data["proof"])
    first, winner = Player(data["first"]), Player(data["winner"])
    left = data.get(LEFT)
    if left is not None:
        _demand(_are_numbers(left) and left, "left must be a list of whole numbers")
        _demand(not data["moves"], "it must have left or moves, not both")
        left = tuple(left)
    moves = tuple(data["moves"])
    certificate = Certificate(game, first, moves, winner, data["proof"], left)
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
    kinds = [*others, END, TREE, *(own.KINDS if own else ())]
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
