"""Certificates: what is proved is accepted by the rules alone, and what is not is refused."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Player
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.game import AnyGame
from divisor_duel.games.countdown.proofs import Parity
from divisor_duel.proof import Branch, End, Strategy, Tree
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.certificate import Certificate, read_certificate, write_certificate
from divisor_duel.proofs.checker import check, check_proof
from divisor_duel.proofs.prover import prove
from tests.setups import DEFAULTS, SMALL, Setup

CERTIFICATES = Path(__file__).parents[1] / "data" / "certificates.jsonl"

every_small = pytest.mark.parametrize("setup", SMALL, ids=str)


def strategy_of(certificate: Certificate) -> Mapping[str, int]:
    """The replies of a proof."""
    assert isinstance(certificate.proof, Strategy)
    return certificate.proof.replies


def with_replies(certificate: Certificate, replies: dict[str, int]) -> Certificate:
    """The same claim with another strategy."""
    return replace(certificate, proof=Strategy(replies))


def some_moves(game: AnyGame, rng: Random) -> tuple[int, ...]:
    """The first moves of a random game, perhaps none and perhaps all."""
    position, moves = game.start(), list[int]()
    for _ in range(rng.randrange(6)):
        legal = game.legal_moves(position)
        if not legal:
            break
        moves.append(rng.choice(legal))
        position = game.play(position, moves[-1])
    return tuple(moves)


def samples(setup: Setup, count: int, *, strategy: bool) -> list[Certificate]:
    """Certificates of random positions of a set-up."""
    rng = Random(str(setup))
    made = []
    for _ in range(count):
        moves = some_moves(setup.game, rng)
        first = rng.choice([Player.ONE, Player.TWO])
        made.append(prove(setup.game, moves, first, strategy=strategy))
    return made


@every_small
def test_what_is_proved_is_accepted(setup: Setup) -> None:
    """The certificate of any position survives being written, and holds."""
    for strategy in (True, False):
        for certificate in samples(setup, 12, strategy=strategy):
            again = read_certificate(write_certificate(certificate))
            assert again == certificate
            assert check(again) == check(certificate)


@pytest.mark.parametrize("setup", DEFAULTS, ids=str)
def test_the_rule_books_own_set_ups_are_proved(setup: Setup) -> None:
    """Who wins the set-up of each rule book can be checked by rules alone."""
    certificate = read_certificate(write_certificate(prove(setup.game)))
    assert not isinstance(certificate.proof, Strategy)
    assert len(check(certificate).what) > 20


@every_small
def test_a_missing_reply_is_refused(setup: Setup) -> None:
    """Every reply of a certificate is needed: without any one of them it does not hold."""
    for certificate in samples(setup, 3, strategy=True):
        replies = strategy_of(certificate)
        for key in sorted(replies)[:20]:
            rest = {other: move for other, move in replies.items() if other != key}
            with pytest.raises(CertificateError, match="it has no reply there"):
                check(with_replies(certificate, rest))


def all_positions(game: AnyGame, start: Any) -> set[Any]:
    """Whatever can be reached."""
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        found = {game.play(here, move) for move in game.legal_moves(here)} - seen
        seen |= found
        waiting.extend(found)
    return seen


@every_small
def test_nobody_can_prove_what_is_false(setup: Setup) -> None:
    """With a move for every position there is, the claim that the loser wins is refused."""
    game, rng = setup.game, Random(str(setup))
    true = prove(game)
    for _ in range(5):
        replies = {
            game.key(here): rng.choice(game.legal_moves(here))
            for here in sorted(all_positions(game, game.start()), key=repr)
            if game.legal_moves(here)
        }
        false = with_replies(replace(true, winner=true.winner.other), replies)
        with pytest.raises(CertificateError, match=f"Player {int(false.winner)} has lost"):
            check(false)


def test_where_it_fails_is_told() -> None:
    """An illegal reply and a lost line are reported with the moves that lead there."""
    certificate = prove(GAMES["countdown"](start=12))
    first = "Player 1 to move; the number is 12"
    with pytest.raises(CertificateError) as caught:
        check(with_replies(certificate, {first: 5}))
    assert str(caught.value).startswith("the certificate fails at once: 5 does not divide 12")
    with pytest.raises(CertificateError) as caught:
        check(with_replies(certificate, {first: 2}))
    told = "the certificate fails when play goes on 2 5: Player 1 has lost: "
    assert str(caught.value).startswith(told)


def test_a_finished_game_needs_no_reply() -> None:
    """After the end the certificate says who has won, and nothing more."""
    certificate = prove(GAMES["chain"](), (29,))
    assert (certificate.winner, certificate.proof) == (Player.ONE, End(0))
    assert check(certificate).what.startswith("The end of the game: ")


def test_a_large_proof_is_neither_made_nor_checked() -> None:
    """Beyond a number of positions one sentence says which limit was reached."""
    game, limits = GAMES["ladder"](high=30), Limits(positions=50)
    certificate = prove(game, strategy=True)
    for tried in (
        lambda: prove(game, limits=limits, strategy=True),
        lambda: check(certificate, CheckBudget(limits)),
    ):
        with pytest.raises(OverBudgetError, match=r"takes more than 50 positions$") as caught:
            tried()
        assert (caught.value.what, caught.value.limit) == ("positions", 50)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("divider", {"high": 38}),
        ("divider", {"high": 20}),
        ("ladder", {"high": 50}),
        ("countdown", {"start": 60}),
        ("countdown", {"start": 10**12, "ending": "misere"}),
        ("chain", {"high": 50, "opening": "even"}),
        ("digits", {"target": 12}),
        ("digits", {"base": 16, "target": 20}),
        ("digits", {"target": 11}),
        ("digits", {"target": 12, "ending": "misere"}),
        ("chain", {"high": 12, "ending": "misere"}),
    ],
)
def test_the_checker_visits_as_many_positions_as_it_may(name: str, options: dict[str, Any]) -> None:
    """Every kind of proof is checked with exactly as many positions as it takes, and no fewer."""
    certificate = prove(GAMES[name](**options))
    found = check(certificate)
    needed = found.positions
    assert check(certificate, CheckBudget(Limits(positions=needed))) == found
    for too_few in (5, needed - 1):
        with pytest.raises(OverBudgetError, match=f"takes more than {too_few} positions$"):
            check(certificate, CheckBudget(Limits(positions=too_few)))


def test_the_checker_knows_only_rules() -> None:
    """Checking a certificate of each game loads no engine, theory, search or words."""
    code = (
        "import sys; from divisor_duel.proofs.checker import check; "
        "from divisor_duel.proofs.certificate import read_certificate; "
        "[check(read_certificate(line)) for line in open(sys.argv[1])]; "
        "print([m for m in sys.modules if 'divisor_duel' in m])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(CERTIFICATES)], capture_output=True, text=True, check=True
    )
    for name in GAMES:
        assert f"games.{name}.rules" in done.stdout
    assert "chain.proofs" in done.stdout
    for part in ("engine", "solving", "prove", "reasons", "words", "record"):
        assert part not in done.stdout


def test_only_certificates_need_the_schema() -> None:
    """Neither the package nor a command that checks nothing loads msgspec."""
    for code in (
        "import divisor_duel",
        "from divisor_duel.terminal.main import _exit_code as run; run(['--version'])",
    ):
        done = subprocess.run(
            [sys.executable, "-c", f"{code}\nimport sys\nprint('msgspec' in sys.modules)"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.splitlines()[-1] == "False"


def test_every_theorem_that_is_named_can_be_read() -> None:
    """The documents have a theorem of each number that the games' checkers name."""
    root, named = Path(__file__).parents[2], set[tuple[str, str]]()
    for path in (root / "src" / "divisor_duel" / "games").rglob("*.py"):
        named |= set(re.findall(r"theorem (\d) of (docs/theory/\w+\.md)", path.read_text()))
    assert len(named) >= 7
    for number, page in named:
        assert f"**Theorem {number}" in (root / page).read_text()


THEOREMS = [
    ("countdown", {"start": 1000}, ()),
    ("countdown", {"start": 2025}, ("theorem 1 of docs/theory/countdown.md",)),
    ("countdown", {"start": 1000, "ending": "misere"}, ()),
    (
        "countdown",
        {"start": 10**12, "ending": "misere"},
        ("theorem 2 of docs/theory/countdown.md with its 43 exceptions",),
    ),
    ("digits", {"target": 88}, ()),
    ("digits", {"target": 89}, ("theorem 1 of docs/theory/digits.md",)),
    ("digits", {"target": 793, "ending": "misere"}, ("theorem 2 of docs/theory/digits.md",)),
    ("chain", {"opening": "even"}, ("theorem 2 of docs/theory/chain.md",)),
    ("ladder", {}, ("theorem 2 of docs/theory/ladder.md",)),
]


@pytest.mark.parametrize(("name", "options", "theorems"), THEOREMS)
def test_what_a_verdict_rests_on_is_named(
    name: str, options: dict[str, Any], theorems: tuple[str, ...]
) -> None:
    """Theorems are named exactly where they are trusted, not where all play is walked through."""
    found = check(prove(GAMES[name](**options)))
    assert found.theorems == theorems
    alone = "Checked by the rules alone."
    assert found.basis == (f"Checked by the rules and {theorems[0]}." if theorems else alone)


def test_a_tree_rests_on_what_its_branches_rest_on() -> None:
    """The theorems that its branches trust are named, each once."""
    game = GAMES["countdown"](start=2025)
    replies = game.legal_moves(game.start())
    branches = []
    for reply in replies:
        number = 2025 - reply
        odd = number // (number & -number)
        branches.append(Branch((reply,), Parity(odd)))
    found = check_proof(game, game.start(), Player.TWO, Tree(0, tuple(branches)))
    assert found.theorems == ("theorem 1 of docs/theory/countdown.md",)


@pytest.mark.parametrize(
    ("moves", "winner", "move", "words"),
    [
        ((), Player.ONE, 5, "the certificate fails at once: 5 is not on the list"),
        ((), Player.ONE, 3, "the certificate fails: the game is not won with 3"),
        ((), Player.TWO, 0, "the certificate fails: the game is not won with what was played"),
        ((), Player.TWO, 2, "the certificate fails: 2 cannot be played out of turn"),
        ((2, 3), Player.ONE, 0, "the certificate fails: the game is not won with what was played"),
        ((2, 3), Player.ONE, 2, "the certificate fails: 2 cannot be played out of turn"),
    ],
)
def test_an_end_is_the_winners_own(
    moves: tuple[int, ...], winner: Player, move: int, words: str
) -> None:
    """`end` fails if the game continues, if the opponent has won or if the move is illegal."""
    game = GAMES["divider"](high=4)
    certificate = Certificate(game, Player.ONE, moves, winner, End(move))
    with pytest.raises(CertificateError) as caught:
        check(certificate)
    assert str(caught.value).startswith(words)
