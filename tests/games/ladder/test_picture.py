"""Ladder: both players' ways up."""

from __future__ import annotations

import pytest

from divisor_duel.game import Player
from divisor_duel.games.ladder.figure import climb
from divisor_duel.games.ladder.picture import MOST_NUMBERS
from tests.drawing.reading import between, find, hasse, marks, numbers, picture, subject, words

every_position = pytest.mark.parametrize("moves", [(2, 6), (2,), (3, 5, 6), (4, 3, 12)])


@every_position
def test_each_ladder_has_the_free_multiples(moves: tuple[int, ...]) -> None:
    """A player's diagram has their own number and each of its free multiples once."""
    about = subject("ladder", *moves)
    one, two = find(picture("ladder", *moves), "ladder")
    for player, panel, own in ((1, one, about.position.one), (2, two, about.position.two)):
        free = about.game.legal_moves(about.position._replace(to_move=player))
        assert sorted(numbers(panel)) == list(free)
        assert numbers(panel, "held") == [own]
        assert set(between(panel, "cover")) == hasse({own, *free})


@every_position
def test_only_the_player_to_move_has_values(moves: tuple[int, ...]) -> None:
    """Moves of the player to move carry their values; the other ladder has no marks."""
    about = subject("ladder", *moves)
    panels = find(picture("ladder", *moves), "ladder")
    mover = panels.pop(int(about.position.to_move) - 1)
    assert marks(mover) == about.values
    assert set(marks(panels[0]).values()) <= {None}


@every_position
def test_shared_numbers_are_dashed(moves: tuple[int, ...]) -> None:
    """Exactly the numbers that both can reach have the dashed ring."""
    root = picture("ladder", *moves)
    one, two = (set(numbers(panel)) for panel in find(root, "ladder"))
    for panel in find(root, "ladder"):
        dashed = [node for node in find(panel, "node") if find(node, "shared")]
        assert {int(node.get("data-number", "")) for node in dashed} == one & two


def test_one_ladder_at_the_start() -> None:
    """While both own 1 there is one diagram for both, with all values."""
    root = picture("ladder")
    assert len(find(root, "ladder")) == 1
    assert "Player 1 and Player 2 own 1: 49 free multiples" in "".join(root.itertext())
    values = subject("ladder").values
    assert marks(root) == {1: None, **values}


def test_long_ladders_are_drawn_in_part() -> None:
    """Beyond a hundred multiples the smallest and the winning ones are drawn, the rest counted."""
    root = picture("ladder", 2, high=1000)
    about = subject("ladder", 2, high=1000)
    drawn = numbers(find(root, "ladder")[1])
    assert MOST_NUMBERS <= len(drawn) <= MOST_NUMBERS + len(about.analysis.winning)
    assert set(about.analysis.winning) <= set(drawn)
    assert f"Not drawn: {998 - len(drawn)} larger multiples of 1." in words(root, "note")


@every_position
def test_sure_steps_are_ringed(moves: tuple[int, ...]) -> None:
    """Exactly the safe steps are ringed, and the picture names both bounds."""
    about = subject("ladder", *moves)
    root = picture("ladder", *moves)
    for player, panel in zip(Player, find(root, "ladder"), strict=True):
        found = climb(about.game, about.position, player)
        ringed = [node for node in find(panel, "node") if find(node, "sure")]
        assert {int(node.get("data-number", "")) for node in ringed} == set(found.sure)
        if found.most:
            assert f"Player {int(player)} has at most {found.most} more step" in words(root, "note")
