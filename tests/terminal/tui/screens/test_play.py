"""The board screen: every game by keys and by mouse, and what it never does."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from divisor_duel.engine import analyze
from divisor_duel.engine.levels import Choice
from divisor_duel.errors import SavedGameError
from divisor_duel.game import Game, Value
from divisor_duel.games.registry import GAMES
from divisor_duel.play.match import Match
from divisor_duel.play.record import HUMAN, Record, read_records
from divisor_duel.terminal.saved_games import SavedMatch
from divisor_duel.terminal.tui.background_analysis import BackgroundAnalysis
from divisor_duel.terminal.tui.screens.advised_game import AnalysisReady
from divisor_duel.terminal.tui.widgets.analysis_panel import AnalysisPanel
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
    """Tab and Enter play each game to its end, which is kept as it was shown."""

    async def steps(driver: Driver) -> None:
        while not driver.play.snapshot.outcome:
            ply = driver.play.snapshot.ply
            await driver.press("tab", "enter")
            await driver.until(lambda ply=ply: driver.play.snapshot.ply == ply + 1)  # type: ignore[misc]
        await driver.at("GameOverDialog")
        await driver.shows("wins:", "Review", "Rematch", "Swap", "Another game")
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


def test_digits_are_typed() -> None:
    """Typed digits move the cursor, Backspace corrects, Enter plays, and nonsense is refused."""

    async def steps(driver: Driver) -> None:
        await driver.press("1", "7", "backspace", "5")
        assert driver.board.cursor == 15
        await driver.shows("Your move: 15_")
        await driver.press("enter")
        await driver.until(lambda: driver.play.snapshot.record.moves == (15,))
        await driver.press("7", "enter")
        await driver.shows("7 is neither a factor nor a multiple of 15")
        assert driver.play.snapshot.record.moves == (15,)

    drive(steps, match_of("chain"))


def test_the_cursor_foresees() -> None:
    """The cursor shows what would go and what could answer, before anything is played."""

    async def steps(driver: Driver) -> None:
        await driver.press("4")
        await driver.press("backspace")
        await driver.shows("4: takes 8 along; 6 numbers stay.", "x8")
        assert driver.play.snapshot.ply == 0

    drive(steps, match_of("divider", high=9))


def test_only_what_changed_is_drawn_anew() -> None:
    """After each step of the cursor the lines on the screen are those that a full drawing gives."""

    async def steps(driver: Driver) -> None:
        for key in ("right", "tab", "down", "end", "up", "home"):
            await driver.press(key)
            driver.board.mark({2: Value.WIN, driver.board.cursor or 0: Value.LOSS})
            drawn = driver.text()
            driver.board.refresh()
            await driver.pilot.pause()
            assert driver.text() == drawn

    drive(steps, match_of("chain", high=200))


def test_undo_and_redo() -> None:
    """Against a computer, undo takes both moves back and redo makes them again."""

    async def steps(driver: Driver) -> None:
        await driver.press("1", "2", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 2)
        played = driver.play.snapshot.record.moves
        await driver.press("u")
        await driver.until(lambda: driver.play.snapshot.ply == 0)
        await driver.shows("Taken back")
        await driver.press("r")
        await driver.until(lambda: driver.play.snapshot.record.moves == played)

    drive(steps, match_of("chain", computer=True))


def test_resigning_asks_once(home: Path) -> None:
    """The key x asks: n goes on, y ends the game."""

    async def steps(driver: Driver) -> None:
        await driver.press("x")
        await driver.at("ChoiceDialog")
        await driver.press("n")
        await driver.at("PlayScreen")
        await driver.press("x")
        await driver.at("ChoiceDialog")
        await driver.press("y")
        await driver.at("GameOverDialog")
        await driver.shows("Player 2 wins: Player 1 resigned.")
        assert len(saved_games(home, "finished")) == 1

    drive(steps, match_of("chain"))


def test_the_end_is_a_beginning(home: Path) -> None:
    """A rematch begins anew, a swap lets the other begin, and both are saved."""

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
    """After a round its score is shown, and the next begins when it is asked for."""

    async def steps(driver: Driver) -> None:
        await driver.press("7", "enter")
        await driver.at("GameOverDialog")
        await driver.shows("Round 1 of 3. Score: Player 1 1, Player 2 0.")
        await driver.press("n")
        await driver.until(lambda: len(driver.play.snapshot.records) == 2)
        await driver.shows("Player 2 begins.", "round 2 of 3")

    drive(steps, match_of("digits", rounds=3))


def test_the_panel_shows_values_and_the_line() -> None:
    """The panel marks every move as it is worth, and steps through the best line and back."""

    async def steps(driver: Driver) -> None:
        await driver.press("p")
        await driver.shows("[4 → 56]-", "[15 → 45]+", "+ The player to move wins")
        await driver.press("right_square_bracket")
        await driver.shows("Looking 1 move ahead", "The number: 60 → ")
        assert driver.play.snapshot.ply == 0
        await driver.press("left_square_bracket")
        await driver.shows("[15 → 45]+")
        await driver.press("p")
        await driver.until(lambda: "[15 → 45]+" not in driver.text())

    drive(steps, match_of("countdown"))


def test_the_panel_leaves_room_and_is_read_to_its_end() -> None:
    """On a small screen with panel and hint the board keeps rows, and a long reason scrolls."""

    async def steps(driver: Driver) -> None:
        await driver.press("p", "h", "h", "h")
        await driver.shows("Hint 3 of 3", "+ The player to move wins")
        assert driver.board.size.height >= 4
        below = driver.play.query_one("#below", AnalysisPanel)
        await driver.until(lambda: below.max_scroll_y > 0)
        await driver.press(*["ctrl+down"] * int(below.max_scroll_y))
        await driver.until(lambda: below.scroll_y == below.max_scroll_y)
        await driver.press("ctrl+up")
        await driver.until(lambda: below.scroll_y == below.max_scroll_y - 1)

    drive(steps, match_of("divider", high=20), size=(50, 20))


def test_time_has_run_out_only_when_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the engine may still find who wins, panel and hint say that it thinks."""
    monkeypatch.setattr(BackgroundAnalysis, "ask", lambda self, game, position: None)
    match = match_of("divider", high=200)
    unknown = analyze(match.game, match.round.position, 0)

    async def steps(driver: Driver) -> None:
        await driver.press("p", "h")
        for last, said in ((False, "Thinking about a hint"), (True, "Hint 1 of 3")):
            driver.play.post_message(AnalysisReady(unknown, last))
            await driver.shows(said)
            assert ("The time ran out" in driver.text()) == last
            assert ("Thinking …" in driver.text()) != last

    drive(steps, match)


def test_a_proof_is_told_once() -> None:
    """The third hint has its proof with it, or leaves it to the panel where that is open."""

    async def steps(driver: Driver) -> None:
        def proofs() -> int:
            return " ".join(driver.text().split()).count("An odd number has only odd divisors")

        await driver.press("h", "h", "h")
        await driver.tells("Hint 3 of 3: 3 wins. Take 3 to leave 57")
        assert proofs() == 1
        await driver.press("p")
        await driver.tells("Hint 3 of 3: 3 wins. The panel says why.")
        await driver.until(lambda: proofs() == 1)
        await driver.press("p")
        await driver.tells("Hint 3 of 3: 3 wins. Take 3 to leave 57")
        await driver.until(lambda: proofs() == 1)

    drive(steps, match_of("countdown"))


def test_the_cursor_goes_to_the_hint_once() -> None:
    """A hint asked for before the engine knew moves the cursor when it does, and only then."""

    async def steps(driver: Driver) -> None:
        await driver.press("end")
        for _ in range(3):
            driver.play.action_hint()
        assert driver.play.analysis is None
        await driver.shows("Hint 3 of 3: 3 wins.")
        await driver.until(lambda: driver.board.cursor == 3)
        await driver.press("end", "p")
        await driver.tells("The panel says why.")
        assert driver.board.cursor == 30

    drive(steps, match_of("countdown"))


def test_leaving_and_coming_back(home: Path) -> None:
    """Escape leads home, where the game is the first to be offered, and Enter goes on with it."""

    async def steps(driver: Driver) -> None:
        await driver.press("1", "5", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        await driver.press("escape")
        await driver.at("Home")
        await driver.shows("Chain: Player 1 against Player 2", "Player 2 to move")
        await driver.press("enter")
        await driver.at("PlayScreen")
        await driver.shows("The chain: 15", "The game goes on.")
        assert driver.play.snapshot.record.moves == (15,)
        assert len(saved_games(home)) == 1

    drive(steps, match_of("chain"))


def test_every_legal_number_can_be_reached() -> None:
    """On a board of 200 numbers Tab goes round all legal ones, and each is in sight."""

    async def steps(driver: Driver) -> None:
        await driver.press("1", "0", "0", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        legal = driver.play.snapshot.game.legal_moves(driver.play.snapshot.position)
        seen = []
        for _ in legal:
            assert driver.board.cursor is not None
            seen.append(driver.board.cursor)
            assert f">{driver.board.cursor}<" in driver.text()
            await driver.press("tab")
        assert sorted(seen) == list(legal)

    drive(steps, match_of("chain", high=200))


def test_the_coach_warns_and_explains() -> None:
    """Before a win is thrown away the coach asks; afterwards it says what was better."""
    record = Record(
        GAMES["countdown"](start=60), names=("Ann", "Coach"), levels=(HUMAN, "coach"), seed=1
    )

    async def steps(driver: Driver) -> None:
        for key, ply in (("n", 0), ("y", 2)):
            await driver.press("2", "enter")
            await driver.at("ChoiceDialog")
            await driver.shows("Sure?", "2 gives the win back")
            await driver.press(key)
            await driver.at("PlayScreen")
            await driver.until(lambda ply=ply: driver.play.snapshot.ply == ply)  # type: ignore[misc]
        await driver.shows("Coach: 2 gave the win back")

    drive(steps, Match([record]))


def test_rules_alone_are_enough() -> None:
    """A game that brings nothing but its rules is played, explained and ended all the same."""

    async def steps(driver: Driver) -> None:
        await driver.shows("Heap", ">1<", "[3]", "5 left")
        await driver.press("i")
        await driver.at("Rules")
        await driver.shows("The player who takes the last one wins.")
        await driver.press("escape")
        await driver.at("PlayScreen")
        await driver.press("3", "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 1)
        await driver.press("2", "enter")
        await driver.at("GameOverDialog")
        await driver.shows("Player 2 wins: nothing is left.")

    drive(steps, Match([Record(Heap(size=5), seed=1)]))


def test_a_computer_that_is_not_sure_says_so() -> None:
    """With a move that is not proved to be the best comes one quiet sentence, until the next."""
    proved = iter((False, True))

    def unsure(level: str, game: Game[Any], position: Any, rng: Random) -> Choice:
        return Choice(game.legal_moves(position)[0], next(proved))

    async def steps(driver: Driver) -> None:
        await driver.press("2", "4", "enter")
        await driver.shows("The computer is not")
        move = driver.play.snapshot.game.legal_moves(driver.play.snapshot.position)[0]
        await driver.press(*str(move), "enter")
        await driver.until(lambda: driver.play.snapshot.ply == 4)
        assert "The computer is not" not in driver.text()

    drive(steps, match_of("chain", computer=True), choose=unsure)


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
