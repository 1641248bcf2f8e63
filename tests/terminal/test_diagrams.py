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
from divisor_duel.terminal.diagrams import Room, board_key, board_letters, diagram_text, lines_of
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
            ["■ 27┄┄□ × (54, 81)", "● 36──72"],
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
    """Where the row of arcs is too wide, the pairs in play come first, and no arc is named."""
    numbers, pairs = tuple(range(2, 49)), tuple((number, 50 - number) for number in range(2, 25))
    game = GAMES["chain"]()
    text = diagram_text(Arcs((2, 3, 4, 5), ((2, 4), (3, 5)), ((3, 5),)), game, 8)
    assert text.split("\n")[-2:] == ["Later:", "2-4"]
    text = diagram_text(Arcs(numbers, pairs, pairs[-2:]), game, 76)
    assert text.split("\n")[0] == "Partners of the next move:  23-27  24-26"
    assert diagram_text(Arcs(numbers, pairs), game, 76).startswith("Partners:  2-48  3-47")
    assert "Arcs" not in text


def test_partners_have_the_same_letter() -> None:
    """Every pair has a letter of its own, and other numbers have none."""
    arcs = Arcs((2, 3, 4, 5, 7), ((2, 3), (5, 7)), (), 4)
    letters = board_letters([arcs, Singles((8, 9))])
    assert letters == {2: "a", 3: "a", 5: "b", 7: "b"}
    assert board_key(letters) == "On the board, partners have the same letter."
    assert board_key(board_letters([Singles((8, 9))])) == ""


def test_pairs_where_play_is_have_capitals_and_never_go_without_a_letter() -> None:
    """With more pairs than letters, those of the next move come first."""
    pairs = tuple((number, 2 * number) for number in range(51, 81))
    letters = board_letters([Arcs((), pairs, (pairs[-1],), 50)])
    assert letters[80] == letters[160] == "A"
    assert len({*letters.values()}) == 26
    assert board_key(letters).endswith("the next move has a capital.")


def test_the_next_steps_of_tracks_are_marked_on_the_board() -> None:
    """Each player's next steps have the outline of the player's mark."""
    tracks = Tracks(Track(Player.TWO, 27, (), (54, 81), 1), Track(Player.ONE, 36, (72,), (), 1))
    letters = board_letters([tracks])
    assert letters == {54: "□", 81: "□", 72: "○"}
    assert board_key(letters) == "On the board: ○ □ next steps."


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
