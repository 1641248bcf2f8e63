"""A game that has nothing but rules, on the page: a plain board of buttons, and all help."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlparse

import pytest
from playwright.sync_api import expect

from divisor_duel.game import AnyGame
from tests.web.browser.conftest import OpenPage
from tests.web.browser.table import begin, tile
from tests.web.servers import serving

HEAP_PAGE = Path(__file__).parents[2] / "heap_page"

pytestmark = pytest.mark.usefixtures("server")  # other tests share it, so it starts without Heap


def test_a_game_with_rules_alone_is_played_on_the_page(
    heap: type[AnyGame], open_page: OpenPage, tmp_path: Path
) -> None:
    """It is in the contents; its moves are pressed, valued, hinted at and reviewed."""
    with serving(str(tmp_path / "games.sqlite3"), tmp_path / "log") as server:
        page = open_page("/", address=server.url)
        expect(page.get_by_role("button", name="Play Heap", exact=True)).to_be_visible()
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
        expect(page.locator("#review")).to_contain_text("used every winning chance")
        page.close()


@pytest.fixture
def heap_page(heap_folder: Path) -> Iterator[None]:
    """The package of the sixth game brings a script and a style sheet as well."""
    folder = heap_folder / "heap_game" / "page"
    shutil.copytree(HEAP_PAGE, folder)
    yield
    shutil.rmtree(folder)


@pytest.mark.usefixtures("heap_page")
def test_the_scripts_of_another_package_may_use_all_of_the_language(
    heap: type[AnyGame], open_page: OpenPage, tmp_path: Path
) -> None:
    """Default imports, imports for effect, lists of exports, and text that looks like a comment.

    The page names every module beforehand, so that none waits for another.
    """
    with serving(str(tmp_path / "games.sqlite3"), tmp_path / "log") as server:
        page = open_page("/", address=server.url)
        loaded: list[str] = []
        page.on("request", lambda request: loaded.append(urlparse(request.url).path))
        begin(page, "heap", {"size": 6})
        expect(page.locator("#board .sum")).to_have_text("/** 2 */ left, set up")
        expect(page.locator("#board .sum")).to_have_css("letter-spacing", "3px")
        expect(tile(page, 2)).to_contain_text("two")
        named = re.findall(r'"(/assets/[^"]+\.js)"', page.request.get(page.url).text())
        assert {path for path in loaded if path.endswith(".js")} == set(named)
        assert len([path for path in named if "/games/heap/page/" in path]) == 3
        tile(page, 2).click()
        expect(page.locator("#moves .step .figure")).not_to_have_count(0)
        page.close()
