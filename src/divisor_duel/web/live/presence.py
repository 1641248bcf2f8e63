"""When players of link games were last seen, and connections refused since then.

If a player is not seen for a while, the opponent can claim the win. The server must not be the
cause: once it has refused a connection that may have been the player's, the win cannot be claimed
until the player is seen again, or for REFUSAL_SECONDS.
"""

from __future__ import annotations

from collections import OrderedDict
from time import monotonic
from typing import Generic, TypeVar

REMEMBERED = 50_000
"""Limit on the seats, games or clients whose times are remembered."""

REFUSAL_SECONDS = 86_400.0
"""Seconds for which a refused connection prevents a claim if the player is not seen again."""

SHARING_SECONDS = 5.0
"""Limit on the age of a sighting when another process receives it, in seconds."""

ANY_SEAT = 0
"""The seat of a refused connection that had not named one."""

EVERY_GAME = "*"
"""The game of a refused connection that might have been for any game."""

Key = TypeVar("Key")


class _Times(Generic[Key]):
    """The latest time for each key; beyond REMEMBERED the oldest is dropped."""

    def __init__(self, never: float) -> None:
        self._times: OrderedDict[Key, float] = OrderedDict()
        self._never = never

    def note(self, key: Key, age: float = 0.0) -> None:
        """Set the time of a key to `age` seconds ago, unless it is later already."""
        self._times[key] = max(monotonic() - age, self._times.get(key, 0.0))
        self._times.move_to_end(key)
        if len(self._times) > REMEMBERED:
            _, dropped = self._times.popitem(last=False)
            self._never = max(self._never, dropped)

    def get(self, key: Key) -> float:
        """Return the time of a key; for an unknown one the latest that was dropped."""
        return self._times.get(key, self._never)

    def peek(self, key: Key) -> float:
        """Return the time of a key, or minus infinity for an unknown one."""
        return self._times.get(key, float("-inf"))


class PresenceTracker:
    """What one server process knows about the presence of players."""

    def __init__(self) -> None:
        self._seen: _Times[tuple[str, int]] = _Times(monotonic())
        self._let_in: _Times[tuple[str, int]] = _Times(monotonic())
        """When each player was last known to be connected: earlier refusals no longer count."""
        self._clients: OrderedDict[tuple[str, int], str] = OrderedDict()
        """The client that each player last used here."""
        self._refused: _Times[tuple[str, int]] = _Times(float("-inf"))
        self._refused_elsewhere: _Times[str] = _Times(float("-inf"))
        """Games that are not in memory; separate, as a client can name any number of them."""
        self._refused_clients: _Times[str] = _Times(float("-inf"))
        self.refused_here: set[str] = set()
        """Refusals that other processes have not been sent yet, as ``game/seat``."""

    def see(self, game: str, seat: int, client: str = "") -> None:
        """Note that a player is connected by `client`, or to another process without it."""
        self._seen.note((game, seat))
        self._let_in.note((game, seat), 0.0 if client else SHARING_SECONDS)
        if client:
            self._clients[game, seat] = client
            self._clients.move_to_end((game, seat))
            if len(self._clients) > REMEMBERED:
                self._clients.popitem(last=False)

    def seen(self, game: str, seat: int) -> float:
        """Return the latest time a player may have been seen, on `time.monotonic`."""
        return self._seen.get((game, seat))

    def was_seen(self, game: str, seat: int) -> float:
        """Return when a player was last seen, or minus infinity for an unknown one."""
        return self._seen.peek((game, seat))

    def refuse(self, game: str, seat: int = ANY_SEAT, here: bool = True) -> None:
        """Note that a connection to a game is refused, by this process or by another one."""
        self._refused.note((game, seat))
        if here:
            self.refused_here.add(f"{game}/{seat}")

    def refuse_unknown(self, game: str) -> None:
        """Note that a connection to what may be a game is refused."""
        self._refused_elsewhere.note(game)

    def refuse_client(self, client: str) -> None:
        """Note that a client is refused, whatever game it asks for."""
        self._refused_clients.note(client)

    def was_refused(self, game: str, seat: int) -> bool:
        """Return True if a player may have been refused a connection since last seen."""
        times = [
            self._refused.get(key)
            for key in ((game, seat), (game, ANY_SEAT), (EVERY_GAME, ANY_SEAT))
        ]
        times.append(self._refused_elsewhere.peek(game))
        client = self._clients.get((game, seat))
        if client:
            times.append(self._refused_clients.peek(client))
        latest = max(times)
        since = self._let_in.get((game, seat))
        return latest >= since and monotonic() - latest < REFUSAL_SECONDS
