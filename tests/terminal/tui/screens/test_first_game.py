"""The first start: a name, a game that explains itself, a win, and home."""

from __future__ import annotations

from pathlib import Path
from textwrap import wrap

from divisor_duel.engine import analyze
from divisor_duel.terminal.tui.background_match import snapshot_of
from divisor_duel.terminal.tui.saved_settings import is_first_start, read_settings
from divisor_duel.terminal.tui.screens.first_game import first_match, guide
from tests.terminal.tui.driving import Driver, drive


def test_a_newcomer_wins_within_a_minute(home: Path) -> None:
    """A name, the marks on the way, "You won!" with the reason, then home; and only once."""

    async def steps(driver: Driver) -> None:
        await driver.at("Welcome")
        await driver.press(*"Ann", "enter")
        await driver.at("FirstGame")
        await driver.tells("Move with the arrow keys")
        await driver.shows("Ann: your turn", "Coach")
        while not driver.play.snapshot.outcome:
            before = driver.play.snapshot
            move = analyze(before.game, before.position).winning[0]
            await driver.press(*str(move), "enter")
            await driver.until(lambda ply=before.ply: driver.play.snapshot.ply > ply)  # type: ignore[misc]
            await driver.until(
                lambda: driver.play.snapshot.person_to_move or driver.play.snapshot.outcome
            )
            if before.ply == 0:
                await driver.tells("marks the numbers you took")
        await driver.at("GameOverDialog")
        await driver.shows("You won!", "No number is left.", "Home")
        await driver.press("enter")
        await driver.at("Home")

    drive(steps, welcome=True)
    assert read_settings().name == "Ann"
    assert not is_first_start()


def test_the_welcome_can_be_skipped(home: Path) -> None:
    """Escape leads home, and the next start goes there at once."""

    async def steps(driver: Driver) -> None:
        await driver.at("Welcome")
        await driver.press("escape")
        await driver.at("Home")

    drive(steps, welcome=True)
    assert not is_first_start()


def test_a_name_that_is_taken_costs_no_error() -> None:
    """Someone called Coach plays as Player 1."""
    assert first_match("Coach").record().names[0] == "Player 1"
    assert first_match("Ann").record().names == ("Ann", "Coach")


def test_the_guide_follows_the_moves() -> None:
    """Each move of the learner brings the next thing to know; the end needs none."""
    match = first_match("")
    texts = [guide(snapshot_of(match.records()))]
    for move in (4, 2, 3, 5):
        match.round.play(move)
        texts.append(guide(snapshot_of(match.records())))
    assert texts[1] == texts[2] != texts[0]
    assert texts[3] == texts[4] != texts[2]
    assert all(len(wrap(text, 48)) <= 2 for text in texts)  # its lines in the smallest window
    match.round.play(7)
    assert guide(snapshot_of(match.records())) == ""
