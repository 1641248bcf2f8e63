"""Reasons: what they claim is checked, sentence by sentence."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Analysis, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.analysis import analysis_of
from divisor_duel.numbers import members
from tests.contract.test_exact_play import LARGE, positions
from tests.setups import Setup

EXTRAS = 0.02
"""Seconds, in counted steps, for everything but the winner."""


def analyses(setup: Setup, count: int = 40) -> list[Analysis]:
    """Analyses of positions at all depths of random games, by steps that are counted."""
    engine = Engine(clock=StepClock)
    with engine.theory(setup.game) as theory:
        return [
            analysis_of(theory, position, engine.budget(60, EXTRAS))
            for position in positions(setup, count)
        ]


@pytest.mark.parametrize("start", [60, 96, 128, 210, 512, 1001])
def test_countdown_reasons(start: int) -> None:
    """The number to take is a best move and leaves what is said; a lost number is named."""
    for analysis in analyses(Setup("countdown", {"start": start}), 8):
        position: Any = analysis.position
        number, reason = position.number, analysis.reason
        taken = re.match(r"Take (\d+) to leave (\d+)", reason)
        assert bool(taken) == (analysis.value == "win")
        if taken:
            assert int(taken[1]) == analysis.moves[0].move
            assert int(taken[2]) == number - int(taken[1])
        elif not reason.startswith(("You can only", "If you")):
            assert reason.startswith(f"{number} is ")
            assert reason.startswith(f"{number} is odd") == bool(number % 2)


def test_chain_reasons() -> None:
    """The number to take wins, and every pair is a free number with its factor or multiple."""
    for setup in (Setup("chain", {}), Setup("chain", {"opening": "even"})):
        for analysis in analyses(setup):
            position: Any = analysis.position
            left = set(members(position.pool))
            taken = re.match(r"Take (\d+)", analysis.reason)
            assert bool(taken) == (analysis.value == "win")
            if taken:
                assert int(taken[1]) in analysis.winning
                left.discard(int(taken[1]))
            seen: set[int] = set()
            for text in re.findall(r"(\d+)-(\d+)", analysis.reason):
                one, other = map(int, text)
                assert other % one == 0
                assert {one, other} <= left - seen
                seen |= {one, other}


@pytest.mark.parametrize("high", [14, 20])
def test_divider_reasons(high: int) -> None:
    """The number to take wins, and the partners named are numbers left after it."""
    paired = 0
    for analysis in analyses(Setup("divider", {"high": high})):
        position: Any = analysis.position
        reason, left = analysis.reason, set(members(position.left))
        taken = re.match(r"Take (\d+)", reason)
        if taken:
            assert int(taken[1]) in analysis.winning
            left -= {number for number in left if number % int(taken[1]) == 0}
        named = [int(number) for pair in re.findall(r"(\d+)-(\d+)", reason) for number in pair]
        paired += bool(named)
        assert len(set(named)) == len(named)
        assert set(named) <= left
    assert paired > 5


@pytest.mark.parametrize("options", [{"target": 7}, {"target": 12}, {"target": 13, "base": 12}])
def test_digits_reasons(options: dict[str, Any]) -> None:
    """Every product named is right, and a digit that is said to win at once does."""
    setup = Setup("digits", options)
    for analysis in analyses(setup):
        base = int(setup.game.options["base"])
        told = re.findall(r"(\w+) in base \d+ is (\d+) =", analysis.reason)
        assert all(int(number, base) == int(value) for number, value in told)
        for number, target, factor in re.findall(r"(\d+) = (\d+) x (\d+)", analysis.reason):
            assert int(number) == int(target) * int(factor)
            assert int(target) == options["target"]
        at_once = re.match(r"Write (\w): ", analysis.reason)
        assert bool(at_once) == (analysis.remoteness == 1 and analysis.value == "win")
        if at_once:
            assert int(at_once[1], base) == analysis.winning[0]
        if "You can always write a digit after which" in analysis.reason:
            child = setup.game.play(analysis.position, analysis.line[0])
            numbers = [child.number * base + digit for digit in members(child.left)]
            assert all(number % options["target"] for number in numbers)


@pytest.mark.parametrize("high", [50, 100, 500])
def test_ladder_reasons(high: int) -> None:
    """The steps counted and the safe numbers named are right."""
    counted = 0
    for analysis in analyses(Setup("ladder", {"high": high}), 120):
        reason = analysis.reason
        position: Any = analysis.position
        found = re.fullmatch(
            r"You are on (\d+), they are on (\d+)\.(?: Take (\d+)\.)? (?:They|You) have at most "
            r"(\w+) steps left, all multiples of (\d+)\. (?:They|You) have ([\d, ]+) and .*\.",
            reason,
        )
        if not found:
            continue
        counted += 1
        own, other, taken, loser = (int(found[number] or 0) for number in (1, 2, 3, 5))
        assert (own, other) == (position.own, position.one + position.two - position.own)
        assert loser == (other if taken else own)
        steps = ["", "one", "two", "three", "four", "five", "six", "seven", "eight"].index(found[4])
        assert loser * 2**steps <= high < loser * 2 ** (steps + 1)
        path = [taken or other, *map(int, re.findall(r"\d+", reason.rpartition("have")[2]))]
        assert len(path) == steps + 1 or reason.endswith(" and so on.")
        pool = set(members(position.pool)) - {taken}
        for one, two in pairwise(path):
            assert two % one == 0
            assert two % loser
            assert two in pool
    assert counted > 3


@pytest.mark.parametrize(
    "setup", [*LARGE, *(Setup("divider", {"high": high}) for high in (30, 40, 60))], ids=str
)
def test_the_reason_and_the_line_are_about_one_move(setup: Setup) -> None:
    """The line begins with the move that the reason recommends, at the start and later on."""
    game, engine = setup.game, Engine(clock=StepClock)
    for analysis in [engine.analyze(game, game.start(), 1), *analyses(setup, 6)]:
        if analysis.value == "win" and analysis.line:
            assert analysis.line[0] == analysis.explained
            if analysis.proof:
                assert analysis.proof.move == analysis.line[0]
            named = re.match(r"(?:Take|Write|Play) (\w+)", analysis.reason)
            assert named is None or named[1] == game.format_move(analysis.line[0])


def test_every_reason_is_a_sentence_or_two() -> None:
    """Reasons end with a full stop and are never empty, whatever the position."""
    rng = Random(3)
    for kind in GAMES.values():
        game = kind()
        position = game.start()
        while moves := game.legal_moves(position):
            reason = analyze(game, position, 2).reason
            assert reason.endswith(".")
            assert len(reason) > 20
            position = game.play(position, rng.choice(moves))
        assert analyze(game, position).reason.startswith("The game is over: ")
