"""Live connections are limited, and players never wait for a watcher's place."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from divisor_duel.web.guard import connection_limits
from divisor_duel.web.guard.connection_limits import HELLO_SECONDS, LiveConnection, LiveConnections
from divisor_duel.web.guard.limits import Limits


class House:
    """Live connections whose ends and refusals are written down."""

    def __init__(self, **limits: int) -> None:
        self.ended: list[str] = []
        self.refused: list[str] = []
        self.live = LiveConnections(Limits(**limits), self.refused.append)

    def enter(self, name: str, client: str, game: str = "g") -> LiveConnection | None:
        """Open a connection that has a name in this test."""
        return self.live.enter(client, game, partial(self.ended.append, name))

    def must_enter(self, name: str, client: str, game: str = "g") -> LiveConnection:
        """Open a connection that must be let in."""
        made = self.enter(name, client, game)
        assert made
        return made


def test_the_first_watcher_of_a_client_gives_way() -> None:
    """One client has few watchers in a game; others, and its own in other games, stay."""
    house = House(watchers_per_client=2)
    for name, client, game in (
        ("a", "x", "g"),
        ("b", "y", "g"),
        ("c", "x", "h"),
        ("d", "x", "g"),
        ("e", "x", "g"),
        ("f", "x", "g"),
    ):
        assert house.enter(name, client, game)
    assert house.ended == ["a", "d"]
    assert house.live.count.total == 4


def test_a_player_has_no_watchers_place() -> None:
    """A connection with a seat stays, however many watchers come, and another one gets in."""
    house = House(watchers_per_client=1, sockets_per_game=3, sockets_per_client=5, sockets=8)
    house.live.seat(house.must_enter("player", "x"))
    for number in range(20):
        house.must_enter(f"{number}", f"client {number}")
    again = house.must_enter("player again", "x")
    house.live.seat(again)
    assert not {"player", "player again"} & set(house.ended)
    assert house.live.count.total == 4


def test_watchers_give_way_where_all_places_are_taken() -> None:
    """Where the server is full of watchers of many games, a player is still let in."""
    house = House(sockets=4, sockets_per_client=4)
    for number in range(4):
        house.must_enter(f"{number}", "x", f"game {number}")
    house.live.seat(house.must_enter("player", "y"))
    assert house.ended == ["0"]
    for number in range(3):
        house.live.seat(house.must_enter(f"player {number}", "z"))
    assert house.ended == ["0", "1", "2", "3"]
    assert house.enter("too many", "w") is None


def test_who_is_let_go_is_counted_out_once() -> None:
    """A connection that was let go and then ends does not count twice."""
    house = House(watchers_per_client=1)
    first, second = house.must_enter("a", "x"), house.must_enter("b", "x")
    house.live.leave(first)
    assert house.live.count.total == 1
    house.live.leave(second)
    house.live.leave(second)
    assert house.live.count.total == 0


def test_a_new_connection_that_is_let_go_was_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been a player's who had no time to name a seat; an old one is a watcher's."""
    now = 100.0
    clock: Callable[[], float] = lambda: now  # noqa: E731
    monkeypatch.setattr(connection_limits, "monotonic", clock)
    house = House(watchers_per_client=1)
    house.must_enter("new", "x", "g")
    house.must_enter("newer", "x", "g")
    assert house.refused == ["g"]
    now += HELLO_SECONDS
    house.must_enter("newest", "x", "g")
    assert (house.refused, house.ended) == (["g"], ["new", "newer"])
