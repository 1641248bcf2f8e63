"""Chain's sentences: answering with the partners that they name wins against everything."""

from __future__ import annotations

import re
from random import Random

import pytest

from divisor_duel import GAMES, Value
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.analysis import analysis_of
from divisor_duel.engine.reasons import full_reason
from tests.reference.chain import Chain as Twin

PAIRS = r"(?P<now>[-\d, ]*)(?:; and later (?P<later>[-\d, ]+))?"
TAKE = re.compile(
    rf"Take (?P<move>\d+), then answer each number with its partner: {PAIRS}\. Whatever they take "
    r"has a free partner, so you never run out\."
)
LOST = re.compile(
    rf"They answer each number with its partner: {PAIRS}\. Whatever you take has a free partner, "
    r"so they never run out\."
)
MOST_PLAYED = 16
"""With more numbers in pairs than this not everything is tried."""

AT_ONCE = re.compile(
    r"Take (?P<move>\d+): it has no factor or multiple left, so they cannot answer\."
)


def beats_every_reply(twin: Twin, partner: dict[int, int], seen: set[object]) -> None:
    """Let the loser, who is to move, take everything; the partner must be free and may follow."""
    if twin.key() in seen:
        return
    seen.add(twin.key())
    for reply in twin.legal():
        beats_every_reply(twin.play(reply).play(partner[reply]), partner, seen)


def check(twin: Twin, won: bool, reason: str) -> str:
    """Play by a sentence, and name its kind."""
    if found := AT_ONCE.fullmatch(reason):
        assert won
        assert twin.play(int(found["move"])).legal() == []
        return "end"
    found = TAKE.fullmatch(reason) if won else LOST.fullmatch(reason)
    assert found, reason
    lost = twin.play(int(found["move"])) if won else twin
    named = re.findall(r"(\d+)-(\d+)", reason)
    pairs = {int(one): int(other) for one, other in named}
    partner = pairs | {other: one for one, other in pairs.items()}
    assert len(partner) == 2 * len(named)
    now = {int(number) for number in re.findall(r"\d+", found["now"])}
    assert {*lost.legal()} <= now
    if len(partner) <= MOST_PLAYED:
        beats_every_reply(lost, partner, set())
    return "pairs"


@pytest.mark.parametrize("opening", ["any", "even"])
@pytest.mark.parametrize("high", [10, 14, 20, 26, 60])
def test_the_partners_named_win(high: int, opening: str) -> None:
    """Whatever is taken has the free partner that the sentence promises, to the end."""
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
            analysis = analysis_of(theory, position, engine.budget(60, 0.02))
        assert analysis.proof
        told = full_reason(game, position, analysis.proof)
        hidden = re.search(r"(\d+|one) more pairs?", analysis.reason)
        count = 0 if not hidden else 1 if hidden[1] == "one" else int(hidden[1])
        assert analysis.reason.count("-") + count == told.count("-")
        kinds.add(check(twin, analysis.value is Value.WIN, told))
    assert kinds == {"end", "pairs"}
