"""The report, read as text and opened in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from divisor_duel.arena import results
from divisor_duel.arena.results.report import pair_table, report, worst_mistakes
from divisor_duel.arena.results.scores import Results
from divisor_duel.arena.run.rows import GameRow, Unplayed
from divisor_duel.games.registry import GAMES
from tests.arena.playing import bot, make_plan, play_rows
from tests.chromium import chromium_path

PLAYERS = ["random", "hard", "one-with-a-long-name=easy", bot("illegal")]


@pytest.fixture(scope="module")
def tournament() -> tuple[Results, list[GameRow | Unplayed]]:
    """Scores and games of a small tournament of all games."""
    games = ",".join(GAMES)
    plan = make_plan(PLAYERS, games, rounds=2)
    lines = play_rows(*PLAYERS, games=games, rounds=2)
    return results(plan, lines), lines


@pytest.fixture
def page(tournament: Any, tmp_path: Path) -> Iterator[Any]:
    """The report in a browser, which fails the test if a script fails or anything is loaded."""
    playwright = pytest.importorskip("playwright.sync_api")
    file = tmp_path / "report.html"
    file.write_text(report(*tournament))
    problems: list[str] = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=chromium_path(),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        opened = browser.new_page(viewport={"width": 360, "height": 800})
        opened.on("pageerror", lambda problem: problems.append(str(problem)))
        opened.on("console", lambda message: problems.append(message.text))
        requests: list[str] = []
        opened.on("request", lambda request: requests.append(request.url))
        opened.goto(file.as_uri())
        yield opened
        browser.close()
    assert problems == []
    assert requests == [file.as_uri()]


def test_the_page_needs_nothing_else(tournament: Any) -> None:
    """No address, style sheet or script from elsewhere is in it."""
    text = report(*tournament)
    assert not re.search(r"https?://|<link|src=|@import|url\(", text)


def test_words_of_players_cannot_break_the_page(tournament: Any) -> None:
    """Names that look like HTML or end a script are shown, not run."""
    _, lines = tournament
    evil = "</script><script>alert(1)</script>"
    renamed = [
        replace(line, players=[evil if name == "random" else name for name in line.players])
        for line in lines
    ]
    plan = make_plan(PLAYERS, ",".join(GAMES), rounds=2)
    plan = plan.__class__(
        tuple(one._replace(name=evil) if one.name == "random" else one for one in plan.players),
        plan.setups,
        plan.rounds,
        plan.terms,
    )
    text = report(results(plan, renamed), renamed)
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert" in text


def test_tables_and_plots_are_there(page: Any) -> None:
    """Every player has a row in each table of scores and a mark in each plot."""
    assert page.locator("h1").inner_text() == "Arena report"
    assert page.locator("table[aria-label=overall] tbody tr").count() == 4
    for game in GAMES:
        assert page.locator(f"table[aria-label={game}] tbody tr").count() == 4
    assert page.locator("svg").count() == 4
    assert page.locator("svg[aria-label=Ratings] .estimate").count() == 4
    assert page.locator("table[aria-label=faults]").inner_text().count("illegal") >= 2


def test_mistakes_can_be_replayed(page: Any, tournament: Any) -> None:
    """A replay opens at its mistake, names what would have won, and steps to both ends."""
    mistake = worst_mistakes(tournament[1])[0]
    total = len(mistake.row.played)
    assert page.locator("#ply").inner_text() == f"{mistake.decision.ply} of {total}"
    assert "A mistake: " in page.locator("#note").inner_text()
    page.get_by_role("button", name="Start").click()
    assert page.locator("#ply").inner_text() == f"0 of {total}"
    page.get_by_role("button", name="Next").click()
    assert page.locator("#ply").inner_text() == f"1 of {total}"
    page.get_by_role("button", name="End").click()
    assert "has won" in page.locator("#note").inner_text()
    page.locator("#choice").select_option("1")
    assert "A mistake: " in page.locator("#note").inner_text()


def test_the_page_fits_a_phone(page: Any) -> None:
    """At 360 pixels only tables scroll sideways, inside their own boxes."""
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360


def test_who_beat_whom_fits_a_phone(page: Any) -> None:
    """The table of pairs is not scrolled, and twelve players fit a desk."""
    hidden = "box => box.scrollWidth - box.clientWidth"
    assert page.locator(".pairs .wide").evaluate(hidden) <= 0
    names = [f"player number {number}" for number in range(12)]
    pairs = {one: {two: [10, 10] for two in names if two != one} for one in names}
    table = pair_table(pairs, names)
    page.set_viewport_size({"width": 1366, "height": 768})
    page.locator(".pairs").evaluate("(box, table) => box.outerHTML = table", table)
    assert page.locator(".pairs .wide").evaluate(hidden) <= 0
    assert page.locator(".pairs tbody th").count() == 12


def test_a_pair_is_a_share_with_its_counts() -> None:
    """Opponents are numbered in the order of the rows; a cell names the counts."""
    text = pair_table({"a": {"b": [3, 4]}, "b": {"a": [1, 4]}}, ["a", "b"])
    assert '<span title="a won 3 of 4 against b">75</span>' in text
    assert '<span title="b won 1 of 4 against a">25</span>' in text
    assert '<abbr title="b">2</abbr>' in text


def test_on_a_desk_every_column_is_seen(page: Any) -> None:
    """At 1100 pixels no table of scores has to be scrolled sideways."""
    page.set_viewport_size({"width": 1100, "height": 800})
    hidden = "boxes => boxes.filter(box => box.scrollWidth > box.clientWidth).length"
    assert page.locator(".wide").evaluate_all(hidden) == 0


def test_the_page_is_dark_at_night(page: Any) -> None:
    """In dark mode paper is dark and words on it are light, in plots too."""
    page.emulate_media(color_scheme="dark")
    light = """element => {
        const style = getComputedStyle(element);
        const colour = element.closest("svg") ? style.fill : style.color;
        return Math.min(...colour.match(/[0-9]+/g).slice(0, 3).map(Number)) > 140;
    }"""
    words = page.locator("h2, td, svg text")
    assert words.count() > 50
    assert all(element.evaluate(light) for element in words.all())
    paper = page.locator("main").evaluate("element => getComputedStyle(element).backgroundColor")
    assert paper == "rgb(18, 23, 28)"


def test_worst_mistakes_lost_the_game(tournament: Any) -> None:
    """Only mistakes of losers are shown, the nearest to the end first, three a player at most."""
    found = worst_mistakes(tournament[1])
    plies = [mistake.plies for mistake in found]
    assert plies == sorted(plies)
    names = [mistake.player for mistake in found]
    assert max(map(names.count, names)) <= 3
    assert all(mistake.row.winner != mistake.decision.player for mistake in found)
