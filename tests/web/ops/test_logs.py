"""Lines of the log."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from divisor_duel.web.ops import logs
from divisor_duel.web.ops.logs import REQUEST, JsonFormatter, RepeatFilter


def test_the_log_is_json_and_brief() -> None:
    """A line says when, how bad, what and for which request; the same again waits its turn."""
    record = logging.LogRecord("x", logging.ERROR, "", 1, "it %s", ("broke",), None)
    REQUEST.set("abc")
    line = json.loads(JsonFormatter().format(record))
    assert (line["level"], line["message"], line["request"]) == ("error", "it broke", "abc")
    assert line["time"].endswith("+00:00")
    brief = RepeatFilter()
    assert [brief.filter(record) for _ in range(3)] == [True, False, False]


def test_nothing_in_the_log_controls_a_terminal() -> None:
    """A line stays one line of printable ASCII, whatever a client sent, and reads back whole."""
    sent = "GET /\r\nlevel: info \x1b[2J\x9b2J\x7f\u202e\u2028\ud800"
    record = logging.LogRecord("x", logging.WARNING, "", 1, "bad request: %s", (sent,), None)
    line = JsonFormatter().format(record)
    assert line.isascii()
    assert line.isprintable()
    assert json.loads(line)["message"] == f"bad request: {sent}"


def test_repeated_messages_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the quiet time a message is logged again, with the number left out."""
    now = 1000.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)
    quiet, formatter = RepeatFilter(), JsonFormatter()
    record = logging.LogRecord("x", logging.ERROR, "", 1, "it broke", (), None)
    other = logging.LogRecord("x", logging.ERROR, "", 1, "it broke elsewhere", (), None)
    assert [quiet.filter(record) for _ in range(4)] == [True, False, False, False]
    assert quiet.filter(other)
    now += logs.QUIET_SECONDS
    assert quiet.filter(record)
    assert json.loads(formatter.format(record))["left_out"] == 3
    assert "left_out" not in json.loads(formatter.format(other))


def test_an_error_has_its_traceback() -> None:
    """The exception of a record is one field of its line."""
    try:
        raise KeyError("lost")
    except KeyError:
        found = sys.exc_info()
    record = logging.LogRecord("x", logging.ERROR, "", 1, "it broke", (), found)
    line = JsonFormatter().format(record)
    assert "\n" not in line
    assert "KeyError: 'lost'" in json.loads(line)["error"]
