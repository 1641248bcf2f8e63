"""Five two-player divisibility games: rules, exact play and ways to play them."""

__version__ = "0.1.0"
from divisor_duel.errors import (
    DuelError,
    IllegalMoveError,
    MoveTextError,
    OptionsError,
    RecordError,
    SavedGameError,
)
from divisor_duel.game import Game, Outcome, Player
from divisor_duel.rules import GAMES

__all__ = [
    "GAMES",
    "DuelError",
    "Game",
    "IllegalMoveError",
    "MoveTextError",
    "OptionsError",
    "Outcome",
    "Player",
    "RecordError",
    "SavedGameError",
]
