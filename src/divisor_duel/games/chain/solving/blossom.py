"""Alternating trees with blossoms: the searches behind a maximum matching.

Edmonds' algorithm, one exposed root at a time. A tree grows from the
root; every second vertex is OUTER (reached by a path that starts and ends so
that swapping its edges would free that vertex instead of the root). An edge
between two OUTER vertices closes an odd cycle, a blossom, on which every vertex
becomes OUTER. Reaching another exposed vertex gives an augmenting path.

Why a failed tree stays frozen. When a search fails, every neighbour of an
OUTER vertex of the tree is in the tree or INNER in a tree frozen before, and no
OUTER blossom touches another. So with r frozen trees and t INNER vertices in
all, there are t + r odd blossoms, which are joined to one another and to the rest
of the graph only through those t vertices: whatever is done elsewhere, r vertices of
these trees stay exposed, and no later augmenting path needs them. Each vertex is
therefore in at most one failed search, and all failures together cost one pass
over the edges.

Why bridges are enough to retrace the path. The path of a vertex that was OUTER from
the start goes to its partner and then to the partner's parent. The path of a vertex z
that became OUTER when the edge near-far closed a cycle, with z on the side of `near`,
goes down to near (the reverse of near's own path up, which passes z's partner and z),
across to far, and then along far's path up. Both paths were known before z's was.

Vertices are positive integers; 0 stands for "no partner".
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

Graph = Mapping[int, Sequence[int]] | Sequence[Sequence[int]]

# Labels. In a finished MaximumMatching they are the Gallai-Edmonds sets.
ABSENT = 0  # not a vertex of this graph (never given, or removed)
PLAIN = 1  # in no tree: always covered, and only by another PLAIN vertex (C)
OUTER = 2  # left out by some maximum matching (D)
INNER = 3  # always covered, a neighbour of D (A)

NOBODY = 0

PAUSE = 63
"""Bit mask for counters: searches pause after every 64 vertices."""


class AlternatingTree:
    """An alternating tree that grows from one exposed root.

    `label` and `partner` are shared with the caller and changed in place.
    Everything else is local to the tree, which is enough because trees never
    touch: a frozen tree is seen by later ones only through INNER labels.
    """

    __slots__ = ("base", "bridge", "graph", "label", "outer", "parent", "partner", "root")

    def __init__(self, graph: Graph, label: bytearray, partner: list[int], root: int) -> None:
        self.graph = graph
        self.label = label
        self.partner = partner
        self.root = root
        self.outer = [root]  # the queue: every OUTER vertex in the order found
        self.parent: dict[int, int] = {}  # vertex first labelled INNER -> OUTER vertex above it
        self.base: dict[int, int] = {}  # union-find towards the base of the blossom
        self.bridge: dict[int, tuple[int, int]] = {}  # INNER turned OUTER -> closing edge

    def augments(self) -> Generator[None, None, bool]:
        """Grow the tree in steps; return whether it found an augmenting path.

        If so, the matching is one pair larger and the tree's labels are PLAIN again.
        """
        graph, label, partner = self.graph, self.label, self.partner
        parent, outer = self.parent, self.outer
        label[self.root] = OUTER
        for count, vertex in enumerate(outer):  # the loop appends to the queue
            if count & PAUSE == PAUSE:
                yield
            for neighbour in graph[vertex]:
                kind = label[neighbour]
                if kind == PLAIN:
                    mate = partner[neighbour]
                    if mate == NOBODY:
                        self._augment(vertex, neighbour)
                        return True
                    label[neighbour] = INNER
                    label[mate] = OUTER
                    parent[neighbour] = vertex
                    outer.append(mate)
                elif kind == OUTER:
                    self._close(vertex, neighbour)
        return False

    def _find(self, vertex: int) -> int:
        """Return the base of the blossom around an OUTER vertex (itself if in none)."""
        base = self.base
        above = base.get(vertex, vertex)
        while above != vertex:
            higher = base.get(above, above)
            base[vertex] = higher  # path halving
            vertex, above = higher, base.get(higher, higher)
        return vertex

    def _close(self, left: int, right: int) -> None:
        """Shrink the odd cycle that an edge between OUTER vertices closes, if it is new."""
        left_base, right_base = self._find(left), self._find(right)
        if left_base != right_base:
            ancestor = self._lowest_common_ancestor(left_base, right_base)
            self._shrink(left_base, ancestor, (left, right))
            self._shrink(right_base, ancestor, (right, left))

    def _above(self, base: int) -> int:
        """Return the blossom base two steps nearer the root; for the root, itself."""
        if base == self.root:
            return base
        return self._find(self.parent[self.partner[base]])

    def _lowest_common_ancestor(self, one: int, other: int) -> int:
        """Return where the paths from two bases to the root meet.

        Both sides climb in turn, so the cost is the length of the cycle, not of the path
        to the root.
        """
        seen = {one, other}
        while True:
            higher = self._above(one)
            if higher != one and higher in seen:
                return higher
            seen.add(higher)
            one, other = other, higher

    def _shrink(self, start: int, ancestor: int, edge: tuple[int, int]) -> None:
        """Merge one side of a new blossom; its INNER vertices become OUTER.

        `edge` goes from this side to the other: such a vertex reaches the root
        down its own side, across the edge, and up the other side.
        """
        while start != ancestor:
            mate = self.partner[start]
            self.base[start] = ancestor
            self.base[mate] = ancestor
            self.label[mate] = OUTER
            self.bridge[mate] = edge
            self.outer.append(mate)
            start = self._find(self.parent[mate])

    def _augment(self, end: int, exposed: int) -> None:
        """Swap the edges from the root to `end`, and pair `end` with `exposed`.

        Only the unmatched edges of the path are needed (they become the new
        pairs), in any order, so the nested paths through blossoms need no
        reversing: a stack of (from, to) stretches is enough.
        """
        partner = self.partner
        edges = [(end, exposed)]
        stretches = [(end, self.root)]
        while stretches:
            vertex, stop = stretches.pop()
            while vertex != stop:
                mate = partner[vertex]
                if vertex in self.bridge:
                    near, far = self.bridge[vertex]
                    stretches.append((near, mate))
                    edges.append((near, far))
                    vertex = far
                else:
                    vertex = self.parent[mate]
                    edges.append((mate, vertex))
        for one, other in edges:
            partner[one] = other
            partner[other] = one
        for vertex in self.outer:
            self.label[vertex] = PLAIN
        for vertex in self.parent:
            self.label[vertex] = PLAIN
