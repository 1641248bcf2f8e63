"""Maximum matching in a general graph, and which vertices one can leave out.

Why a game needs this. In a game where each move goes from the last vertex to
an unused neighbour, the player who just chose `v` wins exactly when *some*
maximum matching of what is left, `v` included, leaves `v` without a
partner. The vertices left out by some maximum matching form the set D of the
Gallai-Edmonds decomposition; one matching and one alternating forest give all
of D, and so judge every move of a position at once.

How it works. A greedy start, then one alternating tree (see `blossom`) from each vertex
still exposed. Failed trees stay frozen, so all failures together cost one pass
over the edges, and the greedy start leaves few augmentations to pay for.

Why the frozen OUTER vertices are exactly D. An OUTER vertex is freed by
swapping its path to the root, so it is in D. Conversely let A be all frozen
INNER vertices. Removing A leaves (exposed + |A|) odd blossoms, so by counting
every maximum matching pairs each vertex of A with a blossom of its own and
every vertex outside A and the blossoms within that outside: only vertices of
blossoms, OUTER ones, can ever be left out.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass

from divisor_duel.engine.clock import finished
from divisor_duel.games.chain.solving.blossom import (
    ABSENT,
    INNER,
    NOBODY,
    OUTER,
    PAUSE,
    PLAIN,
    AlternatingTree,
    Graph,
)

__all__ = ["ABSENT", "INNER", "NOBODY", "OUTER", "PLAIN", "MaximumMatching", "maximum_matching"]


def _greedy(
    graph: Graph, vertices: Sequence[int], label: bytearray, partner: list[int]
) -> Iterator[None]:
    """Pair most vertices in steps, by Karp and Sipser's rule.

    A vertex with a single free neighbour can always be paired with it: some
    maximum matching does so. Only when there is no such vertex does the rule guess
    a pair: the vertex that had the fewest neighbours, with its free neighbour
    that has the fewest. On divisor graphs this leaves next to nothing to augment.
    """
    free_degree: dict[int, int] = {}
    for count, v in enumerate(vertices):
        if count & PAUSE == PAUSE:
            yield
        free_degree[v] = sum(1 for w in graph[v] if label[w])
    order = sorted(vertices, key=free_degree.__getitem__, reverse=True)
    lonely = [v for v in vertices if free_degree[v] == 1]
    count = 0
    while lonely or order:
        vertex = lonely.pop() if lonely else order.pop()
        count += 1
        if count & PAUSE == PAUSE:
            yield
        if partner[vertex] != NOBODY or free_degree[vertex] == 0:
            continue
        free = [w for w in graph[vertex] if label[w] and partner[w] == NOBODY]
        mate = min(free, key=free_degree.__getitem__)
        partner[vertex] = mate
        partner[mate] = vertex
        for chosen in (vertex, mate):
            for other in graph[chosen]:
                if label[other] and partner[other] == NOBODY:
                    free_degree[other] -= 1
                    if free_degree[other] == 1:
                        lonely.append(other)


_UNROOTED = bytes([ABSENT, PLAIN, PLAIN, PLAIN]) + bytes(252)  # a table for bytes.translate


@dataclass(frozen=True, slots=True, eq=False)
class MaximumMatching:
    """A maximum matching of the vertices whose label is not ABSENT.

    `label[v]` is PLAIN, OUTER or INNER: the Gallai-Edmonds sets C, D and A.
    `partner[v]` is 0 for the `exposed` vertices (and means nothing for
    ABSENT ones). Instances are immutable.
    """

    graph: Graph
    label: bytes
    partner: Sequence[int]
    exposed: tuple[int, ...]

    def present(self, vertex: int) -> bool:
        """Return whether this is a vertex of the graph."""
        return self.label[vertex] != ABSENT

    def avoidable(self, vertex: int) -> bool:
        """Return whether some maximum matching leaves this vertex out (it is in D)."""
        return self.label[vertex] == OUTER

    def vertices(self) -> list[int]:
        """Return the vertices in ascending order."""
        return [vertex for vertex, kind in enumerate(self.label) if kind != ABSENT]

    def outer(self) -> frozenset[int]:
        """Return the set D: every vertex left out by some maximum matching."""
        return frozenset(vertex for vertex, kind in enumerate(self.label) if kind == OUTER)

    def pairs(self) -> list[tuple[int, int]]:
        """Return each pair of the matching once, the smaller vertex first."""
        partner = self.partner
        return [(vertex, partner[vertex]) for vertex in self.vertices() if vertex < partner[vertex]]

    def without(self, vertex: int) -> MaximumMatching:
        """Return a maximum matching without `vertex`, for the cost of one forest."""
        return finished(self.losing(vertex))

    def losing(self, vertex: int) -> Generator[None, None, MaximumMatching]:
        """Find what `without` returns, in steps. It depends on the set `vertex` is in:

        A: by the stability lemma the other labels stay; its partner is exposed.
        C: the trees never touch C, so they stay; the partner, now exposed,
           roots one more tree, which must fail as the matching loses an edge.
        D: the matching keeps its size, so if `vertex` was covered its partner
           has an augmenting path. A matching of that size is maximum before and
           after, so D can only shrink: the forest is regrown inside D and A.
        """
        kind = self.label[vertex]
        mate = self.partner[vertex]
        partner = list(self.partner)
        partner[vertex] = NOBODY
        partner[mate] = NOBODY
        label = bytearray(self.label if kind != OUTER else self.label.translate(_UNROOTED))
        label[vertex] = ABSENT
        if kind == OUTER:
            if mate != NOBODY:
                yield from AlternatingTree(self.graph, label, partner, mate).augments()
            exposed = tuple(v for v in self.exposed if v != vertex and partner[v] == NOBODY)
            for count, root in enumerate(exposed):
                if count & PAUSE == PAUSE:
                    yield
                yield from AlternatingTree(self.graph, label, partner, root).augments()
        else:
            exposed = (*self.exposed, mate)
            if kind == PLAIN:
                yield from AlternatingTree(self.graph, label, partner, mate).augments()
        return MaximumMatching(self.graph, bytes(label), partner, exposed)

    def tree(self, root: int) -> tuple[frozenset[int], frozenset[int]]:
        """Return the OUTER and the INNER vertices of the alternating tree of `root`.

        `root` is exposed, or new to the graph and added to it; either way the
        matching must be maximum with `root` in the graph, or there is no tree.
        """
        label = bytearray(self.label.translate(_UNROOTED))
        label[root] = PLAIN
        partner = list(self.partner)
        partner[root] = NOBODY
        tree = AlternatingTree(self.graph, label, partner, root)
        if finished(tree.augments()):
            raise ValueError(f"the matching is not maximum once {root} is added")
        outer = frozenset(tree.outer)
        return outer, frozenset(tree.parent) - outer


def maximum_matching(graph: Graph, vertices: Iterable[int]) -> MaximumMatching:
    """Return a maximum matching of the subgraph on `vertices`, with D, from scratch.

    `graph[v]` lists the neighbours of v; those not in `vertices` are ignored.
    """
    return finished(matching_in_steps(graph, vertices))


def matching_in_steps(
    graph: Graph, vertices: Iterable[int]
) -> Generator[None, None, MaximumMatching]:
    """Find what `maximum_matching` returns, in steps: a large graph takes seconds."""
    chosen = sorted(vertices)
    size = len(graph) if isinstance(graph, Sequence) else 1 + max(graph, default=0)
    label = bytearray(size)
    for vertex in chosen:
        label[vertex] = PLAIN
    partner = [NOBODY] * size
    yield from _greedy(graph, chosen, label, partner)
    exposed = []
    for root in chosen:
        if not root & PAUSE:
            yield
        if partner[root] == NOBODY:
            augmented = yield from AlternatingTree(graph, label, partner, root).augments()
            if not augmented:
                exposed.append(root)
    return MaximumMatching(graph, bytes(label), partner, tuple(exposed))
