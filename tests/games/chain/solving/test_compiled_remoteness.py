"""The compiled search for how long Chain lasts."""

from __future__ import annotations

import pytest

from divisor_duel.engine.clock import Clock, OutOfTimeError
from divisor_duel.games.chain.solving import compiled_remoteness
from divisor_duel.games.chain.solving.compiled_boards import MAX_NUMBERS
from divisor_duel.games.chain.solving.compiled_remoteness import (
    CompiledRemoteness,
    supports,
    warm,
)
from divisor_duel.games.chain.solving.graph import START, graph_of, solve
from divisor_duel.numbers import members, span


def test_known_lengths() -> None:
    """With an even opening 2..50 lasts 21 plies and 2..100 lasts 13, as other programs found."""
    for high, plies in ((50, 21), (100, 13)):
        graph, whole = graph_of(2, high), span(2, high)
        start = solve(graph, whole, START, tuple(range(2, high + 1, 2)))
        winning = [start.after(move) for move in start.winning_moves()]
        search = CompiledRemoteness(graph)
        ends = [
            length
            for length in range(0, plies, 2)
            for after in winning
            if search.ends(whole, after, length, Clock())
        ]
        assert 1 + ends[0] == plies


@pytest.mark.parametrize(("high", "fits"), [(MAX_NUMBERS - 1, True), (MAX_NUMBERS, False)])
def test_a_board_must_fit_in_two_words(high: int, fits: bool) -> None:
    """Numbers to 127 have a bit, 128 has none."""
    assert supports(graph_of(2, high)) is fits


def lengths(search: CompiledRemoteness) -> list[int]:
    """How long 2..54 lasts after some openings."""
    graph, pool, found = graph_of(2, 54), span(2, 54), list[int]()
    start = solve(graph, pool, START, members(pool))
    for opening in (24, 36, 12):
        after = start.after(opening)
        first = 1 if after.winning_moves() else 0
        plies = (p for p in range(first, 54, 2) if search.ends(pool, after, p, Clock()))
        found.append(next(plies))
    return found


def test_a_table_grows_and_is_emptied_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """With little room the answers stay the same; with more the table holds every position."""
    roomy, tight = CompiledRemoteness(graph_of(2, 54)), CompiledRemoteness(graph_of(2, 54))
    least = roomy.bytes_held // 48
    found = lengths(roomy)
    assert least < len(roomy) < roomy.bytes_held // 48
    monkeypatch.setattr(compiled_remoteness, "MOST_ROWS", least)
    assert lengths(tight) == found == [23, 23, 23]
    assert len(tight) < tight.bytes_held // 48 == least


def test_a_loaded_search_is_in_the_cache() -> None:
    """Once it has answered, the search is loaded, and another process need not compile it."""
    graph, pool = graph_of(2, 20), span(2, 20)
    start = solve(graph, pool, START, members(pool))
    assert not CompiledRemoteness(graph).ends(pool, start.after(2), 0, Clock())
    warm()


def test_time_is_asked_for_before_the_search() -> None:
    """Without time the search raises an error."""
    graph, pool = graph_of(2, 20), span(2, 20)
    start = solve(graph, pool, START, members(pool))
    with pytest.raises(OutOfTimeError):
        CompiledRemoteness(graph).ends(pool, start.after(2), 4, Clock(0))
