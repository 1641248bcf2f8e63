"""Marks and the places they take."""

from __future__ import annotations

from divisor_duel.drawing.layouts.laid import label, moved, ring, shortened, width_of


def test_texts_are_shortened_to_the_room_there_is() -> None:
    """As many texts as fit are joined, with an ellipsis for the others, but at least one."""
    assert shortened(["2", "3", "5"], 15, 200) == ("2 3 5", 0)
    text, hidden = shortened([str(number) for number in range(10, 40)], 15, 100)
    assert text.startswith("10 11")
    assert text.endswith(" …")
    assert hidden == 31 - len(text.split())
    assert width_of(text, 15) <= 100
    assert shortened(["1000", "2000"], 15, 1) == ("1000 …", 1)


def test_marks_move_with_their_texts() -> None:
    """Moving changes places and nothing else."""
    marks = [ring("ringed", (10, 20), 5), label("7", (10, 20), 15, about=(7,))]
    circle, text = moved(marks, 3, 4)
    assert (circle.at["cx"], circle.at["cy"], circle.at["r"]) == (13, 24, 5)
    assert text.at["x"] == 13
    assert text.at["font-size"] == 15
    assert text.about == (7,)
