"""The first minute: one press starts a real game, and its end feels like one."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from divisor_duel import GAMES
from tests.web.browser.conftest import PHONE, OpenPage, everywhere, in_turn
from tests.web.browser.table import begin, expect_moves, tile, won_by


@in_turn("game", GAMES)
def test_play_starts_the_recommended_game(open_page: OpenPage, game: str) -> None:
    """Play begins the recommended set-up against the computer, whatever was chosen before."""
    page = open_page("/")
    page.evaluate("""() => localStorage.setItem("duel:preference:against", '"link"')""")
    page.reload()
    page.locator(f'[data-play="{game}"]').click()
    page.wait_for_url("**/g/*")
    kind = GAMES[game]
    expect(page.locator("#title")).to_contain_text(kind(**kind.recommended.options).phrase())
    expect(page.locator(".player").nth(1)).to_contain_text("Computer")
    expect(page.locator("#turn")).to_have_text("Your move.")
    expect(page.locator("#rule")).to_have_text(kind.summary)


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


@pytest.mark.parametrize("game", list(GAMES))
def test_the_phone_shows_what_matters(open_page: OpenPage, game: str) -> None:
    """At 360 by 740 the turn, the board and the main action are on the first screen."""
    page = open_page("/", **PHONE)
    page.locator(f'[data-play="{game}"]').tap()
    expect(page.locator("#turn")).to_have_text("Your move.")
    for place in ("#turn", ".tile.legal >> nth=0", "#actions button >> nth=1"):
        expect(page.locator(place)).to_be_in_viewport()
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
