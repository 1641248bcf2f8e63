"""The coach: warnings before a move, remarks after it."""

from __future__ import annotations

from divisor_duel.engine import levels
from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.play.match import Match
from divisor_duel.play.record import HUMAN, Record
from divisor_duel.terminal.tui import coach
from divisor_duel.terminal.tui.background_match import snapshot_of
from divisor_duel.terminal.tui.coach import is_coached, remark_after, warning_before
from tests.terminal.tui.driving import Driver, drive

GAME = GAMES["countdown"](start=60)


def test_the_coach_warns_and_explains() -> None:
    """Before a win is thrown away the coach asks; afterwards it says what was better."""
    record = Record(GAME, names=("Ann", "Coach"), levels=(HUMAN, "coach"), seed=1)

    async def steps(driver: Driver) -> None:
        await driver.press("7", "enter")
        await driver.shows("7 does not divide 60")
        for key, ply in (("n", 0), ("y", 2)):
            await driver.press("2", "enter")
            await driver.at("ChoiceDialog")
            await driver.shows("Are you sure?", "2 throws away your win")
            await driver.press(key)
            await driver.at("PlayScreen")
            await driver.until(lambda ply=ply: driver.play.snapshot.ply == ply)  # type: ignore[misc]
        await driver.shows("Coach: 2 threw away your win")

    drive(steps, Match([record]))


def test_only_moves_against_the_coach_are_judged() -> None:
    """The person who plays the coach is coached, the coach itself and other players are not."""
    assert coach.COACH == levels.COACH
    coached = snapshot_of([Record(GAME, levels=(HUMAN, "coach"))])
    assert [is_coached(coached, player) for player in Player] == [True, False]
    assert not any(is_coached(snapshot_of([Record(GAME)]), player) for player in Player)


def test_a_mistake_has_a_warning_and_a_remark() -> None:
    """Before it is made and after it; a move that keeps the win has no warning."""
    start, after = (snapshot_of([Record(GAME, moves)]) for moves in ((), (2,)))
    assert warning_before(start, 2)
    assert warning_before(start, 15) is None
    assert remark_after(after, 2)
