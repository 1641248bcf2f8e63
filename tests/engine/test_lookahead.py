"""Looking ahead by counted steps: it sees exactly what exact play says of the next few plies."""

from __future__ import annotations

from random import Random

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.engine.lookahead import Lookahead
from tests.setups import SMALL


@pytest.mark.parametrize("setup", SMALL, ids=str)
def test_depth_is_remoteness_within_sight(setup: object) -> None:
    """A win within five plies is seen at its depth, and nothing else is."""
    game = setup.game  # type: ignore[attr-defined]
    rng = Random(5)
    for _ in range(4):
        position = game.start()
        while legal := game.legal_moves(position):
            analysis = analyze(game, position)
            assert analysis.remoteness is not None
            deep = analysis.remoteness + (analysis.remoteness + 1) % 2  # digits may run out
            expected = deep if analysis.value == "win" and deep <= 5 else None
            assert Lookahead(game, 10**6).depth(position, 5) == expected
            position = game.play(position, rng.choice(legal))


def test_steps_run_out_quietly() -> None:
    """With too few steps nothing is seen, nothing counts as unsafe, and nothing is raised."""
    game = GAMES["chain"](high=50, opening="even")
    legal = game.legal_moves(game.start())
    assert Lookahead(game, 10).depth(game.start(), 9) is None
    assert Lookahead(game, 0).safe(game.start(), legal, 3) == legal
    assert Lookahead(game, 0).quickest(game.start(), legal, 3) == ()


def test_of_unsafe_moves_those_that_last_are_kept() -> None:
    """Where every move loses in sight, those that lose latest are the safest."""
    game = GAMES["countdown"](start=9)  # 3 leaves 6, which is won by leaving 3
    assert Lookahead(game).safe(game.start(), (3,), 5) == (3,)
    ladder = GAMES["ladder"](high=10)
    position = ladder.play(ladder.start(), 2)
    safe = Lookahead(ladder).safe(position, ladder.legal_moves(position), 1)
    assert safe == tuple(
        move
        for move in ladder.legal_moves(position)
        if Lookahead(ladder).depth(ladder.play(position, move), 1) is None
    )
