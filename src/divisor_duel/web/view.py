"""What a reader is shown of a game: the state, and a view made for each game's board.

Everything comes from the rules' own objects, so that the page need not compute any.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from divisor_duel.engine.levels import NOT_SURE
from divisor_duel.game import Game, Player
from divisor_duel.games.parts import PAGE, find
from divisor_duel.games.registry import every_game
from divisor_duel.match import Round
from divisor_duel.numbers import listed
from divisor_duel.record import HUMAN
from divisor_duel.web import clocks
from divisor_duel.web.messages import (
    ClockMessage,
    NextGame,
    PlainView,
    Rematch,
    Standing,
    State,
    Takeback,
    encode,
)
from divisor_duel.web.rematch import tokens_for
from divisor_duel.web.seats import vacant
from divisor_duel.web.tables import HEADING, LINK, Table, is_waiting, score


class Presence(NamedTuple):
    """Who of the players of a game by link is not there."""

    away: Mapping[int, bool] = {}
    """Not seen for a while."""
    gone: Mapping[int, bool] = {}
    """Not seen for so long that the other may claim the win."""


UNKNOWN = Presence()
"""Of a game that is no game by link, nothing is known of who is there."""

BOTH_HERE = Presence({1: False, 2: False})
_ALL_HERE = (UNKNOWN, BOTH_HERE)
_NOBODY = {"1": False, "2": False}


def state_of(table: Table, presence: Presence = UNKNOWN, ply: int | None = None) -> State:
    """The state of a game, now or as it was after `ply` moves."""
    standing = _standing(table, presence, ply)
    rest = {name: getattr(standing, name) for name in standing.__struct_fields__}
    return State(**_heading(table), **rest)


def state_now(table: Table, presence: Presence) -> bytes:
    """The same as JSON, now: what does not change from move to move is encoded once."""
    begin = table.__dict__.get(HEADING)
    if begin is None:
        begin = table.__dict__[HEADING] = encode(_heading(table))[:-1] + b","
    told: bytes = begin + encode(_standing(table, presence))[1:]
    return told


def _heading(table: Table) -> dict[str, Any]:
    return {
        "id": table.id,
        "game": table.game,
        "title": table.rules.title,
        "options": table.options,
        "phrase": table.rules.phrase(),
        "mode": table.mode,
        "first": table.first,
        "start": table.start,
        "players": _both(table.players),
        "names": _both(table.names),
    }


def _standing(table: Table, presence: Presence, ply: int | None = None) -> Standing:
    then = ply is not None and ply < len(table.moves)
    played = table.after(ply or 0) if then else table.round
    game, position, moves = played.game, played.position, table.moves[:ply]
    outcome = None if then else table.outcome
    legal = game.legal_moves(position) if then else table.legal
    view = _view(played, legal)
    return Standing(
        version=table.version,
        ply=len(moves),
        played=moves,
        redo=0 if then else len(table.undone),
        to_move=int(position.to_move),
        legal=legal,
        problems=problems(game, position, legal, view),
        over=outcome is not None,
        winner=int(outcome.winner) if outcome else None,
        reason=outcome.reason if outcome else None,
        resigned=None if then else table.resigned,
        ended=table.ended if outcome and table.resigned else None,
        takeback=Takeback(table.takeback, len(table.moves)) if table.takeback else None,
        rematch=Rematch(
            table.offers, NextGame(table.next_id) if table.next_id and table.next_open else None
        ),
        score=_both(score(table)),
        away=_NOBODY if presence in _ALL_HERE else _away(table, presence.away),
        gone={str(seat): presence.gone.get(seat, False) for seat in (1, 2)}
        if presence.gone
        else _NOBODY,
        values_allowed=values_allowed(table),
        thinking=not then and is_waiting(table) and not table.trouble,
        trouble=table.trouble,
        note=NOT_SURE if table.unsure and not then else None,
        vacant=vacant(table),
        open=table.open,
        clock=clock_of(table),
        view=view,
    )


def clock_of(table: Table) -> ClockMessage | None:
    """The clock as it stands now."""
    clock = table.clock
    if clock is None:
        return None
    left, running = list(clock.left), clock.since is not None and not table.outcome
    if running and clock.since is not None:
        left[int(table.position.to_move) - 1] -= max(clocks.now() - clock.since, 0.0)
    times = {str(seat): round(max(left[seat - 1], 0.0), 1) for seat in (1, 2)}
    return ClockMessage(clock.per, clock.seconds, clock.increment, times, running)


LARGE = 100
"""Views of positions with more moves take a while, so a few of them are remembered."""


def _view(played: Round, legal: tuple[int, ...]) -> Any:
    if len(legal) > LARGE:
        return _large_view(played.game, played.first, tuple(played.moves), played.start, legal)
    return _make_view(played, legal)


@lru_cache(maxsize=32)
def _large_view(
    game: Game[Any], first: Player, moves: tuple[int, ...], start: Any, legal: tuple[int, ...]
) -> Any:
    return _make_view(Round(game, first, moves, start), legal)


def _make_view(played: Round, legal: tuple[int, ...]) -> Any:
    page = find(played.game, PAGE)
    return (page.view if page else plain_view)(played, legal)


def problems(
    game: Game[Any], position: Any, legal: tuple[int, ...], view: Any
) -> dict[str, tuple[int, ...]]:
    """Why the other numbers on a board may not be played, so that the page can say it at once.

    Each reason is told once, with ``{}`` for the number, and of boards of a usual size only. One
    that names no numbers is that of all the rest.
    """
    shown = getattr(view, "numbers", None) or [int(one) for one in getattr(view, "symbols", ())]
    if not legal or len(shown) > LARGE:
        return {}
    groups = game.refused_alike(position)
    if groups is None:
        found = dict[str, tuple[int, ...]]()
        for number in sorted(set(shown).difference(legal)):
            reason = _reason(game, position, number)
            found[reason] = (*found.get(reason, ()), number)
        return found
    there = {reason: mask for reason, mask in groups.items() if mask}
    rest = next(reversed(there), None)
    return {reason: () if reason is rest else listed(mask) for reason, mask in there.items()}


def _reason(game: Game[Any], position: Any, number: int) -> str:
    return game.problem(position, number).replace(game.format_move(number), "{}", 1)


def for_player(state: State, table: Table, seat: int, token: str) -> State:
    """The state with what only the player who shows this token may see."""
    state.you = seat
    tokens = tokens_for(table, seat, token)
    if state.rematch.next and tokens:
        state.rematch.next.seat_token_for_you = tokens[seat]
        state.rematch.next.seats = {str(one): made for one, made in tokens.items()}
    return state


def values_allowed(table: Table) -> bool:
    """Whether the engine may be asked: not while two people are still playing."""
    return not table.between_people or table.outcome is not None


def _away(table: Table, away: Mapping[int, bool]) -> dict[str, bool]:
    """Only someone at another screen can be away."""
    return {
        str(seat): table.mode == LINK and table.level(seat) == HUMAN and away.get(seat, False)
        for seat in (1, 2)
    }


def _both(pair: tuple[Any, Any]) -> dict[str, Any]:
    return {"1": pair[0], "2": pair[1]}


def plain_view(played: Round, legal: tuple[int, ...]) -> PlainView:
    """What is shown of a game that has no view of its own."""
    game = played.game
    return PlainView(
        told=game.describe(played.position),
        symbols={str(move): game.format_move(move) for move in legal},
    )


def symbols_of(game: Game[Any], moves: Iterable[int]) -> dict[str, str]:
    """How moves are written, of those that are not written as their numbers."""
    written = {str(move): game.format_move(move) for move in moves}
    return {move: told for move, told in written.items() if move != told}


def views() -> list[type[Any]]:
    """Every kind of view that a state may hold."""
    own = [find(game, PAGE) for game in every_game().values()]
    return [PlainView, *(page.state for page in own if page)]
