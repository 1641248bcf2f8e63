"""The exploration board: any position, set up by hand or reached by moves."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Route, expect

from divisor_duel import GAMES
from divisor_duel.games.registry import every_game
from tests.web.browser.conftest import OpenPage, everywhere, everywhere_online, on_both
from tests.web.browser.table import GAME, expect_moves, read_record, tile


@everywhere
def test_any_position_is_set_up_by_keyboard(open_page: OpenPage) -> None:
    """Numbers go and come back by keys alone; what is wrong is said in place; the game goes on."""
    page = open_page("/explore?game=chain&high=20")
    expect(page.locator(".tile").first).to_be_visible()
    page.keyboard.press("s")
    sheet = page.get_by_role("dialog", name="Chain: edit the position")
    sheet.get_by_role("button", name="None: the numbers left").press("Enter")
    sheet.locator('.there[tabindex="0"]').focus()
    for key in ("Home", "Space", "ArrowRight", "ArrowRight", "Enter", "End", "Space"):
        page.keyboard.press(key)
    expect(sheet.locator('.there[aria-pressed="true"]')).to_have_text(["2", "4", "20"])
    sheet.get_by_label("The number to answer").fill("21")
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("alert")).to_contain_text("last must be from 2 to 20")
    sheet.get_by_label("The number to answer").fill("10")
    sheet.get_by_label("Player 2").focus()
    page.keyboard.press("Space")
    sheet.get_by_role("button", name="Show this position").press("Enter")
    page.wait_for_url("**first=2&position=last%3D10+pool%3D2%2C4%2C20")
    expect(page.locator(".tile.legal .figure")).to_have_text(["2", "20"])
    expect(page.locator("#turn")).to_have_text("Your opponent's move.")
    expect(page.locator(".badge")).to_have_count(2)
    tile(page, 2).click()
    page.get_by_label("Computer level").select_option("perfect")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url(GAME)
    expect(page.locator("#turn")).to_have_text("Your move.")
    tile(page, 20).click()
    expect(page.locator("#moves .step .figure").nth(2)).to_have_text("4")
    expect(page.locator("#turn")).to_contain_text("The computer wins")
    record = read_record(page)
    assert '[Position "last=10 pool=2,4,20"]\n' in record
    assert "1. 2 20 2. 4" in record


@everywhere
def test_explore_offers_the_games(open_page: OpenPage) -> None:
    """Where the address names no game, each of them is one press away, in each of its variants."""
    page = open_page("/")
    page.get_by_role("link", name="Try any position").click()
    expect(page.get_by_role("heading", name="Explore")).to_be_visible()
    for kind in every_game().values():
        expect(page.get_by_role("link", name=kind.short_title, exact=True)).to_be_visible()
    page.get_by_role("link", name="Ladder: Misère").click()
    expect(page.locator(".tile.legal").first).to_be_visible()
    expect(page.locator("#rule")).to_contain_text("But this is misère")
    page.get_by_role("link", name="Other games").click()
    page.get_by_role("button", name="Set up Sum of two games").click()
    page.locator("#option-two").select_option("chain")
    page.locator("#option-two-high").fill("1")
    page.get_by_role("button", name="Explore").click()
    expect(page.get_by_role("alert")).to_contain_text("high")
    page.locator("#option-two-high").fill("12")
    page.get_by_role("button", name="Explore").click()
    boards = page.locator(".sum-of .summand")
    expect(boards).to_have_count(2)
    one, two = boards.evaluate_all(
        "(boards) => boards.map((board) => board.getBoundingClientRect().toJSON())"
    )
    beside = two["x"] >= one["x"] + one["width"]
    assert beside is page.evaluate("() => innerWidth > 640")


@everywhere
def test_variations_go_into_records_and_back(open_page: OpenPage) -> None:
    """What was tried is copied as a record with variations, and pasted it is the same tree."""
    page = open_page(None, permissions=["clipboard-read", "clipboard-write"])
    begun = "/explore?game=chain&high=50&first=2&position=last%3D8+pool%3D2-4,12,24,36"
    page.goto(f"{begun}#line=24(2.4)12.36&at=24.12")
    expect(page.locator(".tree .variation .step")).to_have_count(2)
    page.get_by_role("button", name="Copy the moves").click()
    expect(page.locator("#notice")).to_contain_text("Moves copied")
    text = page.evaluate("() => navigator.clipboard.readText()")
    assert '[Position "last=8 pool=2-4,12,24,36"]' in text
    assert "1. 24 12 (1... 2 2. 4) 2. 36\n" in text
    page.goto("/")
    page.get_by_role("button", name="Paste moves").click()
    page.locator("#pasted").fill(text.replace("2. 4", "2. 5"))
    page.get_by_role("button", name="Explore it").click()
    expect(page.get_by_role("alert")).to_contain_text("move 3 (5) is not legal")
    page.locator("#pasted").fill(text)
    page.get_by_role("button", name="Explore it").click()
    page.wait_for_url(lambda address: address.endswith("#line=24(2.4)12.36&at=24.12.36"))
    expect(page.locator(".tree .variation .step")).to_have_count(2)
    expect(page.locator('.tree .step[aria-current="step"]')).to_have_text("36")


@on_both
def test_what_was_tried_stays_with_a_game(open_page: OpenPage) -> None:
    """A game taken up from the board, or from a record, leads back to all that was tried."""
    page = open_page(None, permissions=["clipboard-read", "clipboard-write"])
    page.goto("/explore?game=chain&high=20#line=(12.6)13&at=12.6")
    expect(page.locator(".tree .variation .step")).to_have_count(2)
    page.get_by_role("button", name="Copy the moves").click()
    expect(page.locator("#notice")).to_contain_text("Moves copied")
    text = page.evaluate("() => navigator.clipboard.readText()")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url(GAME)
    expect_moves(page, [12, 6])
    page.get_by_role("link", name="Explore").click()
    page.wait_for_url(lambda address: address.endswith("#line=(13)12.6&at=12.6"))
    page.goto("/")
    page.get_by_role("button", name="Paste moves").click()
    page.locator("#pasted").fill(text)
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url(GAME)
    expect_moves(page, [13])
    explore = page.get_by_role("link", name="Explore").get_attribute("href")
    assert explore
    assert explore.endswith("#line=(12.6)13&at=13")


WHERE = "() => document.querySelector('#actions').getBoundingClientRect().y"


@everywhere_online
def test_a_losing_move_is_refuted_where_it_is_pointed_at(open_page: OpenPage) -> None:
    """Its answer and why come once a losing number is pointed at, once, and nothing moves."""
    page = open_page("/explore?game=divider&high=20")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    expect(tile(page, 2).locator(".badge")).to_be_visible()
    expect(page.locator(".looking")).to_have_count(0)
    before = page.evaluate(WHERE)
    told = page.locator("#caption .refuted")
    why = page.request.get("/api/position/why?game=divider&high=20&move=2").json()["why"]
    for _ in range(2):
        tile(page, 2).hover()
        expect(told).to_have_text(why)
        assert page.evaluate(WHERE) == before
        page.locator("#title").hover()
        expect(told).to_have_count(0)
    tile(page, 3).focus()
    expect(page.locator("#status")).to_contain_text("3 loses: your opponent replies")
    assert [url[-7:] for url in asked if "/why?" in url] == ["&move=2", "&move=3"]


LOWEST = "(tiles) => Math.max(...tiles.map((tile) => tile.getBoundingClientRect().bottom))"


@pytest.mark.parametrize("open_page", ["1366-light", "1920-dark"], indirect=True)
@pytest.mark.parametrize("game", list(GAMES))
def test_what_is_said_of_a_move_covers_no_number(open_page: OpenPage, game: str) -> None:
    """Pointing at a number leaves all others in sight."""
    page = open_page(f"/explore?{urlencode({'game': game, **GAMES[game].recommended.options})}")
    expect(page.locator(".badge").first).to_be_visible()
    page.locator(".tile.legal").nth(1).hover()
    expect(page.locator("#caption")).not_to_be_empty()
    caption = page.locator("#caption").bounding_box()
    assert caption
    assert page.locator("#board .tile").evaluate_all(LOWEST) <= caption["y"]


def test_what_is_drawn_is_not_told_again(open_page: OpenPage) -> None:
    """Where the drawing shows the answer to a losing move, no other answer is named."""
    page = open_page(None)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.clock.install()
    page.goto("/explore?game=digits&target=12#line=6.5&at=6.5")
    expect(page.locator(".badge")).to_have_count(7)
    expect(page.locator(".looking")).to_have_count(0)
    tile(page, 2).hover()
    expect(page.locator("#caption")).to_contain_text("Then 8 wins")
    page.clock.fast_forward(1000)
    tile(page, 3).hover()
    page.clock.fast_forward(1000)
    expect(page.locator("#caption .refuted")).to_contain_text("3 loses: your opponent replies")
    assert [url[-7:] for url in asked if "/why?" in url] == ["&move=3"]


@everywhere_online
def test_values_come_as_they_are_found(open_page: OpenPage) -> None:
    """The page says quietly that it is searching; if the reader moves on, the search ends."""
    page = open_page(None)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/position/values?**", hold_the_first)
    page.goto("/explore?game=countdown&start=60")
    expect(page.locator("#insight .looking")).to_have_text("Checking every move\u2026")
    with page.expect_event("requestfailed", lambda request: "/values?" in request.url):
        tile(page, 15).click()
    expect(page.locator(".badge")).to_have_count(4)
    expect(page.locator(".looking")).to_have_count(0)
    expect(page.locator(".verdict")).to_contain_text("You win in")
    # A press counts although the board is redrawn, without values, before the release.
    tile(page, 9).hover()
    page.mouse.down()
    page.keyboard.press("v")
    expect(page.locator(".badge")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".hero")).to_contain_text("36")
    tile(page, 6).focus()
    page.keyboard.down("Space")
    page.keyboard.press("v")
    expect(page.locator(".badge").first).to_be_visible()
    page.keyboard.up("Space")
    expect(page.locator(".hero")).to_contain_text("30")
