"""A game as the server stores it: pure functions on a table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from divisor_duel.web.game import moves
from divisor_duel.web.game import table as tables
from divisor_duel.web.game.clock import LAG_SECONDS, GameClock
from divisor_duel.web.game.table import Table
from divisor_duel.web.game.view import state_of
from tests.web.game.tables import played, table_of


def test_a_table_that_was_saved_is_the_same_table() -> None:
    """Read back from bytes, after moves, undo and redo, a table stands where it stood."""
    table = played(table_of("chain", options={"high": 40}), 5)
    table = moves.undo(table, 1, 5)
    for now in (table, moves.redo(table, 2, len(table.moves)), moves.resign(table, 1)):
        again = msgspec.json.decode(msgspec.json.encode(now), type=Table)
        assert (again, again.position, again.legal) == (now, now.position, now.legal)
        assert (again.outcome, state_of(again)) == (now.outcome, state_of(now))


def test_what_another_server_has_played_is_not_replayed() -> None:
    """A table loaded again takes its position from the known one, unless moves were undone."""
    known = played(table_of("divider"), 2)
    later = played(known, 2)
    read = tables.continue_from(known, msgspec.structs.replace(later))
    assert "position" in read.__dict__
    assert read.position == later.position
    back = tables.continue_from(later, msgspec.structs.replace(known))
    assert "position" not in back.__dict__
    assert back.position == known.position
    assert "position" not in tables.continue_from(None, msgspec.structs.replace(later)).__dict__


def plain(**fields: Any) -> Table:
    """A game of Divider between two people, as little of it as may be stored."""
    given: dict[str, Any] = {
        "id": "t",
        "game": "divider",
        "options": {"low": 2, "high": 9},
        "mode": "link",
        "first": 1,
        "players": ("human", "human"),
        "names": ("Ann", "Ben"),
        "seed": 7,
        "date": "2026-11-15",
        "hashes": {1: tables.hash_token("one"), 2: tables.hash_token("two")},
    }
    return Table(**{**given, **fields})


def test_a_new_table_stores_nothing_that_follows_from_the_rules() -> None:
    """What is not given has the value that every older row has, and is not written."""
    table = plain()
    assert (table.version, table.number, table.touched, table.format) == (1, 1, 1, 1)
    assert (table.wins, table.next_open, table.open, table.unsure) == ((0, 0), False, False, False)
    assert len(msgspec.json.decode(msgspec.json.encode(table))) == 10
    assert (tables.FORMAT, tables.MOST_MOVES) == (4, 1000)
    with pytest.raises(AttributeError):
        table.version = 2  # type: ignore[misc]


def test_what_follows_from_the_moves_is_computed_once() -> None:
    """Position, outcome and legal moves are those of a plain replay, and the same object twice."""
    table = plain(moves=(4, 3), start="left=2-7", first=2)
    rules = table.rules
    assert rules is table.rules is plain().rules
    assert rules.options == {"low": 2, "high": 9}
    assert table.start_position.to_move == 2
    assert table.position is table.position
    assert table.position == rules.play(rules.play(table.start_position, 4), 3)
    assert table.legal == rules.legal_moves(table.position) == (2, 5, 7)
    assert table.outcome is None
    assert [table.after(ply).position for ply in (0, 1, 2)] == [
        table.start_position,
        rules.play(table.start_position, 4),
        table.position,
    ]


@pytest.mark.parametrize(
    ("ended", "reason"),
    [
        ("resigned", "Player 2 resigned"),
        ("left", "Player 2 left the game"),
        ("time", "Player 2 ran out of time"),
    ],
)
def test_who_gave_up_has_lost_and_how_is_said(ended: str, reason: str) -> None:
    """Resigning, leaving and running out of time end a game without a move."""
    table = plain(moves=(4,), resigned=2, ended=ended)
    assert table.outcome == (1, reason)
    assert table.legal == ()
    assert table.round.resigned == 2
    assert (table.record.resigned, table.record.seed) == (2, 7)
    assert tables.score(table) == (1, 0)


def test_a_table_is_a_round_and_a_record() -> None:
    """Both have its moves, its start and its players; the seed stays secret while it is played."""
    table = plain(moves=(4, 3), first=2, start="left=2-7", players=("human", "hard"))
    current, record = table.round, table.record
    assert (current.moves, current.position, current.resigned) == ([4, 3], table.position, None)
    assert current.undo() == 3
    assert current.position == table.after(1).position
    assert (record.game, record.moves, record.first) == (table.rules, (4, 3), 2)
    assert (record.names, record.levels) == (("Ann", "Ben"), ("human", "hard"))
    assert (record.date, record.seed, record.resigned) == ("2026-11-15", None, None)
    assert record.start == "left=2-7"


def test_seats_are_people_or_levels_and_tokens_open_them() -> None:
    """A token opens the seat whose hash is stored, and only that one."""
    table = plain(players=("human", "hard"))
    assert (table.level(1), table.level(2)) == ("human", "hard")
    assert (table.seat_of("one"), table.seat_of("two"), table.seat_of("three")) == (1, 2, None)
    assert table.seat_of_hash(tables.hash_token("two")) == 2
    for players, people, computers in (
        (("human", "human"), True, False),
        (("human", "easy"), False, False),
        (("hard", "human"), False, False),
        (("hard", "easy"), False, True),
    ):
        table = plain(players=players)
        assert (table.between_people, table.between_computers) == (people, computers)


def test_a_game_waits_for_a_computer_only_on_its_turn() -> None:
    """A computer is to move while the game is on, not held, and the seat to move is its own."""
    assert not tables.is_waiting(plain())
    assert not tables.is_waiting(plain(players=("human", "hard")))
    assert tables.is_waiting(plain(players=("hard", "human")))
    assert tables.is_waiting(plain(players=("human", "hard"), moves=(4,)))
    assert not tables.is_waiting(plain(players=("human", "hard"), moves=(4,), resigned=1))
    assert not tables.is_waiting(plain(players=("hard", "human"), held=tables.PAUSED))


def test_a_version_follows_another() -> None:
    """Versions grow by one, trouble is forgotten, and only what a request is about touches it."""
    table = plain(moves=(4,), trouble="busy", unsure=True, version=5, touched=3)
    renamed = tables.next_version(table, names=("Ann", "Bob"))
    assert (renamed.version, renamed.touched, renamed.format) == (6, 3, tables.FORMAT)
    assert (renamed.trouble, renamed.unsure) == (None, True)
    moved = tables.next_version(table, moves=(4, 3))
    assert (moved.version, moved.touched, moved.unsure) == (6, 6, False)
    said = tables.next_version(table, moves=(4, 3), said="Its rule: take the partner.")
    assert said.said
    assert tables.next_version(said, names=("Ann", "Ben")).said == said.said
    assert tables.next_version(said, moves=(4, 3, 2)).said == ""
    marked = tables.next_version(table, reactions={1: "oops"})
    assert tables.next_version(marked, names=("Ann", "Ben")).reactions == {1: "oops"}
    assert tables.next_version(marked, moves=(4, 3)).reactions == {}
    unsure = tables.next_version(table, moves=(4, 3), unsure=True, trouble="still")
    assert (unsure.unsure, unsure.trouble) == (True, "still")
    for change in ({"undone": (4,)}, {"takeback": 1}, {"resigned": 1}, {"players": ("easy",) * 2}):
        assert tables.next_version(table, **change).touched == 6


def test_a_version_shares_what_did_not_change() -> None:
    """Rules always, the start with the seat that begins, the position with the moves."""
    table = plain(moves=(4,))
    assert "position" not in tables.next_version(table, wins=(1, 0)).__dict__
    table.__dict__[tables.HEADING] = b"{"
    position = table.position
    same = tables.next_version(table, wins=(1, 0))
    assert same.__dict__["rules"] is table.rules
    assert same.__dict__["start_position"] is table.start_position
    assert same.__dict__["position"] is position
    assert same.__dict__[tables.HEADING] == b"{"
    moved = tables.next_version(table, moves=(4, 3))
    assert "position" not in moved.__dict__
    assert moved.__dict__["start_position"] is table.start_position
    other = tables.next_version(table, first=2)
    assert {"start_position", "position", tables.HEADING}.isdisjoint(other.__dict__)
    assert tables.HEADING not in tables.next_version(table, names=("A", "B")).__dict__
    assert tables.HEADING not in tables.next_version(table, players=("easy", "human")).__dict__
    assert tables.HEADING not in tables.next_version(plain(), wins=(1, 0)).__dict__
    assert tables.with_position(position, moved) is moved
    assert moved.position is position


@pytest.mark.parametrize(
    ("known", "later", "is_taken"),
    [
        ({"moves": (4,)}, {"moves": (4, 3)}, True),
        ({"moves": ()}, {"moves": (9, 8, 7, 6)}, True),
        ({"moves": ()}, {"moves": (9, 8, 7, 6, 5)}, False),
        ({"moves": (4,)}, {"moves": (4,)}, True),
        ({"moves": (4,)}, {"moves": (3, 4)}, False),
        ({"moves": (4,)}, {"moves": (4, 3), "first": 2}, False),
        ({"moves": (4,)}, {"moves": (4, 3), "start": "left=2-8"}, False),
    ],
)
def test_only_a_version_that_continues_a_known_one_takes_its_position(
    known: dict[str, Any], later: dict[str, Any], is_taken: bool
) -> None:
    """It has the same start and at most four more moves, and its position is the replayed one."""
    before, table = plain(**known), plain(**later)
    after = tables.continue_from(before, table)
    assert after is table
    assert ("position" in after.__dict__) is is_taken
    assert ("start_position" in after.__dict__) is is_taken
    assert after.position == plain(**later).position


def test_wins_of_a_series_are_counted() -> None:
    """A game that is over counts for its winner, on top of those before."""
    assert tables.score(plain(wins=(2, 3))) == (2, 3)
    assert tables.score(plain(wins=(2, 3), resigned=1)) == (2, 4)
    assert tables.score(plain(wins=(2, 3), resigned=2)) == (3, 3)


def test_a_clock_is_due_for_the_player_to_move_while_the_game_is_on() -> None:
    """Without a clock, before it runs and after the end, no one can run out of time."""
    running = GameClock("game", 60.0, left=(20.0, 30.0), since=100.0)
    assert tables.due(plain()) is None
    assert tables.due(plain(clock=GameClock("game", 60.0))) is None
    assert tables.due(plain(clock=running)) == 120.0 + LAG_SECONDS
    assert tables.due(plain(clock=running, moves=(4,))) == 130.0 + LAG_SECONDS
    assert tables.due(plain(clock=running, resigned=1)) is None


def test_a_token_without_a_seat_is_refused() -> None:
    """A seat is passed on, and no seat is refused in one sentence."""
    assert [tables.check_seat(seat) for seat in (1, 2)] == [1, 2]
    with pytest.raises(tables.NotAllowedError, match="does not belong to this game"):
        tables.check_seat(None)
