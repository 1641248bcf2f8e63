"""Company at the page: clocks, strangers who meet, and players who leave."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PHONE, OpenPage
from tests.web.browser.table import tile
from tests.web.servers import Server, serving


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of our own, whose games may be claimed soon; no other test opens games there."""
    folder = tmp_path_factory.mktemp("impatient")
    limits = {"claim_seconds": 1.0}
    with serving(str(folder / "games.sqlite3"), folder / "log", **limits) as running:
        yield running


def play_any(page: Page) -> None:
    """Make the first move that is allowed."""
    state = page.request.get(f"/api/games/{page.url.rsplit('/', 1)[-1]}").json()
    tile(page, state["legal"][0]).click()


def test_clocks_are_shown_and_the_server_s_decides(open_page: OpenPage) -> None:
    """A clock chosen in words stands beside both names; who runs out of time has lost."""
    host = open_page("/?game=chain")
    host.get_by_label("a friend with a link").check()
    for days in ("1 day per move", "3 days per move", "7 days per move"):
        expect(host.get_by_label(days)).to_be_visible()
    host.get_by_label("10 minutes each").check()
    host.get_by_role("button", name="Start and get the link").click()
    expect(host.locator(".player .timer")).to_contain_text(["10:00", "10:00"])
    expect(host.locator("#title")).to_contain_text("10 minutes each")

    clock = {"per": "game", "seconds": 5}
    wish = {"game": "chain", "mode": "link", "clock": clock}
    made = host.request.post("/api/games", data=wish).json()
    guest = open_page(f"/g/{made['id']}#seat={made['invitations']['2']}")
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("#turn")).to_contain_text("Your opponent's move")
    expect(guest.locator(".player .timer").first).to_contain_text(re.compile(r"\d:\d\d$"))
    host.goto(f"/g/{made['id']}#seat={made['seats']['1']}")
    expect(host.locator("#turn")).to_have_text("Your move.")
    play_any(host)
    expect(guest.locator("#turn")).to_contain_text("you ran out of time.")
    expect(host.locator("#turn")).to_contain_text("your opponent ran out of time.")
    expect(host.locator(".timer")).to_have_count(0)


def test_strangers_meet_and_who_stays_wins(open_page: OpenPage, impatient: Server) -> None:
    """Two players who seek an opponent are paired; one who is left alone can claim the win."""
    host = open_page("/", address=impatient.url)
    host.get_by_label("Game", exact=True).select_option("chain")
    host.get_by_label("Time").select_option("calm")
    host.get_by_label("Your name").fill("Ann")
    host.get_by_role("button", name="Find an opponent").click()
    expect(host.locator("#offers")).to_contain_text("Waiting for an opponent")
    guest = open_page("/", address=impatient.url)
    expect(guest.locator("[data-join]")).to_have_text(re.compile("with Ann"))
    expect(guest.locator("#lobby")).to_contain_text("10 minutes each")
    guest.get_by_role("button", name="Find an opponent").click()
    guest.wait_for_url(host.url)
    expect(host.locator("#notice")).to_contain_text("Your opponent has joined the game.")
    expect(guest.locator("#turn")).to_have_text(re.compile("Your move.|Ann's move."))
    mine = "Your" in guest.locator("#turn").inner_text()
    play_any(guest if mine else host)
    expect(guest.locator("#moves .step")).to_have_count(1)
    expect(host.locator("#moves .step")).to_have_count(1)
    guest.context.close()
    expect(host.locator("#status")).to_contain_text("has been away for a while")
    host.get_by_role("button", name="Claim the win").click()
    expect(host.locator("#turn")).to_contain_text("your opponent left the game.")
    expect(host.locator("#turn")).to_contain_text("You win")


def test_home_without_a_lobby(open_page: OpenPage) -> None:
    """Where the server has no lobby, home offers none."""
    page = open_page(None)
    refusal = {"error": "this server has no lobby"}
    page.route("**/api/lobby", lambda route: route.fulfill(status=404, json=refusal))
    with page.expect_response("**/api/lobby"):
        page.goto("/")
    expect(page.get_by_role("heading", name="Puzzles")).to_be_visible()
    expect(page.locator("#lobby")).to_be_hidden()


BOXES = """() => ['#turn', '#board', '#offers', '#actions'].map((each) => {
    const { top, bottom } = document.querySelector(each).getBoundingClientRect();
    return [Math.round(top), Math.round(bottom)];
})"""


def test_a_watcher_joins_and_offers_are_at_hand(open_page: OpenPage, impatient: Server) -> None:
    """Who looks on may take the free seat; a phone shows offers just above the buttons."""
    host = open_page(None, address=impatient.url, **PHONE)
    wish = {"game": "chain", "mode": "link", "open": True}
    made = host.request.post("/api/games", data=wish).json()
    host.goto(f"/g/{made['id']}#seat={made['seats']['1']}")
    guest = open_page(f"/g/{made['id']}", address=impatient.url, **PHONE)
    expect(guest.locator("#offers")).to_contain_text("This game needs a second player.")
    guest.get_by_role("button", name="Join the game").tap()
    expect(guest.locator("#turn")).to_have_text("Your opponent's move.")
    expect(host.locator("#notice")).to_contain_text("Your opponent has joined the game.")
    tile(host, 24).tap()
    tile(guest, 12).tap()
    expect(host.locator("#moves .step")).to_have_count(2)
    expect(host.locator("#turn")).to_have_text("Your move.")
    _, board, _, _ = host.evaluate(BOXES)
    guest.get_by_role("button", name="Ask to take back").tap()
    expect(host.locator("#offers")).to_contain_text("wants to take back a move.")
    _, now, offers, actions = host.evaluate(BOXES)
    assert now == board
    assert 370 < offers[0] < offers[1] <= actions[0] < actions[1] <= 740
    host.get_by_role("button", name="Allow").tap()
    expect(host.locator("#moves .step")).to_have_count(1)
    expect(host.locator("#offers")).to_be_hidden()
    host.request.post(
        f"/api/games/{made['id']}/resign",
        data={},
        headers={"Authorization": f"Bearer {made['seats']['1']}"},
    )
    guest.get_by_role("button", name="Rematch").tap()
    expect(host.locator("#offers")).to_contain_text("wants a rematch")
    _, _, offers, actions = host.evaluate(BOXES)
    assert 370 < offers[0] < offers[1] <= actions[0] < actions[1] <= 740
    host.get_by_role("button", name="Accept").tap()
    host.wait_for_url(lambda address: made["id"] not in address)
    expect(host.locator("#turn")).to_have_text("Your opponent's move.")
