"""The state of a game as readers see it, with a view made for each game's board.

Everything comes from the rules, so that the page need not compute anything itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias, TypedDict, TypeVar

from msgspec import Struct

from divisor_duel.engine import Engine
from divisor_duel.engine.levels import NOT_SURE
from divisor_duel.game import AnyGame, Player, Position
from divisor_duel.games.parts import PAGE, G, P, Page, find
from divisor_duel.games.parts import State as BoardState
from divisor_duel.games.registry import every_game
from divisor_duel.numbers import listed
from divisor_duel.play.match import Round
from divisor_duel.play.record import HUMAN
from divisor_duel.web.game import clock as clocks
from divisor_duel.web.game.rematch import tokens_for
from divisor_duel.web.game.seats import vacant
from divisor_duel.web.game.table import HEADING, LINK, Table, is_waiting, score
from divisor_duel.web.schema.analysis import ProofDrawing
from divisor_duel.web.schema.states import (
    ClockMessage,
    NextGame,
    PlainView,
    Rematch,
    Standing,
    State,
    Takeback,
    encode,
)

T = TypeVar("T")

GamePage: TypeAlias = Page[G, P, BoardState, Round[P], Engine, ProofDrawing]
"""The type of `PAGE` in a game's `page/__init__.py`."""


class Presence(NamedTuple):
    """Which players of a link game are not connected."""

    away: Mapping[int, bool] = {}
    """Not seen for a while."""
    gone: Mapping[int, bool] = {}
    """Not seen for so long that the opponent may claim the win."""


UNKNOWN = Presence()
"""Presence is tracked only in link games; this stands for all others."""

BOTH_HERE = Presence({1: False, 2: False})
_ALL_HERE = (UNKNOWN, BOTH_HERE)
_NEITHER = {"1": False, "2": False}


def state_of(table: Table, presence: Presence = UNKNOWN, ply: int | None = None) -> State:
    """Return the state of a game, now or as it was after `ply` moves."""
    standing = _standing(table, presence, ply)
    rest = {name: getattr(standing, name) for name in standing.__struct_fields__}
    return State(**_heading(table), **rest)


def state_now(table: Table, presence: Presence) -> bytes:
    """Return the current state as JSON; what moves cannot change is encoded once."""
    heading = table.__dict__.get(HEADING)
    if heading is None:
        heading = table.__dict__[HEADING] = encode(_heading(table))[:-1] + b","
    state: bytes = heading + encode(_standing(table, presence))[1:]
    return state


class _Heading(TypedDict):
    """What moves cannot change of a state."""

    id: str
    game: str
    title: str
    short_title: str
    summary: str
    options: dict[str, int | str]
    phrase: str
    mode: str
    first: int
    start: str
    players: dict[str, str]
    names: dict[str, str]


def _heading(table: Table) -> _Heading:
    return {
        "id": table.id,
        "game": table.game,
        "title": table.rules.title,
        "short_title": table.rules.short_title,
        "summary": table.rules.goal,
        "options": table.options,
        "phrase": table.rules.phrase(),
        "mode": table.mode,
        "first": table.first,
        "start": table.start,
        "players": _both(table.players),
        "names": _both(table.names),
    }


def _standing(table: Table, presence: Presence, ply: int | None = None) -> Standing:
    is_past = ply is not None and ply < len(table.moves)
    played = table.after(ply or 0) if is_past else table.round
    game, position, moves = played.game, played.position, table.moves[:ply]
    outcome = None if is_past else table.outcome
    legal = game.legal_moves(position) if is_past else table.legal
    view = _view(played, legal)
    return Standing(
        version=table.version,
        ply=len(moves),
        played=moves,
        redo=0 if is_past else len(table.undone),
        to_move=int(position.to_move),
        legal=legal,
        problems=problems(game, position, legal, view),
        over=outcome is not None,
        winner=int(outcome.winner) if outcome else None,
        reason=outcome.reason if outcome else None,
        resigned=None if is_past else table.resigned,
        ended=table.ended if outcome and table.resigned else None,
        takeback=Takeback(table.takeback, len(table.moves)) if table.takeback else None,
        reactions={str(seat): mark for seat, mark in table.reactions.items()},
        rematch=Rematch(
            table.offers, NextGame(table.next_id) if table.next_id and table.next_open else None
        ),
        score=_both(score(table)),
        away=_NEITHER if presence in _ALL_HERE else _away(table, presence.away),
        gone={str(seat): presence.gone.get(seat, False) for seat in (1, 2)}
        if presence.gone
        else _NEITHER,
        values_allowed=values_allowed(table),
        thinking=not is_past and is_waiting(table) and not table.trouble,
        trouble=table.trouble,
        note=None if is_past else NOT_SURE if table.unsure else table.said or None,
        vacant=vacant(table),
        open=table.open,
        clock=clock_of(table),
        view=view,
    )


def clock_of(table: Table) -> ClockMessage | None:
    """Return the clock as it stands now."""
    clock = table.clock
    if clock is None:
        return None
    left, running = list(clock.left), clock.since is not None and not table.outcome
    if running and clock.since is not None:
        left[int(table.position.to_move) - 1] -= max(clocks.now() - clock.since, 0.0)
    times = {str(seat): round(max(left[seat - 1], 0.0), 1) for seat in (1, 2)}
    return ClockMessage(clock.per, clock.seconds, clock.increment, times, running)


LARGE = 100
"""Number of legal moves above which a view takes a while, so that a few are cached."""


def _view(played: Round[Position], legal: tuple[int, ...]) -> Struct:
    if len(legal) > LARGE:
        return _large_view(played.game, played.first, tuple(played.moves), played.start, legal)
    return _make_view(played, legal)


@lru_cache(maxsize=32)
def _large_view(
    game: AnyGame, first: Player, moves: tuple[int, ...], start: Position, legal: tuple[int, ...]
) -> Struct:
    return _make_view(Round(game, first, moves, start), legal)


def _make_view(played: Round[Position], legal: tuple[int, ...]) -> Struct:
    page: GamePage[AnyGame, Position, Struct] | None = find(played.game, PAGE)
    return (page.view if page else plain_view)(played, legal)


def problems(
    game: AnyGame, position: Position, legal: tuple[int, ...], view: Struct
) -> dict[str, tuple[int, ...]]:
    """Return why the other numbers on a board are illegal, for the page to show.

    Each reason appears once, with ``{}`` for the number. A reason without numbers is that of
    all the others. Large boards have no reasons.
    """
    shown = getattr(view, "numbers", None) or [int(text) for text in getattr(view, "symbols", ())]
    if not legal or len(shown) > LARGE:
        return {}
    groups = game.illegal_by_reason(position)
    if groups is None:
        numbers = dict[str, tuple[int, ...]]()
        for number in sorted(set(shown).difference(legal)):
            reason = _reason(game, position, number)
            numbers[reason] = (*numbers.get(reason, ()), number)
        return numbers
    masks = {reason: mask for reason, mask in groups.items() if mask}
    last = next(reversed(masks), None)
    return {reason: () if reason is last else listed(mask) for reason, mask in masks.items()}


def _reason(game: AnyGame, position: Position, number: int) -> str:
    return game.why_illegal(position, number).replace(game.format_move(number), "{}", 1)


def for_player(state: State, table: Table, seat: int, token: str) -> State:
    """Add to a state what only the player who holds this token may see."""
    state.you = seat
    tokens = tokens_for(table, seat, token)
    if state.rematch.next and tokens:
        state.rematch.next.seat_token_for_you = tokens[seat]
        state.rematch.next.seats = {str(number): own for number, own in tokens.items()}
    return state


def values_allowed(table: Table) -> bool:
    """Return True if the engine may be asked: after the game, or as its teacher or mode says."""
    if table.help and not table.outcome:
        return table.help == "free"
    return not table.between_people or table.outcome is not None


def _away(table: Table, away: Mapping[int, bool]) -> dict[str, bool]:
    """Return who is away: only a person at another screen can be."""
    return {
        str(seat): table.mode == LINK and table.level(seat) == HUMAN and away.get(seat, False)
        for seat in (1, 2)
    }


def _both(pair: tuple[T, T]) -> dict[str, T]:
    return {"1": pair[0], "2": pair[1]}


def plain_view(played: Round[Position], legal: tuple[int, ...]) -> PlainView:
    """Return the view of a game that has none of its own."""
    game = played.game
    return PlainView(
        told=game.describe(played.position),
        symbols={str(move): game.format_move(move) for move in legal},
    )


def symbols_of(game: AnyGame, moves: Iterable[int]) -> dict[str, str]:
    """Return how moves are written, except those written as their numbers."""
    written = {str(move): game.format_move(move) for move in moves}
    return {move: text for move, text in written.items() if move != text}


def views() -> list[type[Struct]]:
    """Return every type of view that a state may hold."""
    own = [find(game, PAGE) for game in every_game().values()]
    return [PlainView, *(page.state for page in own if page)]
