"""The pages: their titles, their link previews, and their addresses behind a proxy."""

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
from tests.web.players import MakeTable, Table
from tests.web.servers import Server, serving


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that trusts proxies on this computer."""
    folder = tmp_path_factory.mktemp("proxied")
    database = str(folder / "games.sqlite3")
    with serving(database, folder / "log", proxies="loopback") as running:
        yield running


def test_a_link_says_what_it_is(make_table: MakeTable) -> None:
    """The preview of a game's link names the players, the game and how it stands."""
    table = make_table("chain", names={"1": "<Ann>", "2": "Ben"})
    table.play(24)
    page = table.client.get(f"/g/{table.id}").text
    assert 'property="og:title" content="Divisor Duel: Chain: &lt;Ann&gt; against Ben"' in page
    assert "After 1 move, Ben is next." in page
    assert "<Ann>" not in page


@pytest.mark.parametrize("path", ["/nowhere", "/g/none", "/rules/none"])
def test_errors_are_pages_for_people(client: httpx.Client, path: str) -> None:
    """Who reads pages gets one that leads home; a program gets JSON."""
    page = client.get(path, headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert 'href="/"' in page.text
    assert "error" in client.get(path, headers={"accept": "*/*"}).json()


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
        ({"X-Forwarded-Proto": "HTTPS"}, "https://127.0.0.1:{port}"),
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
