"""Messages to one live connection."""

from __future__ import annotations

import asyncio

import pytest

from divisor_duel.web.live.listener import MOST_QUEUED, Listener, message_of


@pytest.mark.parametrize(
    ("length", "head"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65_535, b"\x81\x7e\xff\xff"),
        (65_536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_a_message_is_a_websocket_frame(length: int, head: bytes) -> None:
    """The header has the length in 1, 3 or 9 bytes (RFC 6455); the text follows unmasked."""
    message = message_of(b"x" * (length // 2), b"x" * (length - length // 2))
    assert message.frame == head + b"x" * length
    assert message.text == b"x" * length


def test_a_slow_listener_gets_only_the_newest_message() -> None:
    """If too many messages wait, all but the newest are dropped."""

    async def run() -> None:
        listener = Listener("game")
        for number in range(MOST_QUEUED):
            listener.put(message_of(str(number).encode()))
        assert await listener.get() == "0"
        for number in (100, 101):
            listener.put(message_of(str(number).encode()))
        assert await listener.get() == "101"

    asyncio.run(run())
