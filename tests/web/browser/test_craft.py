"""How much a page costs its reader: bytes, requests, and how little it jumps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from divisor_duel.games.registry import every_game
from tests.web.browser.conftest import SCREENS, OpenPage, in_turn

WATCH = """
window.shifts = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
FRAMES = "async () => { for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame); }"
SIZES = """() => ['navigation', 'resource']
    .flatMap((kind) => performance.getEntriesByType(kind))
    .filter((each) => !each.name.includes('/api/position/values'))
    .map((each) => each.encodedBodySize)"""
"""Sizes of all answers but the stream of analyses, which is longer on a slower machine."""


PLACES = {
    "/": "[data-play]",
    "/daily": ".tile",
    "/puzzle?game=digits&seed=7": ".tile",
    "/learn/chain": ".tile",
    "/rules/divider": ".tile",
    "/explore": ".offered a",
    "/explore?game=ladder": ".badge",
    "/explore?game=sum": ".badge",
    "/nowhere": "h1",
    **{f"/g/{game}": ".tile" for game in every_game()},
}
"""Every kind of page, a game of each kind among them, and what is there once it is ready."""


def costs(page: Page, path: str, ready: str) -> tuple[int, int]:
    """Requests and kilobytes of a first visit where answers come only after the first frames."""
    asked: list[str] = []
    held: list[Route] = []
    drawn = False

    def answer_late(route: Route) -> None:
        if drawn:
            route.continue_()
        else:
            held.append(route)

    page.on("request", lambda request: asked.append(request.url))
    page.route("**/api/**", answer_late)
    page.add_init_script(WATCH)
    page.goto(path)
    page.evaluate(FRAMES)
    drawn = True
    for route in held:
        route.continue_()
    expect(page.locator(ready).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    return len(asked), sum(page.evaluate(SIZES)) // 1000


VISITS = [
    *(("360-dark", path) for path in PLACES),
    *(("1366-light", path) for path in ("/", "/puzzle?game=digits&seed=7", "/g/chain")),
]


@pytest.mark.usefixtures("bundles")
@pytest.mark.parametrize(("open_page", "path"), VISITS, indirect=["open_page"])
def test_every_page_is_light_and_stands_still(open_page: OpenPage, path: str) -> None:
    """Home comes in 8 requests and 30 KB, any other page in 12 and 70 KB, and none jumps."""
    page, address = open_page(None), path
    if path.startswith("/g/"):
        made = page.request.post("/api/games", data={"game": path.removeprefix("/g/")}).json()
        address = f"/g/{made['id']}"
    requests, kilobytes = costs(page, address, PLACES[path])
    assert requests <= (8 if path == "/" else 12)
    assert kilobytes <= (30 if path == "/" else 70)
    assert page.evaluate("() => window.shifts") < 0.05


@in_turn("path", ["/nowhere", "/g/nowhere", "/learn/go", "/explore?game=chain&moves=99"], SCREENS)
def test_nobody_is_lost(open_page: OpenPage, path: str) -> None:
    """A wrong address shows a page for people, with a way home."""
    page = open_page(path)
    expect(page.locator("h1")).to_be_visible()
    page.locator("#main").get_by_role("link").first.click()
    expect(page.locator("[data-play]").first).to_be_visible()


def test_it_can_be_installed(open_page: OpenPage) -> None:
    """The manifest names icons that are there."""
    page = open_page("/")
    address = page.locator('link[rel="manifest"]').get_attribute("href")
    assert address
    manifest = page.request.get(address).json()
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"] == "image/png"
