"""Changes to a game being played: moves, takebacks, resigning, swapping sides.

Pure functions: each takes a table and returns the changed table, or the same object if
nothing changes. Every request names the ply and the version that it was made for, so that
a repeated one is harmless and a stale one is refused.
"""

from __future__ import annotations

from divisor_duel.errors import IllegalMoveError
from divisor_duel.web.game.table import (
    FORMAT,
    HELD,
    LINK,
    MOST_MOVES,
    NotAllowedError,
    RefusedError,
    StaleError,
    Table,
    next_version,
    with_position,
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
    said: str = "",
) -> Table:
    """Return the table after the seat's move; unchanged if it was made before.

    A player whose time was up when the move arrived, `lag` seconds before `now`, loses instead.
    """
    if ply != len(table.moves):
        made_before = ply < len(table.moves) and table.moves[ply] == choice
        if made_before and mover(table, ply) == seat:
            return table
        raise StaleError(f"the game is at move {len(table.moves)}, not {ply}")
    check_version(table, version)
    check_not_held(table)
    if table.outcome:
        raise RefusedError(f"the game is over: {table.outcome.reason}")
    if table.position.to_move != seat:
        raise NotAllowedError("it is your opponent's turn")
    if table.clock and table.clock.is_up(seat, now - lag):
        return _lose_on_time(table, seat)
    if ply >= MOST_MOVES:
        raise RefusedError(f"a game can have at most {MOST_MOVES} moves here; you can only resign")
    try:
        position = table.rules.play(table.position, choice)
    except IllegalMoveError as error:
        raise RefusedError(str(error)) from None
    clock = table.clock and table.clock.pressed(seat, now, len(table.hashes) == 2, lag)
    moves = *table.moves, choice
    made = next_version(
        table, moves=moves, undone=(), takeback=None, clock=clock, unsure=unsure, said=said
    )
    return with_position(position, made)


def mover(table: Table, ply: int) -> int:
    """Return the seat that makes, or made, the move after `ply` moves."""
    if ply == len(table.moves):
        return int(table.position.to_move)
    return table.first if ply % 2 == 0 else 3 - table.first


def move_between(table: Table, changed: Table) -> str:
    """Return the move that led to a changed table, as it is sent to other servers.

    It is empty if more than a move has changed, or if the game has a clock, which depends on the
    time of day: the other servers must then read the game.
    """
    notes = changed.unsure or changed.said
    plain = not (changed.undone or changed.clock or notes or changed.resigned)
    if plain and len(changed.moves) == len(table.moves) + 1:
        return f"{changed.moves[-1]}:{FORMAT}"
    return ""


def replay(table: Table, text: str) -> Table:
    """Return the table after a move that another server has made and sent."""
    choice, _, sender_format = text.partition(":")
    if int(sender_format) != FORMAT or table.clock:
        raise StaleError("another version made this move")
    return move(table, int(table.position.to_move), len(table.moves), int(choice))


def _check_ply(table: Table, ply: int, version: int | None) -> None:
    if ply != len(table.moves):
        raise StaleError(f"the game is at move {len(table.moves)}, not {ply}")
    check_version(table, version)


def check_version(table: Table, version: int | None) -> None:
    """Raise StaleError if the game has changed since `version`, as by a takeback."""
    if version is not None and version < table.touched:
        raise StaleError("the game has changed")


def check_not_held(table: Table) -> None:
    """Raise NotAllowedError if the teacher has paused or closed the game."""
    if table.held:
        raise NotAllowedError(HELD[table.held])


def undo(table: Table, seat: int, ply: int, version: int | None = None) -> Table:
    """Take back to the seat's last turn; in a link game, ask the opponent first."""
    if table.takeback == seat and ply == len(table.moves):
        return table
    _check_ply(table, ply, version)
    check_not_held(table)
    if table.resigned:
        raise RefusedError("the game is over; you cannot take back a resignation")
    back = _take_back(table, seat)
    if table.mode != LINK:
        return back
    if table.outcome:
        raise RefusedError("the game is over; offer a rematch instead")
    if not table.between_people:
        if table.help != "free":
            raise NotAllowedError("your teacher has turned off taking back moves")
        return back
    if table.takeback:
        raise RefusedError("your opponent wants to take back a move; answer that first")
    return next_version(table, takeback=seat)


def _take_back(table: Table, seat: int) -> Table:
    played, count = table.round, 0
    while played.undo() is not None:
        count += 1
        if played.position.to_move == seat:
            undone_now = table.moves[::-1][:count]
            undone_all = () if table.mode == LINK else (*table.undone, *undone_now)
            moves = tuple(played.moves)
            back = next_version(table, moves=moves, undone=undone_all, takeback=None)
            return with_position(played.position, back)
    raise RefusedError("there is no move to take back")


def answer_takeback(table: Table, seat: int, accept: bool, version: int | None = None) -> Table:
    """Accept or refuse the opponent's takeback, or withdraw the seat's own."""
    if not table.takeback:
        raise StaleError("your opponent has not asked to take back a move")
    check_version(table, version)
    check_not_held(table)
    if not accept:
        return next_version(table, takeback=None)
    if table.takeback == seat:
        raise NotAllowedError("your opponent must agree to take back the move")
    return _take_back(table, table.takeback)


def redo(table: Table, seat: int, ply: int, version: int | None = None) -> Table:
    """Redo moves that were taken back, up to the seat's next turn."""
    _check_ply(table, ply, version)
    if table.mode == LINK:
        raise RefusedError("you cannot redo moves in a game played with a link")
    if table.resigned:
        raise RefusedError("the game is over; you cannot take back a resignation")
    if not table.undone:
        raise RefusedError("there is no move to redo")
    position, count = table.position, 0
    for choice in reversed(table.undone):
        position, count = table.rules.play(position, choice), count + 1
        if position.to_move == seat:
            break
    left = len(table.undone) - count
    again = table.undone[left:][::-1]
    moves = (*table.moves, *again)
    return with_position(
        position, next_version(table, moves=moves, undone=table.undone[:left], takeback=None)
    )


def resign(table: Table, seat: int, version: int | None = None) -> Table:
    """Resign the game."""
    if table.resigned == seat:
        return table
    check_version(table, version)
    if table.outcome:
        raise RefusedError(f"the game is over: {table.outcome.reason}")
    check_not_held(table)
    return next_version(table, resigned=seat, takeback=None)


def swap(table: Table) -> Table:
    """Swap sides before the first move.

    Against a computer the person's token moves to the other seat. Two people at one screen
    share both tokens, so there only the names swap.
    """
    if table.mode == LINK:
        raise RefusedError("you cannot swap sides in a game played with a link")
    if table.moves:
        raise RefusedError("you can swap sides only before the first move")
    hashes = table.hashes
    if not table.between_people:
        hashes = {3 - seat: hashed for seat, hashed in hashes.items()}
    return next_version(
        table,
        players=table.players[::-1],
        names=table.names[::-1],
        wins=table.wins[::-1],
        hashes=hashes,
        undone=(),
    )


def check_time(table: Table, now: float) -> Table:
    """End the game if the player to move has run out of time."""
    seat = int(table.position.to_move)
    due = table.clock.due(seat) if table.clock and not table.outcome else None
    if due is None or due > now:
        return table
    return _lose_on_time(table, seat)


def _lose_on_time(table: Table, seat: int) -> Table:
    return next_version(table, resigned=seat, ended="time", takeback=None)


def with_trouble(table: Table, trouble: str) -> Table:
    """Note why the computer could not find a move, for the player who waits."""
    return next_version(table, trouble=trouble)


def resign_for_computer(table: Table) -> Table:
    """Resign for a computer player, in a game that has become too long."""
    return next_version(table, resigned=int(table.position.to_move))
