"""Pictures read back as numbers, lines and marks."""

from __future__ import annotations

from itertools import combinations
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from divisor_duel import GAMES, Record
from divisor_duel.drawing import draw
from divisor_duel.drawing.page import Subject
from divisor_duel.engine import analyze

SECONDS = 0.3
"""Little time for each picture: who wins is known at once where it matters here."""

SVG = "{http://www.w3.org/2000/svg}"


def subject(id: str, *moves: int, **options: Any) -> Subject[Any, Any]:
    """The position after `moves` and its analysis."""
    record = Record(GAMES[id](**options), moves)
    *_, position = record.positions()
    return Subject(record, analyze(record.game, position, SECONDS), SECONDS)


def picture(id: str, *moves: int, **options: Any) -> Element:
    """The drawing of the position after `moves`, read as XML."""
    return ElementTree.fromstring(draw(Record(GAMES[id](**options), moves), SECONDS))


def find(root: Element, name: str) -> list[Element]:
    """The elements of a class, in the order of drawing."""
    return [element for element in root.iter() if element.get("class") == name]


def numbers(root: Element, name: str = "node") -> list[int]:
    """The numbers that are drawn as nodes."""
    return [int(element.get("data-number", "")) for element in find(root, name)]


def between(root: Element, name: str) -> list[tuple[int, int]]:
    """The lines of a class as pairs of numbers."""
    pairs = [element.get("data-between", "").split() for element in find(root, name)]
    return [(int(one), int(two)) for one, two in pairs]


def marks(root: Element) -> dict[int, str | None]:
    """The mark at each node, or None where there is none."""
    found = {}
    for node in find(root, "node"):
        inside = [mark.get("data-value") for mark in find(node, "mark")]
        assert len(inside) <= 1
        found[int(node.get("data-number", ""))] = inside[0] if inside else None
    return found


def words(root: Element, name: str) -> str:
    """The text of a class, lines joined."""
    return " ".join(element.text or "" for element in find(root, name))


def hasse(present: set[int]) -> set[tuple[int, int]]:
    """Covering relations straight from their definition."""
    return {
        (low, high)
        for low in present
        for high in present
        if low < high
        and high % low == 0
        and not any(
            low < middle < high and middle % low == 0 and high % middle == 0 for middle in present
        )
    }


def relations(present: set[int]) -> set[tuple[int, int]]:
    """Every two numbers of which one divides the other."""
    pairs = combinations(sorted(present), 2)
    return {(low, high) for low, high in pairs if high % low == 0}
