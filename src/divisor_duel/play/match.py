"""Matches between two players, and the loop that plays them.

A `Round` is one game in progress, with undo and redo. A `Match` is a series of
rounds with a score. `play_match` asks the players for moves in turn and notifies a
listener of every event; it neither prints nor saves, and leaves the rules to the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from typing import Generic, Protocol

from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import AnyGame, Game, Outcome, P, Player, Position
from divisor_duel.play.record import HUMAN, Record, resignation


class Round(Generic[P]):
    """One game in progress: its moves so far, and those that were undone."""

    def __init__(
        self,
        game: Game[P],
        first: Player = Player.ONE,
        moves: Sequence[int] = (),
        start: P | None = None,
    ) -> None:
        self.game = game
        self.first = first
        self.start: P = game.start(first) if start is None else start
        """The position before the first move."""
        self.moves: list[int] = []
        self.resigned: Player | None = None
        self._positions = [self.start]
        self._undone: list[int] = []
        for move in moves:
            self.play(move)

    @classmethod
    def at_position(
        cls,
        game: Game[P],
        first: Player,
        moves: Sequence[int],
        position: P,
        start: P | None = None,
    ) -> Round[P]:
        """Return a round whose current position is known: only an undo replays the moves."""
        current = cls(game, first, (), start)
        current.moves, current._positions = list(moves), [position]
        return current

    @property
    def position(self) -> P:
        """The current position."""
        return self._positions[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, or None if it is not over."""
        if self.resigned:
            return resignation(self.resigned)
        return self.game.outcome(self.position)

    def positions(self) -> Iterator[P]:
        """Yield every position so far, starting with the first."""
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
        if len(self._positions) == 1:  # made by `at_position`, which stores only the last one
            self._positions = list(self.positions())
        self._positions.pop()
        self._undone.append(self.moves.pop())
        return self._undone[-1]

    def redo(self) -> int | None:
        """Make the last undone move again and return it; None if there is none."""
        if not self._undone:
            return None
        remaining = self._undone[:-1]
        move = self._undone[-1]
        self.play(move)
        self._undone = remaining
        return move

    def resign(self, player: Player) -> None:
        """End the round with a loss for `player`."""
        self.resigned = player


class Match:
    """One or more rounds between two players, who take turns to move first."""

    def __init__(self, records: Sequence[Record]) -> None:
        """Resume the match that `records` describe: one record per round so far."""
        *finished, current = records
        self.finished = list(finished)
        """The records of the rounds that are over."""
        self._current = current
        self.round = _resume(current)
        """The current round, or the last one if the match is over."""

    @property
    def game(self) -> AnyGame:
        """The game with its options."""
        return self._current.game

    @property
    def names(self) -> Mapping[Player, str]:
        """The players' names."""
        return {Player.ONE: self._current.names[0], Player.TWO: self._current.names[1]}

    @property
    def levels(self) -> Mapping[Player, str]:
        """For each player, `HUMAN` or the level of a computer player."""
        return {Player.ONE: self._current.levels[0], Player.TWO: self._current.levels[1]}

    @property
    def seed(self) -> int | None:
        """The random seed of the computer players."""
        return self._current.seed

    @property
    def move_seed(self) -> str:
        """The seed of a computer's next move; a resumed match plays as it would have."""
        return move_seed(self.seed, self.number, len(self.round.moves))

    @property
    def number(self) -> int:
        """The number of the current round, from 1."""
        return self._current.round[0]

    @property
    def rounds(self) -> int:
        """How many rounds the match has."""
        return self._current.round[1]

    @property
    def over(self) -> bool:
        """Whether the last round has ended."""
        return self.number == self.rounds and self.round.outcome is not None

    def records(self) -> list[Record]:
        """Return one record for each round so far: enough to resume the match later."""
        return [*self.finished, self.record()]

    def record(self) -> Record:
        """Return the current round as a record."""
        moves = tuple(self.round.moves)
        return replace(self._current, moves=moves, resigned=self.round.resigned, variations=())

    def score(self) -> Mapping[Player, int]:
        """Return how many finished rounds each player has won."""
        outcomes = [record.outcome() for record in self.records()]
        return {
            player: sum(1 for outcome in outcomes if outcome and outcome.winner == player)
            for player in Player
        }

    def note_help(self) -> None:
        """Note in the record that the player to move was helped."""
        player = self.round.position.to_move
        helped = tuple(sorted({*self._current.helped, player}))
        self._current = replace(self._current, helped=helped)

    def next_round(self) -> None:
        """Begin the next round, with the other player to move first."""
        record = self.record()
        self.finished.append(record)
        self._current = replace(
            record,
            moves=(),
            resigned=None,
            helped=(),
            first=record.first.other,
            round=(self.number + 1, self.rounds),
        )
        self.round = _resume(self._current)


def move_seed(seed: int | None, number: int, ply: int) -> str:
    """Return the seed of a computer's move in a round, from the seed of its match."""
    return f"{seed}/{number}/{ply}"


def _resume(record: Record) -> Round[Position]:
    current = Round(record.game, record.first, record.moves, record.start_position())
    current.resigned = record.resigned
    return current


class Command(Enum):
    """What a player may do instead of moving."""

    UNDO = "undo"
    REDO = "redo"
    RESIGN = "resign"


Chooser = Callable[[Match], int | Command]
"""Returns the decision of the player to move; an illegal move is refused."""


class MatchListener(Protocol):
    """Receives the events of a match."""

    def began(self, match: Match) -> None:
        """A round is about to begin or resume."""

    def moved(self, match: Match, before: Position, move: int) -> None:
        """A move was made in the position `before`."""

    def refused(self, match: Match, error: IllegalMoveError) -> None:
        """A person chose an illegal move, and is asked again."""

    def changed(self, match: Match, command: Command, moves: Sequence[int]) -> None:
        """Moves were undone or redone; `moves` is empty if there were none."""

    def ended(self, match: Match, outcome: Outcome) -> None:
        """A round is over."""


def play_match(match: Match, choosers: Mapping[Player, Chooser], listener: MatchListener) -> None:
    """Play until the last round has ended, or a chooser raises.

    IllegalMoveError if a computer chooses an illegal move; a person is asked again.
    """
    while True:
        listener.began(match)
        _play_round(match, choosers, listener)
        if match.over:
            return
        match.next_round()


def _play_round(match: Match, choosers: Mapping[Player, Chooser], listener: MatchListener) -> None:
    current = match.round
    while not (outcome := current.outcome):
        before = current.position
        choice = choosers[before.to_move](match)
        if choice is Command.RESIGN:
            current.resign(before.to_move)
        elif isinstance(choice, Command):
            listener.changed(match, choice, _step(match, choice))
        else:
            try:
                current.play(choice)
            except IllegalMoveError as error:
                if match.levels[before.to_move] != HUMAN:
                    raise
                listener.refused(match, error)
            else:
                listener.moved(match, before, choice)
    listener.ended(match, outcome)


def _step(match: Match, command: Command) -> list[int]:
    """Undo or redo moves to the nearest position in which a human is to move.

    Against a computer that is two moves: if only its reply were undone, it would
    reply again at once.
    """
    current = match.round
    step = current.undo if command is Command.UNDO else current.redo
    steps: list[int] = []
    while (move := step()) is not None:
        steps.append(move)
        if match.levels[current.position.to_move] == HUMAN or current.outcome:
            return steps
    if command is Command.UNDO:  # no human has moved yet, so restore the position
        while steps:
            current.redo()
            steps.pop()
    return steps
