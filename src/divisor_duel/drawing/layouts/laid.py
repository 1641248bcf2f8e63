"""What a diagram consists of once it has its place: marks with a role and coordinates.

A role says what a mark is, such as ``arc`` or ``number``, and not how it looks: pictures take its
style from `styles.py`, the page from its style sheet. Lengths are in SVG units, in which the
narrowest picture is `NARROWEST` wide, a phone's width.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from divisor_duel.drawing.svg import Point

NARROWEST = 320
"""Width of the narrowest layout, in SVG units; diagrams fit into it."""

LETTER = 0.58
"""Width of a digit or letter, as a fraction of the font size."""

Named: TypeAlias = Callable[[int], str]
"""How to write a move: `Game.format_move`."""


class Mark(NamedTuple):
    """One shape or text of a diagram."""

    tag: str
    """The SVG element: ``path``, ``circle``, ``rect`` or ``text``."""
    role: str
    """What it is, as one or more classes: ``arc thick``."""
    at: dict[str, float | str]
    """Its coordinates, as SVG attributes."""
    text: str = ""
    """What a text says."""
    about: tuple[int, ...] = ()
    """The numbers that it belongs to."""


class Laid(NamedTuple):
    """A diagram with every mark in its place, from back to front."""

    width: float
    """The width."""
    height: float
    """The height."""
    marks: tuple[Mark, ...]
    """The marks."""
    note: str = ""
    """What is left out, in a sentence; empty if everything is drawn."""


def width_of(text: str, size: float) -> float:
    """Return about how wide a text is."""
    return LETTER * size * len(text)


def label(
    text: str, at: Point, size: float, role: str = "number", about: Iterable[int] = ()
) -> Mark:
    """Return a text centred on a point; a digit is two thirds of the font size high."""
    place: dict[str, float | str] = {"x": at[0], "y": at[1] + 0.33 * size, "font-size": size}
    return Mark("text", role, place | {"text-anchor": "middle"}, text, tuple(about))


def words(text: str, at: Point, size: float, role: str = "aside") -> Mark:
    """Return a text whose baseline starts at a point."""
    return Mark("text", role, {"x": at[0], "y": at[1], "font-size": size}, text)


def path(role: str, d: str, about: Iterable[int] = ()) -> Mark:
    """Return a path."""
    return Mark("path", role, {"d": d}, "", tuple(about))


def line(role: str, begin: Point, end: Point, about: Iterable[int] = ()) -> Mark:
    """Return a straight line."""
    return path(role, f"M{begin[0]:.1f} {begin[1]:.1f}L{end[0]:.1f} {end[1]:.1f}", about)


def ring(role: str, at: Point, radius: float, about: Iterable[int] = ()) -> Mark:
    """Return a circle."""
    return Mark("circle", role, {"cx": at[0], "cy": at[1], "r": radius}, "", tuple(about))


def box(
    role: str, corner: Point, size: Point, round_: float = 0, about: Iterable[int] = ()
) -> Mark:
    """Return a rectangle from its upper left corner."""
    place: dict[str, float | str] = {"x": corner[0], "y": corner[1]}
    place |= {"width": size[0], "height": size[1], "rx": round_}
    return Mark("rect", role, place, "", tuple(about))


def moved(marks: Iterable[Mark], right: float, down: float) -> list[Mark]:
    """Return marks without paths, moved."""
    names = {"x": right, "cx": right, "y": down, "cy": down}
    return [
        mark._replace(
            at={
                name: value + names.get(name, 0) if isinstance(value, int | float) else value
                for name, value in mark.at.items()
            }
        )
        for mark in marks
    ]


def shortened(texts: list[str], size: float, room: float) -> tuple[str, int]:
    """Return texts joined by spaces, as many as fit, and how many are left out."""
    shown = len(texts)
    while (
        shown > 1 and width_of(" ".join([*texts[:shown], "…"[: shown < len(texts)]]), size) > room
    ):
        shown -= 1
    more = " …" if shown < len(texts) else ""
    return " ".join(texts[:shown]) + more, len(texts) - shown
