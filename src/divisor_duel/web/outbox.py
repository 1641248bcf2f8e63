"""What goes out over live connections."""

from __future__ import annotations

import logging
from time import monotonic
from typing import TYPE_CHECKING

from divisor_duel.web.budgets import Doorkeeper

if TYPE_CHECKING:
    from divisor_duel.web.connections import BoundedSocket

_LOG = logging.getLogger("divisor_duel.web")


class Outbox:
    """Frames on their way to live connections: made one after the other, then sent together.

    To work one out and to send it by turns takes a tenth more of a move: each drives the other
    from the processor's caches. Everybody is charged for what they are sent.
    """

    def __init__(self, doorkeeper: Doorkeeper) -> None:
        self._doorkeeper = doorkeeper
        self._frames: list[tuple[BoundedSocket, bytes]] = []

    def put(self, reader: BoundedSocket, frame: bytes) -> None:
        """Send a frame, once what is being done now is done."""
        if not self._frames:
            reader.loop.call_soon(self._send)
        self._frames.append((reader, frame))

    def _send(self) -> None:
        began, frames, self._frames = monotonic(), self._frames, []
        for reader, frame in frames:
            try:
                reader.put_now(frame)
            except Exception:  # the others get theirs
                _LOG.exception("a frame could not be sent")
        self._doorkeeper.spend_since(began, *[reader.client_name for reader, _ in frames])
