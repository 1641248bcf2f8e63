"""Two people far apart: live moves, lost networks, consent."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from benchmarks.crowd.players import hello, move_message
from tests.web.browser.conftest import OpenPage, everywhere_online
from tests.web.browser.table import begin, choose_setup, expect_moves, tile


def meet(open_page: OpenPage, game: str = "chain") -> tuple[Page, Page, str]:
    """Two browsers in the two seats, and the link to watch."""
    host = open_page("/")
    choose_setup(host, game, "a friend with a link")
    host.get_by_role("button", name="Close").click()
    invitation = host.get_by_role("button", name="Copy link: For your friend")
    watch = host.get_by_role("button", name="Copy link: For watching").get_attribute("data-address")
    address = invitation.get_attribute("data-address")
    assert address
    assert watch
    assert "#seat=" in address
    assert "#" not in watch
    expect(host.locator(".player").nth(1)).to_contain_text("not here yet")
    expect(host.get_by_role("button", name="Invite your friend")).to_be_in_viewport()
    guest = open_page(address)
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("#turn")).to_have_text("Your opponent's move.")
    return host, guest, watch


def test_both_see_moves_and_a_watcher_too(open_page: OpenPage) -> None:
    """Moves appear in the other browser at once, and watchers cannot move."""
    host, guest, watch = meet(open_page)
    watcher = open_page(watch)
    assert "#" not in guest.url
    tile(host, 6).click()
    expect_moves(guest, [6])
    expect(guest.locator("#turn")).to_have_text("Your move.")
    expect_moves(watcher, [6])
    tile(watcher, 12).click(force=True)
    expect(watcher.locator("#notice")).to_contain_text("watching")
    tile(host, 12).click(force=True)
    expect(host.locator("#notice")).to_contain_text("It is your opponent's turn.")
    guest.keyboard.press("v")
    expect(guest.locator("#notice")).to_contain_text("after the game")
    tile(guest, 12).click()
    for page in (host, guest, watcher):
        expect_moves(page, [6, 12])


@pytest.mark.parametrize("open_page", ["360-dark"], indirect=True)
def test_offline_in_mid_move(open_page: OpenPage) -> None:
    """A move made offline is saved, even over a reload, and is sent once the network is back."""
    host, guest, _ = meet(open_page)
    tile(host, 6).click()
    expect(guest.locator("#turn")).to_have_text("Your move.")
    top = "(board) => board.getBoundingClientRect().top"
    before = guest.locator("#board").evaluate(top)
    guest.context.set_offline(True)
    expect(guest.locator("#turn .offline")).to_be_visible()
    tile(guest, 12).click()
    expect(guest.locator(".tile.pending")).to_have_count(1)
    expect(guest.locator("#turn")).to_contain_text("Your move 12 is saved.")
    expect(guest.locator("#turn .offline")).to_have_text("No connection. Trying again.")
    expect(guest.locator("#notice")).to_be_empty()
    assert guest.locator("#board").evaluate(top) == before
    expect(host.locator(".player").nth(1)).to_contain_text("away")
    expect_moves(host, [6])
    guest.context.set_offline(False)
    expect_moves(guest, [6, 12])
    expect_moves(host, [6, 12])
    expect(guest.locator(".tile.pending")).to_have_count(0)
    tile(host, 4).click()
    expect_moves(guest, [6, 12, 4])


def is_a(kind: str, message: str | bytes) -> bool:
    """Whether a message on a live connection is of this kind."""
    return bool(json.loads(message)["type"] == kind)


def test_a_move_goes_over_the_socket(open_page: OpenPage) -> None:
    """A page sends its move on its live connection, once, and gets the state there, once.

    The benchmarks send the same messages.
    """
    host, guest, _ = meet(open_page)
    sent, received, posted = list[str](), list[str](), list[str]()

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))
        socket.on("framereceived", lambda frame: received.append(str(frame)))

    host.on("websocket", listen)
    host.on("request", lambda request: posted.append(request.url))
    host.reload()
    expect(host.locator("#turn")).to_have_text("Your move.")
    expect(guest.locator(".player").nth(0)).to_contain_text("here now")
    tile(host, 6).click()
    expect_moves(host, [6])
    expect_moves(guest, [6])
    game = host.url.rpartition("/")[2]
    token = json.loads(host.evaluate(f"localStorage.getItem('duel:{game}')"))["1"]
    version = json.loads(received[0])["state"]["version"]
    assert sent == [hello(token).decode(), move_message(0, 6, version).decode()]
    assert len([frame for frame in received if '"played":[6]' in frame]) == 1
    assert not [url for url in posted if url.endswith("/moves")]


def test_a_lost_answer_makes_no_second_move(open_page: OpenPage) -> None:
    """When the server took a move but its answer was lost, the same move is sent again."""
    host, guest, _ = meet(open_page)
    sent: list[str | bytes] = []
    lost: list[str | bytes] = []

    def lose_once(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear_page(message: str | bytes) -> None:
            if is_a("move", message):
                sent.append(message)
            server.send(message)

        def hear_server(message: str | bytes) -> None:
            if sent and not lost:
                lost.append(message)
                socket.close()
            else:
                socket.send(message)

        socket.on_message(hear_page)
        server.on_message(hear_server)

    host.route_web_socket("**/live", lose_once)
    host.reload()
    tile(host, 6).click()
    expect_moves(guest, [6])
    expect_moves(host, [6])
    expect(host.locator(".tile.pending")).to_have_count(0)
    assert lost
    assert set(sent) == {sent[0]}
    tile(guest, 12).click()
    expect_moves(host, [6, 12])


HANGING_SOCKETS = """
    window.WebSocket = class extends EventTarget {
        static CONNECTING = 0;
        static OPEN = 1;
        readyState = 0;
        close() {}
    };
"""
"""Live connections that neither open nor fail."""

REFUSED_SOCKETS = f"""{HANGING_SOCKETS}
    window.WebSocket = class extends WebSocket {{
        constructor() {{
            super();
            setTimeout(() => {{
                this.readyState = 3;
                this.dispatchEvent(new CloseEvent("close", {{ code: 1006 }}));
            }});
        }}
    }};
"""
"""Live connections that fail at once."""


@pytest.mark.parametrize("sockets", [REFUSED_SOCKETS, HANGING_SOCKETS], ids=["refused", "hanging"])
def test_moves_are_posted_without_a_socket(open_page: OpenPage, sockets: str) -> None:
    """A page whose live connections are refused, or hang, posts its moves by HTTP."""
    page = open_page("/")
    page.add_init_script(sockets)
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url))
    begin(page, "chain")
    tile(page, 6).click()
    expect_moves(page, [6])
    tile(page, 12).click()
    expect_moves(page, [6, 12])
    assert len([url for url in posted if url.endswith("/moves")]) == 2


@pytest.mark.parametrize("open_page", ["1366-light", "1920-dark"], indirect=True)
def test_takeback_by_consent(open_page: OpenPage) -> None:
    """A move is taken back only when the other player allows it."""
    host, guest, _ = meet(open_page)
    tile(host, 6).click()
    expect_moves(guest, [6])
    host.get_by_role("button", name="Ask to take back").click()
    guest.get_by_role("button", name="No", exact=True).click()
    expect(host.locator("#notice")).to_contain_text("Your opponent said no")
    expect_moves(host, [6])
    host.get_by_role("button", name="Ask to take back").click()
    guest.get_by_role("button", name="Allow").click()
    expect_moves(host, [])
    expect_moves(guest, [])
    expect(host.locator("#turn")).to_have_text("Your move.")


@everywhere_online
def test_reload_resign_and_rematch(open_page: OpenPage) -> None:
    """Seats survive a reload; after a resignation both agree to a rematch with the score."""
    host, guest, _ = meet(open_page)
    tile(host, 6).click()
    expect_moves(guest, [6])
    guest.reload()
    expect_moves(guest, [6])
    expect(guest.locator("#turn")).to_have_text("Your move.")
    guest.get_by_role("button", name="Resign").click()
    guest.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(host.locator("#turn")).to_contain_text("You win: your opponent resigned")
    before = host.url
    host.get_by_role("button", name="Rematch").click()
    expect(guest.locator(".offer")).to_contain_text("Your opponent wants a rematch")
    expect(host.locator(".offer")).to_contain_text("You asked for a rematch")
    expect(host.locator("#notice")).to_be_empty()
    guest.get_by_role("button", name="Rematch").click()
    for page in (host, guest):
        page.wait_for_url(lambda address: address.split("#")[0] != before)
        expect(page.locator(".score").first).to_contain_text("1")
    expect(guest.locator("#turn")).to_have_text("Your move.")
    tile(guest, 6).click()
    expect_moves(host, [6])


def test_an_idle_opponent_is_shown_as_away(open_page: OpenPage) -> None:
    """A friend who closed the page is shown as away, and as here again when back."""
    host, guest, _ = meet(open_page)
    expect(host.locator(".player").nth(1)).to_contain_text("here now")
    expect(host.locator("#offers")).to_be_empty()
    address = guest.url
    guest.goto("about:blank")
    expect(host.locator(".player").nth(1)).to_contain_text("away")
    guest.goto(address)
    expect(host.locator(".player").nth(1)).to_contain_text("here now")
