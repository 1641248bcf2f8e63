"""What the batches of all games share: turns, winners, refusals and new games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from divisor_duel.batch.sets import Flags, Numbers
from divisor_duel.errors import IllegalMoveError, OptionsError
from divisor_duel.game import Game, Player, brief

Players = NDArray[np.int8]
Bits = NDArray[np.int8]


class Batch(ABC):
    """Many games of one set-up, played side by side."""

    actions: int
    """One more than the largest move: the width of the mask of legal moves."""

    def __init__(self, game: Game[Any], games: int, *, auto_reset: bool = False) -> None:
        if type(games) is not int or games < 1:
            raise OptionsError(f"games must be a whole number from 1 on, not {brief(games)}")
        self.game = game
        """The set-up that all of them play."""
        self.games = games
        """How many games there are."""
        self.auto_reset = auto_reset
        """Whether a game that ends begins anew at once."""
        self.to_move: Players = np.ones(games, np.int8)
        """Whose turn it is in each game: 1 or 2."""
        self.winners: Players = np.zeros(games, np.int8)
        """Who won each game: 1 or 2, or 0 while it goes on."""
        self._first: Players = np.ones(games, np.int8)
        if auto_reset and game.outcome(game.start()):
            raise OptionsError(
                f"{game.id} is over before the first move ({game.describe(game.start())}), so it "
                "cannot begin anew for ever"
            )
        self._prepare(game)
        self.reset()

    def reset(self, which: ArrayLike | None = None, first: ArrayLike = Player.ONE) -> None:
        """Begin all games anew, or those that the flags or indices in `which` name.

        `first` says who begins: one player for all of them, or one for each game of the
        batch. Games that begin anew by themselves later keep their first player.
        """
        chosen = self._chosen(which)
        begin = np.broadcast_to(np.asarray(first), self.games)
        if not ((begin == 1) | (begin == 2)).all():
            raise OptionsError("first must be 1 or 2, or one of them for each game")
        self._first[chosen] = begin[chosen]
        self.to_move[chosen] = self._first[chosen]
        self._restart(chosen)
        outcome = self.game.outcome(self.game.start())
        begun = self._first[chosen]
        won_at_once = outcome is not None and outcome.winner == Player.ONE
        self.winners[chosen] = 0 if outcome is None else begun if won_at_once else 3 - begun

    def check(self, moves: ArrayLike) -> Flags:
        """Whether each game's move is legal; after the end none is."""
        numbers = self._numbers(moves)
        inside: Flags = (numbers >= 0) & (numbers < self.actions)
        if not inside.all():
            numbers = np.where(inside, numbers, 0)
        return self._allows(numbers) & inside

    def step(self, moves: ArrayLike, where: ArrayLike | None = None) -> Players:
        """Play one move in every game; who won the games that this ended, else 0.

        Games that are over already, and those that the flags in `where` leave out, stay as
        they are, whatever their move says. If any other move is illegal, none is played at
        all: IllegalMoveError names the first.
        """
        numbers = self._numbers(moves)
        legal = self.check(numbers)
        if where is not None or not self.auto_reset:
            live = self._live(where)
            numbers = np.where(live, numbers, 0)
            legal |= ~live
        if not legal.all():
            raise self._refusal(numbers, legal)
        ended = self._play(numbers)
        moved = numbers != 0
        ended *= moved
        np.subtract(3, self.to_move, out=self.to_move, where=moved)
        if self.auto_reset:
            finished = np.flatnonzero(ended)
            self.to_move[finished] = self._first[finished]
            self._restart(finished)
        else:
            self.winners += ended
        return ended

    def _chosen(self, which: ArrayLike | None) -> Numbers:
        every = np.arange(self.games)
        if which is None:
            return every
        chosen: Numbers = every[np.asarray(which, None if np.size(which) else np.int64)]
        return chosen

    def _live(self, where: ArrayLike | None) -> Flags:
        live: Flags = self.winners == 0
        if where is None:
            return live
        flags = np.asarray(where)
        if flags.shape != (self.games,) or flags.dtype != np.bool_:
            raise OptionsError(f"where must be {self.games} flags, one for each game")
        live &= flags
        return live

    def _numbers(self, moves: ArrayLike) -> Numbers:
        numbers = np.asarray(moves)
        if numbers.shape != (self.games,) or numbers.dtype.kind not in "iu":
            raise IllegalMoveError(
                f"moves must be {self.games} whole numbers, one for each game, not an array of "
                f"shape {numbers.shape} and type {numbers.dtype}"
            )
        if numbers.dtype == np.uint64:  # beyond the signed range, and so out of any game's
            numbers = np.minimum(numbers, np.uint64(self.actions))
        return np.ascontiguousarray(numbers, np.int64)

    def _refusal(self, numbers: Numbers, fine: Flags) -> IllegalMoveError:
        index = int(np.argmin(fine))
        legal = np.flatnonzero(self._mask(np.array([index]))[0])
        move, choices = int(numbers[index]), [str(choice) for choice in legal]
        return IllegalMoveError(f"{move} is not legal in game {index}", choices, move=move)

    def legal(self) -> Flags:
        """The mask of legal moves: entry [g, m] says whether m is legal in game g."""
        return self._mask(np.arange(self.games))

    def positions(self, which: ArrayLike | None = None) -> list[Any]:
        """Where the games stand, or those that the flags or indices in `which` name.

        They are positions of the rules that go on just as these games do; what no longer
        matters, such as digits of which only a remainder counts, may be written otherwise.
        """
        return [self._position(int(index)) for index in self._chosen(which)]

    def wins(self) -> Flags | None:
        """Which moves win, where a formula says so for all games at once; None without one.

        `divisor_duel.truth.batch_values` answers for every game.
        """
        return None

    @abstractmethod
    def sample(self, rng: np.random.Generator) -> Numbers:
        """A random legal move for each game, all equally likely; 0 in games that are over."""

    @abstractmethod
    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        """What each player to move sees, as one row of zeros and ones for each game.

        With `viewers`, what those players see instead. What the places mean is said in
        `divisor_duel.batch.encoding`.
        """

    @abstractmethod
    def _prepare(self, game: Game[Any]) -> None:
        """Make the tables of the set-up and room for the positions."""

    @abstractmethod
    def _restart(self, chosen: Numbers) -> None:
        """Put the chosen games back to the start."""

    @abstractmethod
    def _position(self, index: int) -> Any:
        """Where one game stands."""

    @abstractmethod
    def _mask(self, chosen: Numbers) -> Flags:
        """The legal moves of the chosen games."""

    @abstractmethod
    def _allows(self, numbers: Numbers) -> Flags:
        """Whether each number from 0 to the largest move is legal in its game."""

    @abstractmethod
    def _play(self, numbers: Numbers) -> Players:
        """Play legal moves; who won just now, else 0.

        A 0 stands for no move and must leave the position alone.
        """
