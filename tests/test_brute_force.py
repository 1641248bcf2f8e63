"""Who loses, found by rules alone, and how many positions that takes."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, brute_force
from divisor_duel.brute_force import BruteForce, Checked, CountLimit, count_checked
from divisor_duel.engine import Engine, StepClock
from divisor_duel.errors import OverBudgetError
from divisor_duel.game import AnyGame
from divisor_duel.play.random_games import random_game
from divisor_duel.proof import Answered
from divisor_duel.proofs.budget import CheckBudget, Limits
from divisor_duel.proofs.checker import check_proof
from tests.reference.brute import Solved, Twin, solve
from tests.setups import SMALL, Setup


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_the_same_player_loses_as_by_brute_force(setup: Setup) -> None:
    """From the start and after each first move it is as the slow twins find."""
    game, memo = setup.game, dict[Hashable, Solved]()
    again = BruteForce(game, CheckBudget())
    twin: Twin = setup.twin()
    assert again.is_lost(game.start()) is not solve(twin, memo).value
    for move in game.legal_moves(game.start()):
        after = game.play(game.start(), move)
        assert again.is_lost(after) is not solve(twin.play(move), memo).value


def test_it_gives_up_where_there_are_too_many_positions() -> None:
    """The search stops at the limit on positions, and the error names it."""
    game = GAMES["divider"]()
    with pytest.raises(OverBudgetError, match="more than 20 positions"):
        BruteForce(game, CheckBudget(Limits(positions=20))).is_lost(game.start())


def visited(game: AnyGame, position: Any, lost: dict[Any, bool]) -> bool:
    """Solve a position plainly, by recursion; remember what was visited in `lost`."""
    if position not in lost:
        outcome = game.outcome(position)
        after = [game.play(position, move) for move in game.legal_moves(position)]
        if outcome:
            lost[position] = outcome.winner != position.to_move
        elif any(lost.get(child) for child in after):
            lost[position] = False
        else:
            lost[position] = not any(visited(game, child, lost) for child in after)
    return lost[position]


MISERE = [("chain", 12), ("chain", 20), ("divider", 9), ("divider", 12)]
"""Games with proofs that list an answer to each reply, and their sizes."""


@pytest.mark.parametrize(("name", "high"), MISERE)
def test_the_count_is_that_of_a_slow_search_and_of_the_checker(name: str, high: int) -> None:
    """Positions are counted as plain recursion visits them, and as `duel check` prints them."""
    game, rng, found = GAMES[name](high=high, ending="misere"), Random(high), 0
    engine = Engine(clock=StepClock)
    for _ in range(8):
        for _, position, _ in random_game(game, rng):
            winner, proof = engine.prove(game, position, 10)
            if isinstance(proof, Answered) and winner:
                found += 1
                lost = game.play(position, proof.move) if proof.move else position
                seen = dict[Any, bool]()
                for reply, answer in proof.answers:
                    if answer:
                        assert visited(game, game.play(game.play(lost, reply), answer), seen)
                assert count_checked(game, lost, proof.answers) == Checked(len(seen), True)
                what = check_proof(game, position, winner, proof).what
                assert what.endswith(f"solved again: {len(seen)}")
    assert found


def test_a_count_stops_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the limit the count says that there are more; it never exceeds the limit."""
    game = GAMES["divider"](high=14, ending="misere")
    lost, answers = game.start(), [(reply, 3) for reply in (2, 4, 5)]
    complete = count_checked(game, lost, answers)
    assert (complete.all, str(complete)) == (True, f"all {complete.positions:,}")
    monkeypatch.setattr(brute_force, "MOST_COUNTED", 60)
    part = count_checked(game, lost, answers)
    assert not part.all
    assert 0 < part.positions <= min(60, complete.positions)
    words = {str(Checked(count, False)) for count in (13_000, 13_999, 999)}
    assert words == {"more than 13,000", "more than 999"}
    assert str(Checked(13_999, True)) == "all 13,999"


def test_the_limit_is_that_of_the_docs() -> None:
    """Twenty thousand positions may be built, and not one more; some may be free."""
    assert CountLimit().spent == 0
    limit = CountLimit(-1)
    limit.spend(20_000)
    limit.spend()
    assert limit.spent == 20_000
    with pytest.raises(OverBudgetError):
        limit.spend()


def test_a_reply_that_ends_the_game_needs_no_check() -> None:
    """An answer of 0 says that the game is over."""
    game = GAMES["digits"](base=4, target=2, ending="misere")
    assert count_checked(game, game.start(), [(2, 0)]) == Checked(0, True)
