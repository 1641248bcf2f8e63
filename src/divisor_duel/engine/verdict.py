"""What is proved about positions, and how verdicts on moves combine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from divisor_duel.game import Value


class Verdict(NamedTuple):
    """What is proved about a position, as the player to move there sees it."""

    win: bool | None = None
    """Whether the player to move wins, or None if that is not proved."""
    remoteness: int | None = None
    """Plies to the end when the winner hurries and the loser delays."""
    grundy: int | None = None
    """The nim-value; only impartial games have one."""

    @property
    def value(self) -> Value:
        """What the position is worth to the player to move."""
        return Value.of(self.win)

    def with_known(self, known: Verdict) -> Verdict:
        """Return this verdict, with gaps filled from what was `known` before."""
        if None not in self or known == _NOTHING:
            return self
        pairs = zip(self, known, strict=True)
        return Verdict._make(before if now is None else now for now, before in pairs)


_NOTHING = Verdict()


class Best(NamedTuple):
    """The moves that a perfect player chooses from."""

    moves: list[int]
    """The moves, all equally good as far as is known."""
    proved: bool
    """Whether it is proved that they win, or that no move does."""
    finished: bool = False
    """Whether the search ended before its deadline, so that more time would change nothing."""


Verdicts = Mapping[int, Verdict]
"""For each legal move, the verdict on the position after it."""


def combine(children: Iterable[Verdict]) -> Verdict:
    """Return the verdict on a position that is not over, from those on its children."""
    kinds = set(children)  # many moves have few distinct verdicts, and counts do not matter
    grundy = mex(verdict.grundy for verdict in kinds)
    lost = [verdict.remoteness for verdict in kinds if verdict.win is False]
    if lost:
        known = [plies for plies in lost if plies is not None]
        undecided = any(verdict.win is None for verdict in kinds)  # it might win sooner
        proved = (len(known) == len(lost) and not undecided) or 0 in known
        return Verdict(True, 1 + min(known) if proved else None, grundy)
    if all(verdict.win for verdict in kinds):
        longest = [verdict.remoteness for verdict in kinds if verdict.remoteness is not None]
        plies = 1 + max(longest) if len(longest) == len(kinds) else None
        return Verdict(False, plies, grundy)
    return Verdict(None, None, grundy)


def mex(values: Iterable[int | None]) -> int | None:
    """Return the smallest nim-value that is missing; None if one of them is unknown."""
    present = set(values)
    if None in present:
        return None
    value = 0
    while value in present:
        value += 1
    return value


def sort_key(verdict: Verdict) -> tuple[int, int]:
    """Return a sort key for moves: quickest wins first, quickest losses last.

    A loss of unknown length comes after the known ones, but before a loss at the next move,
    which is the shortest possible.
    """
    if verdict.win is False:  # the opponent, who moves next, loses
        return 0, 1 << 62 if verdict.remoteness is None else verdict.remoteness
    if verdict.win is None:
        return 1, 0
    if verdict.remoteness is None:
        return 2, 0
    return 2, -verdict.remoteness if verdict.remoteness > 1 else 2 - verdict.remoteness


def best_moves(verdicts: Verdicts) -> list[int]:
    """Return the best moves.

    A position may have a hundred thousand moves but only a few distinct verdicts, so code
    that goes through all moves, like this, ranks each distinct verdict only once.
    """
    kinds = set(verdicts.values())
    if len(kinds) == 1:
        return list(verdicts)
    first = min(map(sort_key, kinds))
    best = {verdict for verdict in kinds if sort_key(verdict) == first}
    return [move for move, verdict in verdicts.items() if verdict in best]
