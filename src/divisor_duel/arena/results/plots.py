"""The plots of a report: estimates with their intervals, and mistakes by distance."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from xml.etree.ElementTree import tostring

from divisor_duel.arena.results.ratings import Estimate
from divisor_duel.arena.results.scores import DISTANCES
from divisor_duel.drawing.style import FAINT, INK, PENCIL, PLAYERS
from divisor_duel.drawing.svg import Shape, circle, group, line, rectangle, shape, with_text, write
from divisor_duel.game import Player

WIDTH, LABELS, RIGHT, ROW, FOOT = 720, 200, 60, 28, 34
STEPS = (50.0, 100.0, 200.0, 500.0, 1000.0)
"""Possible steps between tick labels on the rating axis."""

SHADES = ("#5b1a3f", "#8c3f73", "#bd7fa8", "#dcb9cf", "#b4bdc4")
"""Colours of mistakes: darker if the end of the game was nearer."""


def _picture(rows: int, title: str, shapes: Sequence[Shape]) -> str:
    height = rows * ROW + FOOT
    root = shape(
        "svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        role="img",
        fill=INK,
        aria_label=title,
    )
    root.append(with_text(shape("title"), title))
    root.extend(shapes)
    return tostring(root, encoding="unicode")


def short(name: str) -> str:
    """Shorten a name to fit beside a plot."""
    return name if len(name) <= 24 else f"{name[:21]}..."


def intervals(
    title: str,
    rows: Sequence[tuple[str, Estimate | None]],
    span: tuple[float, float] | None,
    label: Callable[[float], str],
) -> str:
    """Plot a dot with an interval bar for each row, on the scale `span` if given."""
    known = [estimate for _, estimate in rows if estimate]
    low, high, step = (*span, 0.25) if span else _round_span(known)

    def at(value: float) -> float:
        return LABELS + (value - low) / (high - low) * (WIDTH - LABELS - RIGHT)

    floor = len(rows) * ROW + 4
    shapes = [line((LABELS, floor), (WIDTH - RIGHT, floor), stroke=INK)]
    for number in range(round((high - low) / step) + 1):
        value = low + number * step
        shapes.append(line((at(value), 4), (at(value), floor), stroke=FAINT, stroke_width=0.5))
        shapes.append(
            write(label(value), (at(value), floor + 18), 13, text_anchor="middle", fill=PENCIL)
        )
    for number, (name, estimate) in enumerate(rows):
        shapes.append(_interval_row(number, name, estimate, at, label))
    return _picture(len(rows), title, shapes)


def _round_span(known: Sequence[Estimate]) -> tuple[float, float, float]:
    """Return both ends and the step of a round scale that covers all intervals."""
    low = min((estimate["low"] for estimate in known), default=0.0)
    high = max((estimate["high"] for estimate in known), default=0.0)
    step = next((unit for unit in STEPS if (high - low) / unit <= 6), STEPS[-1])
    return math.floor(low / step) * step, math.floor(high / step + 1) * step, step


def _interval_row(
    number: int,
    name: str,
    estimate: Estimate | None,
    at: Callable[[float], float],
    label: Callable[[float], str],
) -> Shape:
    middle = number * ROW + ROW / 2 + 4
    parts = [write(short(name), (LABELS - 12, middle + 5), 15, text_anchor="end")]
    if estimate:
        value, low, high = estimate["value"], estimate["low"], estimate["high"]
        words = f"{name}: {label(value)}, 95% interval {label(low)} to {label(high)}"
        colour = PLAYERS[Player.ONE]
        parts += [
            with_text(shape("title"), words),
            line((at(low), middle), (at(high), middle), stroke=colour, stroke_width=2),
            circle((at(value), middle), 5, fill=colour),
            write(label(value), (WIDTH - RIGHT + 10, middle + 5), 14),
        ]
    return group(parts, class_="estimate")


def mistakes(rows: Sequence[tuple[str, Mapping[str, float]]]) -> str:
    """Plot mistakes per game as bars, stacked by the plies to the end of the game."""
    longest = max((sum(counts.values()) for _, counts in rows), default=0.0) or 1.0
    scale = (WIDTH - LABELS - RIGHT) / longest
    shapes: list[Shape] = []
    for number, (name, counts) in enumerate(rows):
        top, x = number * ROW + 6.0, float(LABELS)
        shapes.append(write(short(name), (LABELS - 12, top + 15), 15, text_anchor="end"))
        for part, shade in zip(DISTANCES, SHADES, strict=True):
            width = counts[part] * scale
            bar = rectangle((x, top), width, ROW - 8, fill=shade, class_="mistakes")
            bar.append(
                with_text(shape("title"), f"{name}, {part} plies: {counts[part]:.3f} a game")
            )
            shapes.append(bar)
            x += width
        shapes.append(write(f"{sum(counts.values()):.2f}", (x + 8, top + 15), 14))
    level, x = len(rows) * ROW + 22.0, float(LABELS)
    for part, shade in zip(DISTANCES, SHADES, strict=True):
        shapes.append(rectangle((x, level - 11), 12, 12, fill=shade))
        shapes.append(write(part, (x + 18, level), 13, fill=PENCIL))
        x += 80
    return _picture(len(rows), "Mistakes per game by plies to the end", shapes)
