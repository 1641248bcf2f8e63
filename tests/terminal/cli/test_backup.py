"""`duel backup`: the games of a running server."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.conftest import Run
from tests.terminal.cli.test_serve import start


def test_a_backup_is_made_while_it_runs(home: Path, duel: Run, tmp_path: Path) -> None:
    """`duel backup` copies the games of a running server, and the copy serves them again."""
    process, address = start("--port", "0")
    copy = str(tmp_path / "copy.sqlite3")
    try:
        made = httpx.post(f"{address}api/games", json={"game": "chain"}).json()["id"]
        done = duel("backup", copy)
        assert done.returncode == 0
        assert "Copied " in done.stdout
        assert "is there already" in duel("backup", copy).stderr
        assert "pg_dump" in duel("backup", "x", "--database", "postgresql://host/duel").stderr
    finally:
        process.kill()
        process.communicate()
    process, address = start("--port", "0", "--database", copy)
    try:
        assert httpx.get(f"{address}api/games/{made}").status_code == 200
    finally:
        process.kill()
        process.communicate()
