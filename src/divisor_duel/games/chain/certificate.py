"""Chain's own kind of certificate: pairs of numbers, checked by looking at each of them once.

A strategy for 2..1000 would list more positions than anybody can walk through. The pairs of
`pairing.py` are a few hundred numbers, and the rules there, with the proof that they suffice,
are all that is checked here, by the rules of the game alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.numbers import members, relatives
from divisor_duel.proof import Proof, demand

KINDS = ("pairs",)


def verify(game: Chain, lost: ChainPosition, proof: Proof) -> str:
    """What was checked, in words; CertificateError if the player to move need not lose.

    The numbers 1 to 5 in the comments are those of the rules in `pairing.py`.
    """
    pairs, barrier = _parts(proof)
    partners = _partners(game, lost, pairs)
    for number in barrier:
        demand(partners.get(number, number) not in barrier, f"{number} is no barrier")  # 2
    held = 1 << lost.last if lost.last else 0
    listed = sum(1 << number for number in partners)
    open_to_first = set(barrier)
    for group in _groups(game, (listed | held) & ~sum(1 << number for number in barrier)):
        entries = [number for number in group if partners.get(number) not in group]
        demand(len(entries) <= 1, f"{entries} are all entries of a group")  # 3
        for number in group:
            unlisted = members(relatives(number, game.high) & lost.pool & ~listed)
            demand(not unlisted, f"{unlisted[:1]} can follow {number} and has no partner")  # 4
        open_to_first |= set() if entries else group
    if not lost.last:
        for opening in game.legal_moves(lost):  # 5
            demand(opening in open_to_first, f"{opening} can be taken first and has no answer")
    return f"Pairs that answer every number Player {int(lost.to_move)} can take: {len(pairs)}"


def _parts(proof: Proof) -> tuple[list[tuple[int, int]], frozenset[int]]:
    """The proof, if it has the form of one."""
    pairs, barrier = proof.get("pairs"), proof.get("barrier")
    sound = (
        len(proof) == 4
        and isinstance(pairs, list)
        and all(isinstance(pair, list) and len(pair) == 2 for pair in pairs)
        and isinstance(barrier, list)
        and all(type(n) is int for n in [*barrier, *(n for pair in pairs for n in pair)])
    )
    demand(sound, "it needs a move, pairs and a barrier, all of whole numbers")
    assert isinstance(pairs, list)
    assert isinstance(barrier, list)
    return [(one, other) for one, other in pairs], frozenset(barrier)


def _partners(game: Chain, position: ChainPosition, pairs: list[tuple[int, int]]) -> dict[int, int]:
    """Each number's partner, if all are free, no number has two and each may follow the other."""
    partners = dict[int, int]()
    for one, other in pairs:  # 1
        for number in (one, other):
            free = 0 < number <= game.high and position.pool >> number & 1
            demand(bool(free) and number not in partners, f"{number} is not free to be paired")
            partners[number] = one + other - number
        fits = bool(relatives(one, game.high) >> other & 1)
        demand(fits, f"{other} cannot answer {one}")
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
