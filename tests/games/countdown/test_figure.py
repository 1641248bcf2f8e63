"""Countdown's parity ladder as data."""

from __future__ import annotations

from divisor_duel import Record, analyze
from divisor_duel.games.countdown.figure import figure, step, stop
from divisor_duel.games.countdown.rules import Countdown
from tests.games.subjects import subject_of


def test_every_step_and_its_answer_are_moves_on_the_right_rails() -> None:
    """From every number to 200 a losing move has a legal answer that leads below."""
    for start in range(3, 201):
        game = Countdown(start=start)
        values = {each.move: each.value for each in analyze(game, game.start(), 0).moves}
        for move, value in values.items():
            shown = step(start, move)
            assert shown.stop.lost == (value == "win") == (shown.answer is None)
            if shown.answer and shown.then:
                after = game.play(game.play(game.start(), move), shown.answer)
                assert (after.number, True) == (shown.then.number, shown.then.lost)


def test_the_ladder_holds_the_whole_game() -> None:
    """The way so far ends where the best line begins, and the line ends at the end."""
    record = Record(Countdown(start=60), (4, 7))
    subject = subject_of(record)
    drawn, analysis = figure(subject), subject.analysis
    assert [(each.number, each.less) for each in drawn.path] == [(60, 0), (56, 4), (49, 7)]
    assert [each.less for each in drawn.ahead] == list(analysis.line)
    assert len(drawn.ahead) == len(analysis.line)
    assert set(drawn.steps) == {str(each.move) for each in analysis.moves}
    losing = [each.move for each in analysis.moves if each.value == "loss"]
    assert drawn.answered == losing


def test_notes_say_what_parity_does_not() -> None:
    """Powers of two and primes are named."""
    notes = [stop(number).note for number in (2, 4, 8, 15, 17, 1024)]
    assert notes == ["prime", "2²", "2³", "", "prime", "2¹⁰"]
