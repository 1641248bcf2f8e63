"""On paper: positions, puzzles, lessons and rules, without the controls, on A4 and Letter."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import OpenPage

CLIPPED = """() => [...document.querySelectorAll('#board .tile')].filter((tile) => {
    const { left, right } = tile.getBoundingClientRect();
    const board = document.querySelector('#board').getBoundingClientRect();
    return !tile.checkVisibility() || left < board.left || right > board.right + 1;
}).length + Math.max(0, document.querySelector('#board').scrollHeight
    - document.querySelector('#board').clientHeight - 1)"""
"""How many numbers do not show, and how much of the board is scrolled out of sight."""


def sheets(page: Page, size: str) -> int:
    """The number of sheets of paper that a page takes."""
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=size)))


def test_positions_and_puzzles_are_printed(open_page: OpenPage) -> None:
    """The whole board is there, dark on white also for a reader in the dark, and no button."""
    for path, ready, most in (
        ("/explore?game=ladder&high=200", ".badge", 2),
        ("/explore?game=sum", ".summand .badge", 2),
        ("/puzzle?game=chain&seed=3", ".tile", 1),
    ):
        page = open_page(path, color_scheme="dark")
        expect(page.locator(ready).first).to_be_visible()
        page.evaluate("() => { document.documentElement.dataset.theme = 'dark'; }")
        assert 1 <= sheets(page, "A4") <= most
        assert 1 <= sheets(page, "Letter") <= most
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 688, "height": 1000})
        assert page.evaluate(CLIPPED) == 0
        assert page.evaluate("() => getComputedStyle(document.body).color") == "rgb(29, 39, 51)"
        expect(page.locator("#rule")).to_be_visible()
        for button in page.locator(".act").all():
            expect(button).to_be_hidden()
        expect(page.locator("#header")).to_have_attribute("data-address", page.url)


def test_a_lesson_is_printed_whole(open_page: OpenPage) -> None:
    """All steps are on paper, each with its board; afterwards the page is as it was."""
    page = open_page("/learn/divider")
    expect(page.locator(".tile").first).to_be_visible()
    steps = len(page.request.get("/api/lessons/divider").json()["steps"])
    page.evaluate("""() => matchMedia('print').addEventListener('change', ({ matches }) => {
        if (matches) window.printed = [...document.querySelectorAll('.lesson-steps > li')]
            .map((step) => step.querySelectorAll('.tile').length && step.offsetHeight);
    })""")
    assert sheets(page, "A4") <= steps // 2
    printed = page.evaluate("window.printed")
    assert len(printed) == steps
    assert all(printed)
    expect(page.locator(".lesson-steps")).to_have_count(0)


def test_lines_follow_the_numbers_onto_paper(open_page: OpenPage) -> None:
    """The lines between numbers are drawn for the width of the paper, not of the screen."""
    page = open_page("/rules/divider")
    expect(page.locator(".lines path").first).to_be_visible()
    page.evaluate("""() => matchMedia('print').addEventListener('change', ({ matches }) => {
        const lines = document.querySelector('.lines');
        const { width } = lines.getBoundingClientRect();
        if (matches) window.printed = [width, lines.viewBox.baseVal.width];
    })""")
    assert sheets(page, "Letter") == 1
    paper, drawn = page.evaluate("window.printed")
    assert paper == drawn
    assert paper < 800
