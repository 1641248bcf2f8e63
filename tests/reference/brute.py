"""Answers by trying everything, for any twin and with no knowledge of its rules."""

from collections.abc import Hashable
from typing import NamedTuple, Protocol, Self


class Twin(Protocol):
    """What every reference game provides; no object of it ever changes."""

    turn: int

    def legal(self) -> list[int]:
        """The moves allowed now, sorted; empty exactly when the game is over."""
        ...

    def play(self, move: int) -> Self:
        """The game after the move, as a new object; ValueError when the move is not legal."""
        ...

    def winner(self) -> int | None:
        """Player 1 or 2 once the game is over, else None."""
        ...

    def key(self) -> Hashable:
        """Everything that decides the rest of the game, including whose turn it is."""
        ...


class Solved(NamedTuple):
    """What perfect play makes of a position, seen by the player to move."""

    value: bool
    """True when the player to move wins."""
    remoteness: int
    """Moves to the end when the winner hurries and the loser delays; 0 at the end."""
    grundy: int
    """The nim-value; it means something only for divider, countdown and chain."""


def mex(values: set[int]) -> int:
    """The smallest number from 0 up that is not among the values."""
    smallest = 0
    while smallest in values:
        smallest += 1
    return smallest


def solve(state: Twin, memo: dict[Hashable, Solved] | None = None) -> Solved:
    """Try every move to the end of the game, remembering each position in memo."""
    if memo is None:
        memo = {}
    key = state.key()
    if key in memo:
        return memo[key]
    moves = state.legal()
    if not moves:
        solved = Solved(state.winner() == state.turn, 0, 0)
    else:
        replies = [solve(state.play(move), memo) for move in moves]
        wins = [reply.remoteness for reply in replies if not reply.value]
        losses = [reply.remoteness for reply in replies if reply.value]
        remoteness = 1 + (min(wins) if wins else max(losses))
        solved = Solved(bool(wins), remoteness, mex({reply.grundy for reply in replies}))
    memo[key] = solved
    return solved


def count_positions(state: Twin) -> int:
    """How many different positions can arise, the given one included."""
    seen = {state.key()}
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for move in here.legal():
            after = here.play(move)
            if after.key() not in seen:
                seen.add(after.key())
                waiting.append(after)
    return len(seen)


def count_games(state: Twin, memo: dict[Hashable, int] | None = None) -> int:
    """How many different sequences of moves lead from here to an end of the game."""
    if memo is None:
        memo = {}
    key = state.key()
    if key in memo:
        return memo[key]
    moves = state.legal()
    games = sum(count_games(state.play(move), memo) for move in moves) if moves else 1
    memo[key] = games
    return games
