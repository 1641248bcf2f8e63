"""A friend in two taps: the link, the page of the invitation, and what protects the seat."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from divisor_duel import GAMES
from tests.web.browser.conftest import PHONE, OpenPage, everywhere_online
from tests.web.browser.table import expect_moves


def invite(page: Page, game: str = "chain", name: str = "Ann") -> str:
    """Make a game by link on the start page; the address for the friend."""
    page.locator(f'[data-friend="{game}"]').click()
    page.locator("dialog").get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Make the link").click()
    page.wait_for_url("**/g/*")
    expect(page.get_by_role("heading", name="Invite a friend")).to_be_visible()
    return page.locator("dialog .address").inner_text()


@everywhere_online
def test_a_friend_joins_by_the_link(open_page: OpenPage) -> None:
    """The link is shown with its QR code; the friend reads who invites to what, and joins."""
    host = open_page("/")
    expect(host.locator('[data-friend="divider"]')).to_be_in_viewport()
    address = invite(host)
    expect(host.get_by_role("img", name="QR code")).to_have_js_property("complete", True)
    expect(host.locator("dialog")).to_contain_text("works on this computer only")
    expect(host.locator("dialog")).to_contain_text("--host")
    host.get_by_role("button", name="Close").click()
    guest = open_page(address)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Ann invites you to Chain")
    expect(guest.locator("#invitation")).to_contain_text(GAMES["chain"].summary)
    expect(guest.locator("#board")).to_be_hidden()
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Join").click()
    for page in (host, guest):
        expect(page.locator(".player .name")).to_have_text(["Ann", "Ben"])
    assert "#" not in guest.url
    guest.goto("/")
    guest.locator('[data-friend="ladder"]').click()
    expect(guest.locator("dialog").get_by_label("Your name")).to_have_value("Ben")


def test_your_own_invitation_takes_no_seat(open_page: OpenPage) -> None:
    """Opening it where the game was made explains it; the friend can still join."""
    host = open_page("/")
    address = invite(host)
    host.goto("/")
    host.goto(address)
    expect(host.get_by_role("heading", name="This link is for your friend")).to_be_visible()
    host.get_by_role("button", name="Close").click()
    expect(host.locator(".player").nth(1)).to_contain_text("not here yet")
    guest = open_page(address)
    guest.get_by_role("button", name="Join").click()
    expect(host.locator(".player").nth(1)).to_contain_text("here now")


def test_a_spent_invitation_says_so(open_page: OpenPage) -> None:
    """The second person to open it can watch, and takes no seat."""
    host = open_page("/")
    address = invite(host)
    guest = open_page(address)
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator("#board .tile").first).to_be_visible()
    late = open_page(address, **PHONE)
    expect(late.get_by_role("heading", level=1)).to_have_text(
        "Someone has already joined this game"
    )
    late.get_by_role("button", name="Watch the game").click()
    expect(late.locator("#share")).to_contain_text("You are watching this game.")
    expect_moves(late, [])


def test_just_watching_leaves_the_seat(open_page: OpenPage) -> None:
    """A visitor who only wants to watch does not take the friend's seat."""
    host = open_page("/")
    address = invite(host)
    watcher = open_page(address)
    watcher.get_by_role("button", name="Just watch").click()
    expect(watcher.locator("#share")).to_contain_text("You are watching this game.")
    friend = open_page(address)
    friend.get_by_role("button", name="Join").click()
    expect(friend.locator("#board .tile").first).to_be_visible()


def test_players_show_each_other_marks(open_page: OpenPage) -> None:
    """A mark appears beside the name, with what it means, and the next move hides it."""
    host = open_page("/")
    address = invite(host)
    host.get_by_role("button", name="Close").click()
    guest = open_page(address)
    guest.get_by_role("button", name="Join").click()
    guest.get_by_role("button", name="Well played").click()
    expect(host.locator(".player .reaction.well_played")).to_have_count(1)
    expect(host.locator("#notice")).to_have_text("Your opponent: Well played.")
    expect(guest.locator("#notice")).to_have_text("You: Well played.")
    mover = host if host.locator("#turn").inner_text() == "Your move." else guest
    mover.locator(".tile.legal").first.click()
    expect(host.locator(".player .reaction")).to_have_count(0)


def test_a_notification_says_whose_move_it_is(open_page: OpenPage) -> None:
    """A player who allowed it is notified while looking elsewhere."""
    host = open_page("/", permissions=["notifications"])
    address = invite(host)
    host.get_by_role("button", name="Close").click()
    guest = open_page(address)
    guest.get_by_role("button", name="Join").click()
    expect(host.locator(".player").nth(1)).to_contain_text("here now")
    host.evaluate("""() => {
        window.told = [];
        window.Notification = class {
            static permission = "granted";
            constructor(title, { body }) { window.told.push(`${title}: ${body}`); }
        };
        Object.defineProperty(document, "hidden", { get: () => true });
    }""")
    if host.locator("#turn").inner_text() == "Your move.":
        host.locator(".tile.legal").first.click()
        expect(guest.locator("#turn")).to_have_text("Your move.")
    guest.locator(".tile.legal").first.click()
    expect(host.locator("#turn")).to_have_text("Your move.")
    assert host.evaluate("window.told") == ["Divisor Duel: Chain: It is your move."]
    assert host.title().startswith("Your move")
