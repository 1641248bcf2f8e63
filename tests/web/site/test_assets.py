"""Scripts and style sheets of the pages."""

from __future__ import annotations

import gzip
import re

import httpx
import pytest
from starlette.requests import Request

from divisor_duel.web.site import assets
from divisor_duel.web.site.assets import PageAssets, asset, bundle, file_response, read_module


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
    """Assets have a hash in their name, can be cached for a year, and are compressed."""
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


def test_the_name_of_an_asset_depends_on_its_content() -> None:
    """Equal content has the same name and the same compressed bytes; other content has not."""
    one, same, other = asset("a.js", b"1"), asset("a.js", b"1"), asset("a.js", b"2")
    assert one == same
    assert one.name != other.name
    assert re.fullmatch(r"a\.[0-9a-f]{10}\.js", one.name)
    assert (one.address, gzip.decompress(one.small)) == (f"/assets/{one.name}", b"1")


def test_modules_that_import_each_other_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A circle of imports cannot be bundled; the error names it."""
    sources = {
        "/static/a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
        "/static/b.js": 'import { a } from "./a.js";\nexport const b = 2;\n',
        "/static/c.js": 'import * as d from "./d.js";\nexport function c() {}\n',
        "/static/d.js": "/** Documented. */\nexport const d = 4;\n",
    }
    monkeypatch.setattr(assets, "read_module", sources.__getitem__)
    with pytest.raises(ValueError, match=r"/static/a\.js > /static/b\.js > /static/a\.js"):
        bundle("/static/a.js")
    assert bundle("/static/c.js") == (
        "const modules = {};\n"
        'modules["/static/d.js"] = (() => {\nconst d = 4;\nreturn { d };\n})();\n'
        'modules["/static/c.js"] = (() => {\nconst d = modules["/static/d.js"];\n'
        "function c() {}\nreturn { c };\n})();\n"
    )


def test_a_script_that_does_not_exist_is_an_error() -> None:
    """A module is one of the site's or of a game; any other is not found."""
    assert "export" in read_module("/games/chain/page.js")
    with pytest.raises(ValueError, match=r"module not found: /games/chain/none.js"):
        read_module("/games/chain/none.js")


@pytest.mark.parametrize(("accepted", "sent"), [("gzip, br", b"x" * 500), ("identity", b"x" * 500)])
def test_a_file_is_compressed_if_the_client_can_read_it(accepted: str, sent: bytes) -> None:
    """Either way the content is the same, and caches know that it depends on the header."""
    headers = [(b"accept-encoding", accepted.encode())]
    response = file_response(Request({"type": "http", "headers": headers}), sent, "text/plain")
    zipped = response.headers.get("content-encoding") == "gzip"
    assert zipped == ("gzip" in accepted)
    body = bytes(response.body)
    assert (gzip.decompress(body) if zipped else body) == sent
    assert response.headers["vary"] == "accept-encoding"


def test_a_page_links_the_assets_that_it_builds() -> None:
    """Style sheets in a row become one, and all addresses lead to stored files."""
    built = PageAssets()
    page = built.link_assets(
        "start",
        '<link rel="stylesheet" href="/static/css/paper.css">\n'
        '<link rel="stylesheet" href="/static/css/start.css">\n',
    )
    (address,) = re.findall(r'href="/assets/([^"]+)"', page)
    assert address.startswith("start.")
    assert list(built.assets) == [address]
