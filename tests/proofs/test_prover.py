"""Certificates are made from the engine's proof, or from a strategy, and checked on the way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, Player
from divisor_duel.engine import Engine
from divisor_duel.errors import CertificateError, OverBudgetError
from divisor_duel.game import AnyGame
from divisor_duel.proof import Answered, End, Proof, Strategy
from divisor_duel.proofs.budget import Limits
from divisor_duel.proofs.certificate import read_certificate, write_certificate
from divisor_duel.proofs.checker import check
from divisor_duel.proofs.prover import STRATEGY_LIMITS, prove


class Mistaken(Engine):
    """An engine that claims a false winner, with a proof that says nothing."""

    def prove(
        self, game: AnyGame, position: Any, seconds: float | None = None
    ) -> tuple[Player | None, Proof | None]:
        return Player.TWO, End(0)


class Clueless(Engine):
    """An engine that proves nothing, whatever its time."""

    def prove(
        self, game: AnyGame, position: Any, seconds: float | None = None
    ) -> tuple[Player | None, Proof | None]:
        return None, None

    def judge_moves(
        self, game: AnyGame, position: Any, seconds: float | None = None
    ) -> dict[int, bool | None]:
        return dict.fromkeys(game.legal_moves(position))


def test_the_proof_of_the_engine_that_is_given_is_checked() -> None:
    """A certificate never rests on what the engine says: a false proof is refused here."""
    game = GAMES["divider"](high=4)
    assert prove(game, engine=Engine()).winner is Player.ONE
    with pytest.raises(CertificateError, match="the game is not won with what was played"):
        prove(game, engine=Mistaken())


@pytest.mark.parametrize("strategy", [False, True])
@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "the engine could not prove who wins within the memory that it may use"),
        (5.0, "finding a proof takes more than 5 seconds"),
    ],
)
def test_an_engine_without_an_answer_is_told_so(
    strategy: bool, seconds: float | None, words: str
) -> None:
    """Without a time limit the error is about memory, with one about time."""
    with pytest.raises(DuelError) as caught:
        prove(GAMES["divider"](high=4), seconds=seconds, strategy=strategy, engine=Clueless())
    assert str(caught.value) == words
    assert isinstance(caught.value, OverBudgetError) is (seconds is not None)


def test_a_strategy_answers_with_the_move_that_leaves_the_fewest_choices() -> None:
    """Its replies are sorted by key, for the positions that can come up, for both first players."""
    made = prove(GAMES["countdown"](start=12), first=Player.TWO, strategy=True)
    assert made.winner is Player.TWO
    replies = {"Player 2 to move; the number is 12": 3, "Player 2 to move; the number is 6": 3}
    assert made.proof == Strategy(replies)
    over = prove(GAMES["countdown"](start=12), (3, 3, 2, 2), strategy=True)
    assert over.proof == Strategy({})
    lost = prove(GAMES["countdown"](start=9), strategy=True)
    assert (lost.winner, check(lost).positions) == (Player.TWO, 3)


class Timed(Engine):
    """An engine that takes some seconds for each position, by a clock of its own."""

    def __init__(self, step: float, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self.now, self.step, self.given = 100.0, step, list[float | None]()
        monkeypatch.setattr("divisor_duel.proofs.prover.monotonic", lambda: self.now)

    def judge_moves(
        self, game: AnyGame, position: Any, seconds: float | None = None
    ) -> dict[int, bool | None]:
        self.given.append(seconds)
        self.now += self.step
        return super().judge_moves(game, position)


def test_the_positions_of_a_strategy_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has what those before it have left, and when nothing is left the limit is named."""
    game, quick = GAMES["countdown"](start=12), Timed(2, monkeypatch)
    assert prove(game, seconds=5.0, strategy=True, engine=quick).winner is Player.ONE
    assert quick.given == [5.0, 3.0, 1.0]
    untimed = Timed(2, monkeypatch)
    prove(game, strategy=True, engine=untimed)
    assert untimed.given == [None, None, None]
    slow = Timed(2.5, monkeypatch)
    with pytest.raises(OverBudgetError, match=r"^finding a proof takes more than 5 seconds$"):
        prove(game, seconds=5.0, strategy=True, engine=slow)
    assert slow.given == [5.0, 2.5]


@pytest.mark.parametrize(("seconds", "given"), [(None, 60.0), (7.0, 7.0)])
def test_after_a_proof_that_is_too_large_a_strategy_has_a_minute(
    seconds: float | None, given: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless a time was given: strategies are mostly even larger, so more would be wasted.

    The error says that a proof is known, and names the limit of its check.
    """
    engine = Timed(0, monkeypatch)
    message = r"^a proof is known, but checking it takes more than 2 positions$"
    with pytest.raises(OverBudgetError, match=message):
        prove(GAMES["divider"](), seconds=seconds, limits=Limits(positions=2), engine=engine)
    assert engine.given[0] == given
    assert Limits(200_000, None, None) == STRATEGY_LIMITS


def test_time_that_ran_out_is_told() -> None:
    """What is not proved in time is not written."""
    with pytest.raises(DuelError, match=r"finding a proof takes more than 0 seconds$"):
        prove(GAMES["divider"](high=100), seconds=0)


def test_where_a_reason_is_known_a_strategy_is_not_looked_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If the reason is too large to check, a strategy has its time, and then that is said."""
    monkeypatch.setattr("divisor_duel.proofs.prover.STRATEGY_SECONDS", 0.0)
    with pytest.raises(OverBudgetError, match="a proof is known, but checking it takes"):
        prove(GAMES["divider"](high=36), limits=Limits(positions=1000))


def test_a_game_with_rules_alone_has_certificates(heap: type[AnyGame]) -> None:
    """A sixth game from another package is proved and checked like the others."""
    certificate = read_certificate(write_certificate(prove(heap(size=21))))
    assert certificate.winner == Player.ONE
    assert isinstance(certificate.proof, Answered)
    assert certificate.proof.answers == ((1, 3), (2, 2), (3, 1))
    assert check(certificate).what.startswith("Answers: 3; positions solved again: ")
    certificate = prove(heap(size=21), strategy=True)
    assert isinstance(certificate.proof, Strategy)
    assert len(certificate.proof.replies) > 5
    assert check(certificate).what.startswith("Positions played through")
    with pytest.raises(CertificateError, match=r"Player 2 has lost|it has no reply there"):
        check(replace(certificate, winner=Player.TWO))
