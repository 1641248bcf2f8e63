"""The pictures that a worker draws."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from divisor_duel.engine import DEFAULT
from divisor_duel.errors import DuelError
from divisor_duel.web.engine.pictures import picture
from divisor_duel.web.engine.query import Query

PNG = b"\x89PNG\r\n\x1a\n"
CARD = (1200, 630)


def drawn(query: Query) -> bytes:
    """The picture that a query asks for."""
    return picture(query, DEFAULT)


@pytest.mark.parametrize(
    ("query", "size"),
    [
        (Query("card", title="Divisor Duel", subtitle="Five games"), CARD),
        (Query("card", "chain", {"high": 20}, 2, (6, 12), title="Chain", subtitle="2..20"), CARD),
        (Query("puzzle card", "countdown", seed="7", subtitle="One move wins."), CARD),
        (Query("daily card", seed="2026-11-19", title="Puzzle 1", subtitle=""), CARD),
        (Query("result card", moves=(4, 1, 0, 1), title="Chain, easy"), CARD),
        (Query("icon", size=192), (192, 192)),
        (Query("icon", size=180), (180, 180)),
    ],
    ids=lambda value: value.kind if isinstance(value, Query) else "",
)
def test_every_picture_has_its_size(query: Query, size: tuple[int, int]) -> None:
    """Cards have the size of link previews, and icons the size in the query."""
    picture = drawn(query)
    assert picture.startswith(PNG)
    assert (int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])) == size


def test_a_position_is_not_drawn_as_another() -> None:
    """Moves, names and the first player are in the picture: changing one changes it."""
    plain = Query("card", "divider", {"high": 9}, 1, (4,), title="Divider", subtitle="2..9")
    changes: tuple[dict[str, Any], ...] = ({"moves": (5,)}, {"names": ("Ann", "Ben")}, {"first": 2})
    pictures = {drawn(plain)}
    for change in changes:
        fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
        pictures.add(drawn(Query(**(fields | change))))
    assert len(pictures) == 1 + len(changes)


def test_an_address_becomes_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """A QR code is an SVG; without its package the error says what to install."""
    query = Query("code", text="http://duel/g/abc")
    code = drawn(query)
    assert b"<svg" in code
    assert code == drawn(query)
    assert code != drawn(Query("code", text="http://duel/g/abd"))
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(DuelError, match="pip install segno"):
        drawn(query)
