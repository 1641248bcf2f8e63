"""The few shapes that pictures consist of, as SVG elements.

Every text goes through the standard library's XML writer, so no text in a picture can
inject markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, indent, tostring

from divisor_duel.drawing.style import FONT, GRID, INK, PAPER, SQUARE

Shape = Element
Point = tuple[float, float]

WIDEST = 0.7
"""Width of a letter in the widest font, as a fraction of the font size."""
LEAST_FONT_SIZE = 0.45
"""Minimum font size of a text that is shrunk to fit, as a fraction of its size."""

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML forbids even when escaped, such as control characters."""


def shape(tag: str, /, **attributes: object) -> Shape:
    """Return an element; ``_`` in an attribute name becomes ``-``, at its end nothing."""
    element = Element(tag)
    for name, value in attributes.items():
        if value is not None:
            element.set(name.rstrip("_").replace("_", "-"), _plain(value))
    return element


def with_text(element: Shape, text: str) -> Shape:
    """Put a text into an element and return it."""
    element.text = _FORBIDDEN.sub("\ufffd", text)
    return element


def _plain(value: object) -> str:
    """Format a value; floats get at most two decimals, to keep files short."""
    if isinstance(value, float):
        text = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text
    return _FORBIDDEN.sub("\ufffd", str(value))


def group(children: Iterable[Shape], **attributes: object) -> Shape:
    """Group shapes."""
    element = shape("g", **attributes)
    element.extend(children)
    return element


def line(begin: Point, end: Point, **style: object) -> Shape:
    """Draw a straight line."""
    return shape("line", x1=begin[0], y1=begin[1], x2=end[0], y2=end[1], **style)


def arc(begin: Point, bend: Point, end: Point, **style: object) -> Shape:
    """Draw a curve from `begin` to `end` with the control point `bend`."""
    x, y, p, q, u, v = (_plain(float(part)) for part in (*begin, *bend, *end))
    return shape("path", d=f"M{x} {y}Q{p} {q} {u} {v}", fill="none", **style)


def circle(centre: Point, radius: float, **style: object) -> Shape:
    """Draw a circle."""
    return shape("circle", cx=centre[0], cy=centre[1], r=radius, **style)


def rectangle(corner: Point, width: float, height: float, **style: object) -> Shape:
    """Draw a rectangle from its upper left corner."""
    return shape("rect", x=corner[0], y=corner[1], width=width, height=height, **style)


def write(text: str, at: Point, size: float, **style: object) -> Shape:
    """Draw text whose baseline starts at `at`, unless ``text_anchor`` is given."""
    return with_text(shape("text", x=at[0], y=at[1], font_size=size, **style), text)


def centred(text: str, at: Point, size: float, **style: object) -> Shape:
    """Draw text centred on a point; a digit is two thirds of the font size high."""
    return write(text, (at[0], at[1] + 0.33 * size), size, text_anchor="middle", **style)


def fitted(text: str, at: Point, size: float, room: float, **style: object) -> Shape:
    """Draw text no wider than `room`: shrunk, and cut short if that is not enough."""
    letters = max(1, int(room / (WIDEST * LEAST_FONT_SIZE * size)))
    shown = text if len(text) <= letters else f"{text[: letters - 1]}…"
    return write(shown, at, min(size, room / (WIDEST * max(1, len(shown)))), **style)


def document(
    width: float, height: float, title: str, description: str, shapes: Iterable[Shape]
) -> str:
    """Return the whole picture on squared paper, described for screen readers."""
    root = shape(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_plain(width)} {_plain(height)}",
        width=width,
        height=height,
        role="img",
        aria_labelledby="picture-title picture-description",
        font_family=FONT,
        fill=INK,
        style="font-variant-numeric: lining-nums tabular-nums",
    )
    root.append(with_text(shape("title", id="picture-title"), title))
    root.append(with_text(shape("desc", id="picture-description"), description))
    root.extend(_paper(width, height))
    root.extend(shapes)
    indent(root, "")
    return tostring(root, encoding="unicode") + "\n"


def _paper(width: float, height: float) -> list[Shape]:
    pattern = shape(
        "pattern", id="squares", width=SQUARE, height=SQUARE, patternUnits="userSpaceOnUse"
    )
    corner = f"M{SQUARE} 0H0V{SQUARE}"
    pattern.append(shape("path", d=corner, fill="none", stroke=GRID))
    definitions = shape("defs")
    definitions.append(pattern)
    return [
        definitions,
        rectangle((0, 0), width, height, fill=PAPER),
        rectangle((0, 0), width, height, fill="url(#squares)"),
    ]
