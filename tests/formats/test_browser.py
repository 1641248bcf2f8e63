"""What the page of version 0.1.0 kept in browsers is found by the page of today.

Seats are the most important part of it: without its token a player cannot continue a game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.chromium import chromium_path
from tests.formats.written import FORMATS, copied, serving
from tests.web.browser.conftest import FLAGS
from tests.web.browser.table import expect_moves, press, tile

STORED = json.loads((FORMATS / "web/browser.json").read_text())
GAMES: dict[str, str] = STORED["games"]

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """One browser for all tests here, closed before others run event loops of their own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, tmp_path: Path) -> Iterator[Open]:
    """Open a page of a server of today as the host or the guest of version 0.1.0."""
    contexts: list[BrowserContext] = []
    with serving(str(copied("web/web.sqlite3", tmp_path)), tmp_path) as url:

        def opened(who: str, path: str) -> Page:
            kept = [{"name": name, "value": value} for name, value in STORED[who].items()]
            state = {"cookies": [], "origins": [{"origin": url, "localStorage": kept}]}
            context = chromium.new_context(
                base_url=url,
                storage_state=cast(Any, state),
                viewport={"width": 1280, "height": 860},
                color_scheme="light",
                reduced_motion="reduce",
            )
            context.set_default_timeout(180_000)
            contexts.append(context)
            page = context.new_page()
            page.goto(path)
            return page

        yield opened
        for context in contexts:
            context.close()


def kept_by(page: Page, key: str) -> Any:
    """What the page keeps under a key."""
    return json.loads(page.evaluate("(key) => localStorage[key] ?? 'null'", f"duel:{key}"))


def test_both_players_still_have_their_seats(open_page: Open) -> None:
    """The host and the guest of a game by link open it without a link, and both move."""
    host = open_page("host", f"/g/{GAMES['link']}")
    guest = open_page("guest", f"/g/{GAMES['link']}")
    expect_moves(host, [6, 12])
    expect(host.locator("#turn")).to_have_text("Your move.")
    expect(guest.locator("#turn")).to_have_text("Your opponent's move.")
    press(host, 4)
    expect_moves(guest, [6, 12, 4])
    press(guest, 8)
    expect_moves(host, [6, 12, 4, 8])


def test_a_move_that_was_not_sent_is_sent(open_page: Open) -> None:
    """A move made while the network was gone arrives when the page is opened again."""
    host = open_page("host", f"/g/{GAMES['pending']}")
    expect_moves(host, [6])
    guest = open_page("guest", f"/g/{GAMES['pending']}")
    expect_moves(guest, [6, 12])
    expect_moves(host, [6, 12])
    assert kept_by(guest, f"{GAMES['pending']}:pending") is None


def test_an_invitation_is_still_there_to_be_passed_on(open_page: Open) -> None:
    """The host still has the link for a friend, and the first to join by it takes the seat."""
    host = open_page("host", f"/g/{GAMES['invited']}")
    host.get_by_role("button", name="Close").click()
    link = host.get_by_role("button", name="Copy link: For your friend")
    address = link.get_attribute("data-address")
    assert address
    friend = open_page("guest", address)
    friend.get_by_role("button", name="Join").click()
    expect(friend.locator("#turn")).to_have_text("Your opponent's move.")
    press(host, 6)
    expect(friend.locator("#turn")).to_have_text("Your move.")


def test_the_computer_answers_and_preferences_stay(open_page: Open) -> None:
    """A game against the computer goes on, with the coach and all else that the player had set."""
    page = open_page("host", f"/g/{GAMES['computer']}")
    expect(page.locator("#moves .step .figure")).to_have_count(2)
    expect(page.locator("#moves .step .figure").first).to_have_text("7")
    for name, pressed in (
        *(("Coach", "true"), ("Don\u2019t mark legal moves", "true")),
        *(("Slow computer", "false"), ("Sound", "true"), ("Dark", "true")),
    ):
        expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", pressed)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("button", name="Coach").click()  # it would ask before a bad move
    move = page.evaluate(
        """async (id) => {
            const state = await (await fetch(`/api/games/${id}`)).json();
            return state.legal[0];
        }""",
        GAMES["computer"],
    )
    press(page, move)
    expect(page.locator("#moves .step .figure").nth(2)).to_have_text(str(move))
    expect(page.locator("#turn")).to_have_text(re.compile("Your move|wins|win"))


def test_home_lists_the_games_and_knows_the_player(open_page: Open) -> None:
    """Home has the games begun here, the finished one, the rating, the name and the last set-up."""
    page = open_page("host", "/")
    expect(page.locator(".open li")).to_have_count(6)
    expect(page.locator(".open")).to_contain_text("Divider Duel, against the computer, medium")
    expect(page.locator(".over")).to_contain_text("Computer wins: you resigned.")
    expect(page.locator("#rest")).to_contain_text("Your rating is 1018")
    expect(page.locator("#called")).to_have_value("Ann")
    page.get_by_role("button", name="Set up Divisor Duel: Chain").click()
    expect(page.locator("#level")).to_have_value("medium")
    expect(page.locator('[name="against"][value="computer"]')).to_be_checked()
    page.locator('[name="against"][value="link"]').check()
    expect(page.locator('[name="clock"][value="calm"]')).to_be_checked()
    page.keyboard.press("Escape")
    page.locator(f'.open a[href*="{GAMES["computer"]}"]').click()
    expect(page.locator("#turn")).to_have_text("Your move.")


def test_an_own_open_game_is_known(open_page: Open) -> None:
    """The seat in a game that any player may join is still the host's."""
    page = open_page("host", f"/g/{GAMES['lobby']}")
    expect(page.locator(".player").filter(has_text="Ann")).to_contain_text("you")
    expect(page.get_by_role("button", name="Resign")).to_be_visible()


def test_the_streak_of_daily_puzzles_goes_on(open_page: Open) -> None:
    """The wrong try at the third puzzle is marked; solved, it is the third day in a row."""
    page = open_page("host", "/daily?number=3")
    expect(page.locator("#turn")).to_contain_text("2 tries left")
    expect(tile(page, 2)).to_have_class(re.compile("value-loss"))
    press(page, 11)
    expect(page.locator("#turn")).to_contain_text("You win.")
    expect(page.locator(".tally")).to_contain_text("3")
    expect(page.locator(".tally")).to_contain_text("in a row")
    expect(page.locator(".result")).to_contain_text("solved on try 2 of 3")
    results = kept_by(page, "daily")
    assert (results["1"]["tries"], results["2"]["tries"], results["3"]["tries"]) == (
        "01",
        "1",
        "01",
    )
    assert results["1"]["hints"] == 1


def test_the_rating_of_puzzles_goes_on(open_page: Open) -> None:
    """A solved puzzle adds to the rating of before."""
    page = open_page("host", "/puzzle")
    expect(page.locator(".rating")).to_have_text("1018")
    query = page.url.partition("?")[2]
    press(page, page.request.get(f"/api/puzzle?{query}").json()["solution"])
    expect(page.locator("#turn")).to_contain_text("Solved.")
    assert kept_by(page, "preference:rating") > 1018


def test_a_game_against_the_proof_still_names_its_rules(open_page: Open) -> None:
    """A game against the proof continues with a rule for every answer."""
    page = open_page("host", f"/g/{GAMES['proof']}")
    expect_moves(page, [3, 3, 27])
    page.get_by_role("textbox", name="Type a number").fill("3")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".rule")).to_contain_text("The computer played")


def test_what_was_tried_is_still_there(open_page: Open) -> None:
    """The exploration board of a game has what was tried before it, and reads a link of before."""
    page = open_page("host", f"/g/{GAMES['tried']}")
    expect_moves(page, [12, 4])
    assert kept_by(page, f"{GAMES['tried']}:tried") == "12(4)6"
    page.get_by_role("link", name="Explore").click()
    expect(page.locator(".tree .step")).to_have_count(3)
    assert page.url.endswith("#line=12(6)4&at=12.4")
    address = json.loads((FORMATS / "web/seats.json").read_text())["tree-address"]
    page.goto(address)
    expect(page.locator(".tree .step")).to_have_count(3)
    expect(page.locator('.tree .step[aria-current="step"]')).to_have_text("4")


def test_the_exploration_board_is_as_it_was_left(open_page: Open) -> None:
    """The reader is Player 2, values are hidden, and the groups are set apart."""
    page = open_page("host", "/explore?game=divider&high=20")
    expect(page.locator('[name="reader"][value="2"]')).to_be_checked()
    values = page.get_by_role("button", name="Values")
    expect(values).to_have_attribute("aria-pressed", "false")
    values.click()
    expect(page.locator(".cluster .heap").first).to_be_visible()
