"""Every page for everybody: axe, sizes of targets, small screens, light and dark."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from divisor_duel import GAMES
from tests.web.browser.conftest import SCHEMES, OpenPage
from tests.web.browser.table import begin, won_by

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def start(page: Page) -> None:
    """The start page with a set-up open."""
    page.goto("/")
    page.get_by_role("button", name="Set up Divisor Duel: Chain").click()
    page.get_by_label("a friend with a link").check()


def running(game: str) -> Callable[[Page], None]:
    """A running game with its values shown."""

    def visit(page: Page) -> None:
        begin(page, game, level="perfect")
        page.keyboard.press("v")
        expect(page.locator(".badge").first).to_be_visible()

    return visit


def reviewed(page: Page) -> None:
    """A finished game with its review."""
    begin(page, "divider", moves=won_by(2, "divider"))
    page.get_by_role("button", name="Review the game").click()
    expect(page.locator(".tug")).to_be_visible()


def linked(page: Page) -> None:
    """A game by link with the rules laid over it."""
    start(page)
    page.get_by_role("button", name="Start and get the link").click()
    expect(page.locator(".links")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()


def watched(page: Page) -> None:
    """A game that two others play, which waits for one of them."""
    made = page.request.post("/api/games", data={"game": "ladder", "mode": "link"}).json()
    page.goto(f"/g/{made['id']}")
    expect(page.locator("#turn")).to_contain_text("move.")


def shelved(page: Page) -> None:
    """The start page with a game to continue and a finished one."""
    begin(page, "chain", moves=[15])
    begin(page, "divider", moves=won_by(1, "divider"))
    page.goto("/")
    expect(page.locator(".open, .over")).to_have_count(2)


def puzzle(page: Page) -> None:
    """A puzzle, solved after a wrong try."""
    asked = page.request.get("/api/puzzle?game=digits&seed=7").json()
    page.goto("/puzzle?game=digits&seed=7")
    wrong = next(move for move in asked["state"]["legal"] if move != asked["solution"])
    for move in (wrong, asked["solution"]):
        page.locator(f'.tile[data-move="{move}"]').click()
    expect(page.locator("#insight")).to_contain_text("Solved")


def shared(page: Page) -> None:
    """A puzzle being passed on."""
    page.goto("/puzzle?game=ladder&seed=7")
    page.get_by_role("button", name="Share").click()
    expect(page.locator(".code")).to_be_visible()


def offered(page: Page) -> None:
    """The games to explore."""
    page.goto("/explore")
    expect(page.locator(".offered")).to_be_visible()


def daily(page: Page) -> None:
    """The puzzle of the day, solved."""
    day = page.request.get("/api/daily").json()
    page.goto(f"/daily?number={day['number']}")
    page.locator(f'.tile[data-move="{day["puzzle"]["solution"]}"]').click()
    expect(page.locator(".result")).to_be_visible()


def learn(page: Page) -> None:
    """A step of a lesson."""
    page.goto("/learn/chain#2")
    expect(page.locator(".tile").first).to_be_visible()


def explore(page: Page) -> None:
    """The exploration board with its values."""
    page.goto("/explore?game=divider#line=4(2)3&at=4.3")
    expect(page.locator(".badge").first).to_be_visible()


def arranged(page: Page) -> None:
    """A position being set up by hand."""
    page.goto("/explore?game=ladder&high=40")
    page.get_by_role("button", name="Edit position").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def summed(page: Page) -> None:
    """Two games at once, with their values."""
    page.goto("/explore?game=sum")
    expect(page.locator(".summand:has(.badge)")).to_have_count(2)


def summing(page: Page) -> None:
    """Two games being chosen to be played at once."""
    page.goto("/")
    page.get_by_role("button", name="Set up Sum of two games").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def lost(page: Page) -> None:
    """A page that is not there."""
    page.goto("/nowhere")
    expect(page.locator("h1")).to_be_visible()


def rules(page: Page) -> None:
    """The rules on a page of their own."""
    page.goto("/rules/chain")
    expect(page.locator("h1")).to_be_visible()


PAGES = {game: running(game) for game in GAMES} | {
    "start": start,
    "reviewed": reviewed,
    "linked": linked,
    "watched": watched,
    "shelved": shelved,
    "puzzle": puzzle,
    "shared": shared,
    "daily": daily,
    "learn": learn,
    "explore": explore,
    "offered": offered,
    "arranged": arranged,
    "summed": summed,
    "summing": summing,
    "lost": lost,
    "rules": rules,
}
RULES = {
    "light": {"resultTypes": ["violations"]},
    "dark": {"resultTypes": ["violations"], "runOnly": ["color-contrast"]},
}
"""In the dark only colours differ."""


SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, select, input, textarea')]
    .map((each) => [each.closest('label.radio') ?? each, each.matches('.tile') ? 24 : 40])
    .filter(([target]) => target.checkVisibility())
    .map(([target, least]) => [target.getBoundingClientRect(), least, target.outerHTML])
    .filter(([box, least]) => Math.min(box.width, box.height) < least || box.left < 0
        || box.right > 320)
    .map(([, , html]) => html)"""
"""Tiles in rows of ten are smaller: what may be played is listed below them at full size."""


MEASURE = """(families) => families.map((family) => {
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = `40px "${family}"`;
    return pen.measureText('Divisor Duel: Countdown 0123456789').width;
})"""
USE_FONT = """(family) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { font-family: "${family}" !important; }`);
    document.adoptedStyleSheets = [sheet];
}"""


def extreme_fonts(page: Page) -> tuple[str, str]:
    """The narrowest and the widest family of text fonts on this machine, as the page draws them."""
    listed = subprocess.run(
        ["fc-list", ":lang=en", "--format", "%{family[0]}\n"], capture_output=True, text=True
    )
    families = sorted(set(listed.stdout.split("\n")) - {""})
    widths = page.evaluate(MEASURE, families)
    ordered = [family for _, family in sorted(zip(widths, families, strict=True))]
    return ordered[0], ordered[-1]


SETTLED = """(scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches
    && document.getAnimations().every((each) => each.playState !== 'running'
        || each.effect.getTiming().iterations === Infinity)"""
"""The page has the colours of a scheme, and none of them is still on its way."""


@pytest.mark.parametrize("name", list(PAGES))
def test_everybody_can_use_it(open_page: OpenPage, name: str) -> None:
    """Axe finds nothing in light or dark; at 320 pixels all fits, and targets are 40 or more."""
    page = open_page(None, color_scheme="light")
    PAGES[name](page)
    page.evaluate("() => { document.body.style.backgroundImage = 'none'; }")
    page.evaluate(f"() => {{ {AXE} }}")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(SETTLED, arg=scheme)
        found = page.evaluate("(options) => axe.run(options)", RULES[scheme])
        told = [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]]
        assert not told, scheme
    page.set_viewport_size({"width": 320, "height": 640})
    for font in extreme_fonts(page):
        page.evaluate(USE_FONT, font)
        page.wait_for_function("() => document.documentElement.scrollWidth <= 320")
        assert page.evaluate(SMALL_TARGETS) == [], font


def test_the_fonts_tried_are_a_wide_and_a_narrow_one(open_page: OpenPage) -> None:
    """The two fonts that every page has to fit differ in width."""
    page = open_page("/")
    narrow, wide = extreme_fonts(page)
    assert page.evaluate(MEASURE, [narrow])[0] < page.evaluate(MEASURE, [wide])[0]


def test_no_page_says_anything_but_text(open_page: OpenPage) -> None:
    """A name full of markup is shown as it was typed."""
    page = open_page("/")
    page.get_by_role("button", name="Set up Divider Duel").click()
    page.get_by_label("a friend on this screen").check()
    page.get_by_label("name of Player 1").fill("<b>Ann</b><script>")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".player .name").first).to_have_text("<b>Ann</b><script>")
    assert page.locator("#players b:not(.score)").count() == 0
