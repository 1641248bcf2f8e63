"""How marks look in pictures: a style for each role."""

from __future__ import annotations

from divisor_duel.drawing.layouts.laid import Mark
from divisor_duel.drawing.style import FAINT, INK, PAPER, PENCIL, PLAYERS, VALUES
from divisor_duel.drawing.svg import Shape, shape, with_text
from divisor_duel.game import Player, Value

ONE, TWO = PLAYERS[Player.ONE], PLAYERS[Player.TWO]

STYLES: dict[str, dict[str, object]] = {
    "number": {"fill": INK},
    "bold": {"font_weight": "bold"},
    "aside": {"fill": PENCIL},
    "ends": {"fill": VALUES[Value.WIN]},
    "spoils": {"fill": VALUES[Value.LOSS]},
    "arc": {"fill": "none", "stroke": INK, "stroke_width": 1.1},
    "thick": {"stroke_width": 2.8},
    "ringed": {"fill": PAPER, "stroke": INK, "stroke_width": 2},
    "two": {"fill": PAPER, "stroke": FAINT},
    "part": {"fill": PAPER, "stroke": FAINT},
    "place": {"fill": PAPER, "stroke": FAINT},
    "divides": {"stroke": INK, "stroke_width": 0.9},
    "mirror": {"stroke": PENCIL, "stroke_width": 1.2, "stroke_dasharray": "6 4"},
    "block": {"fill": PAPER, "stroke": INK},
    "arrow": {"fill": "none", "stroke": PENCIL, "stroke_width": 1.3},
    "searched": {"fill": "none", "stroke": PENCIL, "stroke_dasharray": "5 4"},
    "track": {"stroke": FAINT, "stroke_width": 1.4},
    "rail": {"stroke": FAINT, "stroke_width": 1.3},
    "step": {"stroke_width": 1.8},
    "own": {},
    "sure": {"fill": PAPER, "stroke_width": 1.8},
    "maybe": {"fill": PAPER, "stroke": PENCIL, "stroke_dasharray": "4 3"},
    "player": {},
    "bar": {"stroke": INK, "stroke_width": 3},
    "face": {"fill": "none", "stroke": FAINT},
    "hour": {"fill": PAPER, "stroke": FAINT},
    "goal": {"stroke": INK, "stroke_width": 2},
    "now": {"fill": INK, "stroke": INK},
}
"""The style of each role of a shape."""

TEXT_ROLES = ("number", "bold", "aside", "ends", "spoils")
"""The roles that style a text; the others say to what it belongs."""


def shape_of(mark: Mark) -> Shape:
    """Return a mark as a shape in its style."""
    roles = mark.role.split()
    style = dict[str, object]()
    for role in roles:
        if mark.tag != "text" or role in TEXT_ROLES:
            style |= STYLES.get(role, {})
    style |= _colours(mark.tag, roles)
    place = {name.replace("-", "_"): value for name, value in mark.at.items()}
    about = " ".join(map(str, mark.about)) or None
    element = shape(mark.tag, **place, class_=mark.role, data_about=about, **style)
    return with_text(element, mark.text) if mark.tag == "text" else element


def _colours(tag: str, roles: list[str]) -> dict[str, object]:
    """Return the colours that depend on the player, and those of text on a dark background."""
    if tag == "text":
        return {"fill": PAPER, "font_weight": "bold"} if {"on", "now"} & {*roles} else {}
    player = ONE if "p1" in roles else TWO if "p2" in roles else None
    if player and {"own", "player"} & {*roles}:
        return {"fill": player}
    return {"stroke": player} if player and {"sure", "step"} & {*roles} else {}
