"""Read set-ups, positions and records from clients, within size limits.

The limits of a game are those of its page: the largest options that its board can show.
"""

from __future__ import annotations

from collections.abc import Mapping

from divisor_duel.game import AnyGame, OptionValue, Player
from divisor_duel.games.parts import PAGE, find
from divisor_duel.games.registry import set_up
from divisor_duel.play.positions import read_position, write_position
from divisor_duel.play.record import Record, read_records
from divisor_duel.web.game.table import MOST_MOVES, RefusedError


def set_up_limited(name: str, options: Mapping[str, OptionValue]) -> AnyGame:
    """Return a game with its options; RefusedError if it is too large here."""
    rules = set_up(name, options)
    _check_size(rules)
    return rules


def start_of(rules: AnyGame, text: str, first: Player) -> str:
    """Return a starting position as it is stored: empty for the game's own start."""
    made = write_position(rules, read_position(rules, text, first)) if text else ""
    return "" if made == write_position(rules, rules.start(first)) else made


def largest_options(game: type[AnyGame]) -> Mapping[str, int]:
    """Return the largest options that boards can show and the server can handle."""
    page = find(game, PAGE)
    return page.limits if page else {}


def _check_size(rules: AnyGame) -> None:
    page = find(rules, PAGE)
    for component in page.components(rules) if page and page.components else ():
        _check_size(component)
    options, limits = rules.options, largest_options(type(rules))
    for spec in rules.option_specs():
        most = limits.get(spec.name)
        if most is not None and int(options[spec.name]) > most:
            what = spec.help.partition(";")[0]
            raise RefusedError(f"{what} can be at most {most}, not {options[spec.name]}")


def read_limited_record(text: str) -> Record:
    """Return the only record in a text; check its size before computing anything."""
    seen: list[AnyGame] = []

    def allow(game: AnyGame, moves: int) -> None:
        if seen:
            raise RefusedError("paste one game at a time; this text has several")
        seen.append(game)
        _check_size(game)
        if moves > MOST_MOVES:
            raise RefusedError(f"a game can have at most {MOST_MOVES} moves here, not {moves}")

    (record,) = read_records(text, allow)
    return record
