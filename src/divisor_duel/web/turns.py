"""What is done to a game that is being played: moves, takebacks, giving up, changing sides.

Pure functions: each takes a table as it is and returns it as it becomes, the same
object if nothing changes. Every request names the ply and the version that it answers,
so that a repeat is harmless and a stale one is refused.
"""

from __future__ import annotations

from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Player
from divisor_duel.web.tables import (
    FORMAT,
    LINK,
    MOST_MOVES,
    NotAllowedError,
    RefusedError,
    StaleError,
    Table,
    next_version,
    placed,
)


def move(
    table: Table,
    seat: int,
    ply: int,
    choice: int,
    version: int | None = None,
    now: float = 0.0,
    *,
    lag: float = 0.0,
    unsure: bool = False,
) -> Table:
    """Return the table after the seat's move, or the same table if that move was made before.

    A player whose time was up when the move came, `lag` seconds before `now`, has lost instead.
    """
    if ply != len(table.moves):
        mover = Player(table.first) if ply % 2 == 0 else Player(table.first).other
        if ply < len(table.moves) and table.moves[ply] == choice and mover == seat:
            return table
        raise StaleError(f"the game is at move {len(table.moves)}, not {ply}")
    check_version(table, version)
    if table.outcome:
        raise RefusedError(f"the game is over: {table.outcome.reason}")
    if table.position.to_move != seat:
        raise NotAllowedError(f"it is Player {int(table.position.to_move)}'s turn")
    if table.clock and table.clock.is_up(seat, now - lag):
        return _lost_on_time(table, seat)
    if ply >= MOST_MOVES:
        raise RefusedError(f"a game may have {MOST_MOVES} moves here; the only way out is resign")
    try:
        position = table.rules.play(table.position, choice)
    except IllegalMoveError as error:
        raise RefusedError(str(error)) from None
    clock = table.clock and table.clock.pressed(seat, now, len(table.hashes) == 2, lag)
    moves = *table.moves, choice
    made = next_version(table, moves=moves, undone=(), takeback=None, clock=clock, unsure=unsure)
    return placed(position, made)


def told(table: Table) -> str:
    """The move just made by a person, for servers that know the game before it; or nothing.

    What depends on the time of day is not told: they have to read it.
    """
    return "" if table.clock else f"{table.moves[-1]}:{FORMAT}"


def follow(table: Table, move_told: str) -> Table:
    """The table after a move that another server has made and told; it is made in the same way."""
    choice, _, form = move_told.partition(":")
    if int(form) != FORMAT or table.clock:
        raise StaleError("another version made this move")
    return move(table, int(table.position.to_move), len(table.moves), int(choice))


def _check_ply(table: Table, ply: int, version: int | None) -> None:
    if ply != len(table.moves):
        raise StaleError(f"the game is at move {len(table.moves)}, not {ply}")
    check_version(table, version)


def check_version(table: Table, version: int | None) -> None:
    """Refuse what answers a game that has changed meanwhile, as after a takeback."""
    if version is not None and version < table.touched:
        raise StaleError("the game has changed meanwhile")


def undo(table: Table, seat: int, ply: int, version: int | None = None) -> Table:
    """Take back to the seat's last turn, or between two screens ask to."""
    if table.takeback == seat and ply == len(table.moves):
        return table
    _check_ply(table, ply, version)
    if table.resigned:
        raise RefusedError("the game is over: a resignation cannot be taken back")
    back = _taken_back(table, seat)
    if table.mode != LINK:
        return back
    if table.outcome:
        raise RefusedError("the game is over; offer a rematch instead")
    if table.takeback:
        raise RefusedError("the other player has asked for a takeback; answer that first")
    return next_version(table, takeback=seat)


def _taken_back(table: Table, seat: int) -> Table:
    played, count = table.round, 0
    while played.undo() is not None:
        count += 1
        if played.position.to_move == seat:
            undone_now = table.moves[::-1][:count]
            undone_all = () if table.mode == LINK else (*table.undone, *undone_now)
            moves = tuple(played.moves)
            back = next_version(table, moves=moves, undone=undone_all, takeback=None)
            return placed(played.position, back)
    raise RefusedError(f"Player {seat} has made no move that could be taken back")


def answer_takeback(table: Table, seat: int, accept: bool, version: int | None = None) -> Table:
    """Agree to the takeback that the other seat asked for, refuse it, or withdraw one's own."""
    if not table.takeback:
        raise StaleError("nobody asks for a takeback now")
    check_version(table, version)
    if not accept:
        return next_version(table, takeback=None)
    if table.takeback == seat:
        raise NotAllowedError("the other player has to agree to the takeback")
    return _taken_back(table, table.takeback)


def redo(table: Table, seat: int, ply: int, version: int | None = None) -> Table:
    """Make moves again that were taken back, up to the seat's next turn."""
    _check_ply(table, ply, version)
    if table.mode == LINK:
        raise RefusedError("moves cannot be made again in a game by link")
    if table.resigned:
        raise RefusedError("the game is over: a resignation cannot be taken back")
    if not table.undone:
        raise RefusedError("there is no move to make again")
    position, count = table.position, 0
    for choice in reversed(table.undone):
        position, count = table.rules.play(position, choice), count + 1
        if position.to_move == seat:
            break
    left = len(table.undone) - count
    again = table.undone[left:][::-1]
    moves = (*table.moves, *again)
    return placed(
        position, next_version(table, moves=moves, undone=table.undone[:left], takeback=None)
    )


def resign(table: Table, seat: int, version: int | None = None) -> Table:
    """Give the game up."""
    if table.resigned == seat:
        return table
    check_version(table, version)
    if table.outcome:
        raise RefusedError(f"the game is over: {table.outcome.reason}")
    return next_version(table, resigned=seat, takeback=None)


def swap(table: Table) -> Table:
    """Change sides before the first move.

    Against a computer the person's token follows to the other seat. Two people at one
    screen hold both tokens, so there only the names change places.
    """
    if table.mode == LINK:
        raise RefusedError("sides cannot be swapped in a game by link")
    if table.moves:
        raise RefusedError("sides can be swapped only before the first move")
    hashes = table.hashes
    if not table.between_people:
        hashes = {3 - seat: kept for seat, kept in hashes.items()}
    return next_version(
        table,
        players=table.players[::-1],
        names=table.names[::-1],
        wins=table.wins[::-1],
        hashes=hashes,
        undone=(),
    )


def flag(table: Table, now: float) -> Table:
    """The table lost on time by who is to move, if the time has run out."""
    seat = int(table.position.to_move)
    due = table.clock.due(seat) if table.clock and not table.outcome else None
    if due is None or due > now:
        return table
    return _lost_on_time(table, seat)


def _lost_on_time(table: Table, seat: int) -> Table:
    return next_version(table, resigned=seat, ended="time", takeback=None)


def say_trouble(table: Table, trouble: str) -> Table:
    """Tell who waits that the computer could not find a move."""
    return next_version(table, trouble=trouble)


def give_up_for_computer(table: Table) -> Table:
    """End a game that has grown too long for a computer player to go on with."""
    return next_version(table, resigned=int(table.position.to_move))
