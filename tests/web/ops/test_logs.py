"""Lines of the log."""

from __future__ import annotations

import json
import logging

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
