"""Files that users name: read and written in one way, with one sentence when that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from divisor_duel import DuelError
from divisor_duel.files import read_named, write_named


def test_a_file_is_written_whole_and_keeps_its_rights(tmp_path: Path) -> None:
    """What was there is replaced, with the rights that it had; new files have the usual ones."""
    path = tmp_path / "a.txt"
    write_named(str(path), "one")
    path.chmod(0o640)
    write_named(str(path), b"two")
    assert read_named(str(path)) == "two"
    assert path.stat().st_mode & 0o777 == 0o640


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
        read_named(name)
    with pytest.raises(DuelError, match="cannot write"):
        write_named(name, "text")
