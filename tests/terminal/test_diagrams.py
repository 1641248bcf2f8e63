"""Diagrams in text: every kind of diagram, small enough for the panel."""

from __future__ import annotations

import pytest

from divisor_duel.diagram import (
    Arcs,
    Copies,
    Diagram,
    Heap,
    Heaps,
    Searched,
    Singles,
    Track,
    Tracks,
)
from divisor_duel.drawing.diagrams import diagrams_of_analysis
from divisor_duel.engine import analyze
from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.diagrams import Room, diagram_text, lines_of, pair_letters
from tests.games.screens import at

ROOM = Room(str, 60)


@pytest.mark.parametrize(
    ("diagram", "lines"),
    [
        (
            Arcs((2, 3, 4, 5, 6, 7, 9), ((2, 3), (5, 7), (6, 9)), (), 4),
            [
                "              ╭─────╮",
                "╭──╮       ╭──┼──╮  │",
                "2  3  (4)  5  6  7  9",
            ],
        ),
        (Copies((5, 10), (7, 14), ((0, 1),)), [" 5  10", " │   │", " 7  14"]),
        (Singles((3, 5, 7, 11)), ["3  5  7  11"]),
        (
            Heaps((Heap(3, (2, 4)), Heap(3, (), "Chain"))),
            ["▪▪ ▪   2 4", "▪▪ ▪   Chain"],
        ),
        (
            Searched((2, 3), 2, 3),
            ["┌╌╌╌╌╌╌┐", "╎ 2  3 ╎", "└╌╌╌╌╌╌┘", "For example: 2 → 3"],
        ),
        (
            Tracks(Track(Player.TWO, 27, (), (54, 81), 1), Track(Player.ONE, 36, (72,), (), 1)),
            ["■ 27┄┄○ × (54, 81)", "● 36──72"],
        ),
    ],
)
def test_each_kind_has_its_drawing(diagram: Diagram, lines: list[str]) -> None:
    """Arcs join partners, parts stand below each other, heaps are blocks, steps are lines."""
    assert lines_of(diagram, ROOM) == lines


def test_a_way_down_has_two_rails() -> None:
    """The numbers stand on the rail that they belong to, with a line from each to the next."""
    (zigzag, *_) = diagrams_of_analysis(
        analyze(GAMES["countdown"](start=12), at(GAMES["countdown"](start=12)))
    )
    assert lines_of(zigzag, ROOM)[:3] == ["even  12   6", "        ╲ ╱ ╲", "odd      9   3"]


def test_the_clock_names_the_digits_that_win() -> None:
    """Below each remainder are the digits that make a multiple from there."""
    game = GAMES["digits"](target=12)
    (clock,) = diagrams_of_analysis(analyze(game, at(game, 6)))
    text = diagram_text(clock, game, 80)
    assert "remainder" in text
    assert "now" in text


def test_pairs_that_do_not_fit_are_listed() -> None:
    """Where the row of arcs is too wide, the thick pairs come first."""
    arcs = Arcs((2, 3, 4, 5), ((2, 4), (3, 5)), ((3, 5),))
    assert lines_of(arcs, Room(str, 8)) == ["Thick:", "3-5", "Thin:", "2-4"]


def test_partners_have_the_same_letter() -> None:
    """Every pair has a letter of its own, and other numbers have none."""
    arcs = Arcs((2, 3, 4, 5, 7), ((2, 3), (5, 7)), (), 4)
    assert pair_letters([arcs, Singles((8, 9))]) == {2: "a", 3: "a", 5: "b", 7: "b"}


@pytest.mark.parametrize("width", [30, 44, 76])
@pytest.mark.parametrize("name", GAMES)
def test_every_diagram_of_a_game_fits(name: str, width: int) -> None:
    """The diagrams of the first positions of each game are at most as wide as the panel."""
    game = GAMES[name]()
    for moves in ((), game.legal_moves(game.start())[:1]):
        for diagram in diagrams_of_analysis(analyze(game, at(game, *moves))):
            assert all(
                len(line) <= width for line in diagram_text(diagram, game, width).split("\n")
            )
