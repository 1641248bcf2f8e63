"""The shapes that pictures are made of."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.drawing.svg import centred, document, group, shape, write


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
    """Numbers have two decimals at the most, no trailing zeros and no negative zero."""
    drawn = shape("rect", x=1.23456, y=20.0, width=-0.001, height=3, fill=None)
    assert drawn.attrib == {"x": "1.23", "y": "20", "width": "0", "height": "3"}
