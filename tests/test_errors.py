"""Errors: one safe line for people, with its parts for programs."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES, IllegalMoveError
from divisor_duel import errors as module
from divisor_duel.errors import (
    CertificateError,
    DuelError,
    OverBudgetError,
    RecordError,
    SavedGameError,
    one_of,
)


def test_the_errors_are_one_tree() -> None:
    """All are DuelErrors, and all but the two about limits and files are ValueErrors."""
    kinds = [getattr(module, name) for name in module.__all__]
    assert all(issubclass(kind, DuelError) for kind in kinds)
    others = {kind for kind in kinds if not issubclass(kind, ValueError)}
    assert others == {DuelError, OverBudgetError, SavedGameError}
    for name in module.__all__:
        assert f" {name} " in f"{module.__doc__} ".replace("\n", " ")


def test_an_error_is_shown_as_one_safe_line() -> None:
    """Whatever it quotes, its text has no line break and nothing that controls a terminal."""
    assert str(DuelError("cannot read \x1b[2Jx\n\u202ey")) == "cannot read x y"


@pytest.mark.parametrize(
    ("error", "text", "parts"),
    [
        (RecordError(7, "no result"), "line 7: no result", {"line": 7}),
        (
            CertificateError("it has no reply there", "after 3"),
            "the certificate fails after 3: it has no reply there",
            {"problem": "it has no reply there", "where": "after 3"},
        ),
        (
            CertificateError("its pairs overlap"),
            "the certificate fails: its pairs overlap",
            {"problem": "its pairs overlap", "where": ""},
        ),
        (
            OverBudgetError("positions", 10_000_000),
            "checking this takes more than 10000000 positions",
            {"what": "positions", "limit": 10_000_000},
        ),
        (
            OverBudgetError("seconds", 0.5, "finding a proof"),
            "finding a proof takes more than 0.5 seconds",
            {"what": "seconds", "limit": 0.5},
        ),
        (IllegalMoveError("the game is over"), "the game is over", {"choices": (), "move": None}),
        (IllegalMoveError("4 is taken", ["6"]), "4 is taken; choose 6", {"problem": "4 is taken"}),
    ],
)
def test_a_sentence_and_its_parts_agree(
    error: DuelError, text: str, parts: dict[str, object]
) -> None:
    """A program finds in attributes what a person reads in the sentence."""
    assert str(error) == text
    assert {name: getattr(error, name) for name in parts} == parts


def test_long_lists_of_choices_are_cut() -> None:
    """A message names one choice plainly, some in full and many in part."""
    assert one_of(["3"]) == "3"
    assert one_of(["3", "5"]) == "one of 3, 5"
    text = one_of([str(number) for number in range(2, 51)])
    assert text == "one of 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... 50 (49 choices)"


def test_a_refused_move_carries_its_parts() -> None:
    """The problem and the choices can be had apart from the sentence made of them."""
    game = GAMES["chain"](high=20)
    *_, position = game.positions([10])
    with pytest.raises(IllegalMoveError) as caught:
        game.play(position, 7)
    error = caught.value
    assert error.choices == ("2", "5", "20")
    assert str(error) == f"{error.problem}; choose one of 2, 5, 20"
    assert "choose" not in error.problem
