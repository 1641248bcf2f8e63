"""A match in a thread: what it reports, what it ignores, and what it leaves on disk."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from divisor_duel.engine.levels import Choice
from divisor_duel.game import AnyGame, Player
from divisor_duel.games.registry import GAMES
from divisor_duel.play.match import Command, Match
from divisor_duel.play.record import HUMAN, Record, read_records
from divisor_duel.terminal.saved_games import new_save
from divisor_duel.terminal.tui.background_match import (
    BackgroundMatch,
    MatchEvent,
    snapshot_of,
)
from tests.conftest import saved_games
from tests.terminal.tui.driving import first_legal, match_of


class Watched:
    """A running match and its events."""

    def __init__(self, match: Match, choose: Any = first_legal, save: bool = False) -> None:
        self.events: SimpleQueue[MatchEvent] = SimpleQueue()
        saved = new_save(match.game.id) if save else None
        self.match = BackgroundMatch(match, saved, self.events.put, choose)
        self.match.start()

    def next(self) -> MatchEvent:
        """The next event."""
        return self.events.get(timeout=300)


def test_a_snapshot_knows_the_match() -> None:
    """Moves have their players, and a person is to move until the end."""
    record = Record(GAMES["divider"](high=9), (5, 3), levels=(HUMAN, "easy"))
    snapshot = snapshot_of([record])
    assert snapshot.moves_with_players == ((Player.ONE, 5), (Player.TWO, 3))
    assert (snapshot.ply, snapshot.person_to_move, snapshot.outcome) == (2, True, None)
    assert (snapshot.name(Player.TWO), snapshot.level(Player.TWO)) == ("Player 2", "easy")
    assert not snapshot_of([Record(record.game, (5,), levels=(HUMAN, "easy"))]).person_to_move
    ended = snapshot_of([Record(record.game, (5,), resigned=Player.TWO)])
    assert ended.outcome
    assert not ended.person_to_move


def test_moves_are_on_disk_before_they_are_reported(home: Path) -> None:
    """At each event the file holds what the event shows; the computer answers at once."""
    watched = Watched(match_of("divider", computer=True), save=True)
    assert watched.next().kind == "began"
    (path,) = saved_games(home)
    watched.match.submit(5)
    for moves in ((5,), (5, 2)):
        event = watched.next()
        assert (event.kind, event.snapshot.record.moves, event.moves) == (
            "moved",
            moves,
            moves[-1:],
        )
    assert read_records(path.read_text())[-1].moves == (5, 2)
    assert watched.match.is_saved
    watched.match.leave()
    assert path.exists()
    assert not watched.match.is_saved


def test_what_is_illegal_or_too_late_is_not_played() -> None:
    """An illegal choice is refused with the reason, and one for an earlier position ignored."""
    watched = Watched(match_of("divider"))
    watched.next()
    for choice in (99, 5, 3):  # 3 was meant for the position before 5
        watched.match.submit(choice)
    event = watched.next()
    assert (event.kind, event.snapshot.ply) == ("refused", 0)
    assert event.problem.startswith("99 is not on the list")
    assert watched.next().moves == (5,)
    watched.match.submit(Command.UNDO)
    event = watched.next()
    assert (event.kind, event.moves, event.snapshot.ply) == ("undo", (5,), 0)
    watched.match.leave()


def test_the_next_round_waits_to_be_started() -> None:
    """After a round nothing happens until the players want the next one."""
    watched = Watched(match_of("digits", rounds=2))
    watched.next()
    watched.match.submit(7)
    assert [watched.next().kind for _ in range(2)] == ["moved", "ended"]
    watched.match.start_next_round()
    event = watched.next()
    assert (event.kind, event.snapshot.record.round) == ("began", (2, 2))
    watched.match.leave()


def test_a_match_without_a_move_leaves_no_file(home: Path) -> None:
    """Leaving before the first move deletes the file, and with it the lock."""
    watched = Watched(match_of("chain"), save=True)
    watched.next()
    assert len(saved_games(home)) == 1
    watched.match.leave()
    assert list((home / ".local/share/divisor-duel/games").iterdir()) == []


def test_a_computer_that_fails_is_reported() -> None:
    """A bug in the thread is an event, and does not look like endless thinking."""

    def broken(level: str, game: AnyGame, position: Any, rng: Random) -> Choice:
        raise RuntimeError("no idea")

    match = match_of("chain", computer=True)
    watched = Watched(match, broken)
    watched.next()
    watched.match.submit(12)
    watched.next()
    event = watched.next()
    assert (event.kind, event.problem) == ("failed", "RuntimeError('no idea')")
