"""Positions as questions, and what replies to them are worth."""

from __future__ import annotations

import json

import pytest

from divisor_duel import GAMES
from divisor_duel.batch.exact_values import values
from divisor_duel.errors import DuelError, OptionsError
from divisor_duel.questions.bench_positions import PositionSet, position_set
from divisor_duel.questions.grading import Asked, bench_questions, grade, questions
from divisor_duel.questions.random_decisions import decisions


@pytest.mark.parametrize("name", GAMES)
def test_exactly_the_winning_moves_are_right(name: str) -> None:
    """Every legal move gets its exact grade, from a question stored as JSON."""
    for asked in json.loads(json.dumps(questions(name, positions=4, seed=3))):
        game = GAMES[name](**asked["options"])
        *_, position = game.positions(asked["played"])
        worth = values(game, position)
        graded = {move: grade(asked, f"move: {game.format_move(move)}") for move in worth}
        assert {move for move, one in graded.items() if one.right} == set(asked["winning"])
        assert all(graded[move].right == (value == "win") for move, value in worth.items())
        assert asked["chance"] == len(asked["winning"]) / len(worth)


def test_the_bench_is_asked_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The questions of a tier are its positions, in order, with or without legal moves."""
    items = {
        ("small", "open", "2"): position_set().items[:3],
        ("large", "held-out", "1"): decisions(GAMES["digits"](), 3, 1),
    }
    monkeypatch.setattr(
        "divisor_duel.questions.grading.position_set",
        lambda *which: PositionSet(which[2], which[0], which[1], items[which]),
    )
    shown = bench_questions()
    hidden = bench_questions("large", held_out=True, show_legal=False, version="1")
    assert [one["id"] for one in shown] == [item.id for item in items["small", "open", "2"]]
    assert [one["id"] for one in hidden] == [item.id for item in items["large", "held-out", "1"]]
    assert not any("Your legal moves" in one["prompt"] for one in hidden)
    with pytest.raises(OptionsError, match="no public held-out set; make a secret one"):
        bench_questions(held_out=True)


def test_rows_have_the_legal_moves_as_the_prompt_lists_them() -> None:
    """The list of a bench is shuffled, and that of other questions ascends."""
    for asked in (*bench_questions()[:5], *questions("chain", 2)):
        game = GAMES[asked["game"]](**asked["options"])
        listed = ", ".join(map(game.format_move, asked["legal"]))
        assert f"Your legal moves: {listed}." in asked["prompt"]
        *_, position = game.positions(asked["played"])
        assert sorted(asked["legal"]) == list(game.legal_moves(position))


@pytest.mark.parametrize(
    ("reply", "cut_off", "kind", "move"),
    [
        ("I take it.\nmove: 5", False, "illegal", 5),
        ("move: 3", True, "truncated", None),
        ("", False, "empty", None),
        ("3 or 4", False, "unreadable", None),
        ("<think>3", False, "unfinished", None),
    ],
)
def test_what_is_no_answer_is_wrong(reply: str, cut_off: bool, kind: str, move: int | None) -> None:
    """Each reply without a legal move is wrong, with its class and a sentence."""
    asked: Asked = {
        "game": "countdown",
        "options": {"start": 12},
        "played": [],
        "winning": [3, 4],
    }
    found = grade(asked, reply, cut_off)
    assert (found.right, found.kind, found.move) == (False, kind, move)
    assert found.detail


def test_bad_orders_are_refused() -> None:
    """An unknown tier, no positions, and a set-up with nothing to decide get a sentence."""
    with pytest.raises(OptionsError, match="tier must be one of small, medium, large"):
        bench_questions("huge")
    with pytest.raises(OptionsError, match="positions must be a whole number from 1 on"):
        questions("chain", positions=0)
    with pytest.raises(DuelError, match="nothing to decide"):
        questions("countdown", start=7)
