"""How marks look in pictures."""

from __future__ import annotations

from divisor_duel.drawing.layouts.laid import box, label, path
from divisor_duel.drawing.layouts.styles import shape_of
from divisor_duel.drawing.style import PAPER, PLAYERS
from divisor_duel.game import Player


def test_roles_decide_the_style() -> None:
    """A thick arc is a thicker arc; a player's marks have the player's colour."""
    thin, thick = (shape_of(path(role, "M0 0L1 1", (2, 3))) for role in ("arc", "arc thick"))
    assert float(thick.get("stroke-width", 0)) > float(thin.get("stroke-width", 0))
    assert thick.get("data-about") == "2 3"
    assert shape_of(box("own p2", (0, 0), (9, 9))).get("fill") == PLAYERS[Player.TWO]
    assert shape_of(box("sure p1", (0, 0), (9, 9))).get("stroke") == PLAYERS[Player.ONE]


def test_a_text_has_no_outline_and_is_light_on_dark() -> None:
    """A number has the paper's colour on a filled frame, and never a frame's outline."""
    text = shape_of(label("7", (0, 0), 15, "number on own p1"))
    assert (text.text, text.get("fill"), text.get("stroke")) == ("7", PAPER, None)
