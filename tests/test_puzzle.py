"""Puzzles: one winning move, the same for everyone with the same seed, told what they are about."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, OptionsError
from divisor_duel.engine import Engine, StepClock, judge_moves
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.puzzle import ESCAPE, GRADES, LONG, THEMES, Puzzle, make_puzzle, rated

IMPOSSIBLE = {("countdown", ESCAPE), ("ladder", LONG), ("digits", LONG)}
"""What no position of these games is about."""


def check(puzzle: Puzzle) -> None:
    """All that is promised of any puzzle."""
    game, position = puzzle.record.game, puzzle.position
    values = judge_moves(game, position)
    assert [move for move, wins in values.items() if wins] == [puzzle.solution]
    assert len(values) >= 3
    assert len(puzzle.record.moves) >= 2
    assert game.outcome(game.play(position, puzzle.solution)) is None
    assert puzzle.grade in GRADES
    assert puzzle.theme in THEMES


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_puzzles_with_one_solution(game: str) -> None:
    """A puzzle has exactly one winning move among several, is not won at once, nor the start."""
    for seed in range(8):
        puzzle = make_puzzle(str(seed), game)
        assert puzzle.record.game.id == game
        check(puzzle)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_a_theme_is_what_it_says(game: str, theme: str) -> None:
    """A puzzle on a theme is about it, and a game that has none says so in a sentence."""
    if (game, theme) in IMPOSSIBLE:
        with pytest.raises(OptionsError, match="no such puzzle was found"):
            make_puzzle("1", game, theme)
        return
    puzzle = make_puzzle("1", game, theme)
    check(puzzle)
    assert puzzle.theme == theme
    rules, position = puzzle.record.game, puzzle.position
    look = Lookahead(rules, 10**6)
    if theme == ESCAPE:
        for move in set(rules.legal_moves(position)) - {puzzle.solution}:
            assert look.depth(rules.play(position, move), 1) == 1
    elif theme != LONG:
        plies = int(theme.removeprefix("win in "))
        assert look.depth(position, plies) == plies


def test_the_seed_decides() -> None:
    """The same seed gives the same puzzle, and seeds differ."""
    assert make_puzzle("7") == make_puzzle("7")
    assert len({make_puzzle(str(seed)).record for seed in range(6)}) > 3


def test_the_analysis_agrees_with_the_solution() -> None:
    """What is told after a puzzle names its solution first."""
    puzzle = make_puzzle("3", "countdown")
    assert puzzle.analysis.winning == (puzzle.solution,)
    assert puzzle.analysis.position == puzzle.position


def test_a_solution_is_told_in_the_same_words_whatever_was_asked_before() -> None:
    """Neither what the engine has seen nor how busy the machine is changes the reason: it is the
    one that counted steps give.
    """
    for seed in range(60):
        puzzle = make_puzzle(str(seed), "chain")
        fresh = Engine(clock=StepClock).analyze(puzzle.record.game, puzzle.position, 5.0)
        assert puzzle.analysis == fresh


def test_an_unknown_theme_is_refused() -> None:
    """A theme that is not one is refused with the list of those that are."""
    with pytest.raises(OptionsError, match="theme must be one of the only escape, win in 3"):
        make_puzzle("1", theme="mate in 2")


def test_ratings_move_towards_the_result() -> None:
    """Solving raises a rating and failing lowers it, and a surprise moves it more."""
    hard, easy = sorted((make_puzzle(str(s)) for s in range(12)), key=lambda p: -p.rating)[::11]
    assert hard.rating > easy.rating
    assert rated(1000, hard.rating, True) > rated(1000, easy.rating, True) >= 1000
    assert rated(1000, easy.rating, False) < rated(1000, hard.rating, False) <= 1000
