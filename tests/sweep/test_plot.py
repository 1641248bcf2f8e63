"""The plot of a sweep: one mark for each size, all on the paper."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from divisor_duel import GAMES
from divisor_duel.sweep import (
    Plan,
    Row,
    run_serially,
)
from divisor_duel.sweep.plot import plot

COUNTDOWN = Plan(GAMES["countdown"], {}, "start", range(1, 41))
SVG = "{http://www.w3.org/2000/svg}"
TIMED_OUT = Row(9, "unknown", None, None, (), 4, 0.5)


def marks(picture: str) -> list[str]:
    """The classes of the marks in a picture, in its order."""
    classes = [element.get("class", "") for element in ElementTree.fromstring(picture).iter()]
    return [name for name in classes if name.startswith("mark ")]


def test_the_plot_has_one_mark_for_each_size() -> None:
    """The picture is well-formed, says what it shows, and marks every size by its winner."""
    rows = [*run_serially(COUNTDOWN.tasks())]
    rows[5] = replace(rows[5], winner="unknown", remoteness=None)
    picture = plot(COUNTDOWN, rows)
    assert marks(picture) == [f"mark {row.winner}" for row in rows]
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Divisor Duel: Countdown, start 1 to 40: who wins"
    assert "second player wins: 23, not known: 1." in (root.findtext(f"{SVG}desc") or "")
    written = [text.text for text in root.iter(f"{SVG}text")]
    assert {"start", "moves to the end", "10", "40"} <= set(written)


@pytest.mark.parametrize("sizes", [range(5, 6), range(10**18 - 50, 10**18), range(1, 9999, 3)])
def test_any_range_can_be_drawn(sizes: range) -> None:
    """One size, huge sizes and thousands of sizes keep all marks on the paper and in order."""
    plan = Plan(GAMES["countdown"], {}, "start", sizes)
    rows = [replace(TIMED_OUT, size=size) for size in sizes]
    root = ElementTree.fromstring(plot(plan, rows))
    rings = [ring for group in root.iter(f"{SVG}g") for ring in group.findall(f"{SVG}circle")]
    middles = [float(ring.get("cx", "")) for ring in rings if ring.get("stroke")][-len(sizes) :]
    assert middles == sorted(middles)
    assert 0 < middles[0] <= middles[-1] < float(root.get("width", ""))
