"""All limits of the server in one table, from which `duel serve` gets its flags.

A limit per client holds for one network address. A whole school may share one address, so these
limits are generous. Limits on the size of games are not here but in `web.game.setup_limits`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from divisor_duel.errors import OptionsError


def limit(default: float, about: str) -> Any:
    """Return a dataclass field for a limit, with its description."""
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Limits:
    """Limits on what one client may use, and on what all of them may use together."""

    body_bytes: int = limit(64 << 10, "bytes of a request's body")
    head_bytes: int = limit(32 << 10, "bytes of a request's line and headers")
    requests_per_second: float = limit(300.0, "requests of one client, on average")
    burst: int = limit(3000, "requests of one client at once")
    busy_share: float = limit(
        0.25, "share of the server's time that one client may take, on average"
    )
    busy_seconds: float = limit(2.0, "seconds of it that one client may take at once")
    connections_per_client: int = limit(2500, "connections of one client")
    connections: int = limit(12_000, "connections in all")
    head_seconds: float = limit(10.0, "seconds until a request's headers are there")
    body_seconds: float = limit(10.0, "seconds until a request's body is there")
    idle_seconds: float = limit(60.0, "seconds that a connection may wait for its next request")
    send_seconds: float = limit(10.0, "seconds that a reader may take nothing of what is sent")
    sockets_per_client: int = limit(2000, "live connections of one client")
    sockets_per_game: int = limit(500, "live connections without a seat to one game")
    watchers_per_client: int = limit(5, "live connections without a seat of one client to one game")
    sockets: int = limit(10_000, "live connections in all")
    frame_bytes: int = limit(4 << 10, "bytes of a message on a live connection")
    frames_per_second: float = limit(10.0, "frames on a live connection, of any kind, on average")
    games_per_second: float = limit(1.0, "new games of one client, on average")
    games_burst: int = limit(1000, "new games of one client at once")
    lobby_games: int = limit(
        5, "games of one client from the lobby in which not both players have moved"
    )
    joins_per_second: float = limit(0.1, "open games that one client may join, on average")
    joins_burst: int = limit(30, "open games that one client may join at once")
    rows: int = limit(1_000_000, "games kept; beyond it no new ones are made")
    unstarted_days: float = limit(3.0, "days until a game without a move is marked for removal")
    abandoned_days: float = limit(60.0, "days until an unfinished game is marked for removal")
    finished_days: float = limit(180.0, "days until a finished game is marked for removal")
    removal_days: float = limit(7.0, "days from the mark until the game is removed")
    movers: int = limit(1, "processes that make computer moves")
    moves_per_client: int = limit(100, "computer moves of one client that may wait")
    moves_waiting: int = limit(10_000, "computer moves that may wait in all")
    analysts: int = limit(1, "processes that analyse")
    analyses_per_client: int = limit(100, "analyses of one client that may wait")
    analyses: int = limit(1000, "analyses that may wait in all")
    drawers: int = limit(1, "processes that draw pictures and lay out positions")
    pictures_per_client: int = limit(
        200, "pictures and laid-out positions of one client that may wait"
    )
    pictures: int = limit(2000, "pictures and laid-out positions that may wait in all")
    picture_seconds: float = limit(20.0, "seconds that drawing a picture may take")
    record_seconds: float = limit(2.0, "seconds that reading a record may take")
    claim_seconds: float = limit(
        120.0, "seconds after which a game may be claimed that the other player has left"
    )
    away_seconds: float = limit(30.0, "seconds after which a player who is not seen counts as away")


class LimitSetting(NamedTuple):
    """A limit as a setting that the operator may change."""

    name: str
    kind: type
    default: float
    about: str

    @property
    def variable(self) -> str:
        """The name of the environment variable."""
        return f"DUEL_{self.name.upper()}"

    def read(self, text: str, where: str) -> float:
        """Read a value; an OptionsError that names `where` says what is allowed."""
        try:
            value = float(text) if self.kind is float else int(text)
        except ValueError:
            value = -1
        if not 0 < value < 1e15:
            whole = "" if self.kind is float else "whole "
            raise OptionsError(f"{where} must be a {whole}number above 0, not {text[:40]!r}")
        return value


def settings() -> Iterator[LimitSetting]:
    """Yield every limit, in the order of the documentation."""
    for item in fields(Limits):
        kind = float if isinstance(item.default, float) else int
        yield LimitSetting(item.name, kind, item.default, item.metadata["about"])  # type: ignore[arg-type]


def read_limits(
    given: Mapping[str, str | None],
    variables: Mapping[str, str] | None = None,
    written: Callable[[str], str] = str,
) -> Limits:
    """Return the limits that are given, else from the environment, else the defaults.

    An error writes the name of a given limit with `written`, as the operator wrote it.
    """
    variables = os.environ if variables is None else variables
    values: dict[str, Any] = {}
    for setting in settings():
        text = given.get(setting.name)
        if text is not None:
            values[setting.name] = setting.read(text, written(setting.name))
        elif variables.get(setting.variable):
            values[setting.name] = setting.read(variables[setting.variable], setting.variable)
    return Limits(**values)
