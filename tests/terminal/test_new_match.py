"""A new match: who plays, who goes first, and settings that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.errors import OptionsError
from divisor_duel.game import Player
from divisor_duel.games.registry import GAMES
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal.new_match import (
    FIRST_PLAYERS,
    computer_levels,
    new_match,
    player_levels,
)

CHAIN = GAMES["chain"]()


def test_every_opponent_can_be_chosen_with_its_meaning() -> None:
    """The levels on offer are all opponents in their order, with what they say of themselves."""
    assert list(computer_levels()) == list(OPPONENTS)
    assert computer_levels()["easy"] == OPPONENTS["easy"].description


@pytest.mark.parametrize(
    ("people", "levels", "names"),
    [
        ((True, True), (HUMAN, HUMAN), ("Player 1", "Player 2")),
        ((True, False), (HUMAN, "easy"), ("Player 1", "Computer")),
        ((False, True), ("easy", HUMAN), ("Computer", "Player 2")),
        ((False, False), ("easy", "easy"), ("Computer 1", "Computer 2")),
    ],
)
def test_players_get_levels_and_names(
    people: tuple[bool, bool], levels: tuple[str, str], names: tuple[str, str]
) -> None:
    """People are human, the others have the level; default names are different."""
    assert player_levels(people, "easy") == levels
    assert new_match(CHAIN, levels).record().names == names


def test_given_names_are_kept_with_single_spaces() -> None:
    """Spaces at the ends and in a row are no part of a name."""
    match = new_match(CHAIN, names=("  Ann   Lee ", None))
    assert match.record().names == ("Ann Lee", "Player 2")


def test_the_coin_follows_the_seed() -> None:
    """With `random` either player may go first, and the same seed gives the same one."""
    begins = [new_match(CHAIN, first="random", seed=seed).round.first for seed in range(20)]
    again = [new_match(CHAIN, first="random", seed=seed).round.first for seed in range(20)]
    assert begins == again
    assert set(begins) == set(Player)


def test_what_people_choose_can_be_played() -> None:
    """Every offered choice is accepted; the first two name a player."""
    first = {text: new_match(CHAIN, first=value) for text, value in FIRST_PLAYERS.items()}
    assert first["Player 1"].round.first is Player.ONE
    assert first["Player 2"].round.first is Player.TWO


def test_rounds_seed_and_start_are_recorded() -> None:
    """The record has what was chosen, and no moves yet."""
    record = new_match(CHAIN, rounds=3, seed=7, start="last=6 pool=2-4,9").record()
    assert (record.round, record.seed, record.start, record.moves) == (
        (1, 3),
        7,
        "last=6 pool=2-4,9",
        (),
    )


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"levels": (HUMAN, "genius")}, "p2 must be one of human, random, easy"),
        ({"first": "3"}, "first must be 1, 2 or random, not '3'"),
        ({"names": ("", None)}, "name1 must be 1 to 40 printable characters"),
        ({"names": (None, "x" * 41)}, "name2 must be 1 to 40 printable characters"),
        ({"names": (None, "\x1b[2J")}, "name2 must be 1 to 40 printable characters"),
        ({"names": ("Ann", "Ann")}, "need different names, not both 'Ann'"),
        ({"names": ("Player 2", None)}, "need different names"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], words: str) -> None:
    """What is wrong is said with what it may be."""
    with pytest.raises(OptionsError, match=words):
        new_match(CHAIN, **settings)
