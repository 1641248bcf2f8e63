"""The type of `divisor_duel.GAMES`, by which type checkers know the options of each game.

Only type checkers read this module: at run time games are found by name, and importing
`divisor_duel` loads none of them. ``GAMES["chain"](hihg=20)`` is an error in mypy, while a game
whose name is not written in the program, or that is installed, takes any option.
"""

from __future__ import annotations

from typing import Literal, overload

from divisor_duel.game import AnyGame
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.games.digits.rules import Digits
from divisor_duel.games.divider.rules import Divider
from divisor_duel.games.ladder.rules import Ladder
from divisor_duel.games.registry import Games


class TypedGames(Games):
    """`Games`, with the class of each game of this package."""

    @overload
    def __getitem__(self, id: Literal["chain"]) -> type[Chain]: ...
    @overload
    def __getitem__(self, id: Literal["countdown"]) -> type[Countdown]: ...
    @overload
    def __getitem__(self, id: Literal["digits"]) -> type[Digits]: ...
    @overload
    def __getitem__(self, id: Literal["divider"]) -> type[Divider]: ...
    @overload
    def __getitem__(self, id: Literal["ladder"]) -> type[Ladder]: ...
    @overload
    def __getitem__(self, id: str) -> type[AnyGame]: ...
    def __getitem__(self, id: str) -> type[AnyGame]:
        return super().__getitem__(id)
