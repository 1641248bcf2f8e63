"""How Ladder is won: by steps that cannot be taken away, or by three rules of doubling.

The rules of doubling are read at the present scale: only how the players' numbers compare counts.
Each rule plays only if the theorem says that its move wins.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from divisor_duel.engine.strategies import PLAIN
from divisor_duel.games.ladder.proofs import (
    Count,
    LadderProof,
    Scaled,
    answer,
    double_theirs,
    double_yours,
    most_moves,
    scaled,
    triple_yours,
)
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.ladder.solving.search import state_of
from divisor_duel.games.ladder.solving.theorem import theorem
from divisor_duel.games.parts import Strategies
from divisor_duel.proof import Proof
from divisor_duel.strategy import Rule

LadderRule = Rule[LadderPosition]

MOST_LISTED = 4
"""Most numbers that a sentence lists."""

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True)
class FromLost(LadderRule):
    """A rule of the winner from a lost position on, in which the opponent is to move."""

    game: Ladder
    """The game with its options."""
    lost: LadderPosition
    """The lost position."""

    @property
    def loser(self) -> int:
        """The opponent's number in the lost position."""
        return self.lost.own

    @property
    def winner(self) -> int:
        """The winner's number in the lost position."""
        return self.lost.one + self.lost.two - self.lost.own

    def owners(self, position: LadderPosition) -> tuple[str, str]:
        """Return what readers of `position` call the winner's number and the opponent's."""
        reader_loses = position.to_move is self.lost.to_move
        return ("theirs", "your number") if reader_loses else ("yours", "their number")

    def leads_here(self, position: LadderPosition) -> bool:
        """Return whether a position is the lost one, or the one before the winner's move."""
        if position.to_move is self.lost.to_move:
            return position == self.lost
        moves = self.game.legal_moves(position)
        return self.winner in moves and self.game.play(position, self.winner) == self.lost


@dataclass(frozen=True)
class ClimbSafely(FromLost):
    """Climb a path that the opponent cannot touch and that outlasts them."""

    path: tuple[int, ...]
    """The winner's steps after the lost position."""

    def move(self, position: LadderPosition) -> int:
        own, other = position.own, position.one + position.two - position.own
        if own not in (self.winner, *self.path):
            return 0
        rest = [number for number in self.path if number > own]
        safe = all(position.pool >> number & 1 and number % other for number in rest)
        return rest[0] if safe and len(rest) > most_moves(self.game.high, other) else 0

    def words(self, position: LadderPosition) -> str:
        if not self.leads_here(position):
            return "After that, climb by safe steps, which are not multiples of the other number."
        if len(self.path) == 1:
            safe = f"It is safe, since it is not a multiple of {self.loser}"
        else:
            safe = f"These steps are safe, since they are not multiples of {self.loser}"
        return f"Climb to {_then(self.path)}. {safe}."

    def setting(self, position: LadderPosition) -> str:
        return _owners(position) if self.leads_here(position) else ""

    def because(self, position: LadderPosition, *, winning: bool) -> str:
        if not self.leads_here(position):
            return ""
        loser, winner = ("They", "you") if winning else ("You", "they")
        most, legal = len(self.path), self.game.legal_moves(self.lost)
        if most == 1:
            steps = _joined(legal, "or")
            return f"{loser} have one step left ({steps}), {winner} have {self.path[0]} after it."
        return (
            f"{loser} have at most {_count(most)} steps left, all multiples of {self.loser}. "
            f"{winner.capitalize()} have {_numbers(self.path, 'and')}."
        )


@dataclass(frozen=True)
class AnswerRule(FromLost):
    """One of the rules of doubling: it decides by how the players' numbers compare."""

    @abstractmethod
    def scaled_move(self, at: Scaled) -> int:
        """Return the move at the present scale; 0 if the rule does not apply."""

    def move(self, position: LadderPosition) -> int:
        at = scaled(position)
        move = self.scaled_move(at) * at.unit
        if not (move <= self.game.high and position.pool >> move & 1):
            return 0
        after = self.game.play(position, move)
        wins = self.game.outcome(after) or theorem(state_of(after)) is False
        return move if wins else 0


@dataclass(frozen=True)
class TripleYours(AnswerRule):
    """Triple your number if theirs is 4, 8, 16, ... times it."""

    def scaled_move(self, at: Scaled) -> int:
        return triple_yours(at)

    def words(self, position: LadderPosition) -> str:
        winner, opponent = self.owners(position)
        return f"If {opponent} is 4, 8, 16, 32, ... times {winner}, triple {winner}."


@dataclass(frozen=True)
class DoubleTheirs(AnswerRule):
    """Double their number if that takes away what they need."""

    def scaled_move(self, at: Scaled) -> int:
        return double_theirs(at)

    def words(self, position: LadderPosition) -> str:
        winner, opponent = self.owners(position)
        return (
            f"If {opponent} is twice {winner}, double {opponent}; if that is above "
            f"{self.game.high}, triple {winner}. Also double {opponent} if it is one and a half "
            f"times {winner}, and both can be doubled only once more."
        )


@dataclass(frozen=True)
class DoubleYours(AnswerRule):
    """Otherwise double your number."""

    def scaled_move(self, at: Scaled) -> int:
        return double_yours(at)

    def words(self, position: LadderPosition) -> str:
        winner, _ = self.owners(position)
        return f"Otherwise double {winner}. If that number is gone, double again."

    def setting(self, position: LadderPosition) -> str:
        apart = position.one != position.two
        return _owners(position) if apart and self.leads_here(position) else ""

    def because(self, position: LadderPosition, *, winning: bool) -> str:
        """Name the answers by all three rules, of which this is the last."""
        if not self.leads_here(position):
            return ""
        *some, (_, common) = answers_in_groups(self.game, self.lost)
        clauses = [f"{_numbers(replies, 'or')} with {answer}" for replies, answer in some]
        clauses.append(f"{'anything else' if some else 'everything'} with {common}")
        begin = "Answer" if winning else "They answer"
        if position.one == position.two and not winning:
            begin = "Your opponent answers"
        return f"{begin} {'; '.join(clauses)}. {self._count(winning=winning)}"

    def _count(self, *, winning: bool) -> str:
        """Say that the opponent runs out of steps first, with the numbers if they tell."""
        loser, winner = ("They", "you") if winning else ("You", "they")
        if counted := steps_at_most(self.lost):
            most, theirs = counted
            return f"{loser} have at most {_steps(most)} left, {winner} have {_count(theirs)}."
        return f"{loser} run out of steps first."


def steps_at_most(lost: LadderPosition) -> tuple[int, int] | None:
    """Return how many steps the loser and the winner can have; None if that decides nothing."""
    at = scaled(lost)
    most, theirs = (most_moves(at.limit, number) for number in (at.own, at.other))
    return (most, theirs) if min(at.own, at.other) > 1 and most <= theirs else None


def answers_in_groups(game: Ladder, lost: LadderPosition) -> list[tuple[list[int], int]]:
    """Return the replies in a lost position with their answers.

    Replies are grouped by answer, and apart if the number is tripled. The last group is the one
    that doubling answers most often, if it answers any.
    """
    groups = dict[tuple[bool, int], list[int]]()
    doubled = Counter[tuple[bool, int]]()
    for reply in game.legal_moves(lost):
        after = game.play(lost, reply)
        at = scaled(after)
        tripled = triple_yours(at) > 0
        group = tripled, answer(game, after)
        groups.setdefault(group, []).append(reply)
        doubled[group] += not (tripled or double_theirs(at))
    ((last, _),) = doubled.most_common(1)
    replies = groups.pop(last)
    return [*((replies, answer) for (_, answer), replies in groups.items()), (replies, last[1])]


def _owners(position: LadderPosition) -> str:
    """Say which numbers the players own."""
    other = position.one + position.two - position.own
    return f"You are on {position.own}, they are on {other}."


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _steps(number: int) -> str:
    return f"{_count(number)} step{'s' if number > 1 else ''}"


def _joined(words: Iterable[object], last: str) -> str:
    """Return a list in words: ``8, 16 or 32``."""
    *most, end = map(str, words)
    return f"{', '.join(most)} {last} {end}" if most else end


def _then(path: tuple[int, ...]) -> str:
    return ", then ".join(map(str, path))


def _numbers(numbers: Iterable[int], last: str) -> str:
    """Name the numbers, or the first of them: ``8, 16 or 32``."""
    names = [str(number) for number in numbers]
    if len(names) > MOST_LISTED:
        return f"{', '.join(names[: MOST_LISTED - 1])} and so on"
    return _joined(names, last)


def rules(game: Ladder, lost: LadderPosition, proof: LadderProof) -> tuple[LadderRule, ...]:
    """Return the winner's rules from `lost` on, where the opponent is to move."""
    if isinstance(proof, Count):
        return (ClimbSafely(game, lost, proof.path),)
    return TripleYours(game, lost), DoubleTheirs(game, lost), DoubleYours(game, lost)


def move_words(game: Ladder, position: LadderPosition, move: int) -> str:
    """Return a move as an instruction."""
    return f"take {move}"


STRATEGY = Strategies(rules, move_words)

MISERE_STRATEGY = Strategies[Ladder, LadderPosition, Proof](
    PLAIN.rules, move_words, stuck="cannot climb"
)
"""Misere has no rules of its own: the winner moves once, and every reply ends the game."""
