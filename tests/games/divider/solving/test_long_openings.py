"""The shipped nim-values after 2, 3 and 5 on long lists, against a second program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from divisor_duel import GAMES, Value
from divisor_duel.engine.clock import Clock
from divisor_duel.engine.engine import Engine
from divisor_duel.games.divider.solving import long_openings as module
from divisor_duel.games.divider.solving.columns import encoding
from divisor_duel.games.divider.solving.consequences import follows_a_zero, known_value
from divisor_duel.games.divider.solving.long_openings import (
    FILE,
    OPENINGS,
    SHORTEST,
    long_openings,
    main,
    nim_after,
)
from divisor_duel.games.divider.solving.nim_table import NimTable
from divisor_duel.games.divider.solving.openings import proved_openings
from divisor_duel.numbers import span, without_multiples


@pytest.mark.parametrize(
    ("opening", "lists"), [(2, range(73, 101)), (3, (86, 87, 100)), (5, (73,))]
)
def test_values_agree_with_a_table_of_all_positions(opening: int, lists: range) -> None:
    """The other program values every position that is left, from all its moves."""
    for high in lists:
        left = without_multiples(span(2, high), opening)
        assert NimTable(encoding(2, high, left)).nim_value(left) == long_openings(high)[opening]


def test_the_search_finds_what_is_known_of_shorter_lists() -> None:
    """On lists with known openings, searching for one of them gives its nim-value."""
    for high in (40, 51, 60):
        for opening in OPENINGS:
            nim = nim_after(opening, high, Clock())
            assert nim == proved_openings(2, high)[opening]


def test_the_file_continues_the_table_of_all_openings() -> None:
    """It has nothing of the lists before 2..73, and after 2 it has every list to 2..150."""
    table = json.loads(FILE.read_text())
    assert list(table) == [str(high) for high in range(SHORTEST, 151)]
    assert all("2" in row for row in table.values())
    assert [high for high in table if table[high]["2"] == 0][::2] == [
        "89",
        "95",
        "107",
        "133",
        "149",
    ]
    assert [high for high in table if table[high].get("3") == 0] == ["86", "87", "115"]


@pytest.mark.parametrize(("high", "wins"), [(90, 2), (115, 3), (150, 2)])
def test_the_engine_knows_the_winning_opening(high: int, wins: int) -> None:
    """A list far beyond any search is won by an opening in the file."""
    game = GAMES["divider"](high=high)
    analysis = Engine().analyze(game, game.start(), seconds=0.2)
    assert analysis.value is Value.WIN
    assert [move.move for move in analysis.moves if move.value is Value.WIN] == [wins]


def test_a_winning_opening_is_a_wrong_reply() -> None:
    """2 wins on 2..107, so after 13 the reply 2 loses; nothing is known about the reply 4."""
    after = without_multiples(span(2, 107), 13)
    assert known_value(without_multiples(span(2, 107), 2), 107) == 0
    assert follows_a_zero(without_multiples(after, 2), 107)
    assert not follows_a_zero(without_multiples(after, 4), 107)


def test_the_command_adds_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It leaves known values as they are, and writes the others."""
    file = tmp_path / "openings.json"
    file.write_text('{"73": {"2": 1, "3": 5, "5": 77}}')
    monkeypatch.setattr(module, "OPENINGS", (2, 5))
    monkeypatch.setattr("sys.argv", ["long_openings", "74", "--output", f"{file}"])
    main()
    known = {opening: long_openings(74)[opening] for opening in (2, 5)}
    assert json.loads(file.read_text()) == {
        "73": {"2": 1, "3": 5, "5": 77},
        "74": {f"{opening}": nim for opening, nim in known.items()},
    }


def test_the_command_refuses_other_lists(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Shorter lists are in another file, and longer ones are not searched."""
    monkeypatch.setattr("sys.argv", ["long_openings", "201"])
    with pytest.raises(SystemExit):
        main()
    assert "HIGHEST is 73 to 200, not 201" in capsys.readouterr().err
