"""Arcs over numbers."""

from __future__ import annotations

from divisor_duel.diagram import Arcs, Singles
from divisor_duel.drawing.layouts.arcs import lay_out_arcs, lay_out_singles

MANY = tuple((number, 2 * number) for number in range(51, 100))


def test_few_numbers_stand_in_one_row_with_thick_arcs_where_play_is() -> None:
    """Each pair has one arc; the arc of a pair in play is thick, the lone number ringed."""
    laid = lay_out_arcs(Arcs((2, 3, 4, 8), ((2, 8),), ((2, 8),), 3), 320, str)
    assert [(mark.role, mark.about) for mark in laid.marks if mark.tag != "text"] == [
        ("arc thick", (2, 8)),
        ("ringed", (3,)),
    ]
    assert len({mark.at["y"] for mark in laid.marks if mark.tag == "text"}) == 1


def test_equal_arcs_are_drawn_from_left_to_right() -> None:
    """Rounding, which depends on the version of Python, does not decide which arc comes first."""
    pairs = ((2, 12), (3, 9), (4, 20), (6, 18), (7, 14), (8, 16))
    numbers = tuple(sorted({10, *(number for pair in pairs for number in pair)}))
    laid = lay_out_arcs(Arcs(numbers, pairs, (), 10), 320, str)
    drawn = [mark.about for mark in laid.marks if mark.role == "arc"]
    assert drawn == [(4, 20), (2, 12), (6, 18), (3, 9), (7, 14), (8, 16)]


def test_many_pairs_are_in_rows_and_the_thick_ones_are_never_left_out() -> None:
    """If not all pairs fit, the note counts those left out, which are not in play."""
    numbers = tuple(sorted(number for pair in MANY for number in pair))
    arcs = Arcs(numbers, MANY, MANY[-2:], 50)
    laid = lay_out_arcs(arcs, 320, str)
    drawn = {mark.about for mark in laid.marks if mark.role.startswith("arc")}
    assert {*MANY[-2:]} <= drawn
    assert laid.note == f"{len(MANY) - len(drawn)} more pairs are not drawn."
    assert lay_out_arcs(arcs, 800, str).note == ""


def test_singles_are_in_twos() -> None:
    """Numbers that divide no other are framed in twos, after the winner's move."""
    laid = lay_out_singles(Singles((5, 7, 11, 13), 2), 320, str)
    assert [mark.about for mark in laid.marks if mark.role == "two"] == [(5, 7), (11, 13)]
    assert [mark.about for mark in laid.marks if mark.role == "ringed"] == [(2,)]


def test_sixteen_numbers_fit_into_a_phone_with_an_arc_over_each_pair() -> None:
    """The figures get smaller before the row is split, and of two arcs the wider is the higher."""
    pairs = ((2, 12), (3, 9), (4, 20), (5, 15), (6, 18), (7, 14), (8, 16))
    numbers = tuple(sorted({10, *(number for pair in pairs for number in pair)}))
    laid = lay_out_arcs(Arcs(numbers, pairs, (), 10), 320, str)
    figures = [mark for mark in laid.marks if mark.tag == "text"]
    assert len({mark.at["y"] for mark in figures}) == 1
    assert min(float(mark.at["font-size"]) for mark in figures) >= 12
    places = {number: index for index, number in enumerate(numbers)}
    tops = {
        places[mark.about[1]] - places[mark.about[0]]: float(
            str(mark.at["d"]).split("C")[1].split()[1]
        )
        for mark in laid.marks
        if mark.role == "arc"
    }
    heights = [top for _, top in sorted(tops.items())]
    assert len(heights) > 3
    assert heights == sorted(set(heights), reverse=True)
