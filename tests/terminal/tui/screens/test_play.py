"""The board screen: every game by keys and by mouse, and what it never does."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from divisor_duel.engine.levels import Choice
from divisor_duel.errors import SavedGameError
from divisor_duel.game import AnyGame
from divisor_duel.games.registry import GAMES
from divisor_duel.play.match import Match
from divisor_duel.play.record import HUMAN, Record, read_records
from divisor_duel.terminal.new_match import new_match
from divisor_duel.terminal.saved_games import SavedMatch
from divisor_duel.terminal.tui.app import consider
from tests.conftest import saved_games
from tests.heap_package.heap_game.rules import Heap
from tests.terminal.tui.driving import Driver, drive, match_of

QUICK: dict[str, dict[str, Any]] = {
    "divider": {"high": 9},
    "ladder": {"high": 20},
    "countdown": {"start": 60},
    "chain": {"high": 20},
    "digits": {"target": 12},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keys(game: str, home: Path) -> None:
    """Tab and Enter play each game to its end, and the saved game is the one shown."""

    async def steps(driver: Driver) -> None:
        while not driver.play.snapshot.outcome:
            ply = driver.play.snapshot.ply
            await driver.press("tab", "enter")
            await driver.until(lambda ply=ply: driver.play.snapshot.ply == ply + 1)  # type: ignore[misc]
        await driver.at("GameOverDialog")
        await driver.shows("won!", "Review", "Rematch", "Swap", "Another game")
        (kept,) = saved_games(home, "finished")
        assert read_records(kept.read_text()) == [driver.play.snapshot.record]
        assert not saved_games(home)

    drive(steps, match_of(game, **QUICK[game]))


@pytest.mark.parametrize("game", GAMES)
def test_a_click_plays(game: str, home: Path) -> None:
    """A click on a legal number plays it, against a computer that answers at once."""

    async def steps(driver: Driver) -> None:
        snapshot = driver.play.snapshot
        move = snapshot.game.legal_moves(snapshot.position)[-1]
        await driver.click(move)
        await driver.until(lambda: driver.play.snapshot.ply >= 2 or driver.play.snapshot.outcome)
        assert driver.play.snapshot.record.moves[0] == move
        (file,) = saved_games(home) or saved_games(home, "finished")
        assert read_records(file.read_text())[-1].moves == driver.play.snapshot.record.moves

    drive(steps, match_of(game, computer=True, **QUICK[game]))


def test_undo_and_redo() -> None:
    """Against a computer, undo takes both moves back and redo makes them again."""

    async def steps(driver: Driver) -> None:
        await driver.press("1", "2", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 2)
        played = driver.play.snapshot.record.moves
        await driver.press("u")
        await driver.until(lambda: driver.play.snapshot.ply == 0)
        await driver.shows("Took back")
        await driver.press("r")
        await driver.until(lambda: driver.play.snapshot.record.moves == played)

    drive(steps, match_of("chain", computer=True))


def test_leaving_and_coming_back(home: Path) -> None:
    """Escape leads home, where the game is the first in the list, and Enter resumes it."""

    async def steps(driver: Driver) -> None:
        await driver.press("1", "5", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        await driver.press("escape")
        await driver.at("Home")
        await driver.shows("Chain: Player 1 against Player 2", "Player 2 to move")
        await driver.press("enter")
        await driver.at("PlayScreen")
        await driver.shows("The chain: 15", "The game continues.")
        assert driver.play.snapshot.record.moves == (15,)
        assert len(saved_games(home)) == 1

    drive(steps, match_of("chain"))


def test_rules_alone_are_enough() -> None:
    """A game that brings nothing but its rules is played, explained and ended all the same."""

    async def steps(driver: Driver) -> None:
        await driver.shows("Heap", ">", "5 left")
        await driver.press("i")
        await driver.at("Rules")
        await driver.shows("The player who takes the last one wins.")
        await driver.press("escape")
        await driver.at("PlayScreen")
        await driver.press("3", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        await driver.press("2", "enter")
        await driver.at("GameOverDialog")
        await driver.shows("Player 2 won!", "Nothing is left.")

    drive(steps, Match([Record(Heap(size=5), seed=1)]))


def test_a_computer_that_is_not_sure_says_so() -> None:
    """With a move that is not proved to be the best comes one quiet sentence, until the next."""
    proved = iter((False, True))

    def unsure(level: str, game: AnyGame, positions: Any, rng: Random) -> Choice:
        return Choice(game.legal_moves(positions[-1])[0], next(proved))

    async def steps(driver: Driver) -> None:
        await driver.press("2", "4", "enter")
        await driver.shows("The computer is not")
        move = driver.play.snapshot.game.legal_moves(driver.play.snapshot.position)[0]
        await driver.press(*str(move), "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 4)
        assert "The computer is not" not in driver.text()

    drive(steps, match_of("chain", computer=True), choose=unsure)


def test_the_proof_names_its_rule() -> None:
    """Its second move follows the partners that it named with the first."""

    async def steps(driver: Driver) -> None:
        await driver.shows("Every number has a partner", "2-3, 5-7, 6-9.")
        await driver.press("2", "enter")
        await driver.tells("Its rule: “Take the partner of the number just taken.")

    match = new_match(GAMES["divider"](), levels=("proof", HUMAN), seed=1)
    drive(steps, match, choose=consider)


def test_what_goes_wrong_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that fails, or a disk that is full, ends in a sentence and not in silence."""

    def broken(*_: Any) -> Choice:
        raise RuntimeError("no idea")

    def full(*_: Any) -> None:
        raise SavedGameError("cannot write game.duel: No space left on device")

    async def steps(driver: Driver) -> None:
        monkeypatch.setattr(SavedMatch, "save", full)
        await driver.press("1", "2", "enter")
        await driver.shows("space", "idea")

    drive(steps, match_of("chain", computer=True), choose=broken)


def test_a_refusal_and_the_end_stand_once() -> None:
    """The preview does not repeat a refusal, nor the panel that the game is over."""

    async def steps(driver: Driver) -> None:
        await driver.press("p", "4", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        await driver.press("8", "enter")
        await driver.until(lambda: driver.play.query_one("#message").has_class("-warning"))
        assert driver.text().count("8 is not on the list") == 1
        for move in "235":
            await driver.press(move, "enter")
            await driver.pilot.pause()
        await driver.press("7", "enter")
        await driver.at("GameOverDialog")
        await driver.press("escape")
        await driver.at("PlayScreen")
        assert driver.text().count("The game is over") == 1

    drive(steps, match_of("divider", high=9))
