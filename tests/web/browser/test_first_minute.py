"""The first minute: one press starts a real game, and its end feels like one."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from divisor_duel import GAMES
from tests.web.browser.conftest import (
    PHONE,
    OpenPage,
    everywhere,
    everywhere_online,
    in_turn,
    on_both,
)
from tests.web.browser.table import GAME, begin, expect_moves, tile, won_by

SMALL_LAPTOP = {"viewport": {"width": 1366, "height": 768}}
LARGE = {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"}


@in_turn("game", GAMES)
def test_play_starts_the_recommended_game(open_page: OpenPage, game: str) -> None:
    """Play begins a small game with the coach, then the recommended one, whatever was chosen.

    In both, a player who has not seen the set-up has the side that wins.
    """
    page = open_page("/")
    page.evaluate("""() => localStorage.setItem("duel:preference:against", '"link"')""")
    kind = GAMES[game]
    for preset in (kind.first_game, kind.recommended):
        page.goto("/")
        page.locator(f'[data-play="{game}"]').click()
        page.wait_for_url(GAME)
        expect(page.locator("#title")).to_contain_text(kind(**preset.options).phrase())
        expect(page.locator(".player").nth(1)).to_contain_text("Computereasy")
        expect(page.locator("#turn")).to_have_text("Your move.")
        expect(page.locator("#rule")).to_have_text(kind.summary)
        expect(page.get_by_role("button", name="Coach")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#moves .step")).to_have_count((preset.winner or 1) - 1)
    expect(page.get_by_role("heading", name="What the marks mean")).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("#legend")).to_be_empty()


@everywhere_online
def test_a_press_on_play_shows_at_once(open_page: OpenPage) -> None:
    """While the server has not answered, the button says that it was pressed; then it can fail."""
    page = open_page("/")
    held = list[Route]()
    page.route("**/api/games", lambda route: held.append(route))
    play = page.locator('[data-play="ladder"]')
    with page.expect_request("**/api/games"):
        play.click()
    expect(play).to_have_attribute("aria-busy", "true")
    held[0].abort()
    expect(play).to_be_enabled()
    expect(play).not_to_have_attribute("aria-busy", "true")


BOXES = """() => ['[data-goal]', '[data-board]', '[data-actions]'].map((part) => {
    const { left, top, right, bottom } = document.querySelector(part).getBoundingClientRect();
    return [left, top, right, bottom];
})"""
LEGAL = """() => [...document.querySelectorAll('#board .tile.legal')].map((tile) => {
    const { left, top, right, bottom } = tile.getBoundingClientRect();
    return [left, top, right, bottom];
})"""


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("screen", [PHONE, SMALL_LAPTOP, LARGE], ids=["360", "1366", "1920"])
def test_one_screen_holds_the_game(open_page: OpenPage, game: str, screen: dict[str, Any]) -> None:
    """Goal, board and actions are in view without scrolling, apart, and every number can be hit."""
    page = open_page(None, **screen)
    begin(page, game, GAMES[game].recommended.options)
    width, height = screen["viewport"]["width"], screen["viewport"]["height"]
    goal, board, actions = page.evaluate(BOXES)
    for left, top, right, bottom in (goal, board, actions, *page.evaluate(LEGAL)):
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
    assert all(right - left >= 32 for left, _, right, _ in page.evaluate(LEGAL))
    assert goal[3] <= board[1]
    assert board[3] <= actions[1] or board[2] <= actions[0]


def test_a_large_puzzle_fits_a_phone(open_page: OpenPage) -> None:
    """Every legal number, and the answer to a wrong try, are above the buttons."""
    page = open_page("/puzzle?game=ladder&seed=7", **PHONE)
    puzzle = page.request.get("/api/puzzle?game=ladder&seed=7").json()
    expect(page.locator("#board .tile").last).to_have_text("102")
    buttons = page.locator("#foot").bounding_box()
    assert buttons
    assert all(bottom <= buttons["y"] for _, _, _, bottom in page.evaluate(LEGAL))
    tile(page, next(move for move in puzzle["state"]["legal"] if move != puzzle["solution"])).tap()
    answer = page.locator("#notice .notice").bounding_box()
    assert answer
    assert answer["y"] + answer["height"] <= buttons["y"]


@everywhere
def test_one_click_starts_after_typing(open_page: OpenPage) -> None:
    """The first click on Start counts although a size was typed just before it."""
    page = open_page("/?game=countdown")
    page.locator("#option-start").fill("7000000000000")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".setup-trouble")).to_contain_text("can be at most")
    page.locator("#option-start").fill("96")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".hero")).to_contain_text("96")


@everywhere
def test_new_game_opens_in_sight(open_page: OpenPage) -> None:
    """The key n opens the set-up over the game, and shortcuts work after a typed move."""
    page = open_page(None)
    begin(page, "ladder", moves=[5])
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect_moves(page, [5, 7])
    page.keyboard.press("n")
    expect(page.get_by_role("dialog")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Start the game")).to_be_in_viewport()


@everywhere
def test_the_computer_takes_a_breath(open_page: OpenPage) -> None:
    """One's own move is shown alone before the computer's answer, unless motion is unwanted."""
    page = open_page(None, reduced_motion="no-preference")
    begin(page, "countdown", {"start": 144}, level="easy")
    page.evaluate("""() => {
        window.seen = [];
        new MutationObserver(() => {
            const now = document.querySelectorAll('#moves .step').length;
            if (window.seen.at(-1) !== now) window.seen.push(now);
        }).observe(document.querySelector('#moves'), { childList: true, subtree: true });
    }""")
    tile(page, 2).click()
    expect(page.locator("#moves .step")).to_have_count(2)
    assert page.evaluate("() => window.seen.filter(Boolean)") == [1, 2]


@everywhere
def test_a_win_is_drawn(open_page: OpenPage) -> None:
    """The end says who won and why, with a flourish, one main button, and the rest after it."""
    page = open_page(None)
    moves = won_by(1, "divider")
    begin(page, "divider", moves=moves[:-1])
    tile(page, moves[-1]).click()
    expect(page.locator("#turn .headline")).to_contain_text("Player 1 wins")
    expect(page.locator("#turn .flourish")).to_be_visible()
    expect(page.locator("#turn .because")).not_to_be_empty()
    labels = page.locator("#actions button").all_inner_texts()
    assert labels[:4] == ["Rematch", "Review the game", "Share", "Another game"]
    expect(page.locator("#actions .strong")).to_have_count(1)
    page.keyboard.press(",")
    expect(page.locator("#turn")).to_contain_text(f"After {len(moves) - 1} of {len(moves)} moves")
    expect(page.locator("#turn")).not_to_contain_text("wins")
    finished = page.url
    page.get_by_role("button", name="Rematch").click()
    expect_moves(page, [])
    page.goto(finished)
    expect_moves(page, moves)
    expect(page.get_by_role("button", name="Go to the rematch")).to_be_visible()


@on_both
def test_the_phone_shows_what_matters(open_page: OpenPage) -> None:
    """At 360 by 740 the first game fits, and no site menu takes its room."""
    page = open_page("/", **PHONE)
    page.locator('[data-play="ladder"]').tap()
    expect(page.locator("#turn")).to_have_text("Your move.")
    expect(page.locator("#site")).to_be_hidden()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


@everywhere
def test_nothing_pushes_the_board(open_page: OpenPage) -> None:
    """A notice does not move the board, and an impossible press is refused in a moment."""
    page = open_page(None)
    begin(page, "chain", moves=[15])
    before = page.locator("#board").bounding_box()
    tile(page, 7).click(force=True)
    expect(page.locator("#notice")).to_contain_text("neither a factor nor a multiple of 15")
    assert page.locator("#board").bounding_box() == before
    expect_moves(page, [15])
