"""The games of a round as tables, and how they follow their room."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from divisor_duel.web.classroom import changes, votes
from divisor_duel.web.classroom.games import follow_room, table_of, winner_of
from divisor_duel.web.classroom.room import COMPUTER, ClassGame, Room
from divisor_duel.web.engine import game_queries
from divisor_duel.web.game import moves, seats
from divisor_duel.web.game.rematch import rematch
from divisor_duel.web.game.table import (
    CLOSED,
    NotAllowedError,
    RefusedError,
    Table,
    is_waiting,
)
from divisor_duel.web.game.view import values_allowed
from tests.web.classroom.rooms import room_with, token_of


def begun(pupils: int = 2, **settings: str) -> tuple[Room, Table]:
    """A room in its first round, and its first game."""
    here = tuple(range(1, pupils + 1))
    room = changes.next_round(room_with(pupils, **settings), 0, here, ["a", "b", "c"])
    return room, table_of(room, room.current[0])


def test_each_pupil_holds_a_seat() -> None:
    """The pupils' own tokens open their seats; seat 1 goes first; the room is charged."""
    room, table = begun()
    pairing = room.current[0]
    assert table.seat_of(token_of(pairing.one)) == table.first == 1
    assert table.seat_of(token_of(pairing.two)) == 2
    assert table.names == (room.name_of(pairing.one), room.name_of(pairing.two))
    assert table.owner.startswith("room BCDFGH ")
    assert (table.room, table.between_people) == ("BCDFGH", True)


def test_an_odd_pupil_plays_the_level() -> None:
    """Without an opponent a pupil plays the room's level, and has the only seat."""
    room, table = begun(1, level="perfect")
    assert sorted(table.players) == ["human", "perfect"]
    assert list(table.hashes.values()) == [room.pupils[0].hashed]


def test_a_paused_game_takes_no_move_and_goes_on_afterwards() -> None:
    """While the teacher pauses, nothing can be changed; then the same move is made."""
    room, table = begun()
    paused = changes.set_rules(room, True, None, None, None)
    held = follow_room(paused, table)
    with pytest.raises(NotAllowedError, match="paused"):
        moves.move(held, 1, 0, 6)
    again = follow_room(changes.set_rules(paused, False, None, None, None), held)
    assert moves.move(again, 1, 0, 6).moves == (6,)
    assert follow_room(room, table) is table


def test_no_player_can_change_a_game_while_it_is_held() -> None:
    """In a pause or a closed round no one resigns, takes back, or claims the win."""
    room, table = begun()
    asked = moves.undo(moves.move(table, 1, 0, 6), 1, 1)
    pause = changes.set_rules(room, True, None, None, None)
    for later, reason in ((pause, "paused"), (changes.next_round(room, 1, (1, 2), ["d"]), "over")):
        held = follow_room(later, asked)
        with pytest.raises(NotAllowedError, match=reason):
            moves.resign(held, 2)
        with pytest.raises(NotAllowedError, match=reason):
            moves.undo(replace(held, takeback=None), 1, 1)
        with pytest.raises(NotAllowedError, match=reason):
            moves.answer_takeback(held, 2, True)
        with pytest.raises(NotAllowedError, match=reason):
            seats.claim(held, 1, gone=True)


def test_the_computer_does_not_think_about_a_held_game() -> None:
    """Its move would be refused; it moves once the teacher resumes."""
    room, table = begun(1)
    seat = 1 if room.current[0].one != COMPUTER else 2
    table = replace(table, moves=(6, 3)[: 2 - seat % 2])
    assert is_waiting(table)
    pause = changes.set_rules(room, True, None, None, None)
    held = follow_room(pause, table)
    assert not is_waiting(held)
    assert is_waiting(follow_room(changes.set_rules(pause, False, None, None, None), held))
    assert not is_waiting(follow_room(changes.next_round(room, 1, (1,), ["d"]), table))


def test_pairs_pause_while_the_whole_class_plays() -> None:
    """Else a pupil could claim the win, or move, while the opponent votes with the class."""
    room, table = begun()
    playing = votes.start_game(room, 0, ClassGame("class-1", 1, "easy"))
    held = follow_room(playing, table)
    with pytest.raises(NotAllowedError, match="paused"):
        moves.move(held, 1, 0, 6)
    assert moves.move(follow_room(votes.end_game(playing), held), 1, 0, 6).moves == (6,)


def test_games_of_earlier_rounds_are_closed() -> None:
    """Once the next round begins, unfinished games take no more moves."""
    room, table = begun()
    later = changes.next_round(room, 1, (1, 2), ["d"])
    closed = follow_room(later, table)
    assert closed.held == CLOSED
    assert follow_room(later, closed) is closed
    with pytest.raises(NotAllowedError, match="round is over"):
        moves.move(closed, 1, 0, 6)


def test_a_removed_pupil_leaves_the_game() -> None:
    """The opponent of a removed pupil wins, and the reason says why."""
    room, table = begun()
    pairing = room.current[0]
    left = follow_room(changes.remove(room, pairing.two), table)
    assert left.outcome is not None
    assert (left.outcome.winner, "left the game" in left.outcome.reason) == (1, True)
    assert winner_of(pairing, left) == pairing.one
    assert winner_of(pairing, table) is None


def test_names_and_tokens_follow() -> None:
    """A new name shows in the game, and a pupil on another device holds the seat."""
    room, table = begun()
    room = changes.rename(room, 1, "Anna")
    room = changes.join(changes.free_place(room, 1), "token-of-another-device", "Anna", 9)
    table = follow_room(room, table)
    assert "Anna" in table.names
    assert table.seat_of(token_of(1)) is None
    assert table.seat_of("token-of-another-device") in (1, 2)


HELP: Mapping[str, tuple[bool, bool]] = {"locked": (False, False), "free": (True, True)}
"""For each setting, whether values may be seen by two pupils and by one against the computer."""


@pytest.mark.parametrize("help", HELP)
def test_the_teacher_decides_about_help(help: str) -> None:
    """Hints and values are locked or free, for pairs and for the odd pupil."""
    both, alone = HELP[help]
    for pupils, allowed in ((2, both), (1, alone)):
        _, table = begun(pupils, help=help)
        assert values_allowed(table) is allowed
        if allowed:
            assert game_queries.hint_query(table, {}).kind == "hint"
        else:
            with pytest.raises(NotAllowedError, match="teacher has turned"):
                game_queries.hint_query(table, {})
        assert values_allowed(moves.resign(table, 1)), "after the game everyone may look"


def test_only_the_teacher_starts_games() -> None:
    """A game in a room has no rematch, and moves against the computer stay if help is locked."""
    _, table = begun()
    with pytest.raises(RefusedError, match="next round"):
        rematch(moves.resign(table, 1), 1, "token")
    room, alone = begun(1)
    seat = 1 if room.current[0].one != COMPUTER else 2
    played = replace(alone, moves=(6, 3, 12)[: 2 + (seat == 2)])
    with pytest.raises(NotAllowedError, match="turned off"):
        moves.undo(played, seat, len(played.moves))
    free = replace(played, help="free")
    assert len(moves.undo(free, seat, len(free.moves)).moves) < len(free.moves)
