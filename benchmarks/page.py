"""The page on a slow phone: bytes, requests, jumps, and how soon a first press counts.

Debian's chromium as its own DevTools make it slow: 1.6 Mbit/s with 150 ms for each round
trip, and a processor a quarter as fast. Every visit is the first one, with nothing kept.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import tempfile
from statistics import median
from typing import Any, NamedTuple

from benchmarks.measure import at_most, table
from tests.chromium import chromium_path

VISITS = 3
DOWN, UP, ROUND_TRIP = 1_600_000 / 8, 750_000 / 8, 150
"""Bytes a second each way, and milliseconds."""
SLOWER = 4
USABLE = 2.0
"""Seconds until a press should count."""
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
"""Press again and again until it shows; the time since the visit began, in milliseconds."""
SIZES = """() => ['navigation', 'resource']
    .flatMap((kind) => performance.getEntriesByType(kind))
    .map((each) => each.encodedBodySize)"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


class Place(NamedTuple):
    """A page, what is pressed there, and how it shows that a press counted."""

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
    """Visit every page a few times and print what the visits cost."""
    from playwright.sync_api import sync_playwright

    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "divisor_duel.web", "--port", "0"]
        command += ["--database", f"{folder}/games"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            found = re.search(r"http://\S+/", server.stdout.readline())
            assert found
            browser = playwright.chromium.launch(
                executable_path=chromium_path(), args=["--no-sandbox"]
            )
            for place in PLACES:
                visits = [_visit(browser, found[0].rstrip("/"), place) for _ in range(VISITS)]
                rows.append(_row(place, visits))
            browser.close()
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()
    heads = ("page", "requests", "KB", "jumps", "first paint", "press counts", "target", "")
    table("The page on slow 4G with a processor a quarter as fast", heads, rows)


def _visit(browser: Any, address: str, place: Place) -> dict[str, float]:
    """One first visit."""
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
        wish = {"game": "chain", "players": {"1": "human", "2": "easy"}, "mode": "here"}
        made = page.request.post("/api/games", data=wish).json()
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
    found = {
        "requests": len(sizes),
        "kilobytes": sum(sizes) / 1000,
        "jumps": page.evaluate("() => window.shifts"),
        "paint": page.evaluate(PAINT) / 1000,
        "press": pressed / 1000,
    }
    context.close()
    return found


def _row(place: Place, visits: list[dict[str, float]]) -> tuple[str, ...]:
    """The middle one of the visits, figure by figure."""
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
