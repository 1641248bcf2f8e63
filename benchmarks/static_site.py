"""The static site: bytes, first paint, first move, engine, memory, analyses against native Python.

A plain file server sends it as slowly as Chrome's "Fast 4G": 8.1 Mbit/s, and 165 ms before each
answer. The server is slowed down, and not the browser, because Python's files are fetched by a
worker. It compresses nothing. A cold visit has nothing cached; a warm one has the service worker.
CPU time is that of all the browser's processes, and does not depend on what else is running.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from threading import Lock
from typing import Any, ClassVar

from benchmarks.measure import at_most, table
from divisor_duel import GAMES
from divisor_duel.web.static_site.build import build_site
from divisor_duel.web.static_site.python_files import PACKED
from tests.chromium import chromium_path
from tests.web.browser.file_host import ROOT, FileHost, QuietHandler

VISITS = 3
BYTES_PER_SECOND, LATENCY = 8_100_000 / 8, 0.165
BUFFERED = 0.1
"""Seconds by which a piece may be late, as on a busy machine, before the line counts as idle."""
CHUNK = 16_384
GOALS = {"board": 1.0, "first move": 1.5}
"""Targets of every visit, in seconds."""
ENGINE = {"cold": 9.0, "warm": 3.0}
"""Targets for the engine, in seconds."""
SLOWER = 3.0
"""Target for analyses: how many times as long as native Python."""

PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
READY = "html[data-python=ready]"
MEMORY_SAVED = """async () => {
    while (!(await (await caches.open('duel memory')).keys()).length)
        await new Promise((done) => setTimeout(done, 100));
}"""


class _SlowHandler(QuietHandler):
    """Sends files as slowly as a phone on 4G gets them, over all connections together."""

    lock: ClassVar[Lock] = Lock()
    free: ClassVar[float] = 0.0
    sent: ClassVar[int] = 0
    quick: ClassVar[bool] = False

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file in small pieces, each when the line is free."""
        if not self.quick:
            time.sleep(LATENCY)
        while piece := source.read(CHUNK):
            with self.lock:
                now = time.monotonic()
                start = max(now - BUFFERED, type(self).free)
                type(self).free = start + len(piece) / BYTES_PER_SECOND
                type(self).sent += len(piece)
                wait = 0.0 if self.quick else type(self).free - now
            time.sleep(max(wait, 0.0))
            outputfile.write(piece)


def run() -> None:
    """Build the site, visit it, and print the results."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        build_site(ROOT, folder / "site")
        _print_weights(folder / "site")
        mark = f"--duel={time.time_ns()}"
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", mark]
        )
        host = FileHost(folder / "site", folder / "host", _SlowHandler)
        try:
            _print_visits(browser, host, mark)
            _print_analyses(browser, host, mark)
        finally:
            host.stop()
            browser.close()


def _print_weights(site: Path) -> None:
    rows = []
    for kind in ("runtime", "assets", "*.html", "**/index.html"):
        found = {path for path in site.glob(kind) if path.is_file()}
        found |= {path for path in (site / kind).rglob("*") if path.is_file()}
        packed = sum(
            path.stat().st_size if path.suffix == PACKED else len(gzip.compress(path.read_bytes()))
            for path in found
        )
        size = sum(path.stat().st_size for path in found)
        rows.append((kind, str(len(found)), f"{size / 1e6:.2f}", f"{packed / 1e6:.2f}"))
    heads = ("part", "files", "MB", "MB from a host that compresses")
    table("What the site weighs", heads, rows)


def _print_visits(browser: Any, host: FileHost, mark: str) -> None:
    cold = [_first_visit(browser, host, mark) for _ in range(VISITS)]
    rows = []
    for kind in ("cold", "warm"):
        visits = [visit[kind] for visit in cold]
        for name in visits[0]:
            value = median(visit[name] for visit in visits)
            goal = ENGINE[kind] if name == "engine" else GOALS.get(name)
            unit = "MB" if name in ("fetched", "memory") else "s"
            verdict = at_most(value, goal) if goal else ("", "")
            rows.append((kind, name, f"{value:.2f} {unit}", *verdict))
    table("The static site on Fast 4G", ("visit", "what", "median", "target", ""), rows)


def _first_visit(browser: Any, host: FileHost, mark: str) -> dict[str, dict[str, float]]:
    """Make a cold visit and then a warm one in the same profile."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.set_default_timeout(120_000)
    page = context.new_page()
    figures = {"cold": _visit(page, host, mark)}
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.evaluate(MEMORY_SAVED)
    figures["warm"] = _visit(page, host, mark)
    context.close()
    return figures


def _visit(page: Any, host: FileHost, mark: str) -> dict[str, float]:
    """Open the start page and wait for the engine; then time a game's board and first move."""
    _SlowHandler.sent = 0
    began, used = time.monotonic(), _cpu_seconds(mark)
    page.goto(host.address)
    page.locator("[data-play=chain]").first.wait_for()
    paint = page.evaluate(PAINT) / 1000
    page.locator(READY).wait_for()
    engine, fetched = time.monotonic() - began, _SlowHandler.sent
    cpu = _cpu_seconds(mark) - used
    began = time.monotonic()
    page.locator("[data-play=chain]").first.click()
    page.locator(".tile.legal").first.wait_for()
    board = time.monotonic() - began
    page.locator(".tile.legal").first.click()
    page.locator("#moves .step").first.wait_for()
    move = time.monotonic() - began
    page.locator(READY).wait_for()
    memory = _renderers_memory(mark) / 1e6
    figures = {"first paint": paint, "engine": engine, "CPU": cpu, "fetched": fetched / 1e6}
    return {**figures, "board": board, "first move": move, "memory": memory}


def _renderers_memory(mark: str) -> int:
    """Return the resident memory of the browser's largest page, in bytes."""
    parents, sizes, roots = dict[int, int](), dict[int, int](), set[int]()
    for path in Path("/proc").glob("[0-9]*"):
        try:
            status = dict(line.split(":", 1) for line in (path / "status").read_text().splitlines())
            words = (path / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        pid = int(path.name)
        parents[pid] = int(status["PPid"])
        if mark in words and "--type" not in words:
            roots.add(pid)
        if "--type=renderer" in words:
            sizes[pid] = int(status.get("VmRSS", "0 kB").split()[0]) * 1024
    return max((size for pid, size in sizes.items() if _descends(pid, roots, parents)), default=0)


def _descends(pid: int, roots: set[int], parents: dict[int, int]) -> bool:
    while pid in parents and pid not in roots:
        pid = parents[pid]
    return pid in roots


def _cpu_seconds(mark: str) -> float:
    """Return the CPU time that the browser's processes have used, in seconds."""
    parents, ticks, roots = dict[int, int](), dict[int, int](), set[int]()
    for path in Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
            words = (path / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        pid = int(path.name)
        parents[pid], ticks[pid] = int(fields[1]), int(fields[11]) + int(fields[12])
        if mark in words:
            roots.add(pid)
    used = sum(count for pid, count in ticks.items() if _descends(pid, roots, parents))
    return used / os.sysconf("SC_CLK_TCK")


START = """async () => {
    const { runtime, app, library } = document.documentElement.dataset;
    const script = document.querySelector('script[type=module]').src;
    const worker = new Worker(new URL('../worker/python.js', script), { type: 'module' });
    const address = (path) => new URL(path, location.href).href;
    const files = { runtime: address(runtime), app: address(app), library };
    worker.postMessage({ files });
    const next = (wanted) => new Promise((done) => {
        worker.onmessage = ({ data }) => { if (wanted(data)) done(); };
    });
    await next((data) => data.ready);
    let number = 0;
    window.ask = async (request) => {
        number += 1;
        worker.postMessage({ number, request });
        await next((data) => data.number === number);
    };
}"""

NATIVE = """
import sys, time
from divisor_duel.web.offline.backend import Backend
backend = Backend()
for request in sys.stdin.read().splitlines():
    began = time.process_time()
    backend.answer(request)
    print(time.process_time() - began)
"""


def _print_analyses(browser: Any, host: FileHost, mark: str) -> None:
    """Analyse the five defaults in a worker and in a process here; both import what they need."""
    _SlowHandler.quick = True
    path = "/api/position/analysis"
    requests = [json.dumps({"path": path, "params": {"game": game}}) for game in GAMES]
    command = [sys.executable, "-c", NATIVE]
    done = subprocess.run(
        command, input="\n".join(requests), capture_output=True, text=True, check=True
    )
    page = browser.new_context(service_workers="block").new_page()
    page.goto(host.address)
    page.locator(READY).wait_for()
    page.evaluate(START)
    rows, totals = list[tuple[str, ...]](), [0.0, 0.0]
    for game, request, native in zip(GAMES, requests, map(float, done.stdout.split()), strict=True):
        before = _cpu_seconds(mark)
        page.evaluate("(request) => ask(request)", request)
        seconds = _cpu_seconds(mark) - before
        totals = [totals[0] + native, totals[1] + seconds]
        rows.append((game, f"{native:.2f} s", f"{seconds:.2f} s", f"{seconds / native:.1f}", ""))
    ratio = totals[1] / totals[0]
    sums = [f"{total:.2f} s" for total in totals]
    rows.append(("all five", *sums, f"{ratio:.1f}", " ".join(at_most(ratio, SLOWER))))
    heads = ("default of", "native", "in the browser", "times", "target")
    table("CPU time of analyses in the browser against native Python", heads, rows)
