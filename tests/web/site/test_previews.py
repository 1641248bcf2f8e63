"""Work for many readers over HTTP: it waits its turn, is charged, and ends when they leave."""

from __future__ import annotations

import re
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.conftest import wait_until
from tests.web.players import Table
from tests.web.servers import Server, serving


def gauge(client: httpx.Client, name: str) -> float:
    """A number among the metrics."""
    found = re.search(rf"^{name} (\S+)", client.get("/metrics").text, re.M)
    assert found, name
    return float(found[1])


def asked(server: Server, address: str, path: str) -> socket.socket:
    """A connection that has asked for something and does not read the answer."""
    made = socket.create_connection(("127.0.0.1", server.port), 100, (address, 0))
    made.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return made


def hard(number: int) -> str:
    """An analysis that takes seconds, another one for every number."""
    return f"/api/position/analysis?game=divider&high={120 + number}"


def test_ten_addresses_cannot_deny_analysis_to_others(tmp_path: Path) -> None:
    """A newcomer is served however many wait, and what the others leave behind is cancelled."""
    with (
        serving(str(tmp_path / "games.sqlite3"), tmp_path / "log") as server,
        server.client() as client,
    ):
        with ExitStack() as crowd:
            for number in range(200):
                address = f"127.0.0.{66 + number % 10}"
                crowd.enter_context(asked(server, address, hard(number)))
            wait_until(lambda: gauge(client, "duel_analyses_waiting") >= 199)
            found = client.get("/api/position/analysis?game=countdown&start=60")
            assert found.status_code == 200, found.text
            assert gauge(client, "duel_analyses_waiting") > 150
        wait_until(lambda: gauge(client, "duel_analyses_waiting") == 0)
        wait_until(lambda: gauge(client, "duel_connections") == 1)
        assert client.get("/api/position/analysis?game=countdown&start=61").status_code == 200
        assert 'duel_requests_total{status="500"}' not in client.get("/metrics").text
    assert "Traceback" not in server.log.read_text()


def test_a_class_behind_one_address_is_served(tmp_path: Path) -> None:
    """Thirty reviews at once from one address all wait for their turn, and all are answered."""
    with (
        serving(str(tmp_path / "games.sqlite3"), tmp_path / "log") as server,
        server.client() as client,
    ):
        tables = [
            Table(client, "chain", options={"high": 10 + pupil}, players={"2": "easy"})
            for pupil in range(30)
        ]
        with asked(server, "127.0.0.1", hard(0)):  # so that all thirty have to wait
            wait_until(lambda: gauge(client, "duel_connections") >= 2)
            with ThreadPoolExecutor(30) as pupils:
                answers = list(pupils.map(lambda table: table.get("/review"), tables))
    assert [answer.status_code for answer in answers] == [200] * 30


def test_the_time_of_pictures_is_in_the_metrics(client: httpx.Client) -> None:
    """What a worker spends on a picture counts as time charged to clients."""
    busy, workers = "duel_busy_seconds_total", "duel_worker_seconds_total"
    before = gauge(client, busy), gauge(client, workers)
    drawn = client.get("/picture.png?game=divider&high=397")
    assert drawn.status_code == 200
    wait_until(lambda: gauge(client, workers) > before[1])
    spent = gauge(client, workers) - before[1]
    assert gauge(client, busy) - before[0] >= spent
    assert client.get("/picture.png?game=divider&high=397").content == drawn.content
    assert gauge(client, workers) - before[1] == spent


@pytest.mark.parametrize(
    "path",
    [
        "/picture.png",
        "/picture.png?game=divider&moves=4",
        "/daily/picture.png",
        "/daily/result.png?game=chain&grade=easy&result=4:01.1",
    ],
)
def test_pictures_are_drawn(client: httpx.Client, path: str) -> None:
    """Previews have pictures of the usual size."""
    sent = client.get(path)
    assert sent.headers["content-type"] == "image/png"
    assert sent.content[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


def test_a_result_that_cannot_be_has_no_picture(client: httpx.Client) -> None:
    """Four tries, or an unknown game, are refused in a sentence."""
    for wrong in ("game=chain&result=4:0000.0", "game=chess&result=4:1.0"):
        sent = client.get(f"/daily/result.png?{wrong}")
        assert sent.status_code in (404, 422)
        assert sent.json()["error"]


def test_a_worksheet_is_a_file_to_print(client: httpx.Client) -> None:
    """The server makes worksheets as PDF and as a picture, and refuses what makes no sense."""
    sheet = client.get("/worksheet/divider?puzzles=1&seed=7&paper=letter")
    assert (sheet.status_code, sheet.headers["content-type"]) == (200, "application/pdf")
    assert sheet.content.startswith(b"%PDF-")
    assert sheet.headers["content-disposition"] == 'attachment; filename="divider-7.pdf"'
    picture = client.get("/worksheet/divider?puzzles=1&seed=7&format=svg")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")
    for query in ("puzzles=0", "puzzles=41", "paper=a3", "format=doc", "seed=%00"):
        refused = client.get(f"/worksheet/divider?{query}")
        assert (refused.status_code, bool(refused.json()["error"])) == (422, True)
    assert client.get("/worksheet/go").status_code == 422
