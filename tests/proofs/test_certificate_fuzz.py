"""Forged certificates: nothing false is accepted, and nothing that is read breaks the checker.

The package `tests/forging` makes the certificates: true ones, true ones with something
changed, and made-up ones of every kind. What the checker accepts must be well formed and true by
brute force (`tests/reference/claims.py`), which shares no code with the package.
"""

from __future__ import annotations

import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from random import Random
from typing import Any

import pytest

from divisor_duel.errors import CertificateError, DuelError, OverBudgetError
from divisor_duel.game import AnyGame
from divisor_duel.games.registry import every_game
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.certificate import read_certificate
from divisor_duel.proofs.checker import check
from tests.forging.changed import Forger, places, value_at
from tests.forging.claims import ALL_KINDS, Claim, kind_of, true_claims
from tests.reference.claims import OWN, SHARED, Malformed, TooLarge, check_form, true_winner

COUNT = int(os.environ.get("DUEL_SOAK_CERTIFICATES", "4000"))
"""How many certificates are made."""

BATCHES = 4
"""Number of tests that share them, so that several can run at the same time."""

POSITIONS = 20_000
"""How many positions the checker may visit for one of them."""

PATIENCE = float(os.environ.get("DUEL_FUZZ_PATIENCE", "120"))
"""Seconds after which one check counts as endless; each takes milliseconds."""

HOLDS, FAILS, REFUSED, OVER = "holds", "does not hold", "refused", "over budget"
FALSE = "FALSE but accepted"
UNJUDGED = "accepted, too large for brute force"


def verdict(text: str, positions: int = POSITIONS) -> str:
    """What the checker says of a certificate: the only function here that knows how to ask."""
    budget = CheckBudget(Limits(positions, seconds=None, megabytes=None))
    try:
        found = check(read_certificate(text, budget), budget)
    except CertificateError:
        return FAILS
    except OverBudgetError as error:
        return OVER if str(positions) in str(error) else "OVER an unknown budget"
    except DuelError as error:
        return "REFUSED in more than one line" if "\n" in str(error) else REFUSED
    return HOLDS if found.positions <= positions else "HOLDS beyond the budget"


def judged(text: str) -> str:
    """The verdict, or what is wrong with it: a false or malformed claim accepted, or a crash."""
    try:
        with endless_after(PATIENCE):
            said = verdict(text)
    except Exception as error:
        return f"CRASH {type(error).__name__}"
    if said != HOLDS:
        return said
    try:
        claim = json.loads(text)
        if true_winner(claim) != claim["winner"]:
            return FALSE
        check_form(claim)
    except Malformed as error:
        return f"MALFORMED but accepted: {error}"
    except TooLarge:
        return UNJUDGED
    return HOLDS


@contextmanager
def endless_after(seconds: float) -> Iterator[None]:
    """Interrupt what does not end."""

    def interrupt(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@cache
def truth() -> tuple[Claim, ...]:
    """Certificates that the package wrote."""
    return tuple(true_claims(Random("truth"), 12))


def kinds_in(claim: Claim) -> set[str]:
    """The kinds of a proof and of all proofs inside it."""
    values = (value_at(claim, path) for path in places(claim) if path[-1] == "kind")
    return {f"{kind_of({**claim, 'proof': {'kind': kind}})}" for kind in values}


def test_true_certificates_hold() -> None:
    """What the package proves is accepted and true, and every kind of proof is among it."""
    assert {judged(json.dumps(claim)) for claim in truth()} == {HOLDS}
    kinds = set[str]().union(*map(kinds_in, truth()))
    own = {f"{game} {kind}" for game in OWN for kind in OWN[game]}
    assert own <= kinds
    assert {kind.split()[-1] for kind in kinds} >= {*SHARED, "strategy"}


@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_forgery_is_accepted(batch: int) -> None:
    """Whatever a certificate holds, the checker answers, and what it accepts is true."""
    forger = Forger(Random(f"forgeries {batch}"), list(truth()))
    verdicts, kinds, wrong = Counter[str](), Counter[str](), dict[str, str]()
    for _ in range(COUNT // BATCHES):
        label, text = forger.forge()
        found = judged(text)
        verdicts[found] += 1
        kinds[label.removeprefix("made up ")] += 1
        if found not in (HOLDS, FAILS, REFUSED, OVER, UNJUDGED):
            wrong.setdefault(f"{found} ({label})", text)
    assert wrong == {}
    assert min(verdicts[HOLDS], verdicts[FAILS], verdicts[REFUSED]) > COUNT // BATCHES // 20
    assert verdicts[UNJUDGED] <= verdicts.total() // 100
    assert [pair for pair in ALL_KINDS if not kinds[" ".join(pair)]] == []


def test_the_forgeries_catch_a_checker_that_accepts_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Brute force finds false claims of every kind that such a checker accepts."""
    monkeypatch.setattr("tests.proofs.test_certificate_fuzz.verdict", lambda text: HOLDS)
    forger, caught = Forger(Random("caught"), list(truth())), set[str]()
    for _ in range(1500):
        claim = forger.maker.made_up()
        if judged(json.dumps(claim)) == FALSE:
            caught.add(kind_of(claim))
    assert caught == {" ".join(pair) for pair in ALL_KINDS}


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Counter[str]]:
    """Count the positions that any game builds."""
    built = Counter[str]()

    def counting(kind: type[AnyGame]) -> None:
        play, children = kind.play, kind.children

        def counted_play(game: Any, position: Any, move: int) -> Any:
            built["positions"] += 1
            return play(game, position, move)

        def counted_children(game: Any, position: Any) -> Iterator[Any]:
            for child in children(game, position):
                built["positions"] += 1
                yield child

        context.setattr(kind, "play", counted_play)
        context.setattr(kind, "children", counted_children)

    with monkeypatch.context() as context:
        for kind in every_game().values():
            counting(kind)
        yield built


def test_no_check_builds_more_positions_than_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check stops soon after its budget is spent: few positions are built for each counted."""
    forger, over, budget = Forger(Random("budget"), list(truth())), 0, 100
    with counted(monkeypatch) as built:
        for _ in range(600):
            text = json.dumps(forger.rng.choice(forger.true)) if over % 2 else forger.forge()[1]
            built.clear()
            over += verdict(text, budget) == OVER
            assert built["positions"] <= 4 * budget + 50, text
    assert over > 10


FORGED = {
    "negative nim-values": [[[2, 3, 4, 5, 6, 7, 8, 9], 5], [[], -1], [[], -6]],
    "an empty group": [[[2, 3, 4, 5, 6, 7, 8, 9], 5], [[], 5]],
    "a negative heap": [[[2, 3, 4, 5, 6, 7, 8, 9], -5], [[], -5]],
}


@pytest.mark.parametrize("groups", FORGED.values(), ids=FORGED)
def test_forged_nim_values_are_refused(groups: list[object]) -> None:
    """Groups without numbers and nim-values below 0 are no proof that Player 1 loses 2..9."""
    claim = {
        "certificate": 1,
        "game": "divider",
        "options": {"low": 2, "high": 9},
        "first": 1,
        "moves": [],
        "winner": 2,
        "proof": {"kind": "groups", "move": 0, "groups": groups},
    }
    assert true_winner(claim) == 1
    assert verdict(json.dumps(claim)) in (REFUSED, FAILS)
