"""Random graphs, in which numbers need not be related by division."""

from __future__ import annotations

from random import Random

from divisor_duel.games.chain.solving.graph import Graph


def random_graph(rng: Random, size: int, first: int) -> Graph:
    """A graph on `size` numbers from `first` on, with few or many edges."""
    lists: list[list[int]] = [[] for _ in range(first + size)]
    for one in range(first, first + size):
        for other in range(first, one):
            if rng.random() < 1.5 / size + (size % 3) * 0.08:
                lists[one].append(other)
                lists[other].append(one)
    return Graph([sorted(near) for near in lists])
