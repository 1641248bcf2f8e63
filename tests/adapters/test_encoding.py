"""What the adapters share: which games and options they take."""

from __future__ import annotations

import pytest

from divisor_duel import OptionsError
from divisor_duel.adapters.encoding import (
    AGENT_SEATS,
    action_count,
    check_choice,
    game_that_fits,
    playable_game,
)


def test_what_cannot_be_an_environment_is_refused() -> None:
    """Unknown games and options, games without a first move, and huge ones are OptionsErrors."""
    with pytest.raises(OptionsError, match="unknown game 'go'"):
        playable_game("go")
    with pytest.raises(OptionsError, match="countdown has no option 'high', only start"):
        playable_game("countdown", high=3)
    with pytest.raises(OptionsError, match="there is nothing to play: 7 is prime"):
        playable_game("countdown", start=7)
    with pytest.raises(OptionsError, match="moves go up to 100001 here, but a mask"):
        game_that_fits("countdown", start=200_002)
    assert action_count(game_that_fits("countdown", start=200_001)) == 100_001


def test_a_choice_is_one_of_those_allowed() -> None:
    """Another value is refused with all that are allowed."""
    check_choice("agent", "second", AGENT_SEATS)
    with pytest.raises(OptionsError, match="agent must be one of first, second, random, not 'x'"):
        check_choice("agent", "x", AGENT_SEATS)
