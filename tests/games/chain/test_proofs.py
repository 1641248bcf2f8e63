"""Pairs as a certificate: they are accepted exactly where they prove the claim."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, Player
from divisor_duel.errors import CertificateError
from divisor_duel.game import AnyGame
from divisor_duel.games.chain.proofs import Pairs
from divisor_duel.games.chain.solving.pairing import Pairing
from divisor_duel.numbers import members
from divisor_duel.proof import Strategy
from divisor_duel.proofs.certificate import Certificate, read_certificate, write_certificate
from divisor_duel.proofs.checker import check
from divisor_duel.proofs.kinds import read_proof, write_proof
from divisor_duel.proofs.prover import prove
from tests.games.chain.pairing_check import flaw


def some_certificate(rng: Random, high: int) -> Certificate:
    """A certificate with pairs of a random position, perhaps the start."""
    while True:
        certificate = any_certificate(rng, high)
        if isinstance(certificate.proof, Pairs):
            return certificate


def any_certificate(rng: Random, high: int) -> Certificate:
    """A certificate of a random position: pairs, or a number that ends the game."""
    game: AnyGame = GAMES["chain"](
        low=rng.choice([1, 2, 3]),
        high=rng.randrange(4, high),
        opening=rng.choice(["any", "even"]),
    )
    position, moves = game.start(), list[int]()
    for _ in range(rng.choice([0, 0, 1, 2, 4])):
        legal = game.legal_moves(position)
        after = {move: game.play(position, move) for move in legal}
        going = [move for move in legal if not game.outcome(after[move])]
        if going:
            moves.append(rng.choice(going))
            position = after[moves[-1]]
    return prove(game, moves)


def pairs_of(certificate: Certificate) -> Pairs:
    """The proof of a certificate, which consists of pairs."""
    assert isinstance(certificate.proof, Pairs)
    return certificate.proof


def spoiled(proof: Pairs, rng: Random) -> Pairs:
    """The proof with one thing changed."""
    pairs, barrier = [list(pair) for pair in proof.pairs], list(proof.barrier)
    change = rng.randrange(4)
    if change == 0 and pairs:
        pairs.remove(rng.choice(pairs))
    elif change == 1 and len(pairs) > 1:
        one, other = rng.sample(pairs, 2)
        one[1], other[1] = other[1], one[1]
    elif change == 2 and barrier:
        barrier.remove(rng.choice(barrier))
    elif pairs:
        barrier = sorted({*barrier, rng.choice(rng.choice(pairs))})
    return Pairs(proof.move, tuple((one, two) for one, two in pairs), tuple(barrier))


def holds(certificate: Certificate) -> bool:
    """Whether a certificate is accepted."""
    try:
        check(certificate)
    except CertificateError:
        return False
    return True


def test_pairs_agree_with_the_strategy() -> None:
    """In 100 random positions the pairs survive being written, and a strategy says the same."""
    rng = Random(14)
    for _ in range(100):
        certificate = some_certificate(rng, 24)
        assert holds(read_certificate(write_certificate(certificate)))
        again = prove(certificate.game, certificate.moves, strategy=True)
        assert isinstance(again.proof, Strategy)
        assert again.winner is certificate.winner


def test_spoiled_pairs_are_accepted_only_if_they_are_a_proof() -> None:
    """A checker that shares no code finds a flaw in just those changed proofs that are refused."""
    rng, verdicts = Random(15), list[bool]()
    for _ in range(500):
        certificate = some_certificate(rng, 40)
        proof = spoiled(pairs_of(certificate), rng)
        partners = {one: other for pair in proof.pairs for one, other in (pair, pair[::-1])}
        plan = Pairing(proof.move, partners, frozenset(proof.barrier))
        position: Any = certificate.position
        legal = set(certificate.game.legal_moves(position))
        sound = set(plan.barrier) <= set(partners)
        sound = sound and not flaw(set(members(position.pool)), position.last, legal, plan)
        verdicts.append(holds(replace(certificate, proof=proof)))
        assert verdicts[-1] == sound, (certificate, proof)
    assert {True, False} == set(verdicts)


def test_pairs_never_prove_that_the_loser_wins() -> None:
    """With the other player as the winner no pairs are accepted, changed or not."""
    rng = Random(16)
    for _ in range(300):
        certificate = some_certificate(rng, 40)
        proof = pairs_of(certificate)
        for tried in (proof, proof.with_move(0), spoiled(proof, rng)):
            false = replace(certificate, winner=certificate.winner.other, proof=tried)
            assert not holds(false)


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"pairs": 3}, "expected `array`, got `int`, at pairs"),
        ({"pairs": [[4]]}, "expected `array` of length 2, got 1, at pairs[0]"),
        ({"pairs": [[4, "8"]]}, "expected `int`, got `str`, at pairs[0][1]"),
        ({"barrier": None}, "expected `array`, got `null`, at barrier"),
        ({"move": 0}, "the certificate fails at once: 0 is not between 2 and 30"),
        ({"more": 1}, "object contains unknown field `more`"),
        ({"move": 3}, "the first number must be even, and 3 is odd"),
        ({"barrier": [-1]}, "expected `int` >= 1, at barrier[0]"),
        ({"barrier": [31]}, "31 is not a barrier"),
        ({"barrier": [5, 5]}, "the barrier names a number twice"),
        ({"pairs": [[-4, 8]]}, "expected `int` >= 1, at pairs[0][0]"),
        ({"pairs": [[31, 8]]}, "31 is not free to be paired"),
        ({"pairs": [[8, 8]]}, "8 is not free to be paired"),
        ({"pairs": [[8, 9]]}, "9 cannot answer 8"),
        ({"pairs": [], "barrier": []}, "and has no partner"),
    ],
)
def test_what_is_wrong_is_told(changed: dict[str, Any], words: str) -> None:
    """Whatever the proof holds, one sentence says what is wrong with it."""
    certificate = prove(GAMES["chain"](high=30, opening="even"))
    data = write_proof(certificate.proof) | changed
    with pytest.raises(DuelError) as caught:
        check(replace(certificate, proof=read_proof(certificate.game, data)))
    assert words in str(caught.value)
    assert isinstance(caught.value, CertificateError) is not (
        "expected" in words or "field" in words
    )


def test_a_large_pool_is_checked_without_an_engine() -> None:
    """Pairs for 2..2000 are checked in a process that loads no engine."""
    text = write_certificate(prove(GAMES["chain"](high=2000, opening="even")))
    code = (
        "import sys; from divisor_duel.proofs.checker import check; "
        "from divisor_duel.proofs.certificate import read_certificate as read; "
        "check(read(sys.stdin.read()));"
        "print([m for m in sys.modules if 'divisor_duel' in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], input=text, capture_output=True, text=True)
    assert "chain.proofs" in done.stdout
    assert "engine" not in done.stdout
    assert "theory" not in done.stdout


def test_one_number_that_has_no_partner_is_named() -> None:
    """After 2 many numbers can follow, and the message names the first of them."""
    game = GAMES["chain"](high=9)
    claim = Pairs(2, (), ())
    certificate = Certificate(game, Player.ONE, (), Player.ONE, claim)
    with pytest.raises(CertificateError, match=r": \(4,\) can follow 2 and has no partner"):
        check(certificate)


@pytest.mark.parametrize("pair", [(2, 6), (6, 2), (10, 5), (1, 3)])
def test_only_numbers_of_the_pool_are_paired(pair: tuple[int, int]) -> None:
    """A number that is taken, or that was never in the pool, has no partner."""
    game = GAMES["chain"](high=9)
    proof = Pairs(0, (pair,), ())
    certificate = Certificate(game, Player.ONE, (2,), Player.ONE, proof)
    with pytest.raises(CertificateError, match=r"(2|10|1) is not free to be paired"):
        check(certificate)
