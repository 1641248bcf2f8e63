"""All limits of the server in one table, from which `duel serve` gets its flags.

A limit per client holds for one network address. A whole school may share one address, so these
limits are generous. Limits on the size of games are not here but in `web.game.setup_limits`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import NamedTuple, TypeVar

import msgspec

from divisor_duel.errors import OptionsError

N = TypeVar("N", int, float)


def limit(default: N, about: str) -> N:
    """Return a dataclass field for a limit, with its description."""
    return field(default=default, metadata={"about": about})


@dataclass(frozen=True)
class Limits:
    """Limits on what one client may use, and on what all of them may use together."""

    body_bytes: int = limit(64 << 10, "bytes in a request body")
    head_bytes: int = limit(32 << 10, "bytes in a request line and its headers")
    requests_per_second: float = limit(300.0, "average requests per second from one client")
    burst: int = limit(3000, "requests from one client in a burst")
    busy_share: float = limit(0.25, "average share of the server's CPU time for one client")
    busy_seconds: float = limit(2.0, "seconds of CPU time for one client in a burst")
    connections_per_client: int = limit(2500, "connections from one client")
    connections: int = limit(12_000, "connections in total")
    head_seconds: float = limit(10.0, "seconds to receive a request's headers")
    body_seconds: float = limit(10.0, "seconds to receive a request's body")
    idle_seconds: float = limit(60.0, "seconds that a connection can stay idle")
    send_seconds: float = limit(10.0, "seconds that a client can read nothing of a response")
    sockets_per_client: int = limit(2000, "live connections from one client")
    sockets_per_game: int = limit(500, "watchers of one game")
    watchers_per_client: int = limit(5, "watchers of one game from one client")
    sockets: int = limit(10_000, "live connections in total")
    frame_bytes: int = limit(4 << 10, "bytes in a message on a live connection")
    frames_per_second: float = limit(10.0, "average frames per second on a live connection")
    games_per_second: float = limit(1.0, "average new games per second from one client")
    games_burst: int = limit(1000, "new games from one client in a burst")
    lobby_games: int = limit(
        5, "lobby games of one client in which one player or both have not moved yet"
    )
    joins_per_second: float = limit(0.1, "average open games per second that one client can join")
    joins_burst: int = limit(30, "open games that one client can join in a burst")
    rooms_per_hour: float = limit(20.0, "rooms for classes that one client can open in an hour")
    room_hours: float = limit(24.0, "hours until a room is removed with everything in it")
    room_pupils: int = limit(60, "pupils in a room")
    room_joins_per_second: float = limit(
        0.5, "average pupils per second that can join a room, after as many as it has places"
    )
    codes_per_second: float = limit(1.0, "average wrong codes of rooms per second from one client")
    codes_burst: int = limit(60, "wrong codes of rooms from one client in a burst")
    rows: int = limit(1_000_000, "stored games; when there are this many, no new game can start")
    unstarted_days: float = limit(3.0, "days until a game without a move is marked for removal")
    abandoned_days: float = limit(60.0, "days until an unfinished game is marked for removal")
    finished_days: float = limit(180.0, "days until a finished game is marked for removal")
    removal_days: float = limit(7.0, "days from the mark until the game is removed")
    movers: int = limit(1, "worker processes for computer moves")
    moves_per_client: int = limit(100, "computer moves in the queue from one client")
    moves_waiting: int = limit(10_000, "computer moves in the queue in total")
    analysts: int = limit(1, "worker processes for analysis")
    analyses_per_client: int = limit(100, "analyses in the queue from one client")
    analyses: int = limit(1000, "analyses in the queue in total")
    drawers: int = limit(1, "worker processes for pictures and position layouts")
    pictures_per_client: int = limit(
        200, "pictures and position layouts in the queue from one client"
    )
    pictures: int = limit(2000, "pictures and position layouts in the queue in total")
    picture_seconds: float = limit(20.0, "seconds to draw a picture")
    record_seconds: float = limit(2.0, "seconds to read a record")
    claim_seconds: float = limit(
        120.0, "seconds that a player must be away before the opponent can claim the win"
    )
    away_seconds: float = limit(30.0, "seconds without a connection before a player counts as away")


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
    values = dict[str, float]()
    for setting in settings():
        text = given.get(setting.name)
        if text is not None:
            values[setting.name] = setting.read(text, written(setting.name))
        elif variables.get(setting.variable):
            values[setting.name] = setting.read(variables[setting.variable], setting.variable)
    return msgspec.convert(values, Limits)
