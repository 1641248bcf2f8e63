"""The sum of two games: move in either.

Two games are played side by side. On your turn, make one move in one of them.
When one game has no move left, play continues in the other. If neither has a
move left on your turn, you lose. Both must be games with the same moves for
both players, in which a player who can't move loses. A move names its game:
1:4 plays 4 in the first game, and 2:4 plays 4 in the second.

>>> from divisor_duel.games.registry import find_game
>>> game = find_game("sum")(one="divider:high=5", two="countdown:start=9")
>>> position = game.play(game.start(), game.parse_move("2:3"))
>>> [game.format_move(move) for move in game.legal_moves(position)]
['1:2', '2:2', '1:3', '2:3', '1:4', '1:5']
>>> game.describe(position)
'1: on the list: 2-5; 2: the number is 6'
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from divisor_duel.errors import IllegalMoveError, MoveTextError, OptionsError
from divisor_duel.game import (
    OTHER,
    AnyGame,
    Game,
    Outcome,
    Player,
    Position,
    Preset,
    Settable,
    brief,
    ending,
    option,
)


class SumPosition(NamedTuple):
    """The positions of both games, and whose turn it is."""

    one: Position
    """The position of the first game, as if Player 1 were to move there."""
    two: Position
    """The position of the second game, likewise."""
    to_move: Player
    """Whose turn it is."""


Parts = tuple[AnyGame, AnyGame]


@dataclass(frozen=True)
class Sum(Game[SumPosition]):
    """The sum of the games `one` and `two`, each written as in ``divider:high=9``."""

    id: ClassVar[str] = "sum"
    title: ClassVar[str] = "Sum of two games"
    summary: ClassVar[str] = "Move in one of two games. If you can't move in either, you lose."
    impartial: ClassVar[bool] = True
    fair: ClassVar[Preset] = Preset(
        {"one": "divider:high=9", "two": "countdown:start=60"},
        "No first move ends the game. A move in one game often decides the other.",
    )

    misere_rule: ClassVar[str] = "making the last possible move loses"

    one: str = option("divider:high=9", "the first game, such as divider:high=9", set_up=True)
    two: str = option(
        "countdown:start=60", "the second game, such as countdown:start=60", set_up=True
    )
    ending: str = ending()

    def __post_init__(self) -> None:
        super().__post_init__()
        for text in (self.one, self.two):
            _part(text)

    @property
    def parts(self) -> Parts:
        """Both games."""
        return _part(self.one), _part(self.two)

    def start(self, first: Player = Player.ONE) -> SumPosition:
        one, two = self.parts
        return SumPosition(one.start(), two.start(), first)

    def legal_moves(self, position: SumPosition) -> tuple[int, ...]:
        """Return all moves: 2m for move m of the first game, 2m + 1 for one of the second."""
        one, two = self.parts
        first = [2 * move for move in one.legal_moves(position.one)]
        return tuple(sorted([*first, *(2 * move + 1 for move in two.legal_moves(position.two))]))

    def play(self, position: SumPosition, move: int) -> SumPosition:
        number, which = divmod(move, 2)
        game, place = self.parts[which], position[which]
        try:
            after = game.play(place, number)._replace(to_move=Player.ONE)
        except IllegalMoveError as error:
            problem = f"game {which + 1}: {error.problem}"
            raise self.illegal_move(position, move, problem) from None
        to_move = OTHER[position.to_move]
        if which:
            return SumPosition(position.one, after, to_move)
        return SumPosition(after, position.two, to_move)

    def outcome(self, position: SumPosition) -> Outcome | None:
        one, two = self.parts
        if not (one.outcome(position.one) and two.outcome(position.two)):
            return None
        return self.conclude(OTHER[position.to_move], "neither game has a move left")

    def max_moves(self) -> int:
        one, two = self.parts
        return one.max_moves() + two.max_moves()

    def describe(self, position: SumPosition) -> str:
        one, two = self.parts
        return f"1: {one.describe(position.one)}; 2: {two.describe(position.two)}"

    def size_phrase(self) -> str:
        names = [f"{part.id.title()} ({part.phrase()})" for part in self.parts]
        return " and ".join(names)

    def format_move(self, move: int) -> str:
        number, which = divmod(move, 2)
        return f"{which + 1}:{self.parts[which].format_move(number)}"

    def parse_move(self, text: str) -> int:
        """Return the move written with its game before it, as in ``2:15``."""
        which, colon, move = text.partition(":")
        if not colon or which not in ("1", "2"):
            raise MoveTextError(f"{brief(text)} is not a game and a move, such as 1:4 or 2:4")
        index = int(which) - 1
        return 2 * self.parts[index].parse_move(move) + index

    def settable(self) -> tuple[Settable, ...]:
        """Return the settable fields of both games, each with its game in the name."""
        return tuple(
            field._replace(name=f"{name}.{field.name}", label=f"game {which}: {field.label}")
            for which, (name, game) in enumerate(zip(("one", "two"), self.parts, strict=True), 1)
            for field in game.settable()
        )

    def tidy(self, position: SumPosition) -> SumPosition:
        """Tidy the position of each game by its own rules."""
        one, two = self.parts
        return position._replace(one=one.tidy(position.one), two=two.tidy(position.two))


@lru_cache(maxsize=256)
def _part(text: str) -> AnyGame:
    """Return the game that `text` sets up; OptionsError if it cannot be in a sum."""
    from divisor_duel.games.registry import read_set_up

    game = read_set_up(text)
    if not game.has_nim_values or isinstance(game, Sum):
        raise OptionsError(
            f"{brief(text)} can't be part of a sum: both players need the same moves, and a "
            "player who can't move must lose"
        )
    return game
