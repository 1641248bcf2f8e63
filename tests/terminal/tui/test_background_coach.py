"""The coach: warnings before a move, remarks after it."""

from __future__ import annotations

from queue import SimpleQueue

from divisor_duel.engine import levels
from divisor_duel.games.registry import GAMES
from divisor_duel.play.match import Match
from divisor_duel.play.record import HUMAN, Record
from divisor_duel.terminal.tui import background_coach
from divisor_duel.terminal.tui.background_coach import BackgroundCoach, CoachReply
from divisor_duel.terminal.tui.background_match import snapshot_of
from tests.terminal.tui.driving import Driver, drive


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


def test_only_moves_against_the_coach_are_judged() -> None:
    """A mistake is met with a warning before it is made and with a remark after it."""
    assert background_coach.COACH == levels.COACH
    replies: SimpleQueue[CoachReply] = SimpleQueue()
    coach = BackgroundCoach(replies.put)
    game = GAMES["countdown"](start=60)
    start, after = (
        snapshot_of([Record(game, moves, levels=(HUMAN, "coach"))]) for moves in ((), (2,))
    )
    assert coach.judge_before(start, 2)
    before = replies.get(timeout=300)
    assert (before.ply, before.move, before.after, before.remark) == (0, 2, False, None)
    assert before.warning
    assert coach.judge_before(start, 15)
    assert replies.get(timeout=300).warning is None
    coach.judge_after(after, 2)
    later = replies.get(timeout=300)
    assert (later.ply, later.after, later.warning) == (1, True, None)
    assert later.remark
    alone = snapshot_of([Record(game, (2,))])
    assert not coach.judge_before(alone, 2)
    coach.judge_after(alone, 2)
    assert replies.empty()
