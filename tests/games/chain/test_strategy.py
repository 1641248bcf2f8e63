"""Chain's rule and sentences: taking the partners that they name wins against everything."""

from __future__ import annotations

import re
from random import Random

import pytest

from divisor_duel import GAMES, Value, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.analysis import Analysis, analysis_of
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.chain.strategy import MOST_PAIRS, TakePartner
from divisor_duel.strategy import FirstMove
from tests.reference.chain import Chain as Twin

MOST_PLAYED = 16
"""With more numbers in pairs than this not everything is tried."""


def beats_every_reply(twin: Twin, partner: dict[int, int], seen: set[object]) -> None:
    """Let the loser, who is to move, take everything; the partner must be free and may follow."""
    if twin.key() in seen:
        return
    seen.add(twin.key())
    for reply in twin.legal():
        beats_every_reply(twin.play(reply).play(partner[reply]), partner, seen)


def check(twin: Twin, analysis: Analysis) -> str:
    """Play by the words of a strategy, and name its kind."""
    strategy, reason = analysis.strategy, analysis.reason
    assert strategy
    assert len(reason.split()) <= 35
    first, lost = re.match(r"Take (\d+)", reason), twin
    assert bool(first) is (analysis.value is Value.WIN)
    if first:
        lost = twin.play(int(first[1]))
        assert isinstance(strategy.rules[0], FirstMove)
    if not lost.legal():
        assert first
        assert reason.endswith(f", and you win: no factor or multiple of {int(first[1])} is left.")
        return "end"
    if not isinstance(strategy.rules[-1], TakePartner):
        return "short"
    named = re.findall(r"(\d+)-(\d+)", strategy.steps[-1])
    pairs = {int(one): int(other) for one, other in named}
    partner = pairs | {other: one for one, other in pairs.items()}
    assert len(partner) == 2 * len(named)
    soon = {int(number) for pair in re.findall(r"(\d+)-(\d+)", reason) for number in pair}
    if soon:
        assert {*lost.legal()} <= soon <= {*partner}
    else:
        assert len(lost.legal()) > MOST_PAIRS
    if len(partner) <= MOST_PLAYED:
        beats_every_reply(lost, partner, set())
    return "pairs"


@pytest.mark.parametrize("opening", ["any", "even"])
@pytest.mark.parametrize("high", [10, 14, 20, 26, 60])
def test_the_partners_named_win(high: int, opening: str) -> None:
    """Whatever is taken has the free partner that the words promise, to the end."""
    game, engine, rng = (
        GAMES["chain"](high=high, opening=opening),
        Engine(clock=StepClock),
        Random(5),
    )
    kinds = set[str]()
    for _ in range(40 if high < 60 else 12):
        twin, played = Twin(high=high, opening=opening), list[int]()
        for _ in range(rng.randint(0, 6)):
            after = twin.play(rng.choice(twin.legal()))
            if not after.legal():
                break
            played.append(({*twin.pool} - {*after.pool}).pop())
            twin = after
        *_, position = game.positions(played)
        with engine.theory(game) as theory:
            kinds.add(check(twin, analysis_of(theory, position, engine.budget(60, 0.02))))
    assert kinds >= {"end", "pairs"}


def test_the_sentence_for_an_even_opening() -> None:
    """The headline names the pairs that the next reply can need; the rule names all of them."""
    game = Chain(high=50, opening="even")
    analysis = analyze(game, game.start(), 2)
    assert analysis.reason == (
        "Take 26. Now every number your opponent can take has a partner: 2-48, 13-39. Whatever "
        "they take, take its partner."
    )
    assert analysis.strategy
    assert analysis.strategy.steps[1].startswith(
        "Take the partner of the number just taken. Partners: 2-48, "
    )
