"""Two games at once on the page: each on its own board, every face as with any other game."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, OpenPage, everywhere
from tests.web.browser.table import GAME


@everywhere
def test_a_sum_is_set_up_played_and_looked_back_on(open_page: OpenPage) -> None:
    """Both games are chosen in plain words, moves are made on either board, or typed."""
    page = open_page("/")
    page.get_by_role("button", name="Set up Sum of two games").click()
    expect(page.get_by_role("button", name="Recommended")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#option-one option")).to_have_text(["Divider Duel", "Countdown", "Chain"])
    page.locator("#option-two").select_option("chain")
    page.locator("#option-two-high").fill("5")
    page.locator("#option-one-high").fill("3")
    page.get_by_label("a friend on this screen").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(GAME)
    expect(page.locator("#title")).to_contain_text("Divider (numbers 2 to 3) and Chain")
    boards = page.locator(".summand")
    boards.nth(1).locator('.tile[data-move="4"]').click()
    boards.nth(0).locator('.tile[data-move="2"]').click()
    steps = page.locator("#moves .step .figure")
    expect(steps).to_have_text(["2:4", "1:2"])
    page.locator("#typed").fill("3")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("3 is not a move. Write a move like")
    page.keyboard.type("1:3")
    page.keyboard.press("Enter")
    expect(steps).to_have_text(["2:4", "1:2", "1:3"])
    boards.nth(1).locator('.tile[data-move="5"]').click(force=True)
    expect(page.locator("#notice")).to_contain_text("5 is neither a factor nor a multiple of 4")
    boards.nth(1).locator('.tile[data-move="2"]').click()
    expect(page.locator("#turn")).to_contain_text("Player 2 wins")
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".tug .knot")).to_have_count(5)


def test_a_sum_fits_a_phone(open_page: OpenPage) -> None:
    """The turn, both boards whole, and the main action are on the first screen."""
    page = open_page("/", **PHONE)
    page.locator('[data-play="sum"]').tap()
    expect(page.locator("#turn")).to_have_text("Your move.")
    tiles = page.locator(".summand .tile")
    for place in (page.locator("#turn"), tiles.first, tiles.last, page.locator("#actions")):
        expect(place).to_be_in_viewport(ratio=1)
    below = page.evaluate("document.querySelector('#foot').getBoundingClientRect().top")
    last = tiles.last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= below


@everywhere
def test_a_sum_is_explored(open_page: OpenPage) -> None:
    """Values stand on both boards, and all that was tried is written as moves of a sum."""
    page = open_page("/explore?game=sum#line=8(31.7)61.5&at=8.61.5")
    tried = page.locator("#moves .step .figure")
    expect(tried).to_have_text(["1:4", "2:30", "2:15", "2:3", "2:2"])
    expect(page.locator(".summand:has(.badge)")).to_have_count(2)
    expect(page.locator(".verdict")).to_contain_text("with best play")
    heaps = page.locator(".heap")
    expect(heaps).to_have_text([re.compile("heap of 0"), re.compile("heap of 2")])
    page.locator('.tile[data-code="4"]').hover()
    expect(page.locator("#caption")).to_contain_text("2 removes 2, 6.")
    expect(heaps).to_have_text([re.compile("heap of 2"), re.compile("heap of 2")])
