"""Ladder's race as data."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from divisor_duel import Record, analyze
from divisor_duel.game import Player
from divisor_duel.games.ladder.figure import climbs, figure
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from tests.games.subjects import subject_of


def positions(high: int, seed: int) -> list[LadderPosition]:
    """The positions of a game between two who play anyhow."""
    game, rng = Ladder(high=high), Random(seed)
    found = [game.start()]
    while moves := game.legal_moves(found[-1]):
        found.append(game.play(found[-1], rng.choice(moves)))
    return found


def test_counting_never_lies() -> None:
    """Where counting says who runs out first, exact play says that they lose."""
    told = 0
    for seed in range(30):
        game = Ladder(high=24)
        for position in positions(24, seed):
            first = climbs(game, position).first
            value = analyze(game, position, None).value
            if first is not None and value is not None:
                told += 1
                assert (value == "loss") == (first == position.to_move)
    assert told > 30


def test_sure_steps_are_free_and_out_of_reach() -> None:
    """Sure steps are free multiples of each other that the other player can never take."""
    for seed in range(30):
        game = Ladder(high=60)
        for position in positions(60, seed):
            owns = {1: position.one, 2: position.two}
            for player, climb in climbs(game, position).players.items():
                own, other = owns[int(player)], owns[3 - int(player)]
                assert len(climb.sure) <= climb.most
                assert all(large % small == 0 for small, large in pairwise([own, *climb.sure]))
                assert all(position.pool >> number & 1 for number in climb.sure)
                assert all(number % other for number in climb.sure)


def test_each_move_has_its_race() -> None:
    """The race after each legal move is there, for both players."""
    record = Record(Ladder(high=50), (2, 6))
    *_, position = record.positions()
    race = figure(subject_of(record))
    assert set(race.after) == {str(move) for move in record.game.legal_moves(position)}
    assert set(race.now.players) == {str(int(player)) for player in Player}


def test_the_count_is_told() -> None:
    """The sentence names the player who runs out first, if counting decides that."""
    game = Ladder(high=50)
    position = game.start()
    assert climbs(game, position).told == "Counting steps does not decide this yet."
    for move in (3, 5, 33):
        position = game.play(position, move)
    told = climbs(game, position)
    assert told.told == "{1} cannot climb again. {2} can safely climb to 10."
    assert (told.players["1"].stuck, told.players["2"].open) == (True, 0)
