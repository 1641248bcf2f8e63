"""The proofs of Countdown, Ladder and Digits, one step at a time, and boards of many numbers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PHONE, SCREENS, OpenPage, everywhere
from tests.web.browser.table import tile

CLOSE = """([lines, texts]) => {
    const near = [];
    const boxes = [...document.querySelectorAll(texts)]
        .map((text) => [text, text.getBoundingClientRect()]);
    for (const path of document.querySelectorAll(lines)) {
        if (!path.getAttribute('d')) continue;
        const frame = path.getScreenCTM(), length = path.getTotalLength();
        const at = (share) => path.getPointAtLength(share * length).matrixTransform(frame);
        const inside = (point, box, room) =>
            Math.hypot(Math.max(box.left - point.x, 0, point.x - box.right),
                       Math.max(box.top - point.y, 0, point.y - box.bottom)) < room;
        for (const [text, box] of boxes) {
            const own = text.parentNode === path.parentNode
                || [0, 1].some((end) => inside(at(end), box, 16));
            if (own) continue;
            for (let share = 0; share <= 1; share += 0.02)
                if (inside(at(share), box, 4)) { near.push(text.textContent); break; }
        }
    }
    return near;
}"""
"""Texts that some line comes within 4 px of, but for those at its ends and its own label."""


def too_close(page: Page, lines: str, texts: str) -> list[str]:
    """The numbers that lines of others touch."""
    return list(page.evaluate(CLOSE, [lines, texts]))


@everywhere
def test_the_parity_ladder(open_page: OpenPage) -> None:
    """Pointing at a divisor shows the number it leaves, on its rail, and the answer to it."""
    page = open_page(None)
    page.goto("/explore?game=countdown&start=60#line=15&at=15")
    nodes = page.locator(".rails .node")
    expect(nodes.first).to_contain_text("60")
    assert too_close(page, ".rails .climb path", ".rails text") == []
    page.goto("/explore?game=countdown&start=60")
    expect(page.locator(".rails .node.now")).to_have_text("60")
    for move, left, answer in ((4, "56", "49"), (3, "57", None), (12, "48", "45")):
        tile(page, move).hover()
        expect(nodes).to_have_text(["60", left, *([answer] if answer else [])])
        expect(page.locator("#caption")).to_contain_text(f"60 \u2212 {move} = {left}")
        assert too_close(page, ".rails .climb path", ".rails text") == []


@everywhere
def test_what_each_can_still_climb(open_page: OpenPage) -> None:
    """Pointing at a number shows both players' sure steps after it, and says what they prove."""
    page = open_page(None)
    page.goto("/explore?game=ladder&high=50#line=3.5&at=3.5")
    expect(page.locator(".ahead.player-1 .sure")).to_have_text(["6", "12", "24", "48"])
    expect(page.locator(".ahead.player-2 .sure")).to_have_text(["10", "20", "40"])
    tile(page, 33).hover()
    expect(page.locator(".ahead.player-1")).to_have_text("stuck")
    expect(page.locator("#caption")).to_contain_text("You cannot climb again")
    tile(page, 6).hover()
    expect(page.locator(".ahead.player-1 .sure")).to_have_text(["12", "24", "48"])
    assert too_close(page, ".lines .sweep", ".tile .figure") == []
    assert page.evaluate(
        "[...document.querySelectorAll('.rungs')].every((it) => it.scrollWidth <= it.clientWidth)"
    )


@pytest.mark.parametrize("open_page", ["360-dark"], indirect=True)
def test_names_are_whole_on_a_phone(open_page: OpenPage) -> None:
    """No name beside a ladder is cut off, with the climbs drawn or without."""
    page = open_page("/explore?game=ladder")
    for ready in (".badge", ".tile:not(:has(.badge))"):
        expect(page.locator(ready).first).to_be_visible()
        cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).length"
        assert page.locator(".whose").evaluate_all(cut) == 0
        expect(page.locator(".whose").last).to_have_text("Your opponent")
        page.keyboard.press("v")


@everywhere
def test_the_clock_with_the_threat(open_page: OpenPage) -> None:
    """Pointing at a digit shows where it leads and, if they can finish, how."""
    page = open_page(None)
    page.goto("/explore?game=digits&target=12#line=6.5&at=6.5")
    expect(page.locator(".threat").first).to_be_visible()
    expect(page.locator("#insight")).to_contain_text("beside a remainder wins")
    answer = page.locator(".chord.answer")
    for move, finished in ((2, True), (1, False), (3, False), (9, False)):
        tile(page, move).hover()
        expect(page.locator("#caption")).to_contain_text(f"65{move} leaves")
        assert bool(answer.get_attribute("d")) == finished
        assert too_close(page, ".chord", ".hour text, .threat") == []
    tile(page, 2).hover()
    expect(page.locator("#caption")).to_contain_text(
        "652 leaves remainder 4. Then 8 wins: 12 divides 6528."
    )


WON = {
    "divider": ("high=28", {".arc": 1, ".part": 2, ".searched": 1}),
    "chain": ("high=100&opening=even", {".arc.thick": 2, ".ringed": 1}),
    "ladder": ("high=100#line=2.3.18.27&at=2.3.18.27", {"rect.own": 2, "rect.sure": 1, ".bar": 1}),
    "digits": ("target=18", {"rect.hour": 18, "text.ends": 8}),
}
"""Positions, and how many marks of some roles are drawn beside the reason."""


def test_how_to_win_is_drawn(open_page: OpenPage) -> None:
    """Beside the reason is its drawing, whole on a phone; pointing at a reply finds its pair."""
    page = open_page(None, **PHONE)
    for game, (query, marks) in WON.items():
        page.goto("/")
        page.goto(f"/explore?game={game}&{query}")
        expect(page.locator(".drawing figcaption").first).to_be_visible()
        for role, count in marks.items():
            expect(page.locator(f".drawing {role}")).to_have_count(count)
        boxes = page.locator(".drawing svg").evaluate_all(
            "all => all.map((it) => it.getBoundingClientRect()).map((it) => [it.left, it.right])"
        )
        assert all(left >= 0 and right <= 360 for left, right in boxes)
    page.goto("/")
    page.goto("/explore?game=divider&high=14")
    partners = "Partners: 2-3, 5-7, 6-9, 10-14, 11-13. Without a partner: 4."
    expect(page.get_by_role("img", name=partners)).to_be_visible()
    expect(page.locator(".lines .partner")).to_have_count(5)
    assert too_close(page, ".lines .partner", ".tile .figure") == []
    page.get_by_text("Show me", exact=True).click()
    page.locator('.reply[data-reply="9"]').hover()
    expect(page.locator(".drawing .arc.lit")).to_have_attribute("data-about", "6 9")


LARGE = {
    "chain": ("/explore?game=chain&high=400#line=6.12&at=6.12", 35),
    "ladder": ("/explore?game=ladder&high=400#line=3.5&at=3.5", 132),
    "divider": ("/explore?game=divider&high=100#line=3&at=3", None),
}
"""A position of a large set-up, and how many moves are listed below its board."""


MEASURED = """async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    const grid = document.querySelector('.hundred .grid');
    const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length;
    const tile = document.querySelector('.tile[data-move="8"]').getBoundingClientRect().width;
    const wide = document.documentElement.scrollWidth;
    return { columns, tile, wide, grid: grid.getBoundingClientRect().width };
}"""
"""Measured at once after a new size has arrived: a board may be redrawn at any time."""


@pytest.mark.parametrize("game", LARGE)
def test_boards_that_scale(open_page: OpenPage, game: str) -> None:
    """Hundreds of numbers stand in rows of ten, or twenty, and what is legal is in sight."""
    address, listed = LARGE[game]
    page = open_page(None, **SCREENS["1920-dark"])
    page.goto(address)
    expect(page.locator(".hundred .grid")).to_be_visible()
    found = page.evaluate(MEASURED)
    assert found["columns"] == (20 if listed else 10)
    assert found["grid"] > 1000
    if listed:
        expect(page.locator(".listed .chip")).to_have_count(listed)
    for width, height, least in ((1280, 860, 46), (360, 740, 28), (320, 740, 26)):
        page.set_viewport_size({"width": width, "height": height})
        found = page.evaluate(MEASURED)
        assert found["columns"] == 10
        assert found["wide"] <= width
        assert found["tile"] >= least
        if listed:
            expect(page.locator(".listed .chip").first).to_be_in_viewport()


INSIDE = """() => {
    const frame = document.querySelector('#board').getBoundingClientRect();
    const out = [...document.querySelectorAll('.tile, .badge')]
        .filter((each) => each.getBoundingClientRect().right > frame.right);
    const lines = [...document.querySelectorAll('.note')]
        .map((note) => note.textContent.replace('leaves ', ''))
        .filter((left) => /\\s/.test(left.replaceAll('\\u202f', '')));
    const low = [...document.querySelectorAll('.tile .note')].filter((note) =>
        note.getBoundingClientRect().bottom > note.parentNode.getBoundingClientRect().bottom - 3);
    return [out.length, lines.length, low.length];
}"""
"""How many numbers or marks stick out of the board, how many figures might be broken, and how many
notes touch the edge of their tile."""


@pytest.mark.parametrize("open_page", ["360-dark"], indirect=True)
def test_notes_of_digits_are_whole_on_a_phone(open_page: OpenPage) -> None:
    """The remainder after each digit stands inside its tile in one line, and so does today's."""
    page = open_page("/explore?game=digits&target=12#line=5&at=5")
    expect(page.locator(".badge").first).to_be_visible()
    assert page.evaluate(INSIDE)[2] == 0
    heights = "(lines) => lines.map((line) => line.getBoundingClientRect().height)"
    assert max(page.locator(".note").evaluate_all(heights)) < 20
    assert max(page.locator(".sum").evaluate_all(heights)) < 40


def test_a_million_million_on_a_phone(open_page: OpenPage) -> None:
    """The longest numbers and their marks stand whole inside the board, two to a row."""
    page = open_page(None, **PHONE)
    page.goto("/explore?game=countdown&start=1000000000000")
    expect(page.locator(".badge").first).to_be_visible()
    assert page.evaluate(INSIDE) == [0, 0, 0]


@everywhere
def test_what_falls_with_a_number(open_page: OpenPage) -> None:
    """In Divider Duel lines run between the rows, and no number is crossed."""
    page = open_page(None)
    page.goto("/explore?game=divider&high=20#line=7&at=7")
    expect(page.locator(".lines .cover").first).to_be_attached()
    tile(page, 2).hover()
    expect(page.locator("#caption")).to_contain_text("2 removes 2, 4, 6, 8, 10")
    expect(page.locator(".lines .sweep")).to_have_count(10)
    assert too_close(page, ".lines path", ".tile .figure") == []
