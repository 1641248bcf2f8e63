"""Five two-player divisibility games: rules, exact play and ways to play them.

Public names are imported on first use, so that commands that need none of them
start quickly.
"""

from __future__ import annotations

from importlib import import_module

from divisor_duel.version import __version__ as __version__

TYPE_CHECKING = False  # type checkers know this name; importing `typing` would cost time
if TYPE_CHECKING:
    from divisor_duel.engine import Analysis, MoveValue, analyze
    from divisor_duel.errors import (
        DuelError,
        IllegalMoveError,
        MoveTextError,
        OptionsError,
        RecordError,
        SavedGameError,
    )
    from divisor_duel.game import Game, Outcome, Player, Value
    from divisor_duel.games.typed_games import TypedGames
    from divisor_duel.play.match import Match, Round
    from divisor_duel.play.record import Record, read_records, write_records

    GAMES: TypedGames

_EXPORTS = {
    "divisor_duel.engine": ("Analysis", "MoveValue", "analyze"),
    "divisor_duel.errors": (
        "DuelError",
        "IllegalMoveError",
        "MoveTextError",
        "OptionsError",
        "RecordError",
        "SavedGameError",
    ),
    "divisor_duel.game": ("Game", "Outcome", "Player", "Value"),
    "divisor_duel.play.match": ("Match", "Round"),
    "divisor_duel.play.record": ("Record", "read_records", "write_records"),
    "divisor_duel.games.registry": ("GAMES",),
}

__all__ = [
    "GAMES",
    "Analysis",
    "DuelError",
    "Game",
    "IllegalMoveError",
    "Match",
    "MoveTextError",
    "MoveValue",
    "OptionsError",
    "Outcome",
    "Player",
    "Record",
    "RecordError",
    "Round",
    "SavedGameError",
    "Value",
    "analyze",
    "read_records",
    "write_records",
]


def __getattr__(name: str) -> object:
    for module, names in _EXPORTS.items():
        if name in names:
            value = globals()[name] = getattr(import_module(module), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
