"""Two players, one or more rounds: the only loop that plays.

A `Round` is one game being played, with undo and redo. A `Match` is a row of
rounds with a score. `play_match` asks the players in turn and tells a watcher
what happened; it neither prints nor saves, and never looks at a rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any, Protocol

from divisor_duel.game import Game, Outcome, Player
from divisor_duel.record import HUMAN, Record, resignation


class Round:
    """One game being played: its moves so far, and those that were taken back."""

    def __init__(
        self,
        game: Game[Any],
        first: Player = Player.ONE,
        moves: Sequence[int] = (),
        start: Any | None = None,
    ) -> None:
        self.game = game
        self.first = first
        self.start = game.start(first) if start is None else start
        """The position that it begins from."""
        self.moves: list[int] = []
        self.resigned: Player | None = None
        self._positions = [self.start]
        self._undone: list[int] = []
        for move in moves:
            self.play(move)

    @classmethod
    def standing(
        cls,
        game: Game[Any],
        first: Player,
        moves: Sequence[int],
        position: Any,
        start: Any | None = None,
    ) -> Round:
        """A round of which the position is known: nothing is replayed until it is taken back."""
        made = cls(game, first, (), start)
        made.moves, made._positions = list(moves), [position]
        return made

    @property
    def position(self) -> Any:
        """The position now."""
        return self._positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, or None while it goes on."""
        if self.resigned:
            return resignation(self.resigned)
        return self.game.outcome(self.position)

    def positions(self) -> Iterator[Any]:
        """Every position so far, from the start on."""
        return self.game.positions(self.moves, self.first, self.start)

    def play(self, move: int) -> None:
        """Make a move; IllegalMoveError if it is not legal."""
        self._positions.append(self.game.play(self.position, move))
        self.moves.append(move)
        self._undone.clear()

    def undo(self) -> int | None:
        """Take the last move back and return it; None if there is none."""
        if not self.moves:
            return None
        if len(self._positions) == 1:  # only the last one was known
            self._positions = list(self.positions())
        self._positions.pop()
        self._undone.append(self.moves.pop())
        return self._undone[-1]

    def redo(self) -> int | None:
        """Make the move that was last taken back again; None if there is none."""
        if not self._undone:
            return None
        kept = self._undone[:-1]
        move = self._undone[-1]
        self.play(move)
        self._undone = kept
        return move

    def resign(self, player: Player) -> None:
        """End the round with a loss for `player`."""
        self.resigned = player


class Match:
    """One or more rounds between the same two players, who take turns to begin."""

    def __init__(self, records: Sequence[Record]) -> None:
        """Take up the match where `records` leave it: one record per round so far."""
        *finished, current = records
        self.finished = list(finished)
        """The records of the rounds that are over."""
        self._card = current
        self.round = _take_up(current)
        """The round being played, or the last one."""

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return self._card.game

    @property
    def names(self) -> Mapping[Player, str]:
        """What the players are called."""
        return {Player.ONE: self._card.names[0], Player.TWO: self._card.names[1]}

    @property
    def levels(self) -> Mapping[Player, str]:
        """Who is human, and the level of who is not."""
        return {Player.ONE: self._card.levels[0], Player.TWO: self._card.levels[1]}

    @property
    def seed(self) -> int | None:
        """What computer players' randomness comes from."""
        return self._card.seed

    @property
    def number(self) -> int:
        """Which round is being played, from 1."""
        return self._card.round[0]

    @property
    def rounds(self) -> int:
        """How many rounds the match has."""
        return self._card.round[1]

    @property
    def over(self) -> bool:
        """Whether the last round has ended."""
        return self.number == self.rounds and self.round.outcome is not None

    def records(self) -> list[Record]:
        """One record for each round so far: all that is needed to go on later."""
        return [*self.finished, self.record()]

    def record(self) -> Record:
        """The round being played as a record."""
        moves = tuple(self.round.moves)
        return replace(self._card, moves=moves, resigned=self.round.resigned, variations=())

    def score(self) -> Mapping[Player, int]:
        """How many finished rounds each player has won."""
        winners = [record.outcome() for record in self.records()]
        return {
            player: sum(1 for outcome in winners if outcome and outcome.winner == player)
            for player in Player
        }

    def next_round(self) -> None:
        """Begin the next round; the other player begins it."""
        record = self.record()
        self.finished.append(record)
        self._card = replace(
            record,
            moves=(),
            resigned=None,
            first=record.first.other,
            round=(self.number + 1, self.rounds),
        )
        self.round = _take_up(self._card)


def _take_up(record: Record) -> Round:
    taken_up = Round(record.game, record.first, record.moves, record.begin())
    taken_up.resigned = record.resigned
    return taken_up


class Wish(Enum):
    """What a player may want other than to move."""

    UNDO = "undo"
    REDO = "redo"
    RESIGN = "resign"


Chooser = Callable[[Match], int | Wish]
"""Decides for the player to move; moves must be legal."""


class Watcher(Protocol):
    """What is told of everything that happens in a match."""

    def began(self, match: Match) -> None:
        """A round is about to be played, or is taken up again."""

    def moved(self, match: Match, before: Any, move: int) -> None:
        """A move was made in the position `before`."""

    def changed(self, match: Match, wish: Wish, moves: Sequence[int]) -> None:
        """Moves were taken back or made again; `moves` is empty if there were none."""

    def ended(self, match: Match, outcome: Outcome) -> None:
        """A round is over."""


def play_match(match: Match, choosers: Mapping[Player, Chooser], watcher: Watcher) -> None:
    """Play until the last round has ended, or a chooser raises."""
    while True:
        watcher.began(match)
        _play_round(match, choosers, watcher)
        if match.over:
            return
        match.next_round()


def _play_round(match: Match, choosers: Mapping[Player, Chooser], watcher: Watcher) -> None:
    current = match.round
    while not (outcome := current.outcome):
        before = current.position
        choice = choosers[before.to_move](match)
        if choice is Wish.RESIGN:
            current.resign(before.to_move)
        elif isinstance(choice, Wish):
            watcher.changed(match, choice, _step(match, choice))
        else:
            current.play(choice)
            watcher.moved(match, before, choice)
    watcher.ended(match, outcome)


def _step(match: Match, wish: Wish) -> list[int]:
    """Go back or forward to the nearest position in which a human is to move.

    Against a computer that is two moves, since taking back only its answer
    would make it answer again at once.
    """
    current = match.round
    step = current.undo if wish is Wish.UNDO else current.redo
    steps: list[int] = []
    while (move := step()) is not None:
        steps.append(move)
        if match.levels[current.position.to_move] == HUMAN or current.outcome:
            return steps
    if wish is Wish.UNDO:  # no human moved before: leave everything as it was
        while steps:
            current.redo()
            steps.pop()
    return steps
