"""`duel serve` as a person runs it."""

from __future__ import annotations

import re
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
from websockets.sync.client import connect

from divisor_duel.web.store.choice import open_store
from tests.web.servers import free_port

COMMAND = [sys.executable, "-m", "divisor_duel", "serve"]


def start(*arguments: str) -> tuple[subprocess.Popen[str], str]:
    """The running command and the address that it prints."""
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    return process, found[0]


def refused(*arguments: str) -> str:
    """What the command says when it does not start."""
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_it_serves_and_stops_in_good_order(home: Path) -> None:
    """It prints its address, keeps games in the data folder, and Ctrl-C ends it quietly."""
    process, address = start("--port", "0")
    made = httpx.post(
        f"{address}api/games", json={"game": "chain", "players": {"2": "easy"}}, timeout=300
    )
    assert made.status_code == 201
    table = f"{address}api/games/{made.json()['id']}"
    with connect(f"{table.replace('http', 'ws')}/live", open_timeout=300) as reader:
        assert reader.recv(timeout=300)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=300)
    assert (process.returncode, errors) == (0, "")
    assert (home / ".local/share/divisor-duel/web.sqlite3").exists()
    process, address = start("--port", "0")
    assert httpx.get(f"{address}api/games/{made.json()['id']}", timeout=300).status_code == 200
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=300)
    assert process.returncode == 0


def test_what_prevents_a_start_is_said_in_a_sentence(tmp_path: Path) -> None:
    """A port in use, a wrong port, a newer database: each is one sentence."""
    port = str(free_port())
    process, _ = start("--port", port, "--database", str(tmp_path / "one.sqlite3"))
    try:
        other = str(tmp_path / "two.sqlite3")
        said = refused("--port", port, "--database", other)
        assert "in use; choose another with --port" in said
        said = refused("--port", "0", "--database", str(tmp_path / "one.sqlite3"))
        assert "another program uses the database" in said
    finally:
        process.kill()
        process.communicate()
    assert "port must be a whole number" in refused("--port", "http")
    newer = sqlite3.connect(tmp_path / "newer.sqlite3")
    newer.execute("PRAGMA user_version = 7")
    newer.close()
    said = refused("--port", "0", "--database", str(tmp_path / "newer.sqlite3"))
    assert "install a newer divisor-duel" in said
    said = refused("--port", "0", "--database", "postgresql://127.0.0.1:1/none")
    assert "cannot use the PostgreSQL database" in said


def test_missing_packages_are_named() -> None:
    """Without the extra the command says how to install it."""
    code = (
        "import sys; sys.modules['uvicorn'] = None\n"
        "from divisor_duel.terminal.cli.serve import add_flags, run\n"
        "from divisor_duel.terminal.cli.parser import Parser\n"
        "parser = Parser(); add_flags(parser); run(parser.parse_args([]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "-m pip install httptools prometheus-client" in done.stderr


def test_a_path_is_not_an_address() -> None:
    """Anything but a postgresql:// address is a file."""
    assert type(open_store("games.sqlite3")).__name__ == "SQLiteStore"
    assert type(open_store("postgresql://host/duel")).__name__ == "PostgresStore"
