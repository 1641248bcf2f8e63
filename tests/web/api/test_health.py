"""The server shows how it is, and heals itself."""

from __future__ import annotations

import re

import httpx
import msgspec

from divisor_duel.web.schema.states import Health, Readiness
from tests.conftest import wait_until
from tests.web.players import MakeTable


def test_alive_and_ready(client: httpx.Client) -> None:
    """A server that works says that it is there, and that it is ready."""
    assert msgspec.json.decode(client.get("/healthz").content, type=Health).status == "ok"
    answers: list[httpx.Response] = []

    def is_ready() -> bool:
        answers.append(client.get("/readyz"))
        return answers[-1].status_code == 200

    wait_until(is_ready)  # a busy machine may need a while
    found = msgspec.json.decode(answers[-1].content, type=Readiness)
    assert (found.ready, found.problems) == (True, [])


def test_metrics_count_what_happens(client: httpx.Client, make_table: MakeTable) -> None:
    """Moves, requests and times are counted, for the operator's eyes only."""

    def moves() -> float:
        text = client.get("/metrics").text
        found = re.search(r"^duel_moves_total (\S+)", text, re.M)
        assert found
        assert 'duel_requests_total{status="201"}' in text
        assert "duel_commit_seconds_bucket" in text
        return float(found[1])

    table = make_table("divider")
    before = moves()
    table.play(4, 3)
    assert moves() >= before + 2
    told = client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
    assert told.status_code == 403
