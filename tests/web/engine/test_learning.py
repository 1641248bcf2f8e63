"""What the server sends about puzzles gives the solution away in one place only."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from divisor_duel.engine import DEFAULT
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.daily import FIRST_DAY
from divisor_duel.learn.progress import Progress, ProgressMessage
from divisor_duel.learn.progress_codes import ProgressError, write_code
from divisor_duel.web.engine.learning import daily_for, merged_progress, puzzle_for
from divisor_duel.web.schema.analysis import PuzzleMessage
from divisor_duel.web.schema.requests import ProgressRequest


def assert_hidden(message: PuzzleMessage) -> None:
    """Check that no reply to a wrong try and no hint names the solution."""
    assert len(message.state.legal) >= 6
    assert str(message.solution) not in message.refutations
    assert message.solution not in message.refutations.values()
    assert not any(f"{message.solution} wins" in hint for hint in message.hints)


@pytest.mark.parametrize("game", GAMES)
def test_refutations_never_name_the_solution(game: str) -> None:
    """The replies sent with a puzzle are wins of the opponent, and none is the solution."""
    for seed in range(4):
        assert_hidden(puzzle_for(str(seed), game, None, DEFAULT))


def test_a_day_is_not_given_away() -> None:
    """The same holds for the puzzles of the first two weeks."""
    for days in range(14):
        assert_hidden(daily_for((FIRST_DAY + timedelta(days=days)).isoformat(), DEFAULT).puzzle)


def test_a_new_solver_stays_new() -> None:
    """Without a rating on either side there is none afterwards; with one there is."""

    def merged(code: str) -> ProgressMessage:
        request = ProgressRequest(ProgressMessage({}, None, 0), code)
        return merged_progress(msgspec.json.encode(request).decode()).progress

    assert merged("").rating is None
    assert merged(write_code(Progress())).rating is None
    assert merged(write_code(Progress(rating=984))).rating == 984
    with pytest.raises(ProgressError):
        merged("duel1-")
