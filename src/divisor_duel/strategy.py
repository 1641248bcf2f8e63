"""Strategies as values: how the winner wins, as rules to play, read and draw.

A strategy is about one position and one player, the winner. Its rules are tried in order, and the
first that applies gives the winner's move. As long as the winner follows it, it has an answer in
every position that the opponent can reach, up to the end of the game. The sentences that people
read are made from the same rules, so they cannot claim what is not played.

>>> from divisor_duel import GAMES, analyze
>>> game = GAMES["countdown"](start=60)
>>> strategy = analyze(game, game.start()).strategy
>>> strategy.answer(game.start())
3
>>> strategy.by_rules
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Generic, TypeVar

from divisor_duel.errors import DuelError
from divisor_duel.game import Game, Player, Position

P = TypeVar("P", bound=Position)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)


class Rule(ABC, Generic[P_contra]):
    """One rule of a strategy. Rules are frozen values that can be pickled."""

    searches: ClassVar[bool] = False
    """Whether it asks the engine instead of deciding by itself."""

    @abstractmethod
    def move(self, position: P_contra) -> int:
        """Return the winner's move; 0 if the rule does not apply.

        A rule must not apply where following it could lose: it checks that the move leaves what
        its claim needs.
        """

    def applies(self, position: P_contra) -> bool:
        """Return whether the rule gives a move in this position."""
        return self.move(position) != 0

    @abstractmethod
    def words(self, position: P_contra) -> str:
        """Return the rule as an instruction to the winner, for readers who see `position`.

        The player to move there reads it, and may be the loser: "you" is the reader.
        """

    def setting(self, position: P_contra) -> str:
        """Return what the headline points at on the board before it names a move; often empty."""
        return ""

    def because(self, position: P_contra, *, winning: bool) -> str:
        """Return what the rule adds to the headline; empty if nothing.

        It addresses the player to move in `position`, who is `winning` or not.
        """
        return ""


@dataclass(frozen=True)
class Strategy(Generic[P]):
    """How one player wins from one position, whatever the opponent does."""

    game: Game[P]
    """The game with its options."""
    position: P
    """The position that it is about."""
    winner: Player
    """The player who wins by following it."""
    rules: tuple[Rule[P], ...]
    """The rules in the order in which they are tried; none after the end of the game."""

    @property
    def by_rules(self) -> bool:
        """Whether the rules decide every position without a search."""
        return not any(rule.searches for rule in self.rules)

    def rule_for(self, position: P) -> Rule[P]:
        """Return the rule that decides in `position`; DuelError if the winner is not to move."""
        if self.game.outcome(position):
            raise DuelError("the game is over, so there is no move to find")
        if position.to_move != self.winner:
            raise DuelError("it is the opponent's move, which the strategy leaves open")
        for rule in self.rules:
            if rule.applies(position):
                return rule
        raise DuelError("the strategy has no rule for this position: it was not followed")

    def answer(self, position: P) -> int:
        """Return the winner's move in a position reached by following the strategy."""
        return self.rule_for(position).move(position)

    def follow(self, position: P) -> tuple[int, P]:
        """Return the winner's move in a position reached by following it, and the position after.

        If it is the opponent's move, or the game is over, that is 0 and the position itself.
        """
        if position.to_move != self.winner or self.game.outcome(position):
            return 0, position
        move = self.answer(position)
        return move, self.game.play(position, move)

    @property
    def steps(self) -> tuple[str, ...]:
        """The rules as instructions, in the order in which they are tried; each text once."""
        return tuple(dict.fromkeys(rule.words(self.position) for rule in self.rules))

    @property
    def reason(self) -> str:
        """The headline: what to do now and why it wins, addressed to the player to move."""
        winning = self.position.to_move == self.winner
        clauses = [rule.setting(self.position) for rule in self.rules]
        clauses += [rule.because(self.position, winning=winning) for rule in self.rules]
        return " ".join(filter(None, clauses))


@dataclass(frozen=True)
class FirstMove(Rule[P]):
    """The move to make now."""

    start: P
    """The position in which to make it."""
    first: int
    """The move."""
    text: str
    """It as an instruction: ``Take 3 to leave 57.``"""

    def move(self, position: P) -> int:
        return self.first if position == self.start else 0

    def words(self, position: P) -> str:
        return self.text

    def because(self, position: P, *, winning: bool) -> str:
        return self.text


@dataclass(frozen=True)
class Table(Rule[P]):
    """The winner's move in each of a few positions, which are listed one by one."""

    text: str
    """The moves as an instruction: ``If they take 9, take 6.``"""
    moves: Mapping[P, int] = field(hash=False)
    """The moves by position."""
    headline: str = ""
    """What it adds to the headline."""

    def move(self, position: P) -> int:
        return self.moves.get(position, 0)

    def words(self, position: P) -> str:
        return self.text

    def because(self, position: P, *, winning: bool) -> str:
        return self.headline
