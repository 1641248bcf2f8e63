"""Records that version 0.1.0 wrote are read, replayed, reviewed and gone on with."""

from __future__ import annotations

import pytest

from divisor_duel import read_records, write_records
from tests.formats.written import FORMATS, run

RECORDS = {
    "commented": [("chain", (12, 4, 8), "*")],
    "computers": [("countdown", (5, 5, 25, 5, 5, 3, 4, 2, 3), "1-0")],
    "match": [("ladder", (2, 3), "0-1"), ("ladder", (3, 2, 6), "0-1")],
    "unfinished": [("chain", (6, 12), "*")],
    "variations": [("chain", (12, 6), "*")],
}
"""The records: game, moves and result of each round."""


def text_of(name: str) -> str:
    """The text of a record."""
    return (FORMATS / "records" / f"{name}.duel").read_text()


def test_every_record_is_listed_here() -> None:
    """The table above names every file."""
    assert {path.stem for path in (FORMATS / "records").iterdir()} == set(RECORDS)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_read_and_replayed(name: str) -> None:
    """`read_records` finds the games with their moves and results, and `duel replay` shows them."""
    results = {1: "1-0", 2: "0-1"}
    found = []
    for record in read_records(text_of(name)):
        outcome = record.outcome()
        result = results[outcome.winner] if outcome else "*"
        found.append((record.game.id, record.moves, result))
    assert found == RECORDS[name]
    told = run("replay", str(FORMATS / "records" / f"{name}.duel"))
    assert told.count("The record ends here") == sum(result == "*" for *_, result in found)


def test_names_levels_seeds_and_variations_are_read() -> None:
    """Quotes in names, computer levels, seeds, rounds and variations are what they were."""
    (one,) = read_records(text_of("unfinished"))
    assert one.names == ('Ann "the \\ First"', "Computer")
    assert (one.levels, one.seed, one.date) == (("human", "easy"), 3, "2026-11-18")
    (two,) = read_records(text_of("computers"))
    assert two.levels == ("perfect", "hard")
    rounds = read_records(text_of("match"))
    assert [(record.round, record.first, record.resigned) for record in rounds] == [
        ((1, 2), 1, 1),
        ((2, 2), 2, 1),
    ]
    (three,) = read_records(text_of("variations"))
    assert "Also tried here: 4" in run("replay", "-", typed=text_of("variations"))
    assert len(three.variations) == 1
    assert "Also tried here: 6 18" in run("replay", "-", typed=text_of("commented"))


def test_a_record_is_reviewed() -> None:
    """`duel review` judges the moves of a finished game, of sums too."""
    told = run("review", str(FORMATS / "records" / "computers.duel"))
    assert "Computer 1 (perfect) against Computer 2 (hard)" in told
    assert "Computer 1 used every winning chance." in told
    assert "No mistakes: the start decided the game." in told
    sum_game = FORMATS / "terminal/data/divisor-duel/finished/20261118-011217-sum.duel"
    assert "Ann resigned in a winning position." in run("review", str(sum_game))


@pytest.mark.parametrize("name", sorted(set(RECORDS) - {"commented"}))
def test_a_record_is_written_as_before(name: str) -> None:
    """A record that is read and written again has the same text; only comments are dropped."""
    assert write_records(read_records(text_of(name))) == text_of(name)
