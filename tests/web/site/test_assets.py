"""Scripts and style sheets of the pages."""

from __future__ import annotations

import re

import httpx

from divisor_duel.web.site.assets import bundle


def test_modules_become_one_script() -> None:
    """A bundle holds every module once, after those that it imports, and imports nothing."""
    text = bundle("/static/play.js")
    order = re.findall(r'^modules\["([^"]+)"\] = ', text, re.M)
    assert len(order) == len(set(order))
    assert order[-1] == "/static/play.js"
    assert order.index("/static/dom.js") < order.index("/static/boards/tile.js")
    assert "/games/chain/page.js" in order
    assert not re.search(r"^(?:import|export)\b", text, re.M)


def test_assets_are_kept_and_compressed(client: httpx.Client) -> None:
    """What a page needs has a name of its own, may be kept for a year, and comes compressed."""
    page = client.get("/")
    names = set(re.findall(r'"(/assets/[^"]+)"', page.text))
    assert len(names) >= 3
    for name in names:
        sent = client.get(name)
        assert "immutable" in sent.headers["cache-control"]
        assert sent.headers["content-encoding"] == "gzip"
        plain = client.get(name, headers={"accept-encoding": "identity"})
        assert plain.content == sent.content
        assert "content-encoding" not in plain.headers
    assert page.headers["cache-control"] == "no-cache"
    assert client.get("/assets/start.0000000000.js").status_code == 404
