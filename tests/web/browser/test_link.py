"""Two people far apart: live moves, lost networks, consent."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import OpenPage, everywhere
from tests.web.browser.table import choose_setup, expect_moves, tile


def meet(open_page: OpenPage, game: str = "chain") -> tuple[Page, Page, str]:
    """Two browsers in the two seats, and the link to watch."""
    host = open_page("/")
    choose_setup(host, game, "a friend by link")
    invitation = host.get_by_role("button", name="Copy link: Seat of Player 2")
    watch = host.get_by_role("button", name="Copy link: To watch").get_attribute("data-address")
    address = invitation.get_attribute("data-address")
    assert address
    assert watch
    assert "#seat=" in address
    assert "#" not in watch
    expect(host.locator(".player").nth(1)).to_contain_text("not here yet")
    expect(host.get_by_role("button", name="Copy the link for your friend")).to_be_in_viewport()
    guest = open_page(address)
    expect(guest.locator("#turn")).to_have_text("Player 1 to move.")
    return host, guest, watch


def test_both_see_moves_and_a_watcher_too(open_page: OpenPage) -> None:
    """Moves appear in the other browser at once, and whoever watches cannot move."""
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
    expect(host.locator("#notice")).to_contain_text("It is Player 2's turn.")
    guest.keyboard.press("v")
    expect(guest.locator("#notice")).to_contain_text("until the game ends")
    tile(guest, 12).click()
    for page in (host, guest, watcher):
        expect_moves(page, [6, 12])


def test_offline_in_mid_move(open_page: OpenPage) -> None:
    """A move made without network is kept, even over a reload, and arrives once it is back."""
    host, guest, _ = meet(open_page)
    tile(host, 6).click()
    expect(guest.locator("#turn")).to_have_text("Your move.")
    guest.context.set_offline(True)
    tile(guest, 12).click()
    expect(guest.locator(".tile.pending")).to_have_count(1)
    expect(guest.locator("#turn")).to_contain_text("12 is kept")
    expect(host.locator(".player").nth(1)).to_contain_text("away")
    expect_moves(host, [6])
    guest.context.set_offline(False)
    expect_moves(guest, [6, 12])
    expect_moves(host, [6, 12])
    expect(guest.locator(".tile.pending")).to_have_count(0)
    tile(host, 4).click()
    expect_moves(guest, [6, 12, 4])


def test_a_lost_answer_makes_no_second_move(open_page: OpenPage) -> None:
    """When the server took a move but its answer was lost, the same request is sent again."""
    host, guest, _ = meet(open_page)
    sent: list[str] = []

    def lose_once(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    host.route("**/moves", lose_once)
    tile(host, 6).click()
    expect_moves(guest, [6])
    expect_moves(host, [6])
    expect(host.locator(".tile.pending")).to_have_count(0)
    assert set(sent) == {sent[0]}
    tile(guest, 12).click()
    expect_moves(host, [6, 12])


@pytest.mark.parametrize("open_page", ["1280-light", "1920-dark"], indirect=True)
def test_takeback_by_consent(open_page: OpenPage) -> None:
    """A move is taken back only when the other player allows it."""
    host, guest, _ = meet(open_page)
    tile(host, 6).click()
    expect_moves(guest, [6])
    host.get_by_role("button", name="Ask to take back").click()
    guest.get_by_role("button", name="Refuse").click()
    expect(host.locator("#notice")).to_contain_text("refused")
    expect_moves(host, [6])
    host.get_by_role("button", name="Ask to take back").click()
    guest.get_by_role("button", name="Allow").click()
    expect_moves(host, [])
    expect_moves(guest, [])
    expect(host.locator("#turn")).to_have_text("Your move.")


@everywhere
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
    expect(host.locator("#turn")).to_contain_text("You win: Player 2 resigned")
    before = host.url
    host.get_by_role("button", name="Rematch").click()
    expect(guest.locator(".offer")).to_contain_text("Player 1 offers a rematch")
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
