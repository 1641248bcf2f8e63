"""A position or puzzle on another site: the code from *Share*, in a frame."""

from __future__ import annotations

from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import expect

from tests.web.browser.conftest import OpenPage
from tests.web.browser.file_host import QuietHandler


def test_a_position_is_shown_on_another_site(open_page: OpenPage, tmp_path: Path) -> None:
    """The copied code shows the board with its values; its link opens the whole page in a tab."""
    page = open_page(None, permissions=["clipboard-read", "clipboard-write"])
    page.goto("/explore?game=chain&high=20#line=12.6&at=12.6")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy the code for a web page").click()
    expect(page.get_by_role("dialog").get_by_role("status")).to_have_text("Code copied.")
    code = page.evaluate("() => navigator.clipboard.readText()")
    assert code.startswith("<iframe src=")
    (tmp_path / "index.html").write_text(code)
    handler = partial(QuietHandler, directory=str(tmp_path))
    host = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=host.serve_forever, args=(0.05,))
    thread.start()
    try:
        page.goto(f"http://localhost:{host.server_port}/")
        frame = page.frame_locator("iframe")
        expect(frame.locator(".badge").first).to_be_visible()
        expect(frame.get_by_role("button", name="Play from here")).to_be_hidden()
        frame.locator(".tile.legal").first.click()
        expect(frame.locator(".tree .step")).to_have_count(3)
        with page.expect_popup() as opened:
            frame.get_by_role("link", name="Open in Divisor Duel").click()
        expect(opened.value.locator(".tree .step")).to_have_count(3)
        assert "/explore?game=chain" in opened.value.url
    finally:
        host.shutdown()
        host.server_close()
        thread.join()
