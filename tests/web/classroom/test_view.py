"""A room as its teacher and its pupils see it."""

from __future__ import annotations

from divisor_duel.web.classroom import changes
from divisor_duel.web.classroom.games import follow_room, table_of
from divisor_duel.web.classroom.view import Now, board_of, view_for
from divisor_duel.web.game import moves
from divisor_duel.web.schema.states import encode
from tests.web.classroom.rooms import room_with, token_of


def test_the_teacher_sees_who_waits_and_for_how_long() -> None:
    """A board says who is to move and since when; an undone move does not restart the wait."""
    room = changes.next_round(room_with(3), 0, (1, 2, 3), ["a", "b"])
    table = table_of(room, room.current[0])
    first = board_of(table, None, 100.0)
    moved = board_of(moves.move(table, 1, 0, 6), first, 130.0)
    assert (moved.moves, moved.to_move, moved.since) == (1, 2, 130.0)
    assert board_of(table, first, 150.0).since == 100.0
    view = view_for(room, 0, Now({1, 3}, {"a": moved}, 145.0, 0.0))
    assert view.teacher is not None
    assert view.pupil is None
    assert [pupil.here for pupil in view.teacher.pupils] == [True, False, True]
    game = view.teacher.games[0]
    assert (game.to_move, game.waited, game.moves) == (room.current[0].two, 15.0, 1)
    assert view.here == 2


def test_no_one_is_kept_waiting_in_a_pause() -> None:
    """While a game is paused its clock shows 0 s, and it starts again when the pause ends."""
    room = changes.next_round(room_with(2), 0, (1, 2), ["a"])
    table = table_of(room, room.current[0])
    paused = changes.set_rules(room, True, None, None, None)
    held = board_of(follow_room(paused, table), board_of(table, None, 100.0), 110.0)
    view = view_for(paused, 0, Now({1, 2}, {"a": held}, 500.0, 0.0))
    assert view.teacher is not None
    assert view.teacher.games[0].waited == 0.0
    assert board_of(follow_room(room, follow_room(paused, table)), held, 600.0).since == 600.0


def test_a_pupil_sees_their_own_game_and_no_secret() -> None:
    """A pupil receives their game, seat and opponent, and no other names."""
    room = changes.next_round(room_with(3), 0, (1, 2, 3), ["a", "b"])
    pairing = room.current[0]
    view = view_for(room, pairing.two, Now((), {}, 0.0, 0.0))
    assert view.teacher is None
    assert view.pupil is not None
    assert (view.pupil.playing, view.pupil.seat) == (pairing.game, 2)
    assert view.pupil.opponent == room.name_of(pairing.one)
    odd = room.current[1].pupils[0]
    alone = view_for(room, odd, Now((), {}, 0.0, 0.0)).pupil
    assert alone is not None
    assert alone.opponent == "the computer"
    text = encode(view).decode()
    assert room.name_of(odd) not in text
    assert not any(secret.hashed in text for secret in room.pupils)
    assert token_of(1) not in text


def test_a_latecomer_waits() -> None:
    """A pupil without a game in this round has none to play."""
    room = changes.join(changes.next_round(room_with(2), 0, (1, 2), ["a"]), token_of(3), "Cy", 9)
    pupil = view_for(room, 3, Now((), {}, 0.0, 0.0)).pupil
    assert pupil is not None
    assert (pupil.playing, pupil.seat, pupil.opponent) == (None, None, None)
