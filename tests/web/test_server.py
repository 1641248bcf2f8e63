"""How the server starts: its socket, its limits on files, and the garbage collector."""

from __future__ import annotations

import gc
import resource
import socket
from collections.abc import Iterator

import pytest

from divisor_duel.web import server
from divisor_duel.web.server import SPARE_FILES, ServerError, allow_many_files


def test_a_port_in_use_is_refused() -> None:
    """The error says where and why; how to choose another port is the command line's to say."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(
            ServerError, match=rf"^cannot listen on 127.0.0.1 port {port}: .*in use$"
        ):
            server._listen("127.0.0.1", port)


def test_a_host_that_is_no_name_is_refused() -> None:
    """A name that no computer can have is an error in a sentence, not a traceback."""
    with pytest.raises(ServerError, match=r"^cannot listen on a\.\.b port 0: "):
        server._listen("a..b", 0)


def test_a_socket_listens_without_delay() -> None:
    """The socket names its protocol, without which asyncio would not set TCP_NODELAY."""
    with server._listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
        assert not listening.getblocking()
        with socket.create_connection(listening.getsockname()):
            pass


@pytest.fixture
def file_limit() -> Iterator[tuple[int, int]]:
    """The limits on open files, restored after the test."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_many_files_are_allowed(file_limit: tuple[int, int]) -> None:
    """The limit on open files rises as far as the system allows, and never falls."""
    soft, hard = file_limit
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 512), hard))
    allowed = allow_many_files()
    assert allowed == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(hard, 65_536)
    assert allow_many_files() == allowed
    assert allowed >= 2 * SPARE_FILES


def test_garbage_is_collected_rarely() -> None:
    """What exists at the start is never scanned again, and the thresholds are the server's."""
    thresholds = gc.get_threshold()
    try:
        server.tune_garbage_collection()
        assert gc.get_threshold() == server.GARBAGE
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
