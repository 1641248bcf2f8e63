"""Files that users name: read and written in one way, with one sentence when that cannot be."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import DuelError
from divisor_duel.files import (
    FileLimit,
    open_regular,
    read_bounded,
    read_named,
    write_atomic,
    write_named,
)

SMALL = FileLimit(10, "use a smaller one")


def test_a_file_is_written_whole_and_keeps_its_rights(tmp_path: Path) -> None:
    """What was there is replaced, with the rights that it had; new files have the usual ones."""
    path = tmp_path / "a.txt"
    write_named(str(path), "one")
    path.chmod(0o640)
    write_named(str(path), b"two")
    assert read_named(str(path), SMALL) == "two"
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """The umask that most people have, whatever the tests run with."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("usual_umask")
def test_new_files_get_the_usual_permissions_and_old_ones_keep_theirs(tmp_path: Path) -> None:
    """A new file is as readable as the umask says; one that only its owner may read stays so."""
    new, secret = tmp_path / "new", tmp_path / "secret"
    write_atomic(new, b"one")
    write_atomic(tmp_path / "mine", b"three", private=True)
    assert (tmp_path / "mine").stat().st_mode & 0o777 == 0o600
    secret.touch(mode=0o600)
    write_atomic(secret, b"two")
    assert (new.read_bytes(), new.stat().st_mode & 0o777) == (b"one", 0o644)
    assert (secret.read_bytes(), secret.stat().st_mode & 0o777) == (b"two", 0o600)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "mine", "new", "secret"]


def test_a_file_that_cannot_be_written_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk fails, the old bytes stay and no unfinished file is left beside them."""

    def fail(handle: int) -> None:
        raise OSError("disk full")

    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "home"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    """Writing to a link changes the file that it points to, not the link."""
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_named(str(tmp_path / "link"), "one")
    assert (tmp_path / "file").read_text() == "one"
    assert (tmp_path / "link").is_symlink()


def test_a_new_file_never_replaces_another(tmp_path: Path) -> None:
    """Where a new file is wanted, one that is there stays as it is."""
    path = tmp_path / "a.txt"
    path.write_text("mine")
    with pytest.raises(DuelError, match="exists already; choose another name"):
        write_named(str(path), "yours", new=True)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("name", ["no/such/folder/a.txt", ".", "a\0b", "~nobody-at-all/a"])
def test_what_cannot_be_is_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name, however odd, ends in anything but a sentence."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DuelError, match="cannot read"):
        read_named(name, SMALL)
    with pytest.raises(DuelError, match="cannot write"):
        write_named(name, "text")


def test_a_file_may_be_as_large_as_the_limit_and_no_larger(tmp_path: Path) -> None:
    """Ten bytes are read under a limit of ten; eleven are refused with limit and advice."""
    path = tmp_path / "a"
    path.write_bytes(b"0123456789")
    assert read_bounded(path, SMALL) == b"0123456789"
    path.write_bytes(b"0123456789a")
    with pytest.raises(OSError, match="larger than the limit of 10 bytes; use a smaller one"):
        read_bounded(path, SMALL)


def test_a_file_that_hides_its_size_is_bounded() -> None:
    """Files in /proc claim to be empty; what they hold counts all the same."""
    with pytest.raises(OSError, match="larger than the limit"):
        read_bounded(Path("/proc/meminfo"), SMALL)


def _fifo(path: Path) -> None:
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


def _loop(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize("make", [_fifo, _endless, _socket, _loop, Path.mkdir])
@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_RDWR | os.O_CREAT | os.O_APPEND])
def test_nothing_but_a_regular_file_is_opened(make: Any, flags: int, tmp_path: Path) -> None:
    """Pipes, devices, sockets, folders and link loops are refused at once, not waited for."""
    path = tmp_path / "a"
    make(path)
    with pytest.raises(OSError, match=r"it is a|levels of symbolic links"):
        open_regular(path, flags)
    with pytest.raises(DuelError, match="cannot read"):
        read_named(str(path), SMALL)


def test_no_file_stays_open_after_a_refusal(tmp_path: Path) -> None:
    """A folder full of oversized files costs no file descriptors."""
    path = tmp_path / "a"
    path.write_bytes(b"0123456789a")
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(20):
        with pytest.raises(OSError, match="larger"):
            read_bounded(path, SMALL)
    assert len(os.listdir("/proc/self/fd")) == before
