"""Positions set up by hand: written, read back, saved in records, and played exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from divisor_duel import GAMES, Player, Record, read_records, write_records
from divisor_duel.engine import Engine
from divisor_duel.engine.analysis import analysis_of
from divisor_duel.engine.search import Search
from divisor_duel.errors import OptionsError, RecordError
from divisor_duel.game import AnyGame, Settable, Value
from divisor_duel.learn.review import review
from divisor_duel.play.positions import read_position, with_numbers, write_position
from tests.reference.brute import Solved, Twin, solve
from tests.reference.misere import Misere
from tests.setups import Setup

SMALL: dict[str, dict[str, int]] = {
    "divider": {"high": 12},
    "ladder": {"high": 40},
    "countdown": {"start": 90},
    "chain": {"high": 12},
    "digits": {"target": 12, "base": 7},
}


def any_position(game: AnyGame, rng: Random) -> Any:
    """A position of which every part was chosen by chance."""

    def any_value(part: Settable) -> str:
        if part.numbers is not None:
            chosen = [number for number in part.numbers if rng.random() < 0.6]
            return ",".join(map(str, chosen))
        if part.none and rng.random() < 0.2:
            return "0"
        return str(rng.randint(part.least, part.most))

    text = ""
    while not text:
        parts = [f"{part.name}={any_value(part)}" for part in game.settable()]
        try:
            read_position(game, " ".join(parts), Player.ONE)
        except OptionsError:  # a number of Digits with a nought, or too long
            continue
        text = " ".join(parts)
    return read_position(game, text, rng.choice(list(Player)))


@pytest.mark.parametrize("name", list(GAMES))
def test_any_position_is_written_read_and_judged_exactly(name: str) -> None:
    """What was set up is read back as it was, and the theory agrees with plain search on it."""
    game, rng, engine = GAMES[name](**SMALL[name]), Random(5), Engine()
    values = set()
    for _ in range(40):
        position = any_position(game, rng)
        text = write_position(game, position)
        assert read_position(game, text, position.to_move) == position
        plain = analysis_of(Search(game, None), position, engine.budget())
        ours = engine.analyze(game, position)
        assert ours.value == plain.value, text
        assert {each.move: each.value for each in ours.moves} == {
            each.move: each.value for each in plain.moves
        }, text
        if game.outcome(position) is None:
            values.add(ours.value)
    assert values == {Value.WIN, Value.LOSS}


def test_a_record_begins_from_the_position() -> None:
    """A record carries the position it began from: replayed, reviewed and read back from there."""
    game = GAMES["chain"](high=20)
    record = Record(game, (12, 4), Player.TWO, start="last=6 pool=4,9,12,18")
    positions: Iterator[Any] = record.positions()
    begun, *_, last = positions
    assert game.legal_moves(begun) == (12, 18)
    assert last.pool == 1 << 9 | 1 << 18
    text = write_records([record])
    assert '[Position "last=6 pool=4,9,12,18"]' in text
    (read,) = read_records(text)
    assert read == record
    assert len(review(record).moves) == 2
    other = replace(record, first=Player.ONE)
    assert next(other.positions()) == begun._replace(to_move=Player.ONE)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("chain", "pool=2-60", "pool must be numbers out of 2-50, not '2-60'"),
        ("chain", "last=1", "last must be from 2 to 50, or 0 for none, not '1'"),
        ("chain", "last=2 last=3", "a position of chain is written last=... pool=..., not"),
        ("ladder", "pool=9-3", "pool must be"),
        ("divider", "right=3", "a position of divider is written left=..., not 'right=3'"),
        ("countdown", "number=61", "number must be from 1 to 60, not '61'"),
        ("digits", "number=105", "number must be"),
        ("digits", "number=" + "1" * 9000, "can have at most"),
    ],
)
def test_what_is_no_position_is_one_sentence(name: str, text: str, words: str) -> None:
    """What cannot be set up is refused in a sentence, and in a record with its line."""
    game = GAMES[name]()
    with pytest.raises(OptionsError) as refused:
        read_position(game, text, Player.ONE)
    assert words in str(refused.value)
    record = f'[Game "{name}"]\n[Position "{text}"]\n*\n'
    with pytest.raises(RecordError) as wrong:
        read_records(record)
    assert wrong.value.line == 2


def test_what_players_own_is_not_in_the_pool() -> None:
    """A number that a player holds is never also free, however it was set up."""
    ladder, chain = GAMES["ladder"](), GAMES["chain"]()
    owned = read_position(ladder, "one=6 two=10 pool=6,10,12", Player.ONE)
    assert ladder.legal_moves(owned) == (12,)
    assert read_position(chain, "last=6 pool=6,12", Player.ONE).pool == 1 << 12


def test_an_opening_that_nobody_may_make() -> None:
    """A pool without a first number is lost for the player to begin, and the reason says so."""
    game = GAMES["chain"](opening="even")
    outcome = game.outcome(read_position(game, "pool=3,9", Player.ONE))
    assert outcome
    assert outcome == (Player.TWO, "no number left can open the game")


LISTS = {"divider": ("low", "high"), "ladder": ("high",), "chain": ("low", "high")}


@pytest.mark.parametrize("ending", ["normal", "misere"])
@pytest.mark.parametrize("id", LISTS)
def test_lists_of_any_numbers_are_valued_as_by_brute_force(id: str, ending: str) -> None:
    """Every first move on any set of numbers is worth what trying everything says."""
    rng = Random(f"{id}/{ending}")
    for _ in range(12):
        numbers = sorted(rng.sample(range(2, 31), rng.randint(1, 9)))
        text = ",".join(map(str, numbers))
        game, start = with_numbers(GAMES[id], {"ending": ending}, text)
        twin = Setup(id, {name: game.options[name] for name in LISTS[id]}).twin()
        setattr(twin, "numbers" if hasattr(twin, "numbers") else "pool", set(numbers))
        played: Twin = Misere(twin) if ending == "misere" else twin
        analysis = Engine().analyze(game, read_position(game, start, Player.ONE))
        memo: dict[Any, Solved] = {}
        assert {move.move for move in analysis.moves} == set(played.legal()) == set(numbers)
        for move in analysis.moves:
            truth = solve(played.play(move.move), memo)
            assert move.value is Value.of(not truth.value), (text, move)
            assert move.remoteness == truth.remoteness, (text, move)
            assert move.grundy == (truth.grundy if game.has_nim_values else None)


@pytest.mark.parametrize(
    ("id", "text", "words"),
    [
        ("countdown", "2-5", "has no list of numbers that could be chosen"),
        ("divider", "", "as in 2,3,5-12"),
        ("divider", "2,x", "as in 2,3,5-12, not '2,x'"),
        ("divider", "2,,5", "numbers must have a number on each side of a comma, not '2,,5'"),
        ("divider", "2,5,", "numbers must have a number on each side of a comma"),
        ("divider", "6,6", "numbers must name each number once, but 6 appears twice"),
        ("divider", "4-8,2-5", "numbers must name each number once, but 4 appears twice"),
        ("divider", "0-3", "from 1 to 100000"),
        ("divider", "3-100001", "from 1 to 100000"),
        ("ladder", "1-9", "pool must be numbers out of 2-9"),
        ("digits", "3,12", "left must be numbers out of 1-9"),
        ("chain", "9-4", "pool must be numbers out of 4-9"),
    ],
)
def test_what_is_no_list_is_refused(id: str, text: str, words: str) -> None:
    """A game without a list, or numbers that it cannot hold, are refused in one sentence."""
    with pytest.raises(OptionsError, match=words):
        with_numbers(GAMES[id], {}, text)


def test_a_list_of_any_numbers_has_limits_of_its_own_or_those_given() -> None:
    """Limits fit the numbers unless they are given; digits are a list too."""
    game, start = with_numbers(GAMES["divider"], {"high": 20}, "3, 5-7")
    assert (game.options, start) == ({"low": 3, "high": 20}, "left=3,5-7")
    game, start = with_numbers(GAMES["digits"], {}, "1,3,5")
    assert game.legal_moves(read_position(game, start, Player.TWO)) == (1, 3, 5)
    assert with_numbers(GAMES["divider"], {}, "1")[0].options == {"low": 1, "high": 2}
