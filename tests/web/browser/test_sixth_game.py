"""A game that has nothing but rules, on the page: a plain board of buttons, and all help."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from divisor_duel import Game
from tests.web.browser.conftest import OpenPage
from tests.web.browser.table import begin, tile
from tests.web.servers import serving


def test_a_game_with_rules_alone_is_played_on_the_page(
    heap: type[Game[Any]], open_page: OpenPage, tmp_path: Path
) -> None:
    """It is in the contents; its moves are pressed, valued, hinted at and reviewed."""
    with serving(str(tmp_path / "games.sqlite3"), tmp_path / "log") as server:
        page = open_page("/", address=server.url)
        expect(page.get_by_role("button", name="Play Heap")).to_be_visible()
        begin(page, "heap", {"size": 6}, level="perfect")
        expect(page.locator("#board")).to_contain_text("6 left")
        for count in (1, 2, 3):
            page.get_by_role("button", name="Hint").click()
            expect(page.locator("#insight .why p")).to_have_count(count)
        expect(page.locator(".tile.hinted")).to_have_text("2")
        page.keyboard.press("v")
        expect(tile(page, 2)).to_have_class(re.compile("value-win"))
        expect(tile(page, 1)).to_have_class(re.compile("value-loss"))
        tile(page, 2).click()
        steps = page.locator("#moves .step .figure")
        expect(steps).to_have_count(2)
        page.locator("#board .tile.legal").last.click()  # all that are left
        expect(steps).to_have_count(3)
        expect(page.locator("#turn")).to_contain_text("nothing is left")
        page.get_by_role("button", name="Review").click()
        expect(page.locator("#review")).to_contain_text("100%")
        page.close()
