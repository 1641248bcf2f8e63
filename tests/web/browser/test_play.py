"""Every game at one screen: by mouse, by keyboard, on a phone."""

from __future__ import annotations

import re
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from divisor_duel import GAMES
from tests.web.browser.conftest import EVERYWHERE, OpenPage, everywhere, on_both
from tests.web.browser.table import (
    GAME,
    begin,
    choose_setup,
    expect_moves,
    press,
    tile,
    walk_to,
    won_by,
)
from tests.web.servers import Server

WINNERS = dict(zip(GAMES, cycle([1, 2]), strict=False))
"""Who wins the game that is played; both players take turns in that as well."""

PRESSED = [
    *(("360-dark", game) for game in GAMES),
    *zip(cycle(["1366-light", EVERYWHERE[-1]]), GAMES, strict=False),
]
"""Every game is played by finger, and by mouse on one of the other screens."""


@pytest.mark.parametrize(("open_page", "game"), PRESSED, indirect=["open_page"])
def test_by_pressing(open_page: OpenPage, game: str) -> None:
    """A game set up on the start page is played to its end by pressing numbers."""
    page = open_page("/")
    choose_setup(page, game, "a friend on this screen")
    winner = WINNERS[game]
    moves = won_by(winner, game)
    for count, move in enumerate(moves, 1):
        press(page, move)
        expect_moves(page, moves[:count])
    expect(page.locator("#turn")).to_contain_text(f"Player {winner} wins")
    expect(page.locator("#status")).to_contain_text(f"Player {winner} wins")


@pytest.mark.parametrize(("game", "winner"), WINNERS.items())
def test_by_keyboard(open_page: OpenPage, game: str, winner: int) -> None:
    """A game is played to its end by typing numbers and by walking over the tiles."""
    page = open_page(None)
    begin(page, game)
    moves = won_by(winner, game)
    for count, move in enumerate(moves, 1):
        if count % 2:
            page.locator("#table").press("Escape")
            page.evaluate("document.activeElement.blur()")
            page.keyboard.type(str(move))
        else:
            walk_to(page, move)
        page.keyboard.press("Enter")
        expect_moves(page, moves[:count])
    expect(page.locator("#turn")).to_contain_text(f"Player {winner} wins")


@on_both
def test_one_click_starts_a_game_against_the_computer(open_page: OpenPage) -> None:
    """One click on the start page gives a running game, and the computer answers."""
    page = open_page("/")
    page.get_by_role("button", name="Play Divisor Duel: Chain", exact=True).click()
    expect(page.locator("#turn")).to_have_text("Your move.")
    tile(page, 10).click()
    expect(page.locator("#moves .step")).to_have_count(2)
    expect(page.locator("#turn")).to_contain_text("Your move.")


@on_both
def test_the_perfect_computer_wins_what_is_won(open_page: OpenPage) -> None:
    """Against perfect play a lost opening loses, and the page says so."""
    page = open_page(None)
    begin(page, "digits", {"target": 12}, level="perfect")
    settled = page.locator("#table.finished #turn, #turn:text('Your move.')")
    while not page.locator("#table.finished").count():
        page.locator(".tile.legal").first.click()
        expect(settled).to_be_visible()
    expect(page.locator("#turn")).to_contain_text("wins")


@on_both
def test_a_digit_may_be_a_letter(open_page: OpenPage) -> None:
    """In base 16 the letter A is typed and played like any digit."""
    page = open_page(None)
    begin(page, "digits", {"target": 36, "base": 16})
    page.keyboard.type("a")
    page.keyboard.press("Enter")
    expect(page.locator("#moves .step .figure")).to_have_text(["A"])


@on_both
def test_presets_say_why(open_page: OpenPage) -> None:
    """A preset fills in its sizes and gives its reason, and the game starts with them."""
    page = open_page("/")
    page.get_by_role("button", name="Set up Divider Duel").click()
    page.get_by_role("button", name="Rule book").click()
    expect(page.locator("#option-high")).to_have_value("9")
    page.get_by_role("button", name="Recommended").click()
    expect(page.locator(".setup")).to_contain_text(GAMES["divider"].recommended.why)
    expect(page.locator("#option-high")).to_have_value("14")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".tile")).to_have_count(13)


def test_divider_shows_what_would_go(open_page: OpenPage) -> None:
    """Hovering or focusing a number marks all that it would take away, before any move."""
    page = open_page(None)
    begin(page, "divider")
    tile(page, 2).hover()
    expect(page.locator(".tile.doomed")).to_have_count(4)
    expect(page.locator("#caption")).to_have_text("2 removes 2, 4, 6, 8.")
    tile(page, 3).focus()
    expect(page.locator("#caption")).to_have_text("3 removes 3, 6, 9.")
    expect(page.locator("#moves .step")).to_have_count(0)


@on_both
def test_refusals_say_why(open_page: OpenPage) -> None:
    """A number that is not a legal move is refused at once with the reason, without a request."""
    page = open_page(None)
    begin(page, "chain", moves=[15])
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    tile(page, 7).click(force=True)
    expect(page.locator("#status")).to_contain_text("7")
    expect(page.locator("#notice")).to_have_text("7 is neither a factor nor a multiple of 15.")
    tile(page, 15).click(force=True)
    expect(page.locator("#notice")).to_have_text("15 is already taken.")
    assert asked == []
    page.locator("#typed").fill("many")
    page.locator("#typed").press("Enter")
    expect(page.locator("#notice")).to_contain_text("not a number")
    expect_moves(page, [15])


@everywhere
def test_undo_redo_and_reload(open_page: OpenPage) -> None:
    """Moves are taken back and made again, and a reload shows the very same position."""
    page = open_page(None)
    begin(page, "ladder", moves=[5, 7, 10])
    page.keyboard.press("u")
    expect_moves(page, [5, 7])
    page.get_by_role("button", name="Redo").click()
    expect_moves(page, [5, 7, 10])
    before = _drawn(page).replace(" fresh", "")
    page.reload()
    expect_moves(page, [5, 7, 10])
    assert _drawn(page) == before


def _drawn(page: Page) -> str:
    """The board as it stands, without the size of the layer for lines, which is found later."""
    return re.sub(r' viewBox="[^"]*"', "", page.locator("#board").inner_html())


@everywhere
def test_swap_and_rematch(open_page: OpenPage) -> None:
    """Sides are swapped before the first move; a rematch keeps score and lets the other begin."""
    page = open_page(None)
    begin(page, "countdown", {"start": 6}, level="perfect")
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator(".player").nth(1).locator(".name")).to_have_text("You")
    expect(page.locator("#moves .step")).to_have_count(1)
    settled = page.locator("#table.finished #turn, #turn:text('Your move.')")
    while not page.locator("#table.finished").count():
        page.locator(".tile.legal").first.click()
        expect(settled).to_be_visible()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator("#turn")).to_contain_text("Your move")
    expect(page.locator(".score").first).to_be_visible()


def test_a_swap_whose_answer_comes_late(open_page: OpenPage) -> None:
    """The page knows its seat even if the computer's move is seen before the swap's answer."""
    page = open_page(None)
    begin(page, "countdown", {"start": 60}, level="perfect")
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/swap", lambda route: late.append((route, route.fetch())))
    page.route(
        lambda url: url.rpartition("/")[0].endswith("/api/games"), lambda route: route.abort()
    )
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator("#moves .step")).to_have_count(1)
    for route, answer in late:
        route.fulfill(response=answer)
    expect(page.locator(".player").nth(1).locator(".name")).to_have_text("You")


@everywhere
def test_resign_asks_first(open_page: OpenPage) -> None:
    """Resigning takes a second word, and then the other player has won."""
    page = open_page(None)
    begin(page, "ladder", moves=[5])
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Keep playing").click()
    expect(page.locator("#turn")).to_have_text("Player 2's move.")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.locator("#turn")).to_contain_text("Player 1 wins: Player 2 resigned")


@on_both
def test_rules_are_one_key_away(open_page: OpenPage) -> None:
    """The question mark shows the rules of the game being played."""
    page = open_page(None)
    begin(page, "digits")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Digits")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@everywhere
def test_theme_and_sound(open_page: OpenPage) -> None:
    """A chosen theme outlives a reload, and sound is off until it is wanted."""
    page = open_page("/", color_scheme="light")
    sound = page.locator("#site").get_by_text("Sound")
    expect(sound).to_have_attribute("aria-pressed", "false")
    menu = page.get_by_role("button", name="Menu")
    if menu.is_visible():  # on a phone the header is folded
        menu.click()
    page.get_by_role("button", name="Dark").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_killed_server_comes_back(open_page: OpenPage, tmp_path: Path) -> None:
    """A move made while the server is down is saved, and sent once it is back."""
    own = Server(str(tmp_path / "games.sqlite3"), tmp_path / "log").start()
    try:
        page = open_page(None, own.url)
        begin(page, "chain", moves=[15, 5])
        own.kill()
        expect(page.locator("#turn")).to_contain_text("No connection")
        tile(page, 10).click()
        expect(page.locator(".tile.pending")).to_have_count(1)
        own.start()
        expect_moves(page, [15, 5, 10])
        expect(page.locator("#turn")).to_have_text("Player 2's move.")
    finally:
        own.kill()


@on_both
def test_misere_is_chosen_told_and_turns_the_winner_round(open_page: OpenPage) -> None:
    """The house rule is one more field of a set-up: then no named one is pressed, the heading tells
    it, and who leaves the other without an answer has lost.
    """
    page = open_page("/")
    page.get_by_role("button", name=f"Set up {GAMES['chain'].title}").click()
    rule_book = page.get_by_role("button", name="Rule book")
    rule_book.click()
    expect(rule_book).to_have_attribute("aria-pressed", "true")
    page.locator("#option-ending").select_option("misere")
    expect(rule_book).to_have_attribute("aria-pressed", "false")
    page.get_by_label("a friend on this screen").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(GAME)
    expect(page.locator("#title")).to_contain_text("misère: making the last possible move loses")
    tile(page, 47).click()
    expect_moves(page, [47])
    expect(page.locator("#turn")).to_contain_text("Player 2 wins")
