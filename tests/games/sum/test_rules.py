"""The rules of sums, and where they can be played."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES, Player, Record, read_records, write_records
from divisor_duel.errors import IllegalMoveError, MoveTextError, OptionsError
from divisor_duel.games.registry import find_game
from divisor_duel.play.positions import read_position, write_position
from tests.conftest import Run


@pytest.mark.parametrize(
    "part", ["ladder", "digits", "sum", "divider:ending=misere", "poker", "divider:high=x", ""]
)
def test_only_games_that_can_be_added_are_parts(part: str) -> None:
    """Games that depend on the player to move, or not won by the last move, cannot be added."""
    with pytest.raises(OptionsError):
        find_game("sum")(one=part)


def test_moves_name_their_game() -> None:
    """Moves are read as they are written; what names no game, or no move of it, is refused."""
    game = find_game("sum")(one="divider", two="chain:high=12")
    start: Any = game.start(Player.TWO)
    for move in game.legal_moves(start):
        assert game.parse_move(game.format_move(move)) == move
        assert game.play(start, move).to_move is Player.ONE
    for text in ("4", "3:4", "1:", "1:x", ":4"):
        with pytest.raises(MoveTextError):
            game.parse_move(text)
    with pytest.raises(IllegalMoveError, match="game 2: 13 is not between 2 and 12; choose one"):
        game.play(start, 2 * 13 + 1)
    assert game.phrase() == ("Divider (numbers 2 to 9) and Chain (numbers 2 to 12)")


def test_sums_are_kept_in_records_and_listed_nowhere() -> None:
    """A record of a sum reads back; among the games it is not, as it has no rule book."""
    game = find_game("sum")(two="countdown:start=9")
    record = Record(game, (8, 7), Player.TWO)
    assert read_records(write_records([record])) == [record]
    assert "sum" not in GAMES


def test_a_sum_is_played_in_line_mode(duel: Run) -> None:
    """Typed moves lead to the end of both games, and who cannot move has lost."""
    arguments = ("play", "sum", "--one", "divider:high=2", "--two", "countdown:start=4")
    out = duel(*arguments, typed="1:2\n2:2\n").stdout
    assert "Position: 1: on the list: 2; 2: the number is 4\n" in out
    assert out.endswith("Neither game has a move left.\nPlayer 2 wins the game!\n")


def test_any_position_of_both_games_is_set_up() -> None:
    """What can be set of either game is written and read with the game's name before it."""
    game = find_game("sum")(one="chain:high=12", two="countdown:start=60")
    text = "one.last=6 one.pool=2-4,12 two.number=9"
    position: Any = read_position(game, f"{text} ".replace("2-4", "2-4,6"), Player.TWO)
    assert write_position(game, position) == text
    moves = [game.format_move(move) for move in game.legal_moves(position)]
    assert moves == ["1:2", "1:3", "2:3", "1:12"]
    with pytest.raises(OptionsError, match=r"one\.last="):
        read_position(game, "left=2", Player.ONE)
    (kept,) = read_records(write_records([Record(game, (4,), Player.TWO, start=text)]))
    assert kept.start == text


def test_a_sum_lasts_as_long_as_both_games_and_has_nim_values() -> None:
    """Its longest game is as long as both together, and its first two options are set-ups."""
    game = find_game("sum")(one="divider:high=9", two="countdown:start=60")
    assert game.max_moves() == 8 + 30
    assert game.impartial is True
    assert [spec.set_up for spec in game.option_specs()] == [True, True, False]


def test_the_fields_to_set_up_name_their_game() -> None:
    """People see which game a field belongs to, counted from 1."""
    game = find_game("sum")(one="divider:high=5", two="countdown:start=9")
    labels = {field.name: field.label for field in game.settable()}
    assert labels == {
        "one.left": "game 1: the numbers on the list",
        "two.number": "game 2: the number now",
    }
