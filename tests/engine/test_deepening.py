"""The search that looks further and further ahead, against brute force."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.engine import Engine, search
from divisor_duel.engine import deepening as module
from divisor_duel.engine.clock import Budget, StepClock
from divisor_duel.engine.deepening import Deepening
from divisor_duel.engine.verdict import Verdict
from divisor_duel.game import Value
from tests.reference.brute import Solved, solve
from tests.setups import SMALL, Setup


@pytest.mark.parametrize("setup", SMALL, ids=str)
@pytest.mark.parametrize("deepest", [200, 2])
def test_starts_are_valued_as_by_brute_force(
    setup: Setup, deepest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every first move is worth what the twin's brute force says, by looking ahead alone or with
    the search to the end where looking ahead stops early.
    """
    monkeypatch.setattr(module, "DEEPEST", deepest)
    game, twin = setup.game, setup.twin()
    memo: dict[Any, Solved] = {}
    for move, verdict in Deepening(game).judge(game.start(), Budget()).items():
        after = solve(twin.play(move), memo)
        assert (verdict.win, verdict.remoteness) == (after.value, after.remoteness)


def test_near_wins_are_found_in_games_too_large_to_look_through() -> None:
    """Misere Chain on 2..50 has far too many games, yet a few steps show that 46 wins: after 23
    nothing is left to answer, and 2 is met by 38, after which only 19 is left.
    """
    game = GAMES["chain"](ending="misere")
    analysis = Engine(clock=StepClock).analyze(game, game.start(), 1)
    assert (analysis.value, analysis.remoteness) == (Value.WIN, 4)
    assert 46 in analysis.winning
    assert Value.UNKNOWN in {move.value for move in analysis.moves}


def test_the_table_starts_anew_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for a few positions only, all values are still the same."""
    game = GAMES["divider"](ending="misere")
    whole = Deepening(game).judge(game.start(), Budget())
    monkeypatch.setattr(search, "MOST_BYTES", 2000)
    assert Deepening(game).judge(game.start(), Budget()) == whole


@pytest.mark.parametrize("id", ["divider", "chain"])
def test_moves_are_played_only_as_far_as_time_allows(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a step to make, hardly any of a long list's moves is played."""
    game, played = GAMES[id](high=5000, ending="misere"), list[int]()
    play = type(game).play

    def count(self: Any, position: Any, move: int) -> Any:
        played.append(move)
        return play(self, position, move)

    monkeypatch.setattr(type(game), "play", count)
    assert set(Engine(clock=StepClock).judge(game, game.start(), 0).values()) == {Verdict()}
    assert len(played) < 10


def test_large_positions_are_kept_in_smaller_numbers() -> None:
    """A table of positions is bounded by its memory: of a long list it holds fewer of them."""
    short, long = (Deepening(GAMES["chain"](high=high, ending="misere")) for high in (50, 100_000))
    assert long._most < short._most / 20
