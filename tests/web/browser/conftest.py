"""Debian's chromium, and pages that tolerate no error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

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


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests here, closed before others run event loops of their own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(server: Server, chromium: Browser) -> Iterator[OpenPage]:
    """Open a page in a browser profile of its own; at the end no page may have failed."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(EXPECTED):
            problems.append(message.text)

    def opened(path: str | None = "/", address: str = server.url, **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1280, "height": 860})
        options.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(base_url=address, **options)
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
        context.close()
    assert not problems


PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
