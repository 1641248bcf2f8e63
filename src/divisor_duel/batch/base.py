"""The base class of all batches: turns, winners, illegal moves and restarts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from divisor_duel.batch.sets import Flags, Numbers
from divisor_duel.errors import IllegalMoveError, OptionsError
from divisor_duel.game import AnyGame, Player, Position, brief
from divisor_duel.games.parts import BatchMaker, G

Players = NDArray[np.int8]
Bits = NDArray[np.int8]

BLOCK = 4096
"""Games that one operation works on: its arrays stay in the processor's cache.

Larger arrays would also be returned to the system and cleared again at every step.
"""


class Batch(ABC):
    """Many games of one set-up, played in parallel."""

    actions: int
    """One more than the largest move: the width of the mask of legal moves."""

    def __init__(self, game: AnyGame, games: int, *, auto_reset: bool = False) -> None:
        if type(games) is not int or games < 1:
            raise OptionsError(f"games must be a whole number from 1 on, not {brief(games)}")
        self.game = game
        """The set-up of all games."""
        self.games = games
        """Number of games."""
        self.auto_reset = auto_reset
        """Whether a finished game restarts at once."""
        self.to_move: Players = np.ones(games, np.int8)
        """Whose turn it is in each game: 1 or 2."""
        self.winners: Players = np.zeros(games, np.int8)
        """Who won each game: 1 or 2, or 0 while it is in progress."""
        self._first: Players = np.ones(games, np.int8)
        self._blocks = [slice(begin, min(begin + BLOCK, games)) for begin in range(0, games, BLOCK)]
        if auto_reset and game.outcome(game.start()):
            raise OptionsError(
                f"{game.id} is over before the first move ({game.describe(game.start())}), so it "
                "cannot restart automatically"
            )
        self._prepare(game)
        self.reset()

    def reset(self, which: ArrayLike | None = None, first: ArrayLike = Player.ONE) -> None:
        """Restart all games, or those that the flags or indices in `which` name.

        `first` is the player who begins: one for all games, or one for each game of the
        batch. Later automatic restarts keep it.
        """
        chosen = self._chosen(which)
        begins = np.broadcast_to(np.asarray(first), self.games)
        if not ((begins == 1) | (begins == 2)).all():
            raise OptionsError("first must be 1 or 2, or one of them for each game")
        self._first[chosen] = begins[chosen]
        self.to_move[chosen] = self._first[chosen]
        self._restart(chosen)
        outcome = self.game.outcome(self.game.start())
        first_players = self._first[chosen]
        won_at_once = outcome is not None and outcome.winner == Player.ONE
        winners = first_players if won_at_once else 3 - first_players
        self.winners[chosen] = 0 if outcome is None else winners

    def check(self, moves: ArrayLike) -> Flags:
        """Return whether each game's move is legal; after the end none is."""
        return self._check(self._numbers(moves))

    def _check(self, numbers: Numbers) -> Flags:
        legal: Flags = np.empty(self.games, np.bool_)
        for block in self._blocks:
            legal[block] = self._check_block(numbers[block], block)
        return legal

    def _check_block(self, numbers: Numbers, block: slice) -> Flags:
        if numbers.view(np.uint64).max() < self.actions:  # negative ones are huge
            return self._allows(numbers, block)
        inside = (numbers >= 0) & (numbers < self.actions)
        return self._allows(np.where(inside, numbers, 0), block) & inside

    def step(self, moves: ArrayLike, where: ArrayLike | None = None) -> Players:
        """Play one move in every game; return the winner where it ended the game, else 0.

        Finished games and those that the flags in `where` leave out ignore their move. If
        any other move is illegal, none is played and IllegalMoveError names the first.
        """
        numbers = self._numbers(moves)
        legal = self._check(numbers)
        everywhere = where is None and self.auto_reset
        if not everywhere:
            live = self._live(where)
            numbers = np.where(live, numbers, 0)
            legal |= ~live
        if not legal.all():
            raise self._refusal(numbers, legal)
        ended: Players = np.empty(self.games, np.int8)
        for block in self._blocks:
            ended[block] = self._play(numbers[block], block)
        if everywhere:
            np.subtract(3, self.to_move, out=self.to_move)
        else:
            moved = numbers != 0
            ended *= moved
            np.subtract(3, self.to_move, out=self.to_move, where=moved)
        if self.auto_reset:
            finished = np.flatnonzero(ended != 0)  # flags are searched three times as fast
            self.to_move[finished] = self._first[finished]
            self._restart(finished)
        else:
            self.winners += ended
        return ended

    def sample(self, rng: np.random.Generator) -> Numbers:
        """Return a uniformly random legal move for each game; 0 in finished games."""
        moves: Numbers = np.empty(self.games, np.int64)
        for block in self._blocks:
            moves[block] = self._sample(rng.random(block.stop - block.start), block)
        return moves

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
        if numbers.dtype == np.uint64:  # may exceed int64, and so any game's moves
            numbers = np.minimum(numbers, np.uint64(self.actions))
        return np.ascontiguousarray(numbers, np.int64)

    def _refusal(self, numbers: Numbers, legal: Flags) -> IllegalMoveError:
        index = int(np.argmin(legal))
        choices = np.flatnonzero(self._mask(np.array([index]))[0])
        move = int(numbers[index])
        return IllegalMoveError(
            f"{move} is not legal in game {index}", [str(choice) for choice in choices], move=move
        )

    def legal(self) -> Flags:
        """Return the mask of legal moves: entry [g, m] is whether m is legal in game g."""
        return self._mask(np.arange(self.games))

    def positions(self, which: ArrayLike | None = None) -> list[Any]:
        """Return the positions of all games, or of those that `which` names.

        `which` holds flags or indices. The positions play on exactly as the games do, but
        may differ in what no longer matters, such as digits with the same remainder.
        """
        return [self._position(int(index)) for index in self._chosen(which)]

    def wins(self) -> Flags | None:
        """Return the mask of winning moves if the game has a formula for it, else None.

        `divisor_duel.batch.exact_values.batch_values` works for every game.
        """
        return None

    @abstractmethod
    def observations(self, viewers: ArrayLike | None = None) -> Bits:
        """Return the observation of each player to move, or of `viewers` instead.

        Each game has one row of zeros and ones; `divisor_duel.batch.encoding` describes it.
        """

    @abstractmethod
    def _prepare(self, game: AnyGame) -> None:
        """Build the tables of the set-up and allocate the positions."""

    @abstractmethod
    def _restart(self, chosen: Numbers) -> None:
        """Reset the chosen games to the start."""

    @abstractmethod
    def _position(self, index: int) -> Position:
        """Return the position of one game."""

    @abstractmethod
    def _mask(self, chosen: Numbers) -> Flags:
        """Return the mask of legal moves of the chosen games."""

    @abstractmethod
    def _sample(self, chances: NDArray[np.float64], block: slice) -> Numbers:
        """Return a legal move for each game of the block; 0 in finished games.

        `chances` are random numbers in [0, 1); uniform ones make all moves equally likely.
        """

    @abstractmethod
    def _allows(self, numbers: Numbers, block: slice) -> Flags:
        """Return whether each number is legal in its game of the block.

        The numbers are between 0 and the largest move.
        """

    @abstractmethod
    def _play(self, numbers: Numbers, block: slice) -> Players:
        """Play legal moves in a block; return the winner where that ended the game, else 0.

        A 0 means no move and must leave the position unchanged.
        """


GameBatch: TypeAlias = BatchMaker[G, Batch]
"""The type of `BATCH` in a game's `arrays.py`: the class of its batch."""
