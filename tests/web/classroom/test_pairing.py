"""Pairs of a round, against a slow search through all ways to make pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from divisor_duel.web.classroom.pairing import history_of, make_pairs
from divisor_duel.web.classroom.room import COMPUTER, Pairs
from divisor_duel.web.classroom.standings import points_of
from tests.web.classroom.rooms import play_round, room_with

Pair = tuple[int, int]
METHODS: tuple[Pairs, ...] = ("winners", "everyone")


def all_ways(players: Sequence[int]) -> Iterator[list[Pair]]:
    """Every way to make pairs of an even number of players."""
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        rest = [player for player in others if player != other]
        for pairs in all_ways(rest):
            yield [(first, other), *pairs]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("count", range(1, 9))
def test_nobody_meets_twice_while_that_can_be_avoided(method: Pairs, count: int) -> None:
    """Everyone is in one pair, and pairs meet again only if every way to make pairs has some."""
    room, rng = room_with(count, pairs=method), Random(count)
    here = tuple(range(1, count + 1))
    for _ in range(count + 2):
        met = [{pair.one, pair.two} for played in room.rounds for pair in played]
        room = play_round(room, here, lambda one, two: rng.choice((one, two)))
        pairs = [(pair.one, pair.two) for pair in room.current]
        players = sorted(player for pair in pairs for player in pair)
        assert players == sorted([*here, COMPUTER] if count % 2 else here)
        again = [pair for pair in pairs if set(pair) in met]
        if again and method == "winners":
            ways = all_ways(players)
            assert not any(all(set(pair) not in met for pair in way) for way in ways) or count % 2
        if method == "everyone" and len(room.rounds) < len(players):
            assert not again


@pytest.mark.parametrize("method", METHODS)
def test_everyone_goes_first_and_second(method: Pairs) -> None:
    """After some rounds each pupil has gone first about as often as second."""
    room, rng = room_with(10, pairs=method), Random(7)
    for _ in range(6):
        room = play_round(room, tuple(range(1, 11)), lambda one, two: rng.choice((one, two)))
    history = history_of(room.rounds, points_of(room))
    assert all(abs(history.firsts[number]) <= 2 for number in range(1, 11))


def test_winners_meet_winners() -> None:
    """In the second round of eight, those who won the first meet each other."""
    room = play_round(room_with(8), tuple(range(1, 9)), max)
    winners = {pairing.winner for pairing in room.current}
    history = history_of(room.rounds, points_of(room))
    for one, two in make_pairs(range(1, 9), history, "winners"):
        assert (one in winners) == (two in winners)


@pytest.mark.parametrize("method", METHODS)
def test_another_pupil_is_odd_each_time(method: Pairs) -> None:
    """Of seven pupils each plays the computer once in seven rounds."""
    room = room_with(7, pairs=method)
    for _ in range(7):
        room = play_round(room, tuple(range(1, 8)), max)
    odd = [
        max(p.one, p.two) for played in room.rounds for p in played if COMPUTER in (p.one, p.two)
    ]
    assert sorted(odd) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("method", METHODS)
def test_pupils_who_come_and_go(method: Pairs) -> None:
    """Each round pairs every pupil who is connected then, once."""
    room, rng = room_with(12, pairs=method), Random(3)
    for _ in range(10):
        here = tuple(sorted(rng.sample(range(1, 13), rng.randrange(1, 13))))
        room = play_round(room, here, min)
        assert sorted(number for pair in room.current for number in pair.pupils) == list(here)


def test_sixty_pupils_are_paired_after_many_rounds() -> None:
    """The search for new pairs ends, however many have met."""
    room, here = room_with(60), tuple(range(1, 61))
    for _ in range(12):
        room = play_round(room, here, max)
    assert len(room.current) == 30
