"""The fair queue: bounds, taking back, and IPv6 networks."""

from __future__ import annotations

import pytest

from divisor_duel.web.engine.fair_queue import STALE_ENTRIES, FairQueue, QueueFullError


def test_a_newcomer_displaces_the_newest_item_of_the_most_crowded_client() -> None:
    """A full queue still takes a client with nothing waiting; the greediest one pays for it."""
    queue: FairQueue[int] = FairQueue(most=6)
    for number in range(4):
        queue.put("greedy", number)
    for number in range(2):
        queue.put("modest", number)
    assert queue.put("new", 0) == ("greedy", 3)
    assert queue.put("newer", 0) == ("greedy", 2)
    assert (queue.size, queue.waits("greedy"), queue.waits("modest")) == (6, 2, 2)
    served = [queue.get() for _ in range(6)]
    assert sorted(served) == [
        ("greedy", 0),
        ("greedy", 1),
        ("modest", 0),
        ("modest", 1),
        ("new", 0),
        ("newer", 0),
    ]


def test_a_queue_full_of_equals_refuses() -> None:
    """If everyone has one item waiting, no one is displaced: the queue stays bounded."""
    queue: FairQueue[int] = FairQueue(most=3)
    for number in range(3):
        queue.put(f"client {number}", number)
    with pytest.raises(QueueFullError) as refused:
        queue.put("another", 0)
    assert not refused.value.own
    assert queue.size == 3


def test_one_client_has_its_own_bound() -> None:
    """The error says whether the client itself has filled its share."""
    queue: FairQueue[int] = FairQueue(most=100, most_per_client=2)
    queue.put("ann", 1)
    queue.put("ann", 2)
    with pytest.raises(QueueFullError) as refused:
        queue.put("ann", 3)
    assert refused.value.own
    assert queue.put("ben", 1) is None


def test_a_shared_account_makes_room_for_its_modest_clients() -> None:
    """If three pupils fill their room's share, the greediest one pays for a fourth pupil."""
    queue: FairQueue[int] = FairQueue(most=100, most_per_client=6)
    seats = [f"room BCDFGH {number} owner" for number in range(4)]
    for seat in seats[:3]:
        for number in range(4):
            queue.put(seat, number)
    displaced = queue.put(seats[3], 0)
    assert displaced is not None
    assert (displaced.client in seats[:3], displaced.item, queue.size) == (True, 3, 12)
    with pytest.raises(QueueFullError) as refused:
        queue.put(seats[0], 4)
    assert refused.value.own


def test_what_is_taken_back_makes_room() -> None:
    """An item that is taken back is neither counted nor served, and leaves nothing behind."""
    queue: FairQueue[int] = FairQueue(most=2)
    for number in range(10 * STALE_ENTRIES):
        queue.put("ann", number)
        queue.remove("ann", number)
    assert (queue.size, queue.waits("ann")) == (0, 0)
    assert len(queue._turns) <= STALE_ENTRIES + 2
    queue.put("ann", 1)
    queue.put("ben", 2)
    queue.remove("ann", 1)
    assert queue.get() == ("ben", 2)
    assert queue.size == 0


def test_many_networks_of_one_site_share_its_time() -> None:
    """A /48 that asks from ever new /64s is served three times as often as one client, not more."""
    queue: FairQueue[int] = FairQueue()
    for number in range(400):
        queue.put(f"2001:db8:0:{number:x}::/64", number)
        queue.put("192.0.2.1", number)
    served = []
    for _ in range(200):
        client, _ = queue.get()
        queue.charge(client, 1.0)
        served.append(client)
    assert 45 <= served.count("192.0.2.1") <= 55


def test_many_networks_of_one_site_are_displaced_first() -> None:
    """Of a full queue the site that fills it from many /64s gives way to a newcomer."""
    queue: FairQueue[int] = FairQueue(most=12)
    for number in range(12):
        queue.put(f"2001:db8:0:{number << 8:x}::/64", number)
    displaced = queue.put("192.0.2.1", 0)
    assert displaced
    assert displaced.client.startswith("2001:db8:")
    assert queue.waits("192.0.2.1") == 1


def test_who_asks_for_less_goes_first_among_equals() -> None:
    """Ten clients with much to do do not each go before a newcomer that asks for one thing."""
    queue: FairQueue[int] = FairQueue()
    for number in range(200):
        queue.put(f"greedy {number % 10}", number)
    queue.charge(queue.get().client, 1.0)
    queue.put("honest", 0)
    assert queue.get() == ("honest", 0)


def test_the_queue_is_fair() -> None:
    """A client with one query is served at once, however many another client has queued."""
    queue: FairQueue[int] = FairQueue()
    for number in range(1000):
        queue.put("greedy", number)
    assert queue.get() == ("greedy", 0)
    queue.charge("greedy", 1.0)
    for name in ("ann", "ben"):
        queue.put(name, 0)
    served = [queue.get()[0] for _ in range(2)]
    assert sorted(served) == ["ann", "ben"]
    assert queue.get() == ("greedy", 1)
    queue.charge("greedy", 1.0)
    for number in range(3):
        queue.put("ann", number)
    assert [queue.get()[0] for _ in range(3)] == ["ann", "ann", "ann"]
    assert (queue.size, queue.waits("greedy"), queue.waits("ann")) == (998, 998, 0)
