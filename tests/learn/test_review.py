"""Reviews: marks, accuracy and turning points of games whose truth is known."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from divisor_duel import GAMES, Player, Record, Value
from divisor_duel.engine import Engine, StepClock
from divisor_duel.learn.review import Mark, describe_accuracy, describe_mistake, mark_of, review
from divisor_duel.terminal.cli.review import lines
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.tui.screens.review import summary
from tests.reference.brute import Solved, solve
from tests.setups import Setup


def test_a_known_game_is_judged_by_hand() -> None:
    """In the rule book's countdown the first player's only mistake is subtracting 10 from 30."""
    reviewed = review(Record(GAMES["countdown"](), (15, 15, 10, 5, 5, 2, 4, 2)))
    marks = [judged.mark for judged in reviewed.moves]
    assert marks == ["good", "same", "mistake", "good", "same", "same", "same", "forced"]
    assert reviewed.accuracy(Player.ONE) == 0.5
    assert reviewed.accuracy(Player.TWO) == 1.0
    turning = reviewed.turning_point
    assert turning is not None
    assert (turning.ply, turning.move) == (3, 10)
    assert set(turning.better) == {3, 5, 15}
    winners = [standing.winner for standing in reviewed.standings]
    assert winners == [Player.ONE] * 3 + [Player.TWO] * 6
    assert [standing.remoteness for standing in reviewed.standings] == [9, 8, 5, 5, 4, 1, 2, 1, 0]


def test_giving_up_is_judged() -> None:
    """Resigning a won position is a mistake, resigning a lost one is not."""
    won = review(Record(GAMES["countdown"](start=18), (), resigned=Player.ONE))
    lost = review(Record(GAMES["countdown"](start=15), (), resigned=Player.ONE))
    theirs = review(Record(GAMES["countdown"](start=15), (3,), resigned=Player.TWO))
    assert [one.resignation for one in (won, lost, theirs)] == ["mistake", "same", "mistake"]
    assert review(Record(GAMES["countdown"](start=15), (3,))).resignation is None


def test_a_game_without_decisions_has_no_accuracy() -> None:
    """Where nothing could go wrong, there is no accuracy and no turning point."""
    reviewed = review(Record(GAMES["countdown"](start=4), (2,)))
    assert [judged.mark for judged in reviewed.moves] == ["forced"]
    assert reviewed.accuracy(Player.ONE) is None
    assert reviewed.turning_point is None


@pytest.mark.parametrize(
    "setup",
    [
        Setup("divider", {"high": 10}),
        Setup("ladder", {"high": 20}),
        Setup("countdown", {"start": 96}),
        Setup("chain", {"high": 14}),
        Setup("digits", {"target": 12}),
    ],
    ids=str,
)
def test_marks_follow_from_brute_force(setup: Setup) -> None:
    """In random games every mark is what the twin's brute force implies."""
    rng, memo = Random(str(setup)), dict[object, Solved]()
    for _ in range(5):
        twin, moves, expected = setup.twin(), list[int](), list[str]()
        while legal := twin.legal():
            move = rng.choice(legal)
            wins = {choice: not solve(twin.play(choice), memo).value for choice in legal}
            if len(set(wins.values())) == 1:
                expected.append("forced" if len(legal) == 1 else "same")
            else:
                expected.append("good" if wins[move] else "mistake")
            moves.append(move)
            twin = twin.play(move)
        reviewed = review(Record(setup.game, tuple(moves)))
        assert [judged.mark for judged in reviewed.moves] == expected


@pytest.mark.parametrize(
    ("values", "mark"),
    [
        ("win", "forced"),
        ("win win", "same"),
        ("loss loss", "same"),
        ("loss", "forced"),
        ("win loss", "good"),
        ("loss win", "mistake"),
        ("loss unknown", "unknown"),
        ("unknown win", "unknown"),
        ("win unknown", "unknown"),
        ("loss win unknown", "mistake"),
        ("win loss unknown", "good"),
    ],
)
def test_there_is_one_rule_of_what_is_a_mistake(values: str, mark: str) -> None:
    """The first of some moves is marked by what all of them are worth."""
    worth = {move: Value(word) for move, word in enumerate(values.split(), 1)}
    assert mark_of(worth, 1) is Mark(mark)


def test_what_is_not_solved_is_not_claimed() -> None:
    """Without time no move is called a mistake, no turning point is named, and none ruled out."""
    record = Record(GAMES["divider"](high=28, ending="misere"), (28, 27, 26))
    reviewed = review(record, 0, Engine(clock=StepClock))
    assert {judged.mark for judged in reviewed.moves} == {Mark.UNKNOWN}
    assert not reviewed.solved
    assert not any(judged.solved for judged in reviewed.moves)
    assert reviewed.turning_point is None
    assert "There was not enough time to judge every move" in "\n".join(lines(reviewed, Console()))
    assert "There was not enough time to judge every move" in summary(reviewed)


def test_a_later_unknown_move_leaves_the_turning_point_open() -> None:
    """The last mistake is the turning point only if every later move could be judged."""
    whole = review(Record(GAMES["countdown"](), (15, 15, 10, 5, 5, 2, 4, 2)))
    assert whole.turning_point == whole.moves[2]
    later = replace(whole.moves[5], mark=Mark.UNKNOWN)
    cut = replace(whole, moves=(*whole.moves[:5], later, *whole.moves[6:]))
    assert cut.turning_point is None


def test_only_is_said_only_when_every_move_is_solved() -> None:
    """A single better move is the only one if all are solved, and else an example."""
    game = GAMES["countdown"](start=14)
    judged = review(Record(game, (2,))).moves[0]
    assert "only 7 would have won" in describe_mistake(game, judged, "Ann")
    unsolved = describe_mistake(game, replace(judged, solved=False), "Ann")
    assert "for example, 7 would have won" in unsolved
    assert "only" not in unsolved


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (None, "had no choice that mattered"),
        (0.0, "missed every winning chance"),
        (0.5, "used 50% of the winning chances"),
        (1.0, "used every winning chance"),
    ],
)
def test_accuracy_is_said_in_words(share: float | None, words: str) -> None:
    """All, none and nothing to decide have their own words; between them is a percentage."""
    assert describe_accuracy(share) == words
