"""A match played in a background thread while a screen shows it.

The loop of `play/match.py` runs in the thread: it waits there for a person's choice and finds
a computer's move there, so no key ever waits for it. The screen receives frozen values,
and each of them has been saved before it is sent.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from queue import SimpleQueue
from random import Random
from threading import Lock, Thread
from typing import TYPE_CHECKING, TypeAlias

from divisor_duel.errors import IllegalMoveError, SavedGameError
from divisor_duel.game import AnyGame, Outcome, Player, Position
from divisor_duel.play.match import Command, Match, play_match
from divisor_duel.play.record import HUMAN, Record
from divisor_duel.terminal.saved_games import SavedMatch

if TYPE_CHECKING:
    from divisor_duel.engine.levels import Choice


ChooseMove: TypeAlias = "Callable[[str, AnyGame, Sequence[Position], Random], Choice]"
"""Returns the move of a computer player of a level, with its comment."""


@dataclass(frozen=True)
class MatchSnapshot:
    """A snapshot of a match, for a screen to show."""

    records: tuple[Record, ...]
    """One record for each round so far."""
    positions: tuple[Position, ...]
    """Every position of the current round."""

    @property
    def record(self) -> Record:
        """The current round."""
        return self.records[-1]

    @property
    def game(self) -> AnyGame:
        """The game being played."""
        return self.record.game

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return len(self.record.moves)

    @property
    def moves_with_players(self) -> tuple[tuple[Player, int], ...]:
        """The moves so far, each with the player who made it."""
        return moves_with_players(self.record.moves, self.positions)

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended, or None while it is being played."""
        return self.record.outcome()

    @property
    def person_to_move(self) -> bool:
        """Whether a person is to move."""
        return not self.outcome and self.level(self.position.to_move) == HUMAN

    def is_you(self, player: Player) -> bool:
        """Return whether `player` is the only person in the match."""
        return [self.level(p) == HUMAN for p in (player, player.other)] == [True, False]

    def name(self, player: Player) -> str:
        """Return a player's name; the only person is ``You`` unless they chose a name."""
        name = self.record.names[player - 1]
        unnamed = name == f"Player {int(player)}"
        return "You" if unnamed and self.is_you(player) else name

    def level(self, player: Player) -> str:
        """Return ``human``, or the level of a computer player."""
        return self.record.levels[player - 1]


def snapshot_of(records: Sequence[Record]) -> MatchSnapshot:
    """Return the snapshot of a match from the records of its rounds."""
    return MatchSnapshot(tuple(records), tuple(records[-1].positions()))


def moves_with_players(
    moves: Sequence[int], positions: Sequence[Position]
) -> tuple[tuple[Player, int], ...]:
    """Return each move with the player who made it."""
    return tuple(
        (before.to_move, move) for (before, _), move in zip(pairwise(positions), moves, strict=True)
    )


@dataclass(frozen=True)
class MatchEvent:
    """An event in a match."""

    kind: str
    """``began``, ``moved``, ``refused``, ``undo``, ``redo``, ``ended``, ``unsaved``, ``failed``."""
    snapshot: MatchSnapshot
    """The match after the event."""
    moves: tuple[int, ...] = ()
    """The moves that were made, taken back or made again."""
    note: str = ""
    """The computer's comment on its move; usually empty."""
    problem: str = ""
    """Why a move was refused, or the match can no longer be saved or cannot continue."""


class ScreenClosedError(Exception):
    """Raised in the thread after the screen was closed; never leaves this module."""


class BackgroundMatch:
    """Runs one match in a thread: supplies its moves and reports its events."""

    def __init__(
        self,
        match: Match,
        saved: SavedMatch | None,
        report: Callable[[MatchEvent], object],
        choose: ChooseMove,
        pause: float = 0.0,
    ) -> None:
        self.snapshot = snapshot_of(match.records())
        """The snapshot last sent to the screen."""
        self._match = match
        self._saved = saved
        self._report = report
        self._choose_move = choose
        self._pause = pause
        self._note = ""
        self._left = False
        self._guard = Lock()
        self._choices: SimpleQueue[tuple[int, int | Command] | None] = SimpleQueue()

    # --- what the screen does ------------------------------------------------------------

    def start(self) -> None:
        """Start or resume the match."""
        Thread(target=self._run, daemon=True, name="match").start()

    def submit(self, choice: int | Command) -> None:
        """Submit the player's choice; ignored if it comes after another move."""
        self._choices.put((self.snapshot.ply, choice))

    def note_help(self) -> None:
        """Note in the record that the player to move was helped."""
        self._match.note_help()

    def start_next_round(self) -> None:
        """Start the next round."""
        self._choices.put((-1, Command.REDO))

    @property
    def is_saved(self) -> bool:
        """Whether the match is on disk and worth resuming: a move has been made."""
        return self._saved is not None and any(record.moves for record in self.snapshot.records)

    def leave(self) -> None:
        """Close the match at once and drop any move the thread is still computing.

        The file of a match without a move is deleted: it would only crowd the list.
        """
        with self._guard:
            self._left = True
            if self._saved:
                if not self.is_saved:
                    self._saved.path.unlink(missing_ok=True)
                self._saved.close()
                self._saved = None
        self._choices.put(None)

    # --- the thread ----------------------------------------------------------------------

    def _run(self) -> None:
        try:
            play_match(self._match, dict.fromkeys(Player, self._choose), self)
        except ScreenClosedError:
            return
        except Exception as error:  # a bug must not look like endless thinking
            self._report(MatchEvent("failed", self.snapshot, problem=f"{error!r}"))

    def _choose(self, match: Match) -> int | Command:
        position, ply = match.round.position, len(match.round.moves)
        level = match.levels[position.to_move]
        self._note = ""
        if level != HUMAN:
            return self._think(match, level)
        while True:
            choice = self._next()
            if choice[0] == ply:  # else it was meant for an earlier position
                return choice[1]

    def _think(self, match: Match, level: str) -> int:
        rng = Random(match.move_seed)
        started = time.monotonic()
        chosen = self._choose_move(level, match.game, [*match.round.positions()], rng)
        self._note = chosen.note
        remaining = self._pause - (time.monotonic() - started)
        if remaining > 0:
            time.sleep(remaining)
        return chosen.move

    def _next(self) -> tuple[int, int | Command]:
        choice = self._choices.get()
        if choice is None:
            raise ScreenClosedError
        return choice

    # --- the listener --------------------------------------------------------------------

    def began(self, match: Match) -> None:
        self._publish("began", match)

    def moved(self, match: Match, before: Position, move: int) -> None:
        self._publish("moved", match, (move,))

    def refused(self, match: Match, error: IllegalMoveError) -> None:
        self._report(MatchEvent("refused", self.snapshot, problem=str(error)))

    def changed(self, match: Match, command: Command, moves: Sequence[int]) -> None:
        self._publish(command.value, match, tuple(moves))

    def ended(self, match: Match, outcome: Outcome) -> None:
        self._publish("ended", match)
        if match.over:
            return
        while self._next()[0] != -1:
            continue

    def _publish(self, kind: str, match: Match, moves: tuple[int, ...] = ()) -> None:
        records = match.records()
        snapshot = snapshot_of(records)
        problem = ""
        with self._guard:
            if self._left:
                raise ScreenClosedError
            try:
                self._save(records, match.over)
            except SavedGameError as error:
                problem = str(error)
        self.snapshot = snapshot
        if problem:
            self._report(MatchEvent("unsaved", snapshot, problem=problem))
        self._report(MatchEvent(kind, snapshot, moves, note=self._note if kind == "moved" else ""))

    def _save(self, records: Sequence[Record], over: bool) -> None:
        if not self._saved:
            return
        try:
            self._saved.save(records)
            if over:
                self._saved.finish()
                self._saved = None
        except SavedGameError:
            if self._saved:
                self._saved.close()
            self._saved = None
            raise
