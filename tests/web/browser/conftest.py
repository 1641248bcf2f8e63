"""Debian's chromium, and pages that tolerate no error."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests.chromium import chromium_path
from tests.web.browser.file_host import built_once
from tests.web.browser.static_host import WORKER, StaticHost
from tests.web.servers import Server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
EXPECTED = ("Failed to load resource", "WebSocket connection to")
"""What chromium itself notes when a test refuses a move or cuts the network."""

expect.set_options(timeout=180_000)  # a busy machine is not a failure

OpenPage = Callable[..., Page]

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
SCREENS: dict[str, dict[str, Any]] = {
    "360-dark": {**PHONE, "color_scheme": "dark"},
    "1366-light": {"viewport": {"width": 1366, "height": 768}, "color_scheme": "light"},
    "1920-dark": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark"},
}
ON_STATIC_SITE = " on the static site"
"""Marks a screen that shows the static site instead of a server's pages."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
everywhere_online = pytest.mark.parametrize("open_page", SCREENS, indirect=True)
"""For a test of what can be pressed, with something that only a server does."""
EVERYWHERE = ("360-dark", "1366-light", f"1920-dark{ON_STATIC_SITE}")
everywhere = pytest.mark.parametrize("open_page", EVERYWHERE, indirect=True)
"""For a test of what can be pressed: it is done on each of these screens."""
on_both = pytest.mark.parametrize("open_page", ["server", ON_STATIC_SITE.strip()], indirect=True)
"""For a test that is done once with a server, and once on the static site."""


def in_turn(
    name: str, values: Iterable[str], places: Iterable[str] = EVERYWHERE
) -> pytest.MarkDecorator:
    """For a test of several things that are alike: the screens take turns."""
    turns = list(zip(cycle(places), values, strict=False))
    return pytest.mark.parametrize(("open_page", name), turns, indirect=["open_page"])


PAPER = """(scheme) => {
    const paper = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number);
    const wanted = document.documentElement.dataset.theme ?? scheme;
    return (Math.max(...paper) < 128) === (wanted === 'dark');
}"""
"""Whether the paper is that of a scheme, or the chosen one; it comes with the next frame."""


def check_look(page: Page) -> None:
    """Where a test ended: as wide as the screen, and dark or light as the reader wants it."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(PAPER, arg=scheme)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page.url


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests here, closed before others run event loops of their own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The static site, built once for all processes of this run."""
    own = tmp_path_factory.getbasetemp()
    return built_once((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "static-site")


@pytest.fixture(scope="session")
def static_host(site: Path) -> Iterator[StaticHost]:
    """A host of the static site that many tests share."""
    host = StaticHost(site)
    yield host
    host.stop()


@pytest.fixture
def open_page(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Open a page in a browser profile of its own; at the end no page may have failed.

    Tests that are done `everywhere` have a screen as well, which all they lead to has to fit.
    """
    name: str = getattr(request, "param", "")
    static = ON_STATIC_SITE.strip() in name
    screen = SCREENS.get(name.removesuffix(ON_STATIC_SITE))
    host: Server | StaticHost = request.getfixturevalue("static_host" if static else "server")
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            problems.append(message.text)

    def opened(path: str | None = "/", address: str = host.url, **options: Any) -> Page:
        options = {**SCREENS["1366-light"], "reduced_motion": "reduce", **(screen or {}), **options}
        if static:
            options["service_workers"] = "block"
        context = chromium.new_context(base_url=address, **options)
        if static:
            context.add_init_script(WORKER)
        context.set_default_timeout(180_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", hear)
        page.on("pageerror", lambda error: problems.append(str(error)))
        if path is not None:
            page.goto(path)
        return page

    yield opened
    for context in contexts:
        if screen:
            for page in context.pages:
                if page.url.startswith("http"):  # an empty page has nothing to check
                    check_look(page)
        context.close()
    assert not problems
