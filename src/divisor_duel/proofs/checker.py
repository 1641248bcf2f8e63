"""Check certificates: does the proof show that the claimed player wins?

The checker uses the rules but neither the engine nor its searches. It reads the proof with
`proofs/kinds.py`, even one that was never written, so its fields hold what its kind allows. Then
it checks the kinds that every game has: a move that ends the game; a tree of replies; an answer to
each reply, which `proofs/brute_force.py` verifies by trying every move; and a strategy, which is
played against every reply. The game's own `proofs.py` checks the other kinds.

>>> from divisor_duel.proofs.certificate import read_certificate
>>> text = '''{"certificate": 1, "game": "countdown", "options": {"start": 6}, "first": 1,
...   "moves": [], "winner": 1, "proof": {"kind": "strategy",
...   "replies": {"Player 1 to move; the number is 6": 3}}}'''
>>> result = check(read_certificate(text))
>>> print(result.what)
Positions played through, with every move of Player 2: 2
>>> print(result.basis)
Checked by the rules alone.

To trust a result is to trust the rules of the game, this module and those that it imports,
the game's `proofs.py`, and the theorems that the result names.

The checker tells positions apart by value, never by key: a key only looks up a reply, which is
then played out. Every game ends, so a walk that never reaches a loss for the winner proves the
claim.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from divisor_duel.errors import CertificateError, IllegalMoveError
from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.games.parts import PROOFS, find
from divisor_duel.proof import Answered, Checked, End, Proof, Strategy, Tree
from divisor_duel.proofs.brute_force import check_answers
from divisor_duel.proofs.budget import CheckBudget
from divisor_duel.proofs.certificate import Certificate
from divisor_duel.proofs.kinds import GameProofs, read_proof, write_proof


def check(certificate: Certificate, budget: CheckBudget | None = None) -> Checked:
    """Check a certificate; CertificateError says where the proof fails.

    OverBudgetError if it takes more than `budget`, by default the usual limits; the claim may
    still be true then.
    """
    budget = budget or CheckBudget()
    position = certificate.replay(budget)
    return check_proof(certificate.game, position, certificate.winner, certificate.proof, budget)


def check_proof(
    game: AnyGame,
    position: Position,
    winner: Player,
    proof: Proof | Strategy,
    budget: CheckBudget | None = None,
) -> Checked:
    """Check a proof that `winner` wins a position; CertificateError if it fails.

    DuelError if a field has a value that its kind does not allow.
    """
    budget = budget or CheckBudget()
    valid = read_proof(game, write_proof(proof))
    if isinstance(valid, Strategy):
        checked = _check_strategy(game, position, winner, valid, budget)
    else:
        checked = check_valid(game, position, winner, valid, budget)
    return replace(checked, positions=budget.visited)


def check_valid(
    game: AnyGame, position: Position, winner: Player, proof: Proof, budget: CheckBudget
) -> Checked:
    """Check a proof of any kind but a strategy, whose fields are valid."""
    budget.spend()
    lost = _after_own_move(game, position, winner, proof.move)
    outcome = game.outcome(lost)
    if isinstance(proof, End):
        if outcome is None or outcome.winner != winner:
            raise CertificateError(f"the game is not won with {proof.move or 'what was played'}")
        return Checked(f"The end of the game: {outcome.reason}")
    if outcome:
        raise CertificateError(f"the game is over: {outcome.reason}")
    if isinstance(proof, Tree):
        return _check_tree(game, lost, winner, proof, budget)
    if isinstance(proof, Answered):
        return check_answers(game, lost, winner, proof.answers, budget)
    own: GameProofs[AnyGame, Position, Proof] | None = find(game, PROOFS)
    assert own is not None, "only a game's own proofs.py declares more kinds"
    return own.verify(game, lost, proof, budget)


def _after_own_move(game: AnyGame, position: Position, winner: Player, move: int) -> Position:
    """Return the position after `move`, which must be 0 unless the winner is to move."""
    if position.to_move != winner or game.outcome(position):
        if move:
            raise CertificateError(f"{move} cannot be played out of turn")
        return position
    try:
        after: Position = game.play(position, move)
    except IllegalMoveError as error:
        raise CertificateError(str(error), "at once") from None
    return after


def _check_tree(
    game: AnyGame, lost: Position, winner: Player, tree: Tree, budget: CheckBudget
) -> Checked:
    """Check that each reply is in exactly one branch, and that each branch holds."""
    answered, theorems = list[int](), dict[str, None]()
    for branch in tree.branches:
        for reply in branch.replies:
            answered.append(reply)
            try:
                after = game.play(lost, reply)
                checked = check_valid(game, after, winner, branch.proof, budget)
            except IllegalMoveError as error:
                raise CertificateError(str(error)) from None
            except CertificateError as error:
                where = " ".join(filter(None, (f"after {game.format_move(reply)}", error.where)))
                raise CertificateError(f"{where}: {error.problem}") from None
            theorems |= dict.fromkeys(checked.theorems)
    if sorted(answered) != sorted(game.legal_moves(lost)):
        raise CertificateError("its branches must name every reply, and each of them once")
    summary = f"Replies of Player {int(winner.other)} that are answered: {len(answered)}"
    return Checked(summary, tuple(theorems))


def _check_strategy(
    game: AnyGame, position: Position, winner: Player, strategy: Strategy, budget: CheckBudget
) -> Checked:
    """Play every move of the opponent against the strategy."""

    def reply(position: Position) -> int:
        key = game.key(position)
        if key not in strategy.replies:
            raise CertificateError("it has no reply there")
        return strategy.replies[key]

    count = play_out(game, position, winner, reply, budget)
    summary = f"Positions played through, with every move of Player {int(winner.other)}: {count}"
    return Checked(summary)


def play_out(
    game: AnyGame,
    start: Position,
    winner: Player,
    reply: Callable[[Position], int],
    budget: CheckBudget,
) -> int:
    """Play every opposing move against `reply`; return the number of positions.

    CertificateError names the moves from the start after which the winner does not win.
    """
    parents: dict[Position, tuple[Position, int] | None] = {start: None}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        outcome = game.outcome(position)
        try:
            if outcome and outcome.winner != winner:
                raise CertificateError(f"Player {int(winner)} has lost: {outcome.reason}")
            own = position.to_move == winner and not outcome
            for move in (reply(position),) if own else game.legal_moves(position):
                budget.spend()
                child = game.play(position, move)
                if child not in parents:
                    parents[child] = (position, move)
                    waiting.append(child)
        except (CertificateError, IllegalMoveError) as error:
            problem = error.problem if isinstance(error, CertificateError) else str(error)
            raise CertificateError(problem, _line(game, parents, position)) from None
    return len(parents)


def _line(
    game: AnyGame, parents: Mapping[Position, tuple[Position, int] | None], position: Position
) -> str:
    """Return in words how a position was reached."""
    moves = list[str]()
    while step := parents[position]:
        position, move = step
        moves.append(game.format_move(move))
    return f"when play goes on {' '.join(reversed(moves))}" if moves else "at once"
