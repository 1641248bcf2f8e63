"""Votes of a class on its next move, as pure functions."""

from __future__ import annotations

import pytest
from msgspec import json
from msgspec.structs import replace

from divisor_duel.web.classroom import changes, votes
from divisor_duel.web.classroom.games import follow_room, table_of_class
from divisor_duel.web.classroom.room import Ballot, ClassGame, Room
from divisor_duel.web.classroom.view import Now, view_for
from divisor_duel.web.game import moves
from divisor_duel.web.game.table import (
    CLOSED,
    NotAllowedError,
    RefusedError,
    StaleError,
    Table,
)
from tests.web.classroom.rooms import room_with, token_of


def begun(pupils: int = 3, seat: int = 1, seconds: int = 0) -> tuple[Room, Table]:
    """A room whose class plays, and its game."""
    played = ClassGame("class-1", seat, "easy", seconds)
    room = votes.start_game(room_with(pupils), 0, played)
    return room, table_of_class(room, played)


def voting(pupils: int = 3, seconds: int = 0) -> tuple[Room, Table]:
    """A room in its first vote, which began at 100 s, and its game."""
    room, table = begun(pupils, seconds=seconds)
    here = tuple(range(1, pupils + 1))
    return votes.start_vote(room, table, 0, here, 100.0), table


def cast(room: Room, pupil: int, move: int, now: float = 101.0) -> Room:
    """The room after a vote."""
    return votes.cast(room, "class-1", 0, Ballot(pupil, move), now)


def chosen(room: Room) -> int | None:
    """The move that the last vote has chosen."""
    assert room.class_game
    assert room.class_game.vote
    return room.class_game.vote.chosen


def test_most_votes_win_once_all_have_voted() -> None:
    """The vote closes with the last pupil's vote, and the game follows."""
    room, table = voting()
    room = cast(cast(room, 1, 6), 2, 4)
    assert votes.open_vote(room)
    assert follow_room(room, table) is table
    room = cast(room, 3, 4)
    assert votes.open_vote(room) is None
    assert chosen(room) == 4
    moved = follow_room(room, table)
    assert moved.moves == (4,)
    assert follow_room(room, moved) is moved, "the move is made once"


@pytest.mark.parametrize(
    ("cast_votes", "wanted"),
    [
        ([(1, 6), (2, 4)], 6),
        ([(1, 6), (2, 4), (1, 8), (1, 6)], 4),
        ([(1, 6), (2, 4), (1, 6)], 6),
        ([(2, 8), (1, 8), (3, 4)], 8),
        ([], None),
    ],
)
def test_ties_go_to_the_earliest_vote(
    cast_votes: list[tuple[int, int]], wanted: int | None
) -> None:
    """Among moves with equally many votes the earliest wins; a changed vote is a new one."""
    room, _ = voting(4)
    for pupil, move in cast_votes:
        room = cast(room, pupil, move)
    closed = votes.close(room, 0)
    assert chosen(closed) == wanted
    assert votes.close(closed, 0) is closed
    assert votes.close(room, 2) is room


def test_a_pupil_has_one_vote_which_can_be_changed() -> None:
    """The last vote counts alone; the same vote again changes nothing."""
    room, _ = voting()
    once = cast(room, 1, 6)
    assert cast(once, 1, 6) is once
    again = cast(once, 1, 4)
    assert votes.open_vote(again)
    assert votes.open_vote(again).ballots == (Ballot(1, 4),)  # type: ignore[union-attr]


def test_time_runs_out_and_stands_still_while_paused() -> None:
    """A vote closes after its seconds, which do not pass while the teacher pauses."""
    room, _ = voting(seconds=30)
    room = cast(room, 1, 6)
    assert not votes.is_due(room, 129.0)
    assert votes.is_due(room, 130.0)
    with pytest.raises(StaleError, match="closed"):
        cast(room, 2, 4, now=130.0)
    paused = changes.set_rules(room, True, None, None, None)
    paused = votes.follow_pause(room, paused, 110.0)
    assert votes.close_if_due(paused, 500.0) is paused
    with pytest.raises(NotAllowedError, match="paused"):
        cast(paused, 2, 4)
    going = changes.set_rules(paused, False, None, None, None)
    going = votes.follow_pause(paused, going, 500.0)
    assert not votes.is_due(going, 519.0)
    assert chosen(votes.close_if_due(going, 520.0)) == 6


def test_nothing_is_revealed_while_the_vote_is_open() -> None:
    """Everyone sees how many have voted; the split is sent once the vote is closed."""
    room, _ = voting(seconds=30)
    room = cast(cast(room, 1, 6), 2, 6)
    now = Now((1, 2, 3), {}, 0.0, 110.0)
    for number in (0, 3):
        seen = view_for(room, number, now).class_game
        assert seen
        assert seen.vote
        assert (seen.vote.voted, seen.vote.voters, seen.vote.left) == (2, 3, 20.0)
        assert (seen.vote.tally, seen.vote.chosen) == ([], None)
    own = view_for(room, 1, now).pupil
    assert own
    assert own.vote == 6
    seen = view_for(votes.close(room, 0), 3, now).class_game
    assert seen
    assert seen.vote
    assert [(one.move, one.count) for one in seen.vote.tally] == [(6, 2)]
    assert seen.vote.chosen == 6


def test_removed_pupils_do_not_count_and_are_not_waited_for() -> None:
    """The votes of a removed pupil are dropped; the vote closes if no one else is missing."""
    room, _ = voting()
    room = cast(cast(room, 1, 6), 2, 4)
    assert chosen(votes.close(changes.remove(room, 1), 0)) == 4
    left = changes.remove(room, 3)
    assert votes.is_due(left, 101.0)
    with pytest.raises(NotAllowedError):
        cast(left, 3, 4)


def test_a_vote_needs_the_turn_of_the_class_and_pupils() -> None:
    """No vote without a game, on the computer's turn, at another move or without pupils."""
    with pytest.raises(RefusedError, match="does not play"):
        votes.class_game_of(room_with(1))
    room, table = begun(seat=2)
    with pytest.raises(NotAllowedError, match="computer's turn"):
        votes.start_vote(room, table, 0, (1,), 0.0)
    room, table = begun()
    for ply, here, problem in ((1, (1,), "at move 0"), (0, (), "no pupil")):
        with pytest.raises((StaleError, RefusedError), match=problem):
            votes.start_vote(room, table, ply, here, 0.0)
    over = moves.resign(table, 1)
    with pytest.raises(RefusedError, match="over"):
        votes.start_vote(room, over, 0, (1,), 0.0)
    paused = changes.set_rules(room, True, None, None, None)
    with pytest.raises(RefusedError, match="Resume"):
        votes.start_vote(paused, table, 0, (1,), 0.0)
    room = votes.start_vote(room, table, 0, (1,), 0.0)
    assert votes.start_vote(room, table, 0, (1,), 9.0) is room, "a second tap"


def test_a_vote_for_another_game_or_move_is_refused() -> None:
    """A late vote never counts for the next move, or for the next game."""
    room, _ = voting()
    for game, ply in (("class-2", 0), ("class-1", 2)):
        with pytest.raises(StaleError):
            votes.cast(room, game, ply, Ballot(1, 6), 101.0)


def test_votes_are_saved_with_the_room() -> None:
    """A room read from its row has the same votes."""
    room, _ = voting(seconds=30)
    room = cast(room, 1, 6)
    assert json.decode(json.encode(room), type=Room) == room


def test_no_token_moves_in_the_game_of_the_class() -> None:
    """The seat of the class belongs to no pupil and not to the teacher."""
    _, table = begun(seat=2)
    assert [table.seat_of(token_of(number)) for number in range(4)] == [None] * 4
    assert (table.players, table.names) == (("easy", "human"), ("Computer", "The class"))


def test_a_game_ends_with_the_next_round_or_by_the_teacher() -> None:
    """Then its game is closed; there is a limit on the games of a class."""
    room, table = begun()
    for ended in (votes.end_game(room), changes.next_round(room, 0, (1, 2, 3), ["a", "b"])):
        assert ended.class_game is None
        assert "class-1" in ended.games
        assert follow_room(ended, table).held == CLOSED
    again = ClassGame("class-2", 1, "easy")
    assert votes.start_game(room, 0, again) is room, "a second tap"
    full = replace(room, class_games=("x",) * votes.MOST_GAMES)
    with pytest.raises(RefusedError, match="at most"):
        votes.start_game(full, votes.MOST_GAMES, again)
