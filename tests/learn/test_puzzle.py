"""Puzzles: one winning move, the same for everyone with the same seed, and a theme."""

from __future__ import annotations

from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from divisor_duel import GAMES, IllegalMoveError, OptionsError
from divisor_duel.engine import Engine, StepClock, judge_moves
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.learn.daily import TRIES
from divisor_duel.learn.puzzle import (
    CLOSE,
    DEEPEST,
    ESCAPE,
    FEWEST_MOVES,
    GRADES,
    LONG,
    OUTLAST,
    SEEDS_TRIED,
    THEMES,
    Puzzle,
    make_puzzle,
    new_rating,
    puzzle_near,
)
from tests.reference.brute import Twin
from tests.setups import Setup

IMPOSSIBLE = {
    ("divider", ESCAPE),
    ("countdown", ESCAPE),
    ("countdown", "win in 3"),
    ("digits", LONG),
    *((game, OUTLAST) for game in GAMES if game != "digits"),
}
"""Themes of which a game has no puzzle, at least none that is found."""

MANY = 30
"""How many puzzles of each game are compared with brute force."""


def check(puzzle: Puzzle) -> None:
    """All that is promised of any puzzle."""
    game, position = puzzle.record.game, puzzle.position
    values = judge_moves(game, position)
    assert [move for move, wins in values.items() if wins] == [puzzle.solution]
    assert len(values) >= 6
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


def first_on(game: str, theme: str) -> Puzzle:
    """The first puzzle on a theme: of a rare one, some seeds have none."""
    for seed in range(20):
        with suppress(OptionsError):
            return make_puzzle(str(seed), game, theme)
    raise AssertionError(f"no puzzle of {game} on {theme}")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_a_theme_is_what_it_says(game: str, theme: str) -> None:
    """A puzzle on a theme is about it, and a game that has none says so in a sentence."""
    if (game, theme) in IMPOSSIBLE:
        with pytest.raises(OptionsError, match="no such puzzle was found"):
            make_puzzle("3", game, theme)
        return
    puzzle = first_on(game, theme)
    check(puzzle)
    assert puzzle.theme == theme
    rules, position = puzzle.record.game, puzzle.position
    look = Lookahead(rules, 10**6)
    if theme == ESCAPE:
        for move in set(rules.legal_moves(position)) - {puzzle.solution}:
            assert look.depth(rules.play(position, move), 1) == 1
    elif theme == OUTLAST:
        assert puzzle.depth is not None
        assert puzzle.depth % 2 == 0
    elif theme != LONG:
        assert puzzle.depth == int(theme.removeprefix("win in "))


def wins_within(twin: Twin, plies: int, memo: dict[Any, bool]) -> bool:
    """Whether the player to move can force a win within `plies`, by trying every move."""
    if not twin.legal():
        return twin.winner() == twin.turn
    key = twin.key(), plies
    if key not in memo:
        memo[key] = plies > 0 and any(
            loses_within(twin.play(move), plies - 1, memo) for move in twin.legal()
        )
    return memo[key]


def loses_within(twin: Twin, plies: int, memo: dict[Any, bool]) -> bool:
    """Whether the player to move cannot avoid losing within `plies`."""
    if not twin.legal():
        return twin.winner() != twin.turn
    return plies > 0 and all(wins_within(twin.play(move), plies - 1, memo) for move in twin.legal())


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_moves_is_that_of_brute_force(game: str) -> None:
    """A puzzle says "win in N" exactly if N is the least number of plies that force a win."""
    counted = 0
    for seed in range(MANY):
        puzzle = make_puzzle(str(seed), game)
        if puzzle.depth is None:
            continue
        counted += 1
        setup = Setup(game, dict(puzzle.record.game.options))
        twin, memo = setup.twin(), dict[Any, bool]()
        for move in puzzle.record.moves:
            twin = twin.play(move)
        if game == "digits":
            assert puzzle.depth <= len(twin.legal())
        assert puzzle.depth <= DEEPEST
        assert wins_within(twin, puzzle.depth, memo)
        assert not wins_within(twin, puzzle.depth - 1, memo)
    assert counted


@pytest.mark.parametrize("game", GAMES)
def test_no_refutation_names_the_solution(game: str) -> None:
    """The reply to a wrong try beats it, and is never the solution."""
    named = 0
    for seed in range(MANY):
        puzzle = make_puzzle(str(seed), game)
        rules, position = puzzle.record.game, puzzle.position
        for move in rules.legal_moves(position):
            if move == puzzle.solution:
                continue
            reply = puzzle.refutation(move)
            replies = judge_moves(rules, rules.play(position, move))
            winning = {answer for answer, wins in replies.items() if wins}
            assert reply != puzzle.solution
            assert reply in winning if winning - {puzzle.solution} else reply is None
            named += reply is not None
            told = "" if reply is None else f": your opponent replies {rules.format_move(reply)}"
            assert puzzle.why_wrong(move) == f"{rules.format_move(move)} loses{told}."
    assert named


def test_an_answer_is_judged_by_the_puzzle() -> None:
    """Only the solution solves it, and a number that cannot be played is refused with a reason."""
    puzzle = make_puzzle("7", "chain")
    legal = puzzle.record.game.legal_moves(puzzle.position)
    assert [move for move in legal if puzzle.is_solved_by(move)] == [puzzle.solution]
    with pytest.raises(IllegalMoveError, match="choose one of"):
        puzzle.is_solved_by(puzzle.record.moves[-1])


def test_tries_leave_something_to_guess() -> None:
    """There are at least six moves, and at least two more than tries: the last is not forced."""
    assert max(6, TRIES + 2) <= FEWEST_MOVES


def test_the_seed_decides() -> None:
    """The same seed gives the same puzzle, and seeds differ."""
    assert make_puzzle("7") == make_puzzle("7")
    assert len({make_puzzle(str(seed)).record for seed in range(6)}) > 3


def test_the_analysis_agrees_with_the_solution() -> None:
    """The explanation after a puzzle names its solution first."""
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
    assert new_rating(1000, hard.rating, True) > new_rating(1000, easy.rating, True) >= 1000
    assert new_rating(1000, easy.rating, False) < new_rating(1000, hard.rating, False) <= 1000


def test_the_engine_given_finds_a_puzzle_and_its_replies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine given judges every position and every try; the puzzle is the same."""
    engine = Engine()
    asked: list[Any] = []
    judged = engine.judge_moves

    def judge(game: Any, position: Any) -> dict[int, bool | None]:
        asked.append(position)
        return judged(game, position)

    monkeypatch.setattr(engine, "judge_moves", judge)
    puzzle = make_puzzle("1", "chain", engine=engine)
    made = len(asked)
    wrong = puzzle.record.game.legal_moves(puzzle.position)
    replies = [puzzle.refutation(move) for move in wrong if move != puzzle.solution]
    assert made > 0
    assert len(asked) == made + len(replies)
    assert puzzle == make_puzzle("1", "chain")


def test_a_puzzle_suits_its_solver() -> None:
    """The first puzzle close to the rating is chosen, or the closest of a few."""
    made = dict[str, Puzzle]()

    def make(seed: str) -> Puzzle:
        made[seed] = make_puzzle(seed, "countdown")
        return made[seed]

    for rating in (700, 1000, 1600):
        made.clear()
        seed, puzzle = puzzle_near(rating, map(str, count(7)), make)
        assert made[seed] is puzzle
        off = {other: abs(each.rating - rating) for other, each in made.items()}
        assert off[seed] == min(off.values())
        assert off[seed] <= CLOSE or len(made) == SEEDS_TRIED
        assert all(value > CLOSE for other, value in off.items() if other != seed)
