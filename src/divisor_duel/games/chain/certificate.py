"""Chain's own kind of certificate: pairs of numbers, checked by looking at each of them once.

A strategy for 2..1000 would list more positions than anybody can walk through. The pairs of
`pairing.py` are a few hundred numbers, and the rules there, with the proof that they suffice,
are all that is checked here, by the rules of the game alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from divisor_duel.errors import CertificateError, IllegalMoveError
from divisor_duel.game import Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.numbers import members, relatives

if TYPE_CHECKING:
    from divisor_duel.engine.clock import Clock

KIND = "pairs"


def propose(game: Chain, position: ChainPosition, clock: Clock) -> tuple[Player, dict[str, Any]]:
    """Who wins, and the pairs as data; OutOfTimeError if that takes too long."""
    from divisor_duel.engine import default_engine
    from divisor_duel.games.chain.pairing import winning_pairing
    from divisor_duel.games.chain.theory import ChainTheory

    with default_engine().theory(game) as theory:
        assert isinstance(theory, ChainTheory)
        plan = winning_pairing(theory.solution(position, clock), clock)
    pairs = [list(pair) for pair in plan.pairs()]
    winner = position.to_move if plan.move else position.to_move.other
    proof = {"kind": KIND, "move": plan.move, "pairs": pairs, "barrier": sorted(plan.barrier)}
    return winner, proof


def verify(game: Chain, position: ChainPosition, winner: Player, proof: Mapping[str, Any]) -> str:
    """What was checked, in words; CertificateError if the pairs do not prove that `winner` wins.

    The numbers 1 to 5 in the comments are those of the rules in `pairing.py`.
    """
    move, pairs, barrier = _parts(proof)
    if position.to_move == winner:
        try:
            position = game.play(position, move)
        except IllegalMoveError as error:
            raise CertificateError(f"the certificate fails at once: {error}") from None
    elif move:
        raise CertificateError(f"the certificate fails: {move} cannot be taken out of turn")
    partners = _partners(game, position, pairs)
    for number in barrier:
        _demand(partners.get(number, number) not in barrier, f"{number} is no barrier")  # 2
    held = 1 << position.last if position.last else 0
    listed = sum(1 << number for number in partners)
    open_to_first = set(barrier)
    for group in _groups(game, (listed | held) & ~sum(1 << number for number in barrier)):
        entries = [number for number in group if partners.get(number) not in group]
        _demand(len(entries) <= 1, f"{entries} are all entries of a group")  # 3
        for number in group:
            unlisted = members(relatives(number, game.high) & position.pool & ~listed)
            _demand(not unlisted, f"{unlisted[:1]} can follow {number} and has no partner")  # 4
        open_to_first |= set() if entries else group
    if not position.last:
        for opening in game.legal_moves(position):  # 5
            _demand(opening in open_to_first, f"{opening} can be taken first and has no answer")
    return f"Pairs that answer every number Player {int(winner.other)} can take: {len(pairs)}"


def _parts(proof: Mapping[str, Any]) -> tuple[int, list[tuple[int, int]], frozenset[int]]:
    """The proof, if it has the form of one."""
    move, pairs, barrier = (proof.get(name) for name in ("move", "pairs", "barrier"))
    sound = (
        len(proof) == 4
        and isinstance(pairs, list)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
        and isinstance(barrier, list)
        and all(type(n) is int for n in [move, *barrier, *(n for pair in pairs for n in pair)])
    )
    _demand(sound, "it needs a move, pairs and a barrier, all of whole numbers")
    assert isinstance(move, int)
    assert isinstance(pairs, list)
    assert isinstance(barrier, list)
    return move, [(one, other) for one, other in pairs], frozenset(barrier)


def _partners(game: Chain, position: ChainPosition, pairs: list[tuple[int, int]]) -> dict[int, int]:
    """Each number's partner, if all are free, no number has two and each may follow the other."""
    partners = dict[int, int]()
    for one, other in pairs:  # 1
        for number in (one, other):
            free = 0 < number <= game.high and position.pool >> number & 1
            _demand(bool(free) and number not in partners, f"{number} is not free to be paired")
            partners[number] = one + other - number
        fits = bool(relatives(one, game.high) >> other & 1)
        _demand(fits, f"{other} cannot answer {one}")
    return partners


def _groups(game: Chain, numbers: int) -> Iterator[set[int]]:
    """The numbers, each set with those that can be reached from it step by step."""
    while numbers:
        waiting = [numbers.bit_length() - 1]
        group = set(waiting)
        numbers &= ~(1 << waiting[0])
        while waiting:
            near = relatives(waiting.pop(), game.high) & numbers
            numbers &= ~near
            waiting.extend(members(near))
            group.update(members(near))
        yield group


def _demand(fact: bool, told: str) -> None:
    if not fact:
        raise CertificateError(f"the certificate fails: {told}")
