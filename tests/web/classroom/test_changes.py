"""Changes to a room: pupils come and go, rounds begin, results are recorded."""

from __future__ import annotations

import pytest

from divisor_duel.web.classroom import changes
from divisor_duel.web.classroom.room import COMPUTER, Projected
from divisor_duel.web.game.table import NotAllowedError, RefusedError
from tests.web.classroom.rooms import play_round, room_with, token_of


def test_joining_twice_is_harmless() -> None:
    """The same token joins once, whatever name it sends then; the version stays."""
    room = room_with(1)
    assert changes.join(room, token_of(1), "Other", 9) is room
    assert [pupil.name for pupil in room.pupils] == ["Ann"]


def test_who_may_not_join() -> None:
    """A name that is taken, a full room, a closed room and the teacher are refused."""
    room = room_with(2)
    with pytest.raises(RefusedError, match="Ann is here already"):
        changes.join(room, token_of(3), " ANN ", 9)
    with pytest.raises(RefusedError, match="full"):
        changes.join(room, token_of(3), "Cleo", 2)
    with pytest.raises(RefusedError, match="teacher"):
        changes.join(room, token_of(0), "Cleo", 9)
    closed = changes.set_rules(room, None, None, True, None)
    with pytest.raises(NotAllowedError, match="closed"):
        changes.join(closed, token_of(3), "Cleo", 9)
    assert changes.join(closed, token_of(1), "Ann", 9) is closed, "those inside stay"


def test_a_room_stays_full_however_many_are_removed() -> None:
    """Removed pupils are counted, so that a room cannot grow without end."""
    room = room_with(1)
    for number in range(2, changes.REMEMBERED + 1):
        room = changes.remove(changes.join(room, token_of(number), "Eve", 9), number)
    with pytest.raises(RefusedError, match="full"):
        changes.join(room, "token-of-one-too-many", "Eve", 9)


def test_a_pupil_returns_on_another_device() -> None:
    """Once the teacher frees the place, the next to join by that name takes it, also if closed."""
    room = changes.set_rules(changes.free_place(room_with(2), 1), None, None, True, None)
    assert room.number_of(token_of(1)) is None
    room = changes.join(room, token_of(9), "ann", 9)
    assert (room.number_of(token_of(9)), len(room.pupils)) == (1, 2)


def test_names_are_changed_by_the_teacher() -> None:
    """A name can be changed to any that is free, and to itself."""
    room = changes.rename(room_with(2), 1, " Anna ")
    assert room.name_of(1) == "Anna"
    assert changes.rename(room, 1, "Anna") is room
    assert changes.rename(room, 1, "anna").name_of(1) == "anna"
    with pytest.raises(RefusedError, match="pupil called Ben"):
        changes.rename(room, 1, "ben")


def test_the_opponent_of_a_removed_pupil_wins() -> None:
    """A pupil who is removed in mid-game has lost it; other games go on."""
    room = changes.next_round(room_with(4), 0, (1, 2, 3, 4), ["a", "b"])
    opponent = next(p.opponent(1) for p in room.current if 1 in p.pupils)
    removed = changes.remove(room, 1)
    assert [p.winner for p in removed.current if p.over] == [opponent]
    assert removed.version == room.version + 1


def test_before_the_first_round_those_who_are_here_stay() -> None:
    """Someone who invents names before the lesson does not cost the class its places."""
    room = changes.remove_newcomers(room_with(5), (1, 4))
    assert ([pupil.number for pupil in room.present], room.closed) == ([1, 4], True)


def test_newcomers_are_removed_together() -> None:
    """Only pupils who have played stay, and the room is closed to newcomers."""
    room = play_round(room_with(4), (2, 3), max)
    room = changes.remove_newcomers(room, ())
    assert ([pupil.number for pupil in room.present], room.closed) == ([2, 3], True)


def test_two_taps_start_one_round() -> None:
    """A round is started after the rounds that the teacher has seen, once."""
    room = changes.next_round(room_with(2), 0, (1, 2), ["a"])
    assert changes.next_round(room, 0, (1, 2), ["b"]) is room
    assert len(changes.next_round(room, 1, (1, 2), ["b"]).rounds) == 2
    with pytest.raises(RefusedError, match="no pupils have joined"):
        changes.next_round(room, 1, (), [])


def test_a_round_ends_a_pause_and_clears_the_projector() -> None:
    """With a new round all play, and the projector shows the pairs."""
    room = changes.next_round(room_with(2), 0, (1, 2), ["a"])
    room = changes.project(changes.set_rules(room, True, "free", None, None), Projected("a"))
    assert (room.paused, room.help, room.projected.game) == (True, "free", "a")
    room = changes.next_round(room, 1, (1, 2), ["b"])
    assert (room.paused, room.help, room.projected) == (False, "free", Projected())


def test_a_result_is_recorded_once() -> None:
    """The first result of a game stays; another one changes nothing; nor does a stranger's."""
    room = changes.next_round(room_with(1), 0, (1,), ["a"])
    won = changes.record(room, "a", COMPUTER)
    assert won.current[0].winner == COMPUTER
    assert changes.record(won, "a", 1) is won
    assert changes.record(won, "other", 1) is won


def test_only_games_of_the_room_are_projected() -> None:
    """The projector shows no game that is not the room's."""
    with pytest.raises(RefusedError, match="no such game"):
        changes.project(room_with(2), Projected("elsewhere"))


def test_puzzles_have_three_tries() -> None:
    """A pupil's tries are counted until the puzzle is solved or lost; a pause stops them."""
    room = changes.set_puzzles(room_with(2), ["a", "b"])
    for right in (False, True, True):
        room = changes.answer(room, 1, 0, right)
    for _ in range(5):
        room = changes.answer(room, 2, 1, False)
    assert room.work == {1: {0: "01"}, 2: {1: "000"}}
    assert [room.solved(number) for number in (1, 2)] == [1, 0]
    with pytest.raises(RefusedError, match="no such puzzle"):
        changes.answer(room, 1, 2, True)
    paused = changes.set_rules(room, True, None, None, None)
    with pytest.raises(NotAllowedError, match="paused"):
        changes.answer(paused, 1, 1, True)
    assert changes.set_puzzles(room, []).work == {}
