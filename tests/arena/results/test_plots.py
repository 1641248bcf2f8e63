"""Plots of a report: where the dots and bars are."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from divisor_duel.arena.results.plots import LABELS, RIGHT, WIDTH, intervals, mistakes, short
from divisor_duel.arena.results.ratings import Estimate
from divisor_duel.arena.results.scores import DISTANCES


def read(picture: str) -> Element:
    """The picture as XML."""
    return ElementTree.fromstring(picture)


def texts(root: Element) -> list[str]:
    """All words in a picture, without titles."""
    return [element.text or "" for element in root.iter("text")]


def test_an_estimate_is_a_dot_on_its_interval() -> None:
    """On a given scale a value is at its share of the width, and its bar from low to high."""
    rows: list[tuple[str, Estimate | None]] = [
        ("half", {"value": 0.5, "low": 0.25, "high": 1.0}),
        ("none", None),
    ]
    root = read(intervals("Win rates", rows, (0, 1), lambda value: f"{value:.0%}"))
    first, second = (group for group in root.iter("g") if group.get("class") == "estimate")
    (dot,), (bar,) = first.findall("circle"), first.findall("line")
    across = WIDTH - LABELS - RIGHT
    assert float(dot.get("cx", "")) == LABELS + across / 2
    ends = [float(bar.get(name, "")) for name in ("x1", "x2")]
    assert ends == [LABELS + across / 4, LABELS + across]
    assert first.findtext("title") == "half: 50%, 95% interval 25% to 100%"
    assert second.find("circle") is None
    assert {"0%", "25%", "100%", "half", "none"} <= set(texts(root))


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (-30.0, 90.0, ["-50", "0", "50", "100"]),
        (0.0, 3000.0, ["0", "500", "1000", "1500", "2000", "2500", "3000", "3500"]),
    ],
)
def test_ratings_get_a_round_scale(low: float, high: float, ticks: list[str]) -> None:
    """The scale covers every interval in a few round steps."""
    rows: list[tuple[str, Estimate | None]] = [
        ("a", {"value": (low + high) / 2, "low": low, "high": high})
    ]
    root = read(intervals("Ratings", rows, None, lambda value: f"{value:.0f}"))
    middle = [text.text for text in root.iter("text") if text.get("text-anchor") == "middle"]
    assert middle == ticks


def test_bars_are_as_long_as_the_mistakes() -> None:
    """The player with most mistakes fills the width, others have their share, in order."""
    counts = [dict.fromkeys(DISTANCES, 0.0) | {"1-2": 2.0, "9+": 2.0}]
    counts.append(dict.fromkeys(DISTANCES, 0.0) | {"unknown": 1.0})
    root = read(mistakes([("many", counts[0]), ("few", counts[1])]))
    bars = [bar for bar in root.iter("rect") if bar.get("class") == "mistakes"]
    widths = [float(bar.get("width", "")) for bar in bars]
    whole = WIDTH - LABELS - RIGHT
    assert widths == [whole / 2, 0, 0, whole / 2, 0, 0, 0, 0, 0, whole / 4]
    assert bars[0].findtext("title") == "many, 1-2 plies: 2.000 a game"
    assert {"4.00", "1.00", *DISTANCES} <= set(texts(root))
    assert read(mistakes([("none", dict.fromkeys(DISTANCES, 0.0))])) is not None


def test_long_names_are_cut() -> None:
    """A name of more than 24 characters ends in dots."""
    assert short("x" * 24) == "x" * 24
    assert short("x" * 25) == "x" * 21 + "..."
