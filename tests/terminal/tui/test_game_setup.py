"""The set-up of a new game: rows that change a frozen value."""

from __future__ import annotations

import pytest

from divisor_duel.errors import OptionsError
from divisor_duel.games.registry import GAMES, recommended
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal.tui.game_setup import GameSetup, named_setups

LEVELS = {"easy": "weak", "medium": "fair", "hard": "strong"}


def setup_of(game: str) -> GameSetup:
    """The recommended set-up of a game."""
    return GameSetup(GAMES[game], LEVELS, recommended(game).options)


def row(setup: GameSetup, name: str) -> str:
    """The value in one row."""
    return {each.name: each.value for each in setup.rows()}[name]


@pytest.mark.parametrize("game", GAMES)
def test_named_set_ups_differ_and_the_recommended_one_is_first(game: str) -> None:
    """No two names stand for the same options, and each of them can be set up."""
    named = named_setups(GAMES[game])
    assert next(iter(named)) == "recommended"
    assert named["recommended"] == recommended(game).options
    assert len({str(options) for options in named.values()}) == len(named)


@pytest.mark.parametrize("game", GAMES)
def test_every_row_leads_back(game: str) -> None:
    """A step forward and a step back leave each row as it was."""
    setup = setup_of(game)
    for each in setup.rows():
        there = setup.with_next_value(each.name, 1)
        assert row(there, each.name) != each.value
        assert row(there.with_next_value(each.name, -1), each.name) == each.value
    assert setup == setup_of(game)


def test_the_set_up_is_named_while_it_has_a_name() -> None:
    """Another number makes it the player's own, and the next named one is the recommended."""
    setup = setup_of("countdown")
    own = setup.with_next_value("start", 1)
    assert (setup.setup_name, own.setup_name) == ("recommended", "custom")
    assert own.with_next_value("Set-up", 1).setup_name == "recommended"
    house = setup.with_next_value("ending", 1)
    assert house.setup_name == "custom"
    assert house.with_next_value("ending", 1).setup_name == "recommended"


def test_digits_are_typed_into_numbers_only() -> None:
    """The first digit begins a new number, the next ones follow, and no number grows too large."""
    setup = setup_of("countdown").with_digit("start", "9").with_digit("start", "6")
    assert setup.options["start"] == 96
    full = setup
    for _ in range(30):
        full = full.with_digit("start", "9")
    assert full == full.with_digit("start", "9")
    assert setup.with_digit("Players", "1") == setup
    assert setup_of("chain").with_digit("opening", "1") == setup_of("chain")


def test_numbers_stop_at_their_limits() -> None:
    """A number does not go below its least value."""
    setup = GameSetup(GAMES["ladder"], LEVELS, {"high": 2})
    assert setup.with_next_value("high", -1).options["high"] == 2


@pytest.mark.parametrize("typed", ["1", "999999"])
def test_a_number_out_of_range_is_refused_and_not_replaced(typed: str) -> None:
    """It stays as typed, its row says why, steps leave it, and no match is made."""
    setup = GameSetup(GAMES["ladder"], LEVELS, {"high": 20})
    for digit in typed:
        setup = setup.with_digit("high", digit)
    for each in (setup, setup.with_next_value("high", 1), setup.with_next_value("high", -1)):
        high = next(row for row in each.rows() if row.name == "high")
        assert high.value == typed
        assert high.detail.startswith("High must be a whole number from 2 to ")
        assert high.detail.endswith(f", not {typed}.")
    with pytest.raises(OptionsError, match=f"not {typed}"):
        setup.new_match()
    assert row(setup.with_next_value("high", 1).with_digit("high", "9"), "high") == "9"


def test_the_computer_has_a_row_only_if_it_plays() -> None:
    """Two people need no level; the text beside who begins says who is who."""
    rows = {row.name: row for row in setup_of("chain").rows()}
    assert rows["Computer"].detail == "fair"
    assert rows["Goes first"].detail == "Player 1 is you, and Player 2 is the computer."
    people = setup_of("chain").with_next_value("Players", 2)
    rows = {row.name: row for row in people.rows()}
    assert "Computer" not in rows
    assert rows["Goes first"].detail == ""


def test_the_match_has_what_was_chosen() -> None:
    """Options, levels, who begins and rounds are those of the rows."""
    setup = setup_of("chain").with_next_value("Players", 1).with_next_value("Computer", 1)
    setup = setup.with_next_value("Goes first", 1).with_next_value("Rounds", 1)
    record = setup.new_match().record()
    assert record.game == recommended("chain")
    assert (record.levels, int(record.first), record.round) == (("hard", HUMAN), 2, (1, 3))


def test_what_cannot_be_set_up_is_said_in_its_row() -> None:
    """Options that contradict each other are explained, and no match is made."""
    setup = GameSetup(GAMES["chain"], LEVELS, {"low": 9, "high": 4})
    assert setup.rows()[0].detail == "low must not be above high, but 9 is above 4"
    with pytest.raises(OptionsError, match="low must not be above high"):
        setup.new_match()
