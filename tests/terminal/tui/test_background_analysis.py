"""Analysis in the background: better and better results, and none about earlier positions."""

from __future__ import annotations

from queue import SimpleQueue
from threading import Event

import pytest

from divisor_duel.engine import Analysis, analyze
from divisor_duel.game import Value
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.tui.background_analysis import BackgroundAnalysis

GAME = GAMES["countdown"](start=60)


def test_the_last_result_is_reported_as_the_last() -> None:
    """Every analysis is about the position asked for, and the last one comes a second time."""
    results: SimpleQueue[tuple[Analysis, bool]] = SimpleQueue()
    BackgroundAnalysis(lambda *result: results.put(result)).ask(GAME, GAME.start())
    reported = [results.get(timeout=300)]
    while not reported[-1][1]:
        reported.append(results.get(timeout=300))
    assert {analysis.position for analysis, _ in reported} == {GAME.start()}
    assert reported[-1][0] is reported[-2][0]
    assert reported[-1][0].value is Value.WIN


@pytest.mark.parametrize("stopped", [True, False])
def test_results_about_earlier_positions_are_dropped(
    stopped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After another question, or after a stop, nothing is heard of the first one."""
    go_on, done = Event(), Event()
    results: SimpleQueue[Analysis] = SimpleQueue()
    later = GAME.play(GAME.start(), 15)

    class Engine:
        """An engine whose analysis of the start waits to be let go."""

        def explore(self, game: object, position: object, seconds: float) -> object:
            if position == GAME.start():
                go_on.wait(300)
                yield analyze(GAME, GAME.start())
                raise AssertionError("no more is asked for")
            yield analyze(GAME, later)

    monkeypatch.setattr("divisor_duel.terminal.tui.background_analysis.command_engine", Engine)
    analysis = BackgroundAnalysis(
        lambda found, last: (results.put(found), last and done.set())  # type: ignore[func-returns-value]
    )
    analysis.ask(GAME, GAME.start())
    if stopped:
        analysis.stop()
        go_on.set()
    analysis.ask(GAME, later)
    assert done.wait(300)
    go_on.set()
    positions = [results.get(timeout=300).position for _ in range(2)]
    assert positions == [later, later]
    assert results.empty()
