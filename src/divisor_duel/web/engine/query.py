"""A query for a worker process."""

from __future__ import annotations

from typing import Literal

import msgspec

from divisor_duel.game import OptionValue, Player
from divisor_duel.games.registry import set_up
from divisor_duel.play.match import move_seed
from divisor_duel.play.record import Record
from divisor_duel.web.game.table import Table


class Query(msgspec.Struct, omit_defaults=True):
    """A query for a worker: only what the answer depends on, so answers can be shared."""

    kind: Literal[
        "move",
        "analysis",
        "hint",
        "review",
        "puzzle",
        "assigned",
        "daily",
        "lesson",
        "exercise",
        "practice",
        "progress",
        "record",
        "tree",
        "coach",
        "why",
        "explore",
        "state",
        "setting",
        "variations",
        "card",
        "puzzle card",
        "daily card",
        "result card",
        "icon",
        "code",
        "worksheet",
    ]
    game: str | None = None
    """The game; for a puzzle None means any."""
    options: dict[str, OptionValue] = {}
    """Its set-up."""
    first: int = 1
    """The player who goes first."""
    moves: tuple[int, ...] = ()
    """The moves that lead to the position; for a review, all moves made."""
    resigned: int | None = None
    """The player who resigned, for a review."""
    level: str = ""
    """The level to play at, for a move."""
    seed: str = ""
    """The random seed of a move or a puzzle; for a daily puzzle, the day."""
    theme: str | None = None
    """The theme of a puzzle, None for any; the name of a set of exercises."""
    near: int | None = None
    """The rating of a puzzle's solver, if it is to suit them."""
    step: int = 3
    """How much a hint may reveal, how many puzzles a worksheet has, or which exercise it is."""
    move: int = 0
    """The move to judge, for ``coach`` and ``why``."""
    since: int | None = None
    """After how many moves the winner's strategy was found, for an analysis; None for now."""
    text: str = ""
    """A record to read, variations to write, an address to draw, progress to add to, mistakes to
    practise, or the paper of a worksheet and the ending of its file."""
    start: str = ""
    """The starting position, if it is not the game's own."""
    title: str = ""
    """The heading of a picture."""
    subtitle: str = ""
    """The line below it."""
    names: tuple[str, str] = ("Player 1", "Player 2")
    """The players on a picture."""
    size: int = 0
    """The width of an icon, in pixels."""

    def record(self) -> Record:
        """Return the game that the query is about."""
        assert self.game
        return Record(
            set_up(self.game, self.options),
            self.moves,
            Player(self.first),
            self.names,
            resigned=Player(self.resigned) if self.resigned else None,
            start=self.start,
        )


def query_about(
    kind: Literal["move", "analysis", "hint", "review", "coach"], table: Table, ply: int
) -> Query:
    """Return a query about a game after `ply` moves."""
    resigned = table.resigned if kind == "review" else None
    return Query(
        kind,
        table.game,
        table.options,
        table.first,
        table.moves[:ply],
        resigned,
        start=table.start,
    )


def query_to_move(table: Table) -> Query:
    """Return the query for the computer's move.

    It is the same after a crash and on any server.
    """
    level = table.level(table.position.to_move)
    seed = move_seed(table.seed, table.number, len(table.moves))
    query = query_about("move", table, len(table.moves))
    query.level, query.seed = level, seed
    return query
