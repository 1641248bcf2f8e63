"""The shapes in pictures."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.drawing.svg import centred, document, fitted, group, shape, write


@given(st.text(), st.text())
def test_no_text_breaks_out(text: str, attribute: str) -> None:
    """Whatever a text or attribute holds, the picture is well formed and shows it."""
    page = document(40, 40, text, text, [group([write(text, (1, 2), 3, class_=attribute)])])
    page.encode()
    root = ElementTree.fromstring(page)
    (drawn,) = [element for element in root.iter() if element.tag.endswith("text")]
    if text.isprintable() and attribute.isprintable():
        assert (drawn.text or "") == text
        assert drawn.get("class") == attribute


def test_markup_is_shown_not_obeyed() -> None:
    """Angle brackets and ampersands are escaped."""
    page = document(40, 40, "<b>", "&", [centred('<script>"&', (0, 0), 10)])
    assert "<script>" not in page
    assert '&lt;script&gt;"&amp;' in page


def test_figures_are_short() -> None:
    """Numbers have at most two decimals, no trailing zeros and no negative zero."""
    drawn = shape("rect", x=1.23456, y=20.0, width=-0.001, height=3, fill=None)
    assert drawn.attrib == {"x": "1.23", "y": "20", "width": "0", "height": "3"}


@pytest.mark.parametrize("text", ["", "4", "a title of some length", "w" * 500])
def test_a_fitted_text_is_never_wider_than_its_room(text: str) -> None:
    """Even in a font whose letters are 0.7 of its size wide it stays within the room."""
    drawn = fitted(text, (0, 0), 20, 150)
    shown, size = drawn.text or "", float(drawn.get("font-size", "0"))
    assert 0.7 * size * len(shown) <= 151
    assert shown == text or shown == f"{text[: len(shown) - 1]}…"
