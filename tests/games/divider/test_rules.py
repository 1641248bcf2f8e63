"""The rules of Divider Duel: limits, texts and what searches and boards ask for."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, OptionsError, Player
from tests.games.rule_checks import (
    check_children,
    check_class,
    check_keys,
    check_limits,
    mask,
    refused,
)


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        ({"low": 1, "high": 2}, True),
        ({"low": 0}, False),
        ({"low": 9, "high": 9}, True),
        ({"low": 10, "high": 9}, False),
        ({"low": 2, "high": 2}, True),
        ({"low": 1, "high": 1}, False),
        ({"high": 100_000}, True),
        ({"high": 100_001}, False),
        ({"low": 100_000, "high": 100_000}, True),
        ({"low": 100_001, "high": 100_001}, False),
    ],
)
def test_the_list_has_limits(options: dict[str, Any], fits: bool) -> None:
    """Each end of the list may be just as small and as large as the rules say."""
    check_limits("divider", options, fits, {"low": 2})


def test_any_numbers_make_a_list() -> None:
    """The list of some numbers reaches from the least to the largest, and to 2 at least."""
    kind: Any = GAMES["divider"]
    game, position = kind.with_left({}, (8, 6, 30, 6), Player.TWO)
    assert game.options == {"low": 6, "high": 30}
    assert position == (mask(6, 8, 30), Player.TWO)
    game, position = kind.with_left({}, (1,), Player.ONE)
    assert game.options == {"low": 1, "high": 2}
    assert game.legal_moves(position) == (1,)
    assert kind.with_left({}, (2,), Player.ONE)[0].options == {"low": 2, "high": 2}
    assert kind.with_left({"low": 3, "high": 9}, (3, 9), Player.ONE)[1].left == mask(3, 9)
    with pytest.raises(OptionsError, match="0 is not between 1 and 4"):
        kind.with_left({}, (0, 4), Player.ONE)
    for numbers in ((2, 9), (3, 10), (0, 4)):
        with pytest.raises(OptionsError, match="is not between 3 and 9"):
            kind.with_left({"low": 3, "high": 9}, numbers, Player.ONE)


def test_a_move_takes_its_multiples_and_nothing_else() -> None:
    """Every number of the list can be taken, the least and the largest too, and no other."""
    game: Any = GAMES["divider"](low=1, high=9)
    assert game.play(game.start(), 1) == (0, Player.TWO)
    assert game.play(game.start(), 9).left == mask(*range(1, 9))
    assert game.play(game.start(), 4).left == mask(1, 2, 3, 5, 6, 7, 9)
    for move in (0, -1, -4, 10, 10**9):
        assert refused(game, game.start(), move) == f"{move} is not on the list"
    after = game.play(game.start(), 3)
    assert game.illegal_by_reason(after) == {"{} is not on the list": mask(3, 6, 9)}
    assert refused(game, after, 6) == game.why_illegal(after, 6) == "6 is not on the list"


def test_the_last_to_move_wins() -> None:
    """The game is over when the list is empty, and not before."""
    game: Any = GAMES["divider"](high=2)
    over = game.play(game.start(Player.TWO), 2)
    assert game.outcome(game.start()) is None
    assert game.outcome(over) == (Player.TWO, "no number is left")
    misere: Any = GAMES["divider"](high=2, ending="misere")
    assert misere.outcome(over).winner is Player.ONE
    assert game.describe(GAMES["divider"]().start()) == "on the list: 2-9"


def test_the_divider_preset_and_texts_are_these() -> None:
    """The fair set-up, the number of moves that a game lasts at most, and what is impartial."""
    check_class(
        "divider",
        fair={"high": 20},
        bench={"book": {"high": 9}, "middle": {"high": 18}, "large": {"high": 24}},
        impartial=True,
    )
    game: Any = GAMES["divider"]()
    assert game.recommended.options == {"high": 14}
    assert [game.max_moves(), GAMES["divider"](low=3, high=20).max_moves()] == [8, 18]


def test_children_are_the_positions_after_each_legal_move() -> None:
    """Searches get the positions that play leads to, in the order of the moves."""
    check_children("divider", high=9)
    check_children("divider", low=1, high=4)


def test_keys_tell_positions_apart() -> None:
    """Each part of a position and the player to move make a key of their own."""
    game: Any = GAMES["divider"]()
    start = game.start()
    check_keys(game, "Player 1 to move; on the list: 2-9", game.play(start, 9), game.play(start, 7))


def test_the_list_can_be_set_up() -> None:
    """Any numbers of the list may be left, its ends too."""
    (left,) = GAMES["divider"](low=3, high=9).settable()
    assert (left.name, left.numbers) == ("left", (3, 4, 5, 6, 7, 8, 9))
