"""Logging: one JSON object per line, with repeated messages suppressed."""

from __future__ import annotations

import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic

QUIET_SECONDS = 30.0
"""Seconds for which a repeated message is not logged again."""

MOST_REMEMBERED = 1000
"""Limit on the messages remembered to recognise repetitions."""

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request that is being handled."""


class RepeatFilter(logging.Filter):
    """Lets a repeated message through once in a while, with the number left out."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the record is to be logged."""
        now = monotonic()
        at, left_out = self._seen.get(record.msg, (-QUIET_SECONDS, 0))
        if now - at < QUIET_SECONDS:
            self._seen[record.msg] = (at, left_out + 1)
            return False
        if len(self._seen) >= MOST_REMEMBERED:
            self._seen.clear()
        self._seen[record.msg] = (now, 0)
        record.left_out = left_out
        return True


class JsonFormatter(logging.Formatter):
    """Formats a record as JSON in ASCII, so that it cannot control a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one JSON object."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "message": record.getMessage().strip(),
        }
        if REQUEST.get():
            line["request"] = REQUEST.get()
        if record.exc_info and record.exc_info[1]:
            line["error"] = self.formatException(record.exc_info)
        if getattr(record, "left_out", 0):
            line["left_out"] = record.left_out  # type: ignore[attr-defined]
        return json.dumps(line).replace("\x7f", "\\u007f")


def log_to_stderr() -> None:
    """Log messages of the server and its libraries to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(RepeatFilter())
    handler.setFormatter(JsonFormatter())
    for name in ("divisor_duel.web", "uvicorn", "asyncio", "asyncpg"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
    logging.getLogger("divisor_duel.web").setLevel(logging.INFO)
