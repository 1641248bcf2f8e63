"""Scripts and style sheets: bundled, named by their content, and compressed."""

from __future__ import annotations

import gzip
import re
from hashlib import sha256
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from divisor_duel.games.parts import page_file
from divisor_duel.games.registry import every_game
from divisor_duel.web.site import assets
from divisor_duel.web.site.assets import (
    REGISTRIES,
    STATIC,
    PageAssets,
    asset,
    bundle,
    file_response,
    style,
)

PAGES = sorted((STATIC / "pages").glob("*.js"))


def test_modules_become_one_script() -> None:
    """A bundle holds every module once, after those that it imports, and imports nothing."""
    text = bundle("/static/pages/play.js")
    order = re.findall(r'^modules\["([^"]+)"\] = ', text, re.M)
    assert len(order) == len(set(order))
    assert order[-1] == "/static/pages/play.js"
    assert order.index("/static/lib/dom.js") < order.index("/static/boards/tile.js")
    assert "/games/chain/page.js" in order
    assert not re.search(r"^(?:import|export)\b", text, re.M)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_page_can_be_bundled(path: Path) -> None:
    """The script of each page resolves to modules that exist, without circular imports."""
    entry = f"/static/pages/{path.name}"
    assert f'modules["{entry}"] = (() => {{' in bundle(entry)


@pytest.mark.parametrize("register", REGISTRIES)
def test_scripts_of_games_are_registered(register: str) -> None:
    """Each game that brings a script is entered under its id in the table of that script."""
    table, name = REGISTRIES[register]
    page = "play" if table == "BOARDS" else "start"
    entered = re.findall(
        rf'^modules\["{register}"\]\.{table}\["(\w+)"\] = modules\["([^"]+)"\]\.draw;$',
        bundle(f"/static/pages/{page}.js"),
        re.M,
    )
    bringing = [game for game, kind in every_game().items() if page_file(kind, name)]
    assert "chain" in bringing
    assert entered == [(game, f"/games/{game}/{name}") for game in bringing]


def test_wrong_imports_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A circular import is an error that names its path; so is a missing module."""
    sources = {
        "/static/a.js": 'import { b } from "./b.js";\nexport const a = b;\n',
        "/static/b.js": 'import { a } from "./a.js";\nexport const b = a;\n',
    }
    monkeypatch.setattr(assets, "read_module", sources.__getitem__)
    with pytest.raises(ValueError, match=re.escape("/static/a.js > /static/b.js > /static/a.js")):
        bundle("/static/a.js")
    monkeypatch.undo()
    with pytest.raises(ValueError, match=r"module not found: /games/chain/none\.js"):
        assets.read_module("/games/chain/none.js")


def test_style_sheets_need_no_further_request() -> None:
    """Images are inlined, and the boards' sheet is followed by those of the games."""
    text = style(["css/paper.css", "css/board.css"])
    assert "/static/" not in text
    assert "data:image/svg+xml;base64," in text
    assert text.index(".tile {") < text.index(".rungs {")


def test_names_contain_a_hash_of_the_content() -> None:
    """A changed file has a new name; the gzipped content is the same content."""
    made = asset("play.js", b"1;")
    assert made.address == f"/assets/play.{sha256(b'1;').hexdigest()[:10]}.js"
    assert gzip.decompress(made.small) == b"1;"
    assert asset("play.js", b"2;").name != made.name


def test_a_page_names_only_assets() -> None:
    """The addresses of a page's files become those of assets, which the page_assets then holds."""
    page_assets = PageAssets()
    page = page_assets.link_assets(
        "rules",
        '<link rel="stylesheet" href="/static/css/paper.css">\n'
        '<link rel="icon" href="/static/icon.svg">\n'
        '<script src="/static/lib/theme.js"></script>\n'
        '<script type="module" src="/static/pages/rules.js"></script>',
    )
    named = re.findall(r'"/assets/([^"]+)"', page)
    assert "/static/" not in page
    assert set(named) == set(page_assets.assets)
    assert [re.sub(r"\.\w{10}\.", ".", name) for name in named] == [
        *("rules.css", "icon.svg", "theme.js", "rules.js", "rules.js"),
    ]


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
