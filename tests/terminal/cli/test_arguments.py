"""Flags for set-ups and positions: how they are read, and what is refused."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

import pytest

from divisor_duel import jobs
from divisor_duel.errors import DuelError, OptionsError
from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.terminal.cli import arguments
from divisor_duel.terminal.cli.parser import Parser
from divisor_duel.terminal.words import allowed_values

CHAIN = GAMES["chain"]


def parsed(*given: str) -> argparse.Namespace:
    """A command line about a position of Chain."""
    parser = Parser()
    arguments.add_options(parser, CHAIN)
    arguments.add_position(parser)
    arguments.add_numbers(parser)
    arguments.add_start(parser)
    arguments.add_left(parser)
    parser.set_defaults(game=CHAIN)
    return parser.parse_args(list(given))


@pytest.mark.parametrize(
    ("given", "game"),
    [
        ([], CHAIN()),
        (["--high", "60"], CHAIN(high=60)),
        (["--preset", "fair"], CHAIN(**CHAIN.fair.options)),
        (["--preset", "fair", "--high", "60"], CHAIN(**{**CHAIN.fair.options, "high": 60})),
        (["--preset", "book"], CHAIN()),
        (["--ending", "misere"], CHAIN(ending="misere")),
    ],
)
def test_options_are_laid_over_a_preset(given: list[str], game: Any) -> None:
    """Without flags it is the rule book's game; a flag wins over the preset."""
    read = arguments.read_game(CHAIN, vars(parsed(*given)))
    assert read == game
    assert arguments.has_setup_flags(CHAIN, vars(parsed(*given))) == bool(given)


def test_a_list_of_numbers_is_a_set_up_of_its_own() -> None:
    """--numbers gives the game and its start; a position beside it is refused."""
    game, start = arguments.read_game_and_start(parsed("--numbers", "2,3,5-12"))
    assert (game.options["high"], start) == (12, "pool=2,3,5-12")
    with pytest.raises(OptionsError, match="give --numbers or --position, not both"):
        arguments.read_game_and_start(parsed("--numbers", "2,3", "--position", "last=2 pool=3"))


def test_moves_are_played_from_the_start() -> None:
    """Moves are separated by spaces or commas, and the first wrong one is named."""
    record = arguments.read_position(parsed("--moves", "15,5 20", "--first", "2"))
    assert (record.moves, record.first) == ((15, 5, 20), Player.TWO)
    with pytest.raises(DuelError, match=r"move 2 \('7'\): 7 is neither"):
        arguments.read_position(parsed("--moves", "15 7"))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--left", "6", "--moves", "15"], "give --left, or --position and --moves, not both"),
        (["--left", "6", "--numbers", "2-5"], "give --left or --numbers, not both"),
        (["--left", ","], "left must name numbers"),
        (["--left", "6,,8"], "left must have a number on each side of a comma, not '6,,8'"),
        (["--left", "6,6"], "left must name each number once, but 6 appears twice"),
        (["--left", "0"], "left must be a whole number from 1"),
    ],
)
def test_numbers_left_stand_alone(given: list[str], words: str) -> None:
    """--left is the whole position, so nothing else may say where the game is."""
    with pytest.raises(OptionsError, match=words):
        arguments.read_left(parsed(*given))


def test_whole_numbers_have_limits() -> None:
    """Both limits are allowed, and everything else is refused with the limits."""
    assert [arguments.read_int("rounds", text, 1, 9) for text in ("1", "9")] == [1, 9]
    for text in ("0", "10", "-1", "1.0", "x", "", "٣"):
        with pytest.raises(OptionsError, match="rounds must be a whole number from 1 to 9, not "):
            arguments.read_int("rounds", text, 1, 9)


def test_times_are_plain_decimals() -> None:
    """A time is positive and written without an exponent."""
    assert [arguments.read_seconds(text) for text in (None, "2", "0.5")] == [None, 2.0, 0.5]
    for text in ("0", "-1", "1e3", "nan", "inf", "soon", "", ".", "1234567890"):
        with pytest.raises(OptionsError, match=r"seconds must be a time such as 0\.5"):
            arguments.read_seconds(text)


def test_who_went_first_is_a_number() -> None:
    """Only 1 and 2 are players."""
    assert arguments.read_first("2") is Player.TWO
    with pytest.raises(OptionsError, match="first must be 1 or 2, not '3'"):
        arguments.read_first("3")


def test_the_help_names_the_values_of_an_option() -> None:
    """Numbers have limits, words have choices."""
    values = {spec.name: allowed_values(spec) for spec in CHAIN.option_specs()}
    assert values["high"] == "2 to 100000"
    assert values["opening"] == "any or even"


def test_long_work_runs_here_in_processes_or_on_a_cluster() -> None:
    """One worker is this process; workers and a cluster exclude each other."""
    parser = Parser()
    arguments.add_runner(parser)

    def runner(*given: str) -> Any:
        return arguments.read_runner(parser.parse_args(list(given)))

    assert runner() is runner("--workers", "1") is jobs.run_serially
    several = runner("--workers", "3")
    assert isinstance(several, partial)
    assert (several.func, several.keywords) == (jobs.run_in_processes, {"workers": 3})
    cluster = runner("--scheduler", "host:1")
    assert (cluster.func, cluster.keywords) == (jobs.run_on_cluster, {"address": "host:1"})
    with pytest.raises(OptionsError, match="give --workers or --scheduler, not both"):
        runner("--workers", "2", "--scheduler", "host:1")
