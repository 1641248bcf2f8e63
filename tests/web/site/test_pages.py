"""Pages and their assets, as they are sent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from io import BytesIO

import httpx
import pytest
import segno
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from divisor_duel.drawing.style import INK, PAPER
from divisor_duel.web.site.assets import bundle
from tests.web.players import MakeTable, Table
from tests.web.servers import Server, serving


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that trusts proxies on this computer."""
    folder = tmp_path_factory.mktemp("proxied")
    database = str(folder / "games.sqlite3")
    with serving(database, folder / "log", proxies="loopback") as running:
        yield running


def test_modules_become_one_script() -> None:
    """A bundle holds every module once, after those that it imports, and imports nothing."""
    text = bundle("/static/pages/play.js")
    order = re.findall(r'^modules\["([^"]+)"\] = ', text, re.M)
    assert len(order) == len(set(order))
    assert order[-1] == "/static/pages/play.js"
    assert order.index("/static/lib/dom.js") < order.index("/static/boards/tile.js")
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


def test_a_link_says_what_it_is(make_table: MakeTable) -> None:
    """The preview of a game's link names the players, the game and how it stands."""
    table = make_table("chain", names={"1": "<Ann>", "2": "Ben"})
    table.play(24)
    page = table.client.get(f"/g/{table.id}").text
    assert 'property="og:title" content="Divisor Duel: Chain: &lt;Ann&gt; against Ben"' in page
    assert "Ben to move after 1 move." in page
    assert "<Ann>" not in page


@pytest.mark.parametrize("path", ["/nowhere", "/g/none", "/rules/none"])
def test_errors_are_pages_for_people(client: httpx.Client, path: str) -> None:
    """Who reads pages gets one that leads home; a program gets JSON."""
    page = client.get(path, headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert 'href="/"' in page.text
    assert "error" in client.get(path, headers={"accept": "*/*"}).json()


@pytest.mark.parametrize(
    "path",
    [
        "/picture.png",
        "/picture.png?game=divider&moves=4",
        "/daily/picture.png",
        "/daily/result.png?game=chain&grade=easy&result=4:01.1",
    ],
)
def test_pictures_are_drawn(client: httpx.Client, path: str) -> None:
    """Previews have pictures of the size that is asked for everywhere."""
    sent = client.get(path)
    assert sent.headers["content-type"] == "image/png"
    assert sent.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


def test_a_result_that_cannot_be_has_no_picture(client: httpx.Client) -> None:
    """Four tries, or an unknown game, are refused in a sentence."""
    for wrong in ("game=chain&result=4:0000.0", "game=chess&result=4:1.0"):
        sent = client.get(f"/daily/result.png?{wrong}")
        assert sent.status_code in (404, 422)
        assert sent.json()["error"]


def test_previews_name_their_pictures(client: httpx.Client) -> None:
    """A link to a position or a puzzle has a picture of it, and a position that cannot be none."""
    page = client.get("/explore?game=chain&moves=24.12").text
    assert "/picture.png?game=chain&amp;moves=24.12" in page
    puzzle = client.get("/puzzle?game=chain&seed=7").text
    assert "/puzzle/picture.png?game=chain&amp;seed=7" in puzzle
    assert "<title>Divisor Duel: Chain: a puzzle</title>" in puzzle
    assert "<title>Divisor Duel: puzzles</title>" in client.get("/puzzle").text
    assert client.get("/explore?game=chain&moves=24.13").status_code == 422
    assert client.get("/qr.svg?path=/daily").headers["content-type"] == "image/svg+xml"
    assert client.get("/qr.svg?path=//elsewhere").status_code == 422


FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "duel.example.org"}


def preview_and_code(client: httpx.Client, headers: dict[str, str]) -> tuple[str, bytes]:
    """Return the address of the start page's preview picture, and the QR code of `/`."""
    page = client.get("/", headers=headers).text
    found = re.search(r'"og:image" content="([^"]+)"', page)
    assert found
    return found[1], client.get("/qr.svg?path=/", headers=headers).content


def code_of(address: str) -> bytes:
    """Return the QR code of an address, as the server draws it."""
    out = BytesIO()
    segno.make(address, micro=False).save(out, kind="svg", scale=6, dark=INK, light=PAPER)
    return out.getvalue()


@pytest.mark.parametrize(
    ("headers", "root"),
    [
        (FORWARDED, "https://duel.example.org"),
        ({"X-Forwarded-Proto": "https"}, "https://127.0.0.1:{port}"),
        (
            {"X-Forwarded-Proto": "http, https", "Host": "duel.example.org"},
            "https://duel.example.org",
        ),
        ({"X-Forwarded-Proto": "gopher"}, "http://127.0.0.1:{port}"),
        ({"X-Forwarded-Host": "evil.example, duel.example.org"}, "http://duel.example.org"),
        ({"X-Forwarded-Host": "a b<c"}, "http://127.0.0.1:{port}"),
        ({}, "http://127.0.0.1:{port}"),
    ],
)
def test_links_behind_a_proxy(proxied: Server, headers: dict[str, str], root: str) -> None:
    """Previews and QR codes use the scheme and host that a trusted proxy forwards."""
    root = root.format(port=proxied.port)
    with proxied.client() as client:
        assert preview_and_code(client, headers) == (f"{root}/picture.png", code_of(f"{root}/"))


def test_forwarded_links_of_strangers_are_ignored(server: Server, client: httpx.Client) -> None:
    """Without a trusted proxy the same headers change neither previews nor QR codes."""
    plain = (f"{server.url}/picture.png", code_of(f"{server.url}/"))
    assert preview_and_code(client, FORWARDED) == plain


def test_live_connections_behind_a_proxy(proxied: Server) -> None:
    """The page of the forwarded host may open a live connection, and no other page."""
    with proxied.client() as client:
        address = f"ws://127.0.0.1:{proxied.port}{Table(client, 'divider').path}/live"
    patient = partial(connect, address, open_timeout=300, additional_headers=FORWARDED)
    with patient(origin=Origin("https://duel.example.org")) as connection:
        assert "state" in str(connection.recv(timeout=300))
    with pytest.raises(InvalidStatus):
        patient(origin=Origin("https://evil.example"))
