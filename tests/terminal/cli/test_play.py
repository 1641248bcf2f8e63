"""`duel play`: a match set up by flags."""

from __future__ import annotations

import re

import pytest

from divisor_duel.game import AnyGame
from divisor_duel.games.registry import GAMES, recommended
from divisor_duel.play.match import Match
from divisor_duel.terminal import tui
from divisor_duel.terminal.cli import play
from divisor_duel.terminal.cli.parser import build_parser
from divisor_duel.terminal.lines.console import Console
from tests.conftest import Run


def test_the_fair_preset_can_be_changed(duel: Run) -> None:
    """Options on the command line win over the preset's."""
    assert "Starting Number: 144" in duel("play", "countdown", "--preset", "fair").stdout
    out = duel("play", "countdown", "--preset", "fair", "--start", "96").stdout
    assert "Starting Number: 96" in out


def test_who_begins(duel: Run) -> None:
    """`--first` decides who begins, and a coin toss is announced."""
    assert "Player 2, it's your turn." in duel("play", "divider", "--first", "2").stdout
    out = duel("play", "chain", "--first", "random", "--seed", "3").stdout
    assert re.match(r"Coin toss: Player [12] goes first\.\n\n", out)


def test_large_set_ups_start_at_once(duel: Run) -> None:
    """Pools of thousands and numbers of eighteen digits are listed and played."""
    out = duel("play", "countdown", "--start", "963761198400", typed="481880599200\n").stdout
    assert "New Current Number is 481880599200" in out
    assert "[2, 3, 4, 5, 6, 7, 8, 9, 10" in out
    assert (
        "Last Opponent Number: 9973"
        in duel("play", "chain", "--high", "20000", typed="9973\n").stdout
    )


def test_play_alone_opens_the_chooser(duel: Run) -> None:
    """`duel play` without a game asks which."""
    assert duel("play", typed="q\n").stdout.startswith("Divisor Duel: number games")


def test_levels_can_be_chosen_in_play(duel: Run) -> None:
    """The perfect player wins the countdown it begins against a random one."""
    arguments = ("play", "countdown", "--p1", "perfect", "--p2", "random", "--seed", "3")
    out = duel(*arguments).stdout
    assert "Computer 1 wins the game!" in out


def test_a_game_named_alone_is_a_real_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a full screen `duel play digits` plays the recommended set-up; line mode and --preset book
    play the rule book's, and options apply to that.
    """
    opened: list[AnyGame] = []

    def run_full_screen(opening: tuple[Match, None]) -> int:
        opened.append(opening[0].game)
        return 0

    def start_match(match: Match, console: Console, *, coin_toss: bool) -> int:
        return run_full_screen((match, None))

    monkeypatch.setattr(tui, "run_full_screen", run_full_screen)
    monkeypatch.setattr(tui, "wants_full_screen", lambda plain: not plain)
    monkeypatch.setattr(play, "start_match", start_match)
    for given in ("", "--preset book", "--base 8", "--plain"):
        parsed = build_parser().parse_args(["play", "digits", *given.split()])
        parsed.run(parsed)
    digits = GAMES["digits"]
    assert opened == [recommended("digits"), digits(), digits(base=8), digits()]
    assert opened[0] != opened[1]
