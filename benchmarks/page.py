"""The page on a slow phone: bytes, requests, layout shifts, time to first click.

Debian's chromium, slowed down by its own DevTools: 1.6 Mbit/s with 150 ms for each round
trip, and a CPU a quarter as fast. Every visit is a first visit, with nothing cached. The server
sends the bundles that a wheel contains; esbuild, which `npm ci` installs, makes them.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks.measure import at_most, table
from tests.chromium import chromium_path
from tests.web.servers import Server, make_bundles

VISITS = 3
DOWN, UP, ROUND_TRIP = 1_600_000 / 8, 750_000 / 8, 150
"""Bytes per second down and up, and milliseconds."""
SLOWER = 4
USABLE = 2.0
"""Target for the time until a click works, in seconds."""
JUMP = 0.05

WATCH = """
window.shifts = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
window.posted = 0;
const fetched = window.fetch;
window.fetch = (address, options) => {
    if (options && options.method === 'POST') window.posted = performance.now();
    return fetched(address, options);
};
const sent = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
    if (text.includes('"type":"move"')) window.posted = performance.now();
    return sent.call(this, text);
};
"""
PRESS = """([target, counted]) => new Promise((done) => {
    const seen = new Function(`return ${counted}`);
    let pressed = 0;
    const look = () => {
        if (pressed && seen()) return done(window.posted || performance.now());
        const found = document.querySelector(target);
        if (found && performance.now() - pressed > 100) {
            pressed = performance.now();
            found.click();
        }
        requestAnimationFrame(look);
    };
    look();
})"""
"""Click repeatedly until it works, and return the milliseconds since the visit began."""
SIZES = """() => ['navigation', 'resource']
    .flatMap((kind) => performance.getEntriesByType(kind))
    .map((each) => each.encodedBodySize)"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Place(NamedTuple):
    """A page, the element to click there, and the check whether the click worked."""

    name: str
    path: str
    target: str
    counted: str


PLACES = [
    Place("home", "/", "[data-play]", "window.posted > 0"),
    Place("game", "/g/{game}", ".tile.legal:not([aria-disabled])", "window.posted > 0"),
    Place("daily", "/daily", ".tile.legal", "document.querySelector('#notice').textContent"),
    Place("explore", "/explore?game=chain", ".tile.legal", "location.hash.length > 1"),
    Place("learn", "/learn/chain", ".tile.legal", "document.querySelector('#notice').textContent"),
]


def run() -> None:
    """Visit every page a few times and print the results."""
    from playwright.sync_api import sync_playwright

    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        bundles = make_bundles(Path(folder) / "bundles")
        server = Server.plain(f"{folder}/games", bundles).start()
        try:
            browser = playwright.chromium.launch(
                executable_path=chromium_path(), args=["--no-sandbox"]
            )
            for place in PLACES:
                visits = [_visit(browser, server.url, place) for _ in range(VISITS)]
                rows.append(_row(place, visits))
            browser.close()
        finally:
            server.stop()
    heads = ("page", "requests", "KB", "jumps", "first paint", "press counts", "target", "")
    table("The page on slow 4G with a processor a quarter as fast", heads, rows)


def _visit(browser: Any, address: str, place: Place) -> dict[str, float]:
    """Make one first visit and return its figures."""
    context = browser.new_context(
        base_url=address,
        viewport={"width": 360, "height": 740},
        is_mobile=True,
        has_touch=True,
    )
    context.set_default_timeout(120_000)
    page = context.new_page()
    path = place.path
    if "{game}" in path:
        request = {"game": "chain", "players": {"1": "human", "2": "easy"}, "mode": "here"}
        made = page.request.post("/api/games", data=request).json()
        path = path.format(game=made["id"])
        seats = str(made["seats"]).replace("'", '"')
        page.add_init_script(f"localStorage.setItem('duel:{made['id']}', '{seats}')")
    page.add_init_script(WATCH)
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    devtools.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": ROUND_TRIP,
            "downloadThroughput": DOWN,
            "uploadThroughput": UP,
        },
    )
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(path, wait_until="commit")
    pressed = page.evaluate(PRESS, [place.target, place.counted])
    sizes = page.evaluate(SIZES)
    figures = {
        "requests": len(sizes),
        "kilobytes": sum(sizes) / 1000,
        "jumps": page.evaluate("() => window.shifts"),
        "paint": page.evaluate(PAINT) / 1000,
        "press": pressed / 1000,
    }
    context.close()
    return figures


def _row(place: Place, visits: list[dict[str, float]]) -> tuple[str, ...]:
    """Return the row of a page, with the median of each figure."""
    middle = {name: median(visit[name] for visit in visits) for name in visits[0]}
    target, mark = at_most(middle["press"], USABLE)
    if middle["jumps"] >= JUMP:
        mark = f"{mark}, jumps"
    return (
        place.name,
        f"{middle['requests']:.0f}",
        f"{middle['kilobytes']:.0f}",
        f"{middle['jumps']:.3f}",
        f"{middle['paint']:.2f} s",
        f"{middle['press']:.2f} s",
        f"{target} s",
        mark,
    )
