"""The winner's rules as a numbered list."""

from __future__ import annotations

from divisor_duel import GAMES, analyze
from divisor_duel.terminal.how_to_win import how_to_win


def test_the_rules_are_numbered_for_the_reader() -> None:
    """The winner reads how to win, the loser how the opponent does; a short win has no list."""
    for start, heading in ((60, "How to win:"), (57, "How your opponent wins:")):
        game = GAMES["countdown"](start=start)
        analysis = analyze(game, game.start())
        assert analysis.strategy is not None
        assert how_to_win(analysis) == [
            heading,
            *(f"  {n}. {step}" for n, step in enumerate(analysis.strategy.steps, 1)),
        ]
    short = GAMES["countdown"](start=4)
    assert how_to_win(analyze(short, short.start())) == []
