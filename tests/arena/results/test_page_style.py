"""The frame of report pages, and their colours by day and by night."""

from __future__ import annotations

from pathlib import Path

from divisor_duel import web
from divisor_duel.arena.results.page_style import DARK, STYLE, html_page


def test_a_page_is_whole_and_its_title_is_escaped() -> None:
    """Parts come in order, scripts after them, and a title cannot break out."""
    page = html_page("a < b", ["<h1>One</h1>", "<p>Two</p>"], "<script>3</script>\n")
    assert page.startswith('<!doctype html>\n<html lang="en">')
    assert "<title>a &lt; b</title>" in page
    assert page.endswith(
        "<main>\n<h1>One</h1>\n<p>Two</p>\n</main>\n<script>3</script>\n</body>\n</html>\n"
    )
    assert STYLE in page


def test_plots_change_their_colours_at_night() -> None:
    """Every colour of the plots has a rule for fills and one for strokes in dark mode."""
    night = STYLE.split("@media (prefers-color-scheme: dark)")[1].split("body {")[0]
    for day, colour in DARK.items():
        assert f'svg [fill="{day}"], svg[fill="{day}"] {{ fill: {colour}; }}' in night
        assert f'svg [stroke="{day}"] {{ stroke: {colour}; }}' in night


def test_the_night_is_that_of_the_game_page() -> None:
    """Each dark colour of the plots is also in the style of the game page."""
    static = Path(web.__file__).parent / "static"
    styles = [path for path in static.rglob("*") if path.suffix in (".css", ".svg")]
    game_page = "".join(path.read_text().lower() for path in styles)
    assert {colour for colour in DARK.values() if colour not in game_page} == set()
