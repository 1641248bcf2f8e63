"""Games that two people send each other as links."""

from __future__ import annotations

import pytest

from divisor_duel import GAMES
from divisor_duel.errors import RecordError
from divisor_duel.game import Player
from divisor_duel.play.record import Record, write_records
from divisor_duel.web.game.moves import undo
from divisor_duel.web.game.table import RefusedError, Table
from divisor_duel.web.offline.sent_games import SentGame, receive

ID = "abcdefghijklmnop"


def sent(*moves: int, seat: int = 2, resigned: Player | None = None, high: int = 9) -> SentGame:
    """The link after these moves of Divider."""
    record = Record(GAMES["divider"](high=high), moves, resigned=resigned)
    return SentGame(write_records([record]), seat)  # type: ignore[arg-type]


def received(*moves: int) -> Table:
    """The game of a friend who has opened the link after these moves."""
    return receive(ID, None, sent(*moves))[0]


def test_a_friend_gets_the_seat_that_the_link_is_for() -> None:
    """The game has the id of the link, and the friend can play one side only."""
    table, seats = receive(ID, None, sent(4))
    assert (table.id, table.moves) == (ID, (4,))
    assert list(seats) == ["2"]
    assert table.seat_of(seats["2"]) == 2


def test_a_link_continues_the_game() -> None:
    """New moves are added, and an older link changes nothing."""
    table = received(4)
    longer, seats = receive(ID, table, sent(4, 5, seat=1))
    assert (longer.moves, longer.version, seats) == ((4, 5), table.version + 1, {})
    assert receive(ID, longer, sent(4))[0] is longer
    assert receive(ID, longer, sent(4, 5))[0] is longer
    over, _ = receive(ID, longer, sent(4, 5, resigned=Player.ONE))
    assert over.resigned == 1


def test_an_older_link_cannot_end_a_game() -> None:
    """A resignation counts only in the position in which it was made."""
    table = received(4, 5)
    assert receive(ID, table, sent(4, resigned=Player.TWO))[0].resigned is None


def test_a_taken_back_move_may_be_sent_again() -> None:
    """What was undone is forgotten when the opponent has moved on."""
    table = undo(received(4, 5), 2, 2)
    assert table.undone
    longer, _ = receive(ID, table, sent(4, 5, 6))
    assert (longer.moves, longer.undone) == ((4, 5, 6), ())


@pytest.mark.parametrize(
    ("link", "why"),
    [
        (sent(4, 7), "does not continue your game"),
        (sent(4, 5, high=14), "belongs to another game"),
    ],
)
def test_a_link_that_does_not_fit_is_refused(link: SentGame, why: str) -> None:
    """Other moves than those stored, or another set-up."""
    with pytest.raises(RefusedError, match=why):
        receive(ID, received(4, 5), link)


def test_only_sound_links_are_accepted() -> None:
    """Legal moves, two people, and an id that no other name in the browser's storage can equal."""
    illegal = SentGame(sent(4, 6).text.replace("6", "8"), 2)
    with pytest.raises(RecordError, match="8"):
        receive(ID, None, illegal)
    computer = Record(GAMES["divider"](), levels=("human", "easy"))
    with pytest.raises(RefusedError, match="between two people"):
        receive(ID, None, SentGame(write_records([computer]), 2))
    for name in ("recent", "daily", "preference:ratin", ID + "q"):
        with pytest.raises(RefusedError, match="incomplete"):
            receive(name, None, sent(4))
