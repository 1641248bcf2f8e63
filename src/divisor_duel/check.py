"""Certificates: a claim about who wins, with a proof that the rules alone can check.

A certificate (`certificate.py`) names a position and claims a winner. Its proof is a reason as
data (`proof.py`): a move that ends the game, a tree of replies, an answer to each reply, whose
merits are found again by trying every move (`retrial.py`), a kind that the game brings with
what checks it, as `certificate.py`; or a strategy: for each position in which the winner is to
move, by its key, the move to make, and to check it is to play every reply against it. Nothing
here knows a theory or a search, so whoever trusts the rules and this page of Python need not
trust the engine:

>>> from divisor_duel.certificate import read_certificate
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

from collections.abc import Callable, Mapping
from typing import Any

from divisor_duel.allowance import allowed, allowing, too_many
from divisor_duel.certificate import Certificate
from divisor_duel.errors import CertificateError, IllegalMoveError
from divisor_duel.game import Game, Player, brief
from divisor_duel.games.kit import part
from divisor_duel.proof import ANSWERED, END, STRATEGY, TREE, Proof, branches
from divisor_duel.retrial import check_answers

MOST_POSITIONS = 200_000
"""How many positions are walked through at the most, if not told otherwise."""


def check(certificate: Certificate, most: int | None = None) -> str:
    """What was checked, in words; CertificateError says where the proof does not hold.

    TooManyPositionsError if it takes more positions than `most`; None is as many as each kind of
    proof is usually given.
    """
    with allowing(most):
        return _check(certificate)


def _check(certificate: Certificate) -> str:
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

    count = walk(game, position, winner, reply, allowed(MOST_POSITIONS))
    return f"Positions played through, with every move of Player {int(winner.other)}: {count}"


def holds(game: Game[Any], position: Any, winner: Player, proof: Proof) -> str:
    """What was checked of a proof that `winner` wins, in words; CertificateError if it fails."""
    lost = _after_own_move(game, position, winner, proof["move"])
    kind, outcome = proof["kind"], game.outcome(lost)
    if kind == END:
        if outcome is None or outcome.winner != winner:
            raise CertificateError(f"the game is not won with {proof['move'] or 'what was played'}")
        return f"The end of the game: {outcome.reason}"
    if outcome:
        raise CertificateError(f"the game is over: {outcome.reason}")
    if kind == TREE:
        return _check_tree(game, lost, winner, proof)
    if kind == ANSWERED:
        return check_answers(game, lost, winner, proof.get("answers"), allowed(MOST_POSITIONS))
    own = part(game, "certificate")
    if own is None or kind not in own.KINDS:
        raise CertificateError(f"{brief(kind)} is no kind of proof")
    told: str = own.verify(game, lost, proof)
    return told


def _after_own_move(game: Game[Any], position: Any, winner: Player, move: int) -> Any:
    """The position in which the other player is to move, or that is over."""
    if position.to_move != winner or game.outcome(position):
        if move:
            raise CertificateError(f"{move} cannot be played out of turn")
        return position
    try:
        return game.play(position, move)
    except IllegalMoveError as error:
        raise CertificateError(str(error), "at once") from None


def _check_tree(game: Game[Any], lost: Any, winner: Player, proof: Proof) -> str:
    """Every reply is in one branch of the tree, and each branch holds."""
    answered = list[int]()
    for replies, after in branches(proof):
        for reply in replies:
            answered.append(reply)
            try:
                holds(game, game.play(lost, reply), winner, after)
            except IllegalMoveError as error:
                raise CertificateError(str(error)) from None
            except CertificateError as error:
                where = " ".join(filter(None, (f"after {game.format_move(reply)}", error.where)))
                raise CertificateError(f"{where}: {error.problem}") from None
    if sorted(answered) != sorted(game.legal_moves(lost)):
        raise CertificateError("its branches must name every reply, and each of them once")
    return f"Replies of Player {int(winner.other)} that are answered: {len(answered)}"


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
            problem = error.problem if isinstance(error, CertificateError) else str(error)
            raise CertificateError(problem, _line(game, came, here)) from None
        for position, move in after:
            if position not in came:
                came[position] = (here, move)
                waiting.append(position)
        if len(came) > most:
            raise too_many(most)
    return len(came)


def _line(game: Game[Any], came: Mapping[Any, tuple[Any, int] | None], position: Any) -> str:
    """How a position was reached, in words."""
    moves = list[str]()
    while step := came[position]:
        position, move = step
        moves.append(game.format_move(move))
    return f"when play goes on {' '.join(reversed(moves))}" if moves else "at once"
