"""The fair presets are fair, and their reasons are true."""

from __future__ import annotations

import re

import pytest

from divisor_duel import GAMES, analyze


@pytest.mark.parametrize("game", GAMES)
def test_nobody_wins_a_fair_set_up_at_once(game: str) -> None:
    """From a fair start nobody can win within the first two moves, and both have choices."""
    kind = GAMES[game]
    fair = kind(**kind.fair.options)
    analysis = analyze(fair, fair.start(), 60)
    assert analysis.remoteness is not None
    assert analysis.remoteness > 2
    assert len(analysis.moves) > 5
    for move in analysis.moves:
        after = fair.play(fair.start(), move.move)
        assert fair.outcome(after) is None


@pytest.mark.parametrize("game", GAMES)
def test_the_reason_for_a_fair_preset_is_true(game: str) -> None:
    """The counts, winning moves and lengths that the preset names are the exact ones."""
    kind = GAMES[game]
    fair = kind(**kind.fair.options)
    analysis = analyze(fair, fair.start(), 60)
    why = kind.fair.why
    assert f"not before move {analysis.remoteness}." in why
    counted = re.search(r"(\d+) of (\d+) openings win", why)
    if counted:
        assert [int(n) for n in counted.groups()] == [len(analysis.winning), len(analysis.moves)]
        return
    named = re.search(r"Of (\d+) first \w+ only ([\d, and]+) wins?,", why)
    assert named
    assert int(named[1]) == len(analysis.moves)
    assert [int(n) for n in re.findall(r"\d+", named[2])] == sorted(analysis.winning)
