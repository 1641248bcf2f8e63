"""The end of a game: rematch, swap and the next round."""

from __future__ import annotations

from pathlib import Path

from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.learn.review import review
from divisor_duel.play.record import Record
from divisor_duel.terminal.tui.background_match import snapshot_of
from divisor_duel.terminal.tui.screens.game_over import (
    GameOverDialog,
    banner,
    choices,
    score,
    turning_point,
    why,
)
from tests.conftest import saved_games
from tests.terminal.tui.driving import Driver, drive, match_of


def test_the_end_is_a_beginning(home: Path) -> None:
    """A rematch starts a new game, a swap lets the other player begin, and both are saved."""

    async def steps(driver: Driver) -> None:
        for key, begins in (("m", 1), ("w", 2)):
            before = driver.play
            await driver.press("x")
            await driver.at("ChoiceDialog")
            await driver.press("y")
            await driver.at("GameOverDialog")
            await driver.press(key)
            await driver.until(lambda before=before: driver.play is not before)  # type: ignore[misc]
            await driver.until(lambda: len(saved_games(home)) == 1)
            assert driver.play.snapshot.record.first == begins
            await driver.at("PlayScreen")

    drive(steps, match_of("chain"))


def test_rounds_wait_for_the_players() -> None:
    """After a round its score is shown, and the next round waits for a key."""

    async def steps(driver: Driver) -> None:
        await driver.press("7", "enter")
        await driver.at("GameOverDialog")
        await driver.shows("Round 1 of 3. Score: Player 1 1, Player 2 0.")
        await driver.press("n")
        await driver.until(lambda: len(driver.play.snapshot.records) == 2)
        await driver.shows("Player 2 goes first.", "round 2 of 3")

    drive(steps, match_of("digits", rounds=3))


def test_the_end_says_who_won_and_why() -> None:
    """The banner names the winner, or says that you won or lost; below it is one sentence why."""
    alone = {"names": ("Player 1", "Computer"), "levels": ("human", "easy")}
    for record, won, reason in (
        (Record(GAMES["digits"](), (7,)), "● Player 1 won!", "7 divides 7."),
        (
            Record(GAMES["digits"](), resigned=Player.ONE),
            "■ Player 2 won!",
            "Player 1 resigned.",
        ),
        (Record(GAMES["digits"](), (7,), **alone), "● You won!", "7 divides 7."),  # type: ignore[arg-type]
        (
            Record(GAMES["digits"](), resigned=Player.ONE, **alone),  # type: ignore[arg-type]
            "■ Computer won. You lost.",
            "You resigned.",
        ),
    ):
        snapshot = snapshot_of([record])
        assert snapshot.outcome
        assert banner(snapshot, snapshot.outcome) == won
        assert why(snapshot, snapshot.outcome) == reason


def test_the_turning_point_names_the_better_move() -> None:
    """It is the last mistake, or a resignation in a won position; without one it says so."""
    for record, text in (
        (
            Record(GAMES["divider"](), (2, 3, 5, 7)),
            "Turning point: move 1. Player 1 played 2, but 4 would have won.",
        ),
        (
            Record(GAMES["divider"](), (4, 2, 3, 5, 7)),
            "No turning point. Player 1 could win from the start and made no mistake.",
        ),
        (
            Record(GAMES["digits"](), resigned=Player.ONE),
            "Player 1 resigned in a winning position.",
        ),
    ):
        snapshot = snapshot_of([record])
        assert turning_point(snapshot, review(record)) == text


def test_the_turning_point_appears_in_the_dialog() -> None:
    """It is found in the background while the dialog is already shown."""

    async def steps(driver: Driver) -> None:
        for move in "2357":
            ply = driver.play.snapshot.ply
            await driver.press(move, "enter")
            await driver.until(lambda ply=ply: driver.play.snapshot.ply > ply)  # type: ignore[misc]
        await driver.at("GameOverDialog")
        await driver.tells("Player 1 played 2, but 4 would have won.")

    drive(steps, match_of("divider"))


def test_a_double_enter_does_not_close_the_end() -> None:
    """For a moment Enter does nothing, so that the second press for the last move is harmless."""
    snapshot = snapshot_of([Record(GAMES["digits"](), (7,))])
    assert snapshot.outcome
    hasty = GameOverDialog(snapshot, snapshot.outcome, pause=600)

    async def steps(driver: Driver) -> None:
        driver.app.push_screen(hasty)
        await driver.at("GameOverDialog")
        await driver.press("enter")
        assert driver.app.screen is hasty
        await driver.press("h")
        await driver.until(lambda: driver.app.screen is not hasty)

    drive(steps)


def test_choices_depend_on_the_rounds_left() -> None:
    """Between rounds the next one comes first; after the last one there are rematch and swap."""
    rounds = [
        Record(GAMES["digits"](), (7,), Player(1 + number % 2), round=(number + 1, 3))
        for number in range(3)
    ]
    two, three = snapshot_of(rounds[:2]), snapshot_of(rounds)
    assert score(two) == "Round 2 of 3. Score: Player 1 1, Player 2 1."
    assert [line.value for line in choices(two)] == ["next", "review", "home"]
    assert score(three) == "Round 3 of 3. Score: Player 1 2, Player 2 1."
    assert [line.value for line in choices(three)] == [
        *("rematch", "swap", "review", "another", "save", "home"),
    ]
