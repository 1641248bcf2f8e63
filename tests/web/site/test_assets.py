"""Scripts and style sheets as they are sent: addresses by content, cached and compressed."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from divisor_duel.games.registry import every_game
from divisor_duel.web.site.assets import PageAssets, file_response
from divisor_duel.web.site.bundles import read_bundles
from divisor_duel.web.site.files import STYLES, imported_modules, site_files

FILES = site_files(every_game())


def addresses(tags: dict[str, str], kind: str) -> list[str]:
    """The paths, below the hash, of what tags load in some way."""
    return re.findall(rf'{kind}="/assets/\w{{10}}/([^"]+)"', "\n".join(tags.values()))


@pytest.mark.parametrize("page", STYLES)
def test_without_bundles_a_page_names_all_its_modules(page: str) -> None:
    """All are fetched at once, instead of one after another; the sheets are in order."""
    assets = PageAssets(FILES, None)
    tags = assets.tags(page)
    assert addresses(tags, "src") == ["lib/theme.js", f"pages/{page}.js"]
    modules = imported_modules(f"pages/{page}.js", FILES)
    assert addresses({"script": tags["script"]}, 'rel="modulepreload" href') == modules
    assert addresses(tags, 'rel="stylesheet" href')[0] == "css/paper.css"
    named = re.findall(r'"/assets/([^"]+)"', "\n".join(tags.values()))
    assert set(named) <= set(assets.assets)


def test_with_bundles_a_page_loads_few_files(bundles: Path) -> None:
    """An icon, a sheet, the theme and a script."""
    made = read_bundles(FILES, bundles)
    assert made
    assets = PageAssets(FILES, made)
    named = addresses(assets.tags("play"), "(?:href|src)")
    assert named == ["icon.svg", "lib/theme.js", "pages/play.css", "pages/play.js"]
    assert (
        assets.assets[assets.address("pages/play.js").removeprefix("/assets/")].body
        == (made["pages/play.js"])
    )
    assert not [name for name in assets.assets if name.endswith("/lib/dom.js")]


def test_a_release_shares_no_address_with_another() -> None:
    """If one file changes, all addresses do: modules name each other by plain paths."""
    one, two = PageAssets(FILES, None), PageAssets({**FILES, "lib/text.js": b""}, None)
    assert not set(one.assets) & set(two.assets)
    assert set(one.assets) == set(PageAssets(dict(FILES), None).assets)


def test_assets_are_kept_and_compressed(client: httpx.Client) -> None:
    """A page's files have names of their own, may be cached for a year, and come compressed."""
    page = client.get("/")
    names = set(re.findall(r'"(/assets/[^"]+)"', page.text))
    assert len(names) >= 4
    for name in names:
        sent = client.get(name)
        assert "immutable" in sent.headers["cache-control"]
        assert sent.headers["content-encoding"] == "gzip"
        plain = client.get(name, headers={"accept-encoding": "identity"})
        assert plain.content == sent.content
        assert "content-encoding" not in plain.headers
    assert page.headers["cache-control"] == "no-cache"
    assert client.get("/assets/0000000000/pages/start.js").status_code == 404


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
