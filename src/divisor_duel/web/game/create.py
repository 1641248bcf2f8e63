"""New games: check what a client asks for, and make the table of the game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from msgspec.structs import replace

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Game, Player, Preset, brief
from divisor_duel.games.parts import PAGE, find
from divisor_duel.games.registry import COMPOUND, GAMES, find_game, set_up
from divisor_duel.learn.puzzle import THEMES
from divisor_duel.play.positions import read_position, write_position
from divisor_duel.play.record import HUMAN, Record, read_records
from divisor_duel.text import clean_text
from divisor_duel.web.game.clock import new_clock
from divisor_duel.web.game.rematch import new_id
from divisor_duel.web.game.seats import new_invitation
from divisor_duel.web.game.table import (
    FORMAT,
    HERE,
    LINK,
    MOST_MOVES,
    RefusedError,
    Table,
    hash_token,
)
from divisor_duel.web.schema.requests import NewGame
from divisor_duel.web.schema.states import (
    Catalog,
    GameMessage,
    OptionMessage,
    PresetMessage,
    RecordedGame,
)

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


def catalog() -> Catalog:
    """Return all games with their options and limits, and the computer's levels."""
    return Catalog(
        levels=list(OPPONENTS),
        games=[_describe(game) for game in GAMES.values()],
        themes=list(THEMES),
        made=[_describe(find_game(name)) for name in COMPOUND],
    )


def _describe(game: type[Game[Any]]) -> GameMessage:
    limits = _limits(game)
    return GameMessage(
        id=game.id,
        title=game.title,
        summary=game.summary,
        rules=game.rules(),
        options=[OptionMessage(*spec) for spec in game.option_specs()],
        fair=_preset(game, game.fair),
        recommended=_preset(game, game.recommended),
        rule_book=_preset(game, Preset({}, "The rule book's own.")),
        limits=dict(limits),
        impartial=game.impartial,
    )


def _preset(game: type[Game[Any]], preset: Preset) -> PresetMessage:
    rules = set_up(game, preset.options)
    return PresetMessage(rules.options, rules.phrase(), preset.why)


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


def _terms(request: NewGame, linked: bool) -> dict[str, Any]:
    """Return the fields of a table for an open seat and a clock."""
    if request.open and not linked:
        raise RefusedError("only a game between two people can be open to anybody")
    terms: dict[str, Any] = {"open": True, "opened": INVITED} if request.open else {}
    if request.clock:
        if not linked:
            raise RefusedError("clocks are for games by link")
        terms["clock"] = new_clock(
            request.clock.per, request.clock.seconds, request.clock.increment
        )
    return terms


def read_limited_record(text: str) -> Record:
    """Return the only record in a text; check its size before computing anything."""
    seen: list[Game[Any]] = []

    def allow(game: Game[Any], moves: int) -> None:
        if seen:
            raise RefusedError("one record at a time, please: this text holds several")
        seen.append(game)
        _check_size(game)
        if moves > MOST_MOVES:
            raise RefusedError(f"a game may have {MOST_MOVES} moves here, not {moves}")

    (record,) = read_records(text, allow)
    return record


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


def set_up_limited(name: str, options: Mapping[str, Any]) -> Game[Any]:
    """Return a game with its options; RefusedError if it is too large here."""
    rules = set_up(name, options)
    _check_size(rules)
    return rules


def start_of(rules: Game[Any], text: str, first: Player) -> str:
    """Return a starting position as it is stored: empty for the game's own start."""
    made = write_position(rules, read_position(rules, text, first)) if text else ""
    return "" if made == write_position(rules, rules.start(first)) else made


def _limits(game: type[Game[Any]]) -> Mapping[str, int]:
    """Return the largest options that boards can show and the server can handle."""
    page = find(game, PAGE)
    return page.limits if page else {}


def _check_size(rules: Game[Any]) -> None:
    page = find(rules, PAGE)
    for component in page.made_of(rules) if page and page.made_of else ():
        _check_size(component)
    options = rules.options
    for name, most in _limits(type(rules)).items():
        if int(options[name]) > most:
            raise RefusedError(f"{name} may be {most} at the most here, not {options[name]}")


def read_name(name: str) -> str:
    """Return a name as it is shown; RefusedError if it is too long or unreadable."""
    name = " ".join(name.split())
    if not name or name != clean_text(name) or len(name) > LONGEST_NAME:
        problem = f"a name has 1 to {LONGEST_NAME} printable characters, not {brief(name)}"
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
