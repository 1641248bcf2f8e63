"""Values, reasons, reviews, replays, puzzles and records on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from divisor_duel import GAMES
from tests.web.browser.conftest import SCREENS, OpenPage, everywhere, in_turn, on_both
from tests.web.browser.table import GAME, begin, expect_moves, tile, won_by


@in_turn("game", GAMES)
def test_values_on_every_tile(open_page: OpenPage, game: str) -> None:
    """Every legal move shows by a mark whether it wins, and the reason stands beside it."""
    page = open_page(None)
    begin(page, game, level="perfect")
    expect(page.locator(".badge")).to_have_count(0)
    page.keyboard.press("v")
    legal = page.locator(".tile.legal").count()
    expect(page.locator(".badge")).to_have_count(legal)
    marks = {text[0] for text in page.locator(".badge").all_inner_texts()}
    assert marks <= {"+", "\u2212"}
    expect(page.locator("#insight .verdict")).to_contain_text("You win")
    page.keyboard.press("v")
    expect(page.locator(".badge")).to_have_count(0)


CLOSE = """() => {
    const path = document.querySelector('.lines .pair');
    const frame = path.ownerSVGElement.getBoundingClientRect();
    const ends = [...document.querySelectorAll('.tile')].filter((tile) => tile.matches(':hover'))
        .map((tile) => tile.dataset.move);
    const boxes = [...document.querySelectorAll('.tile .figure')]
        .map((each) => [each.closest('.tile').dataset.move, each.getBoundingClientRect()]);
    const near = new Set();
    for (let at = 0; at <= path.getTotalLength(); at += 2) {
        const point = path.getPointAtLength(at);
        const [x, y] = [point.x + frame.x, point.y + frame.y];
        for (const [move, box] of boxes) {
            const aside = Math.max(box.left - x, 0, x - box.right);
            const above = Math.max(box.top - y, 0, y - box.bottom);
            if (Math.hypot(aside, above) < 4) near.add(move);
        }
    }
    return [...near].filter((move) => !ends.includes(move));
}"""
"""The numbers that the line of a pair comes close to, except the one pointed at."""


COVERED = """() => {
    const boxOf = (element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return { left, right, top: top + (bottom - top) / 5, bottom: bottom - (bottom - top) / 5 };
    };
    const numbers = [...document.querySelectorAll('#board .tile .figure')];
    return [...document.querySelectorAll('#board .badge')]
        .filter((badge) => badge.checkVisibility())
        .flatMap((badge) => {
            const over = badge.getBoundingClientRect();
            return numbers.filter((number) => {
                const under = boxOf(number);
                return over.left < under.right && under.left < over.right
                    && over.top < under.bottom && under.top < over.bottom;
            });
        })
        .map((number) => number.textContent);
}"""
"""The numbers on which a value lies; above and below its digits a line of text is empty."""
HIDDEN = """() => Math.max(...[...document.querySelectorAll('#board .badge')].map((badge) => {
    const over = badge.getBoundingClientRect();
    const under = badge.closest('.tile').getBoundingClientRect();
    const width = Math.min(over.right, under.right) - Math.max(over.left, under.left);
    const height = Math.min(over.bottom, under.bottom) - Math.max(over.top, under.top);
    return Math.max(0, width) * Math.max(0, height) / (under.width * under.height);
}))"""
"""The largest share of a tile that lies under its value."""


@pytest.mark.parametrize("open_page", SCREENS, indirect=True)
@pytest.mark.parametrize("game", list(GAMES))
def test_values_cover_no_number(open_page: OpenPage, game: str) -> None:
    """Each value stands at the edge of its tile or beside it, and on no number."""
    page = open_page(None)
    begin(page, game, GAMES[game].recommended.options, level="perfect")
    page.keyboard.press("v")
    expect(page.locator("#board .badge").first).to_be_visible()
    assert page.evaluate(COVERED) == []
    assert page.evaluate(HIDDEN) < 1 / 6


@everywhere
def test_pairs_one_at_a_time(open_page: OpenPage) -> None:
    """Chain shows the partner of the number pointed at, by a line that passes no other number."""
    page = open_page(None)
    page.goto("/explore?game=chain&high=50&opening=even#line=24.12&at=24.12")
    expect(page.locator(".drawing .arc").first).to_be_visible()
    expect(page.locator(".looking")).to_have_count(0)  # better pairs may be found until then
    expect(page.locator(".lines .pair")).to_have_count(0)
    arcs = page.locator(".drawing .arc").evaluate_all("arcs => arcs.map((it) => it.dataset.about)")
    for one, two in (arc.split() for arc in arcs[:6]):
        tile(page, int(one)).hover()
        expect(page.locator(".lines .pair")).to_have_count(1)
        assert set(page.evaluate(CLOSE)) <= {two}


@on_both
def test_groups_are_drawn(open_page: OpenPage) -> None:
    """Divider shows its groups by letter."""
    page = open_page(None)
    begin(page, "divider", {"high": 20}, level="random")
    page.keyboard.press("v")
    expect(page.locator("#insight .groups li").first).to_be_visible()
    assert page.locator(".tile .letter").count() > 1


@on_both
def test_values_stay_hidden_between_two_people(open_page: OpenPage) -> None:
    """Between two people there are no values until the game has ended."""
    page = open_page(None)
    moves = won_by(1, "divider")
    begin(page, "divider", moves=moves[:-1])
    expect(page.get_by_role("button", name="Values")).to_have_count(0)
    page.keyboard.press("v")
    expect(page.locator("#notice")).to_contain_text("after the game")
    tile(page, moves[-1]).click()
    expect(page.get_by_role("button", name="Values")).to_be_visible()


@everywhere
def test_hints_come_in_steps(open_page: OpenPage) -> None:
    """Each further hint says more; the third marks the winning move and says why."""
    page = open_page(None)
    begin(page, "divider", level="perfect")
    for count in (1, 2, 3):
        expect(page.locator(".tile.hinted")).to_have_count(0)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#insight .why p")).to_have_count(count)
    expect(page.locator(".tile.hinted")).to_have_text("4")
    expect(page.locator("#insight .why p").last).to_contain_text("Take 4. Now every")
    expect(page.locator("#insight .why p").last).to_be_in_viewport()
    expect(page.locator("#notice")).to_be_empty()


@everywhere
def test_review_with_a_jump_to_the_mistake(open_page: OpenPage) -> None:
    """The review draws the tug of war and jumps to the position before a mistake."""
    page = open_page(None)
    begin(page, "divider", moves=[2, 5, 3, 7])
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".tug .knot")).to_have_count(5)
    page.get_by_role("button", name="Move 1: 2", exact=True).last.click()
    expect(page.locator(".stepping")).to_contain_text("0 of 4")
    expect(page).to_have_title("after 0 of 4 · Divider Duel")
    expect(tile(page, 4).locator(".badge")).to_contain_text("+")
    expect(tile(page, 2).locator(".badge")).to_contain_text("\u2212")
    page.locator(".mistakes summary").first.click()
    expect(page.locator(".mistakes details p").first).to_contain_text("Take 4")
    expect(page.locator(".mistakes .drawing .arc")).to_have_count(3)
    page.locator(".tug .jump").nth(3).click()
    expect(page.locator(".stepping")).to_contain_text("3 of 4")
    expect(page.locator(".tug .jump").nth(3)).to_have_class("jump shown")
    expect(page.locator("#board")).to_be_in_viewport()


@everywhere
def test_replay_by_stepping(open_page: OpenPage) -> None:
    """Stepping shows every earlier position, in which no one can move."""
    page = open_page(None)
    begin(page, "countdown", moves=[15, 15, 5])
    expect(page.locator(".hero")).to_contain_text("25")
    page.keyboard.press(",")
    expect(page.locator(".hero")).to_contain_text("30")
    page.get_by_role("button", name="First move").click()
    expect(page.locator(".hero")).to_contain_text("60")
    tile(page, 15).click(force=True)
    expect(page.locator("#notice")).to_contain_text("earlier position")
    page.keyboard.press(".")
    expect(page.locator(".hero")).to_contain_text("45")
    page.get_by_role("button", name="Last move").click()
    expect(page.locator(".hero")).to_contain_text("25")


@everywhere
def test_puzzle(open_page: OpenPage) -> None:
    """A wrong answer is refuted, the right one is praised and explained."""
    page = open_page(None)
    puzzle = page.request.get("/api/puzzle?game=ladder&seed=1").json()
    page.goto("/puzzle?game=ladder&seed=1")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    slip, taken = next(iter(puzzle["state"]["problems"].items()))
    tile(page, taken[0]).click(force=True)
    expect(page.locator("#notice")).to_contain_text(slip.format(taken[0]))
    wrong = next(move for move in puzzle["state"]["legal"] if move != puzzle["solution"])
    tile(page, wrong).click()
    expect(page.locator("#notice")).to_contain_text(f"{wrong} loses")
    tile(page, puzzle["solution"]).click()
    expect(page.locator("#notice")).to_contain_text(f"{puzzle['solution']} wins")
    expect(page.locator("#insight")).to_contain_text("Solved")
    expect(page.locator("#turn")).to_have_text("Solved.")
    expect(page.locator("#entry")).to_be_hidden()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    first = page.url
    page.keyboard.press("n")
    page.wait_for_url(lambda address: address != first)
    page.go_back()
    page.wait_for_url(first)
    expect(page.locator("#insight")).to_be_empty()


@everywhere
def test_record_copied_and_pasted(open_page: OpenPage) -> None:
    """A copied record, pasted on the start page, opens the same position to go on from."""
    page = open_page(None, permissions=["clipboard-read", "clipboard-write"])
    first = begin(page, "chain", moves=[6, 12, 4])
    page.get_by_role("button", name="Copy the moves").click()
    expect(page.locator("#notice")).to_contain_text("Moves copied")
    text = page.evaluate("() => navigator.clipboard.readText()")
    assert '[Game "chain"]' in text
    page.goto("/")
    page.get_by_role("button", name="Paste moves").click()
    page.locator("#pasted").fill("[Game")
    page.get_by_role("button", name="Play it").click()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.locator("#pasted").fill(text)
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url(GAME)
    assert first not in page.url
    expect_moves(page, [6, 12, 4])
    tile(page, 2).click()
    expect_moves(page, [6, 12, 4, 2])
