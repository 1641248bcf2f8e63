"""How much a page costs its reader: bytes, requests, and how little it jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import OpenPage

WATCH = """
window.shifts = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
SIZES = """() => ['navigation', 'resource']
    .flatMap((kind) => performance.getEntriesByType(kind))
    .map((each) => each.encodedBodySize)"""


def costs(page: Page, path: str, ready: str) -> tuple[int, int]:
    """Requests and kilobytes of a first visit, once it is ready."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.add_init_script(WATCH)
    page.goto(path)
    expect(page.locator(ready).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    return len(asked), sum(page.evaluate(SIZES)) // 1000


def test_home_is_light(open_page: OpenPage) -> None:
    """Home comes in at most 8 requests and 30 KB, and does not jump."""
    page = open_page(None)
    requests, kilobytes = costs(page, "/", "[data-play]")
    assert requests <= 8
    assert kilobytes <= 30
    assert page.evaluate("() => window.shifts") < 0.05


def test_a_game_is_light(open_page: OpenPage) -> None:
    """A game comes in at most 12 requests and 70 KB, and does not jump."""
    page = open_page(None)
    made = page.request.post("/api/games", data={"game": "chain"}).json()
    requests, kilobytes = costs(page, f"/g/{made['id']}", ".tile")
    assert requests <= 12
    assert kilobytes <= 70
    assert page.evaluate("() => window.shifts") < 0.05


@pytest.mark.parametrize("path", ["/daily", "/puzzle", "/learn/chain", "/explore?game=ladder"])
def test_no_page_jumps(open_page: OpenPage, path: str) -> None:
    """Nothing moves under the reader's eyes while a page comes together."""
    page = open_page(None)
    costs(page, path, ".tile")
    assert page.evaluate("() => window.shifts") < 0.05


def test_it_can_be_installed(open_page: OpenPage) -> None:
    """The manifest names icons that are there."""
    page = open_page("/")
    address = page.locator('link[rel="manifest"]').get_attribute("href")
    assert address
    manifest = page.request.get(address).json()
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"] == "image/png"
