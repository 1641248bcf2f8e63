"""Make the table of a new game, from a client's request or from a record.

This is where seats get their tokens and invitations. Rematches are made in `rematch`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple, TypedDict

from msgspec.structs import replace

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Player, brief
from divisor_duel.games.registry import set_up
from divisor_duel.play.record import HUMAN, Record
from divisor_duel.text import clean_text
from divisor_duel.web.game.clock import GameClock, new_clock
from divisor_duel.web.game.rematch import new_id
from divisor_duel.web.game.seats import new_invitation
from divisor_duel.web.game.setup_limits import read_limited_record, set_up_limited, start_of
from divisor_duel.web.game.table import FORMAT, HERE, LINK, RefusedError, Table, hash_token
from divisor_duel.web.schema.requests import NewGame
from divisor_duel.web.schema.states import RecordedGame

LONGEST_NAME = 40
"""Length limit of a player's name, in characters."""

INVITED = 2
"""The seat of a link game that the invitation is for."""


class NewTable(NamedTuple):
    """A new game with its secrets, which are sent only once."""

    table: Table
    tokens: dict[int, str]
    """The token of each seat that belongs to the game's creator."""
    invitations: dict[int, str]
    """The invitation to each other seat."""


def new_table(request: NewGame, owner: str = "") -> NewTable:
    """Return a new game and the secrets of its human seats."""
    rules = set_up_limited(request.game, request.options)
    players = (request.players.get("1", HUMAN), request.players.get("2", HUMAN))
    for seat, player in enumerate(players, 1):
        if player != HUMAN and player not in OPPONENTS:
            known = ", ".join([HUMAN, *OPPONENTS])
            raise RefusedError(f"player {seat} must be one of {known}, not {brief(player)}")
    names = _names(players, {int(seat): name for seat, name in request.names.items()})
    first = secrets.randbelow(2) + 1 if request.first == "random" else int(request.first)
    linked = (request.mode == LINK or request.open) and players == (HUMAN, HUMAN)
    record = Record(
        rules,
        tuple(request.moves),
        Player(first),
        names=names,
        levels=players,
        start=start_of(rules, request.position, Player(first)),
    )
    try:
        *_, _ = record.positions()
    except IllegalMoveError as error:
        raise RefusedError(str(error)) from None
    made = _seat_players(record, linked, owner)
    return made._replace(table=replace(made.table, **_terms(request, linked)))


class _Terms(TypedDict, total=False):
    """The fields of a table for an open seat and a clock."""

    open: bool
    opened: int
    clock: GameClock


def _terms(request: NewGame, linked: bool) -> _Terms:
    """Return the fields of a table for an open seat and a clock."""
    if request.open and not linked:
        raise RefusedError("only a game between two people can be open to anyone")
    terms: _Terms = {"open": True, "opened": INVITED} if request.open else {}
    if request.clock:
        if not linked:
            raise RefusedError("only games played with a link can have a clock")
        terms["clock"] = new_clock(
            request.clock.per, request.clock.seconds, request.clock.increment
        )
    return terms


def read_game(text: str) -> RecordedGame:
    """Return the game in a text that holds one record."""
    record = read_limited_record(text)
    one, two = (level if level in OPPONENTS else HUMAN for level in record.levels)
    given = {
        seat: name
        for seat, name in enumerate(record.names, 1)
        if name.strip() and len(name) <= LONGEST_NAME
    }
    return RecordedGame(
        game=record.game.id,
        options=record.game.options,
        moves=record.moves,
        first=int(record.first),
        players=(one, two),
        names=_names((one, two), given),
        date=record.date,
        resigned=int(record.resigned) if record.resigned else None,
        start=record.start,
    )


def table_from_record(read: RecordedGame, owner: str = "") -> NewTable:
    """Return a game read from a record, to be reviewed or continued."""
    record = Record(
        set_up(read.game, read.options),
        read.moves,
        Player(read.first),
        read.names,
        read.players,
        read.date,
        resigned=Player(read.resigned) if read.resigned else None,
        start=read.start,
    )
    return _seat_players(record, False, owner)


def read_name(name: str) -> str:
    """Return a name as it is shown; RefusedError if it is too long or unreadable."""
    name = " ".join(name.split())
    if not name or name != clean_text(name) or len(name) > LONGEST_NAME:
        problem = f"a name must have 1 to {LONGEST_NAME} printable characters, not {brief(name)}"
        raise RefusedError(problem)
    return name


def _names(players: tuple[str, str], given: Mapping[int, str]) -> tuple[str, str]:
    both = HUMAN not in players
    names = []
    for seat, player in enumerate(players, 1):
        computer = f"Computer {seat}" if both else "Computer"
        default = f"Player {seat}" if player == HUMAN else computer
        names.append(read_name(given.get(seat, default)))
    return names[0], names[1]


def _seat_players(record: Record, linked: bool, owner: str) -> NewTable:
    """Return a game's table; in a link game, seat 2 is for the player invited."""
    people = [seat for seat, player in enumerate(record.levels, 1) if player == HUMAN]
    invited = [INVITED] if linked else []
    tokens = {seat: secrets.token_urlsafe(24) for seat in people if seat not in invited}
    invitations = {seat: new_invitation() for seat in invited}
    table = Table(
        id=new_id(),
        game=record.game.id,
        options=record.game.options,
        mode=LINK if linked else HERE,
        first=int(record.first),
        players=record.levels,
        names=record.names,
        seed=secrets.randbits(32),
        date=record.date or f"{datetime.now(UTC):%Y-%m-%d}",
        hashes={seat: hash_token(token) for seat, token in tokens.items()},
        moves=record.moves,
        start=record.start,
        resigned=int(record.resigned) if record.resigned else None,
        owner=owner,
        invitations={seat: hash_token(secret) for seat, secret in invitations.items()},
        format=FORMAT,
    )
    return NewTable(table, tokens, invitations)
