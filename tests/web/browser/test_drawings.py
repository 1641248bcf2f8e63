"""The proofs of Countdown, Ladder and Digits, one step at a time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import OpenPage
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


@pytest.mark.parametrize("width", [360, 1280])
def test_the_parity_ladder(open_page: OpenPage, width: int) -> None:
    """Pointing at a divisor shows the number it leaves, on its rail, and the answer to it."""
    page = open_page(None, viewport={"width": width, "height": 860})
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


@pytest.mark.parametrize("width", [360, 1280])
def test_what_each_can_still_climb(open_page: OpenPage, width: int) -> None:
    """Pointing at a number shows both players' sure steps after it, and says what they prove."""
    page = open_page(None, viewport={"width": width, "height": 860})
    page.goto("/explore?game=ladder&high=50#line=3.5&at=3.5")
    expect(page.locator(".ahead.player-1 .sure")).to_have_text(["6", "12", "24", "48"])
    expect(page.locator(".ahead.player-2 .sure")).to_have_text(["10", "20", "40"])
    tile(page, 33).hover()
    expect(page.locator(".ahead.player-1")).to_have_text("no step left")
    expect(page.locator("#caption")).to_contain_text("Player 1 can then climb not at all")
    tile(page, 6).hover()
    expect(page.locator(".ahead.player-1 .sure")).to_have_text(["12", "24", "48"])
    assert too_close(page, ".lines .sweep", ".tile .figure") == []
    rungs = page.locator(".rungs").first
    assert rungs.evaluate("each => each.scrollWidth <= each.clientWidth")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_clock_with_the_threat(open_page: OpenPage, width: int) -> None:
    """Pointing at a digit shows where it leads and, if they can finish, how."""
    page = open_page(None, viewport={"width": width, "height": 860})
    page.goto("/explore?game=digits&target=12#line=6.5&at=6.5")
    expect(page.locator(".threat").first).to_be_visible()
    answer = page.locator(".chord.answer")
    for move, finished in ((2, True), (1, False), (3, False), (9, False)):
        tile(page, move).hover()
        expect(page.locator("#caption")).to_contain_text(f"65{move} leaves")
        assert bool(answer.get_attribute("d")) == finished
        assert too_close(page, ".chord", ".hour text, .threat") == []
    tile(page, 2).hover()
    expect(page.locator("#caption")).to_have_text(
        "652 leaves 4; then 8 finishes: 6528 is divisible by 12."
    )
