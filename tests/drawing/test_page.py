"""The page around a sketch: verdict, legend, wrapped words, and what it refuses."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from divisor_duel import DuelError
from divisor_duel.drawing.page import (
    Sketch,
    draw_page,
    text_width,
    value_key,
    verdict,
    wrapped,
)
from divisor_duel.drawing.style import SQUARE
from tests.drawing.reading import find, picture, subject, words


@pytest.mark.parametrize("id", ["divider", "chain"])
def test_what_no_page_holds_is_refused(id: str) -> None:
    """Pools of more than 120 numbers get a sentence with the numbers in it, and no work is done."""
    assert picture(id, high=121, low=2 if id == "chain" else 60) is not None
    with pytest.raises(DuelError, match=r"at most 120 numbers, but 9999 are left"):
        picture(id, high=10000)


def test_long_games_are_told_in_short() -> None:
    """Hundreds of moves do not push the picture off the page."""
    root = picture("countdown", *(2,) * 300, start=2**20)
    assert " ... " in "".join(root.itertext())
    assert float(root.get("height", "")) < 2000


def test_time_that_runs_out_is_said() -> None:
    """What was not found in time has a question mark of its own and no nim-value."""
    root = picture("divider", 96, 90, high=110)
    values = {mark.get("data-value") for mark in find(root, "mark")}
    assert "unknown" in values
    assert "not found in time" in words(root, "key")
    assert words(root, "verdict") == "There was not enough time to find the winner."


@pytest.mark.parametrize(
    ("moves", "start", "sentence"),
    [
        ((), 12, "Player 1 wins in 3 moves with best play. The nim-value is 3."),
        ((3,), 12, "Player 1 wins in 2 moves with best play. The nim-value is 0."),
        ((), 4, "Player 1 wins in 1 move with best play. The nim-value is 1."),
        ((2,), 4, "Player 1 has won."),
    ],
)
def test_the_verdict_is_a_sentence(moves: tuple[int, ...], start: int, sentence: str) -> None:
    """It names the winner, how soon, and the nim-value; after the end, who has won."""
    assert verdict(subject("countdown", *moves, start=start).analysis) == sentence


def test_a_page_is_whole_squares_around_its_sketch() -> None:
    """A small sketch is centred on a page of the least width; notes and legend are below it."""
    about = subject("countdown", start=12)
    sketch = Sketch(100, 50, [], [("win", "winning move"), ("pair", "pairs")], ["A note."])
    root = ElementTree.fromstring(draw_page(about, sketch))
    width, height = (int(root.get(name, "")) for name in ("width", "height"))
    assert width % SQUARE == height % SQUARE == 0
    (drawn,) = find(root, "sketch")
    left = float(drawn.get("transform", "").removeprefix("translate(").split()[0])
    assert left + 50 == width / 2
    assert words(root, "key") == "winning move pairs"
    assert words(root, "note") == "A note."


def test_how_to_win_is_drawn_below_the_reason() -> None:
    """Every diagram of the strategy is on the page, each with what it means."""
    root = picture("divider", 15, high=20)
    assert len(find(root, "diagram")) == 3
    top = max(float(line.get("y", "")) for line in find(root, "reason"))
    for caption in find(root, "caption"):
        assert top < float(caption.get("y", "")) < int(root.get("height", ""))
    assert "Arcs join partners. Two equal parts" in words(root, "caption")
    (arcs,) = (arc for arc in find(root, "arc") if arc.get("data-about") == "11 13")
    assert arcs.get("fill") == "none"


def test_lines_are_as_long_as_they_may_be() -> None:
    """Every line fits the width that is reckoned for it, and no word is lost."""
    text = "The numbers left form separate groups. " * 5
    lines = wrapped(text, 18, 400)
    assert all(text_width(line, 18) <= 400 for line in lines)
    assert " ".join(lines).split() == text.split()


def test_the_legend_explains_the_values_in_use() -> None:
    """Only values that occur are explained, wins first."""
    assert value_key(["loss", "win", "loss"], "number") == [
        ("win", "winning number"),
        ("loss", "losing number"),
    ]
    assert value_key(["unknown"]) == [("unknown", "not found in time")]
