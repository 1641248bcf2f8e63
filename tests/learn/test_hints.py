"""Hints in three steps: none says more than it should, and the last one is right."""

from __future__ import annotations

import re
from random import Random

import pytest

from divisor_duel import GAMES, Player, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.clock import STEPS_PER_SECOND
from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.learn.hints import STEPS, Hint, hint, hint_from


class Bare(Countdown):
    """The rules of a game without the parts that lie beside them."""


@pytest.mark.parametrize("name", GAMES)
def test_hints_go_from_a_nudge_to_the_move(name: str) -> None:
    """Everywhere in a game the first steps name no move and the last one names a best one."""
    kind, rng = GAMES[name], Random(3)
    game = kind()
    position = game.start()
    for _ in range(6):
        legal = game.legal_moves(position)
        if not legal:
            break
        analysis = analyze(game, position)
        told = [hint_from(analysis, step) for step in range(1, STEPS + 1)]
        assert [one.step for one in told] == [1, 2, 3]
        assert [one.move for one in told] == [None, None, analysis.explained]
        assert analysis.explained in (analysis.winning or [analysis.moves[0].move])
        assert analysis.reason in told[2].text
        assert len({one.text for one in told}) == 3
        assert all(one.text.endswith(".") and one.text[0].isupper() for one in told[:2])
        position = game.play(position, rng.choice(legal))


def test_asking_on_repeats_the_last_step() -> None:
    """There is no fourth step and no step before the first."""
    game = GAMES["countdown"](start=60)
    assert hint(game, game.start(), 9) == hint(game, game.start(), 3)
    assert hint(game, game.start(), 0) == hint(game, game.start(), 1)


def test_a_win_at_once_and_a_lost_position_are_said_so() -> None:
    """The first hint says that you can win at once, or that you have lost."""
    game = GAMES["countdown"](start=10)
    assert hint(game, game.start()) == Hint(1, "You can win at once.")
    lost = GAMES["countdown"](start=15)
    assert "Every move loses" in hint(lost, lost.start()).text
    assert hint(lost, lost.start(Player.TWO), 3).text.split()[1] == "holds"


def test_a_lost_position_gets_no_winning_idea() -> None:
    """The loser is told how long the game can last, and a lone move is not called the best."""
    lost = GAMES["countdown"](start=15)
    assert hint(lost, lost.start(), 2).text == (
        "Your opponent can win, but you can make the game last 4 moves from here."
    )
    alone = GAMES["countdown"](start=9)
    nudge, _, move = (hint(alone, alone.start(), step) for step in (1, 2, 3))
    assert nudge.text == "You have only one move."
    assert move.text.startswith("You can only take 3 to leave 6.")


def test_the_last_hint_names_its_move_once() -> None:
    """The reason already says which move to make."""
    game = GAMES["divider"](high=9)
    assert hint(game, game.start(), 3).text.startswith("Take 4. Now every number has a partner")


def test_any_game_gets_hints() -> None:
    """A game that brings rules alone gets three plain steps."""
    game = Bare(18)
    nudge, idea, move = (hint(game, game.start(), step) for step in (1, 2, 3))
    assert "your opponent can do" in nudge.text
    assert idea.text == "2 of 4 moves win."
    assert move.move == 9


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("divider", {"high": 28, "ending": "misere"}),
        ("digits", {"base": 20, "target": 20, "ending": "misere"}),
        ("ladder", {"high": 10_000}),
        ("countdown", {"start": 5040, "ending": "misere"}),
        ("chain", {"high": 30, "ending": "misere"}),
    ],
)
def test_nothing_is_counted_or_called_the_only_one_while_a_move_is_unknown(
    name: str, options: dict[str, int | str]
) -> None:
    """While the value of a move is unknown, a hint names no count, and a move only if it wins."""
    game, partly = GAMES[name](**options), 0
    for steps in (0, 1, 2, 5, 20, 100, 1000, 4000):
        engine = Engine(clock=StepClock)
        analysis = engine.analyze(game, game.start(), steps / STEPS_PER_SECOND)
        if analysis.solved:
            continue
        partly += 1
        told = [hint_from(analysis, step) for step in range(1, STEPS + 1)]
        assert len({one.text for one in told}) == 3
        words = " ".join(one.text.removesuffix(analysis.reason) for one in told)
        assert re.search(r"\d+ of|only|best|longest", words) is None
        assert told[2].move is None or told[2].move in analysis.winning
    assert partly


def test_a_win_without_a_winning_move_names_none() -> None:
    """Who wins can be known before any winning move is: then a hint recommends no move."""
    game = GAMES["countdown"](start=5040, ending="misere")
    analysis = Engine(clock=StepClock).analyze(game, game.start(), 0)
    assert (analysis.value, analysis.winning, analysis.explained) == ("win", (), None)
    text = "You can win, but no winning move was found in time. Try any move."
    assert hint_from(analysis, 3) == Hint(3, text)
