"""How to win, and the answer to any reply: by mouse, by keyboard and by finger."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PHONE, OpenPage, everywhere, on_both
from tests.web.browser.table import begin, tile

PARTNERS = "Take the partner of the number just taken. Partners: 2-3, 5-7, 6-9."


def opened(page: Page, address: str) -> Page:
    """Show the answers in a position that is explored."""
    page.goto(address)
    page.locator(".show summary").click()
    expect(page.locator(".mini .board")).to_be_visible()
    expect(page.locator(".looking")).to_have_count(0)
    return page


@everywhere
def test_how_to_win_comes_in_steps(open_page: OpenPage) -> None:
    """The reason comes first, the rules after it on request; they stay open on the next page."""
    page = open_page("/explore?game=divider&high=9")
    how = page.locator(".how")
    expect(page.locator("#insight .why > p").first).to_contain_text("Take 4. Now every number")
    expect(how.locator("summary")).to_have_text("How to win")
    expect(how.locator("li").first).to_be_hidden()
    how.locator("summary").press("Enter")
    expect(how.locator("li").first).to_be_visible()
    expect(how.locator("li")).to_have_text(["Take 4.", PARTNERS.replace("-", "-\u2060")])
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.includes('how'))")
    page.goto("/explore?game=digits&target=18")
    expect(how.locator("summary")).to_have_text("How your opponent wins")
    expect(how.locator("li").first).to_be_visible()
    expect(how.locator("li")).to_have_count(2)


@on_both
def test_a_search_is_called_a_search(open_page: OpenPage) -> None:
    """Where only a search proves it the words say so, and every reply has an answer even so."""
    page = opened(open_page(None), "/explore?game=divider&high=20&ending=misere")
    expect(page.locator("#insight .why > p").first).to_contain_text("The computer checked all ")
    page.locator(".how summary").click()
    expect(page.locator(".how li").last).to_contain_text("Let the computer find all further")
    page.locator(".reply").first.click()
    expect(page.locator(".crumb")).to_have_count(2)
    expect(page.locator(".reply").first).to_be_visible()


@on_both
def test_pointing_by_mouse(open_page: OpenPage) -> None:
    """The answer, its rule and the position after it appear, and go when the mouse does."""
    page = opened(open_page(None), "/explore?game=divider&high=9")
    expect(page.locator(".reply")).to_have_count(6)
    page.locator(".reply", has_text="9").last.hover()
    expect(page.locator(".told .said")).to_have_text("If they take 9, take 6.")
    expect(page.locator(".told .aside")).to_have_text(PARTNERS.replace("-", "-\u2060"))
    expect(page.locator(".mini .tile.taken .figure")).to_have_text(["4", "6", "9"])
    page.locator("#title").hover()
    expect(page.locator(".told .said")).to_have_count(0)
    expect(page.locator(".mini .tile.taken .figure")).to_have_text(["4"])


def test_pointing_at_the_board(open_page: OpenPage) -> None:
    """A tile of either board stands for its reply; pressing it on the small one goes on."""
    page = opened(open_page(None), "/explore?game=divider&high=9")
    tile(page.locator("#board"), 9).hover()  # type: ignore[arg-type]
    expect(page.locator(".told .said")).to_have_text("If they take 9, take 6.")
    expect(page.locator(".reply.pointed")).to_have_attribute("data-reply", "9")
    expect(page.locator("#caption")).to_contain_text("Take 4. If they take 9, take 6.")
    page.locator("#title").hover()
    expect(page.locator(".mini .tile.taken .figure")).to_have_text(["4"])
    small = tile(page.locator(".mini"), 5)  # type: ignore[arg-type]
    small.hover()
    expect(page.locator(".told .said")).to_have_text("If they take 5, take 7.")
    expect(page.locator(".mini .tile.answer .figure")).to_have_text("7")
    small.click()
    expect(page.locator(".crumb")).to_have_text(["4", "57"])


@on_both
def test_three_deep_and_back_by_keyboard(open_page: OpenPage) -> None:
    """Keys alone lead down to the end of the game and up again."""
    page = opened(open_page(None), "/explore?game=divider&high=9")
    page.locator(".show summary").focus()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.locator(".told .said")).to_have_text("If they take 2, take 3.")
    for depth, (told, crumb) in enumerate(
        [
            ("If they take 9, take 6.", "96"),
            ("If they take 5, take 7.", "57"),
            ("If they take 2, take 3 and win.", "23"),
        ],
        start=2,
    ):
        reply = page.locator(f'.reply[data-reply="{crumb[0]}"]')
        reply.focus()
        expect(page.locator(".told .said")).to_have_text(told)
        page.keyboard.press("Enter")
        expect(page.locator(".crumb")).to_have_count(depth)
        expect(page.locator(".crumb").last).to_have_text(crumb)
    expect(page.locator(".told")).to_contain_text("The game is over")
    expect(page.locator(".crumb").last).to_be_focused()
    for depth in (3, 2, 1):
        page.locator(".crumbs").get_by_role("button", name="Back").press("Enter")
        expect(page.locator(".crumb")).to_have_count(depth)
    expect(page.locator(".reply")).to_have_count(6)
    assert "#" not in page.url  # the position that is explored stays


def test_tapping(open_page: OpenPage) -> None:
    """A tap goes to the position after the answer, and a crumb leads back."""
    page = opened(open_page(None, **PHONE), "/explore?game=countdown&start=60")
    page.locator(".reply").first.tap()
    expect(page.locator(".crumb")).to_have_text(["3", "327"])
    expect(page.locator(".mini .hero")).to_contain_text("27")
    page.locator(".reply").first.tap()
    expect(page.locator(".crumb")).to_have_count(3)
    page.locator(".crumb").first.tap()
    expect(page.locator(".mini .hero")).to_contain_text("57")
    expect(page.locator("#board .hero")).to_contain_text("60")


@on_both
def test_in_a_game(open_page: OpenPage) -> None:
    """The loser sees what the opponent would do, and what is shown is not played."""
    page = open_page(None)
    begin(page, "digits", {"target": 18}, level="easy")
    page.keyboard.press("v")
    page.locator(".show summary").click()
    page.locator('.reply[data-reply="1"]').hover()
    expect(page.locator(".told .said")).to_have_text("If you write 1, they write 8 and win.")
    page.locator('.reply[data-reply="2"]').click()
    expect(page.locator(".crumb").last).to_have_text("24")
    expect(page.locator("#moves .step .figure")).to_have_count(0)


def test_many_replies_can_all_be_seen(open_page: OpenPage) -> None:
    """Ladder has 98 replies: each is there, in a list that scrolls."""
    page = opened(open_page(None), "/explore?game=ladder&high=100")
    expect(page.locator(".reply")).to_have_count(98)
    last = page.locator(".reply").last
    last.focus()
    expect(last).to_be_in_viewport()
    expect(page.locator(".told .said")).to_have_text("If they take 100, take 4 and win.")


@on_both
def test_the_solution_of_a_puzzle_answers_every_reply(open_page: OpenPage) -> None:
    """When a puzzle is over, how to win and the answer to any reply are below its reason."""
    page = open_page("/puzzle?game=divider&seed=19")
    expect(page.locator(".tile").first).to_be_visible()
    expect(page.locator(".show")).to_have_count(0)
    page.locator("#give").click()
    expect(page.locator(".how summary")).to_have_text("How to win")
    page.locator(".show summary").click()
    expect(page.locator(".mini .board")).to_be_visible()
    page.locator(".reply").first.hover()
    expect(page.locator(".told .said")).to_contain_text("If they take ")
    page.locator(".reply").first.click()
    expect(page.locator(".crumb")).to_have_count(2)
