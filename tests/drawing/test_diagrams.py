"""Diagrams and words come from one strategy, and agree in every number, pair and step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import singledispatch
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, analyze
from divisor_duel.diagram import (
    Arcs,
    Clock,
    Copies,
    Diagram,
    Heaps,
    Replies,
    Searched,
    Singles,
    Tracks,
    Zigzag,
)
from divisor_duel.drawing.diagrams import diagrams_of, diagrams_of_analysis
from divisor_duel.engine.analysis import Analysis
from divisor_duel.game import AnyGame
from divisor_duel.games.divider.proofs import Groups
from divisor_duel.games.ladder.strategy import COUNTS
from divisor_duel.games.registry import find_game
from divisor_duel.learn.exercises import COUNT, exercise_of, exercise_sets
from divisor_duel.strategy import Strategy
from tests.games.divider.strategy.placed import lost_by

EXERCISES: dict[str, set[type[Diagram]]] = {
    "chain": {Arcs, Replies},
    "countdown": {Zigzag, Replies},
    "digits": {Clock},
    "divider": {Arcs, Copies, Replies, Singles},
    "ladder": {Tracks, Replies},
}
"""What is drawn in the exercises of each game, at least."""

SAMPLES: list[tuple[str, dict[str, Any], int]] = [
    ("chain", {"high": 24}, 12),
    ("chain", {"high": 40, "opening": "even"}, 8),
    ("chain", {"high": 12, "ending": "misere"}, 4),
    ("divider", {"high": 12}, 20),
    ("divider", {"high": 18}, 20),
    ("divider", {"high": 23}, 6),
    ("ladder", {"high": 30}, 20),
    ("ladder", {"high": 100}, 20),
    ("countdown", {"start": 60}, 8),
    ("countdown", {"start": 512}, 8),
    ("countdown", {"start": 90, "ending": "misere"}, 6),
    ("digits", {"target": 7}, 16),
    ("digits", {"target": 12}, 8),
    ("digits", {"target": 18}, 8),
    ("digits", {"target": 99}, 8),
    ("digits", {"target": 18, "ending": "misere"}, 4),
    ("digits", {"target": 20, "base": 16}, 1),
    ("digits", {"target": 21, "base": 15}, 1),
    ("sum", {"one": "divider:high=9", "two": "countdown:start=60"}, 6),
]
"""Set-ups, and from how many random games of each a position is taken."""


def analyses(name: str, options: dict[str, Any], count: int) -> Iterator[Analysis]:
    """Positions of random games, among them the start."""
    game: Any = find_game(name)(**options)
    for seed in range(count):
        rng, position = Random(seed), game.start()
        for _ in range(rng.randrange(6) if seed else 0):
            after = game.play(position, rng.choice(game.legal_moves(position)))
            if game.outcome(after):
                break
            position = after
        yield analyze(game, position, 5)


def pairs_of(diagrams: tuple[Diagram, ...]) -> set[tuple[int, int]]:
    """The partners that are drawn."""
    drawn = [diagram.pairs for diagram in diagrams if isinstance(diagram, Arcs | Copies)]
    return {(min(pair), max(pair)) for pairs in drawn for pair in pairs}


def pairs_in(words: str, game: AnyGame) -> set[tuple[int, int]]:
    """The partners that are named."""
    found = re.findall(r"\b([0-9A-Z]+)-([0-9A-Z]+)\b", words)
    return {(game.parse_move(one), game.parse_move(other)) for one, other in found}


def answers_of(diagrams: tuple[Diagram, ...]) -> dict[int, int]:
    """The answers to the next reply that are drawn."""
    answers = dict[int, int]()
    for one, other in pairs_of(diagrams):
        answers |= {one: other, other: one}
    for diagram in diagrams:
        if isinstance(diagram, Replies):
            for replies, *rest in diagram.lines:
                answers |= {reply: rest[0][0] for reply in replies if rest}
        if isinstance(diagram, Searched):
            answers[diagram.reply] = diagram.answer
    return answers


def first_of(strategy: Strategy[Any], diagrams: tuple[Diagram, ...]) -> int:
    """The winner's move that the diagrams mark; 0 if they mark none."""
    first = diagrams[0]
    if isinstance(first, Arcs):
        return first.ringed
    if isinstance(first, Tracks):
        return first.winner.number
    if isinstance(first, Zigzag):
        return first.stops[1].less
    assert not isinstance(first, Copies)
    return first.move


@pytest.mark.parametrize(("name", "options", "count"), SAMPLES)
def test_words_and_diagrams_agree(name: str, options: dict[str, Any], count: int) -> None:
    """Every pair, step and move that is named is drawn, and what is drawn is what is played."""
    drawn = [check_analysis(analysis) for analysis in analyses(name, options, count)]
    assert any(drawn)


@pytest.mark.parametrize("name", EXERCISES)
def test_words_and_diagrams_agree_in_exercises(name: str) -> None:
    """They do where each idea of a game decides, and all its kinds of drawing come up."""
    drawn = {
        type(diagram)
        for chosen in exercise_sets(GAMES[name])
        for number in range(1, COUNT + 1)
        for diagram in check_analysis(exercise_of(GAMES[name], chosen.name, number).analysis)
    }
    assert drawn >= EXERCISES[name]


@pytest.mark.parametrize("groups", [((2, 4, 8), (3, 9), (5,)), ((2, 4), (9, 27)), ((3,), (5,))])
def test_words_and_heaps_agree(groups: tuple[tuple[int, ...], ...]) -> None:
    """Heaps are as large as the words say, also when these are all that is said."""
    valued = tuple((group, len(group)) for group in groups)  # rows, of which each move cuts an end
    numbers = ",".join(str(number) for group in groups for number in group)
    strategy = lost_by(numbers, Groups(0, valued))
    (heaps,) = diagrams_of(strategy)
    check(heaps, strategy, strategy.position, strategy.reason)
    check(heaps, strategy, strategy.position, " ".join(strategy.steps))


def check_analysis(analysis: Analysis) -> tuple[Diagram, ...]:
    """Compare what is drawn with what is said and played, and return what is drawn."""
    strategy, diagrams = analysis.strategy, diagrams_of_analysis(analysis)
    assert strategy
    move, lost = strategy.follow(strategy.position)
    if strategy.game.outcome(lost):
        assert diagrams == ()
        return diagrams
    words = " ".join([analysis.reason, *strategy.steps])
    if move and diagrams:
        assert first_of(strategy, diagrams) == move
    if "artner" in words and strategy.by_rules:
        listed = {pair for step in strategy.steps for pair in pairs_in(step, strategy.game)}
        assert pairs_in(analysis.reason, strategy.game) <= listed | pairs_of(diagrams)
        assert listed <= pairs_of(diagrams), (words, diagrams)
    for diagram in diagrams:
        if isinstance(diagram, Zigzag):
            check_zigzag(diagram, strategy, diagrams, analysis.reason)
        else:
            check(diagram, strategy, lost, analysis.reason)
    if all(isinstance(diagram, Arcs | Copies | Replies) for diagram in diagrams):
        complete = all(getattr(diagram, "complete", True) for diagram in diagrams)
        answered = {*answers_of(diagrams)} >= {*replies_to(strategy, lost)}
        assert answered or not complete or not diagrams
    return diagrams


@singledispatch
def check(diagram: Any, strategy: Strategy[Any], lost: Any, words: str) -> None:
    """Compare a diagram with what the strategy plays from the position on, and with the words."""
    raise AssertionError(diagram)


def replies_to(strategy: Strategy[Any], lost: Any) -> dict[int, int]:
    """The winner's answer to each reply that does not end the game."""
    reached = {move: strategy.game.play(lost, move) for move in strategy.game.legal_moves(lost)}
    return {
        move: strategy.answer(after)
        for move, after in reached.items()
        if not strategy.game.outcome(after)
    }


@check.register(Arcs)
@check.register(Copies)
def check_pairs(diagram: Arcs | Copies, strategy: Strategy[Any], lost: Any, words: str) -> None:
    """The winner answers a number with its partner, unless a move that ends the game is better."""
    partner = {**dict(diagram.pairs), **{two: one for one, two in diagram.pairs}}
    answers = replies_to(strategy, lost)
    for reply, answer in answers.items():
        if reply in partner and answer != partner[reply]:
            after = strategy.game.play(strategy.game.play(lost, reply), answer)
            assert strategy.game.outcome(after)
    if isinstance(diagram, Arcs) and diagram.bold:
        assert {*answers} <= {number for pair in diagram.bold for number in pair}
        assert all({*pair} & {*answers} for pair in diagram.bold)
    if isinstance(diagram, Copies):
        for part in (diagram.one, diagram.other):
            divides = [(a, b) for a in part for b in part if a < b and b % a == 0]
            lines = {(part[a], part[b]) for a, b in diagram.lines}
            assert lines <= {*divides}


@check.register
def check_singles(diagram: Singles, strategy: Strategy[Any], lost: Any, words: str) -> None:
    """No number divides another, and their count is even, as the words say."""
    numbers = diagram.numbers
    assert not any(b % a == 0 for a in numbers for b in numbers if a < b)
    assert len(numbers) % 2 == 0
    if found := re.search(r"(\d+) numbers left divides", words):
        assert int(found[1]) == len(numbers)
    if found := re.search(r"only take (\d+) or (\d+)", words):
        assert numbers == (int(found[1]), int(found[2]))


@check.register
def check_heaps(diagram: Heaps, strategy: Strategy[Any], lost: Any, words: str) -> None:
    """The heaps cancel, and are those that the words name."""
    total = 0
    for heap in diagram.heaps:
        total ^= heap.size
        named = " ".join(map(str, heap.numbers)) or "Both games"
        worth = re.search(
            rf"\b{named} (?:(?:is|are) worth the same )?as (?:a heap of )?(\w+)", words
        )
        if heap.name or "the same as heaps of" not in words:
            assert worth
            assert int(worth[1].replace("one", "1")) == heap.size
    assert total == 0
    sizes = " ".join(str(heap.size) for heap in diagram.heaps)
    all_named = re.search(r"heaps of ([\d, and]+) counters", words)
    assert not all_named or " ".join(re.findall(r"\d+", all_named[1])) == sizes


@check.register
def check_replies(diagram: Replies, strategy: Strategy[Any], lost: Any, words: str) -> None:
    """Every line is what the strategy plays, and named answers are drawn."""
    for line in diagram.lines:
        for first in line[0]:
            position = strategy.game.play(lost, first)
            for index, step in enumerate(line[1:]):
                if index % 2 == 0:
                    assert step == (strategy.answer(position),)
                position = strategy.game.play(position, step[0])
    for reply, answer in re.findall(r"[Ii]f (?:they|you) take (\d+), (?:they )?take (\d+)", words):
        assert answers_of((diagram,)).get(int(reply), int(answer)) == int(answer)


@check.register
def check_searched(diagram: Searched, strategy: Strategy[Any], lost: Any, words: str) -> None:
    """The numbers are left, and the example is that of the words."""
    assert all(lost.left >> number & 1 for number in diagram.numbers)
    example = re.search(r"take (\d+), (?:they )?take (\d+)", words)
    assert example
    assert (int(example[1]), int(example[2])) == (diagram.reply, diagram.answer)


@check.register
def check_tracks(diagram: Tracks, strategy: Strategy[Any], lost: Any, words: str) -> None:
    """The counts and steps are those that the words name, and the loser runs out first."""
    loser, winner = diagram.loser, diagram.winner
    assert (loser.player, winner.player) == (lost.to_move, strategy.winner)
    assert f"on {loser.number}" in words or strategy.position.to_move == strategy.winner
    assert loser.most <= winner.most
    if loser.most == 1:
        steps = re.search(r"one step left \(([^)]*)\)", words)
        assert steps
        assert tuple(map(int, re.findall(r"\d+", steps[1]))) == loser.choices
    else:
        assert f"at most {COUNTS[loser.most]} step" in words
    if winner.steps:
        assert winner.open == 0
        assert min(winner.steps) > winner.number
        assert str(winner.steps[0]) in words
        assert not any(step % loser.number == 0 for step in winner.steps)
        assert all(lost.pool >> step & 1 for step in winner.steps)
    elif loser.most > 1:
        assert f"have {COUNTS[winner.most]}" in words


def check_zigzag(
    diagram: Zigzag, strategy: Strategy[Any], diagrams: tuple[Diagram, ...], words: str
) -> None:
    """The winner's steps are the answers, and lead to the lower rail; named steps are drawn."""
    position = strategy.position
    for stop, after in pairwise(diagram.stops):
        assert stop.number == position.number
        assert stop.lost == (position.to_move != strategy.winner)
        if not stop.lost:
            assert after.less == strategy.answer(position)
        position = strategy.game.play(position, after.less)
    assert bool(strategy.game.outcome(position)) is not diagram.more
    steps = {stop.less for stop in diagram.stops}
    for replies in diagrams[1:]:
        assert isinstance(replies, Replies)
        steps |= {move for line in replies.lines for step in line for move in step}
    for less, _ in re.findall(r"[Tt]ake (\d+) to leave (\d+)", words):
        assert int(less) in steps
    for number in re.findall(r"^(\d+) (?:is|loses)", words):
        assert int(number) == diagram.stops[0].number


@check.register
def check_clock(diagram: Clock, strategy: Strategy[Any], lost: Any, words: str) -> None:
    """Each digit leads to the hour drawn, and the small digits make a multiple from there."""
    game = strategy.game
    assert diagram.now == lost.number % diagram.target
    led = {digit: hour.remainder for hour in diagram.hours for digit in hour.reached_by}
    assert {*led} == {*game.legal_moves(lost)}
    for hour in diagram.hours:
        for digit in hour.reached_by:
            after = game.play(lost, digit)
            assert after.number % diagram.target == hour.remainder
            if game.outcome(after):
                continue
            made = [
                answer
                for answer in game.legal_moves(after)
                if game.play(after, answer).number % diagram.target == 0
            ]
            assert made == [number for number in hour.finishers if number != digit]
    if found := re.search(r"After (\w), (?:they )?write (\w)", words):
        reply, answer = int(found[1]), int(found[2])
        hours = {hour.remainder: hour for hour in diagram.hours}
        assert answer in hours[led[reply]].finishers


def test_a_pair_that_is_gone_has_no_arc() -> None:
    """Later in the game the same strategy draws only the pairs that are left."""
    game = GAMES["divider"](high=14)
    strategy = analyze(game, game.start()).strategy
    assert strategy
    position = game.play(game.play(game.start(), 4), 9)
    (arcs,) = diagrams_of(strategy, position)
    assert isinstance(arcs, Arcs)
    assert arcs.pairs == ((2, 3), (5, 7), (10, 14), (11, 13))
    assert arcs.ringed == 6


def test_after_the_end_nothing_is_drawn() -> None:
    """A winning move that ends the game, and the end itself, have no diagram."""
    game = GAMES["digits"](target=9)
    position = game.play(game.start(), 1)
    assert diagrams_of_analysis(analyze(game, position)) == ()
    assert diagrams_of_analysis(analyze(game, game.play(position, 8))) == ()
