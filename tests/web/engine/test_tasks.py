"""What a worker process answers: every kind of query, and every kind of failure."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest

from divisor_duel.engine import Engine
from divisor_duel.errors import DuelError
from divisor_duel.web.engine import tasks
from divisor_duel.web.engine.query import Query
from divisor_duel.web.schema.states import encode

answer: Callable[..., Any] = tasks.answer
RECORD = '[Game "chain"]\n[Options "high=12"]\n1. 6 12 *\n'


def about(kind: Any, moves: tuple[int, ...] = (), **more: Any) -> Query:
    """A query about Divider Duel on 2..9, whose only winning first move is 4."""
    return Query(kind, "divider", {"low": 2, "high": 9}, 1, moves, **more)


def test_an_analysis_says_what_every_move_is_worth() -> None:
    """The message holds the value, the moves, a line, a reason and a proof to draw."""
    found = json.loads(encode(answer(about("analysis"))))
    assert (found["ply"], found["value"]) == (0, "win")
    assert [row["move"] for row in found["moves"] if row["value"] == "win"] == [4]
    assert found["line"][0] == found["proof"]["after"] == 4
    assert found["reason"]
    assert (found["strategy"]["move"], len(found["strategy"]["answers"])) == (4, 6)
    after = json.loads(encode(answer(about("analysis", (4,)))))
    assert (after["ply"], after["value"]) == (1, "loss")


def test_an_exploration_ends_with_the_analysis() -> None:
    """Results known before the answer never know more than it does."""
    reported: list[Any] = []
    last = answer(about("explore"), reported.append)
    assert (
        json.loads(encode(last))["moves"] == json.loads(encode(answer(about("analysis"))))["moves"]
    )
    solved = [sum(row.value != "unknown" for row in each.moves) for each in (*reported, last)]
    assert solved == sorted(solved)


def test_moves_are_judged_before_and_after_they_are_made() -> None:
    """The coach, a refutation, a hint, a review and a computer player agree with exact play."""
    assert answer(about("coach", move=4)).warning is None
    assert answer(about("coach", move=2)).warning
    why = answer(about("why", move=2))
    assert (why.move, why.value) == (2, "loss")
    assert why.answer in range(3, 10)
    assert answer(about("hint", step=1)).move is None
    assert answer(about("hint", step=3)).move == 4
    assert answer(about("move", level="perfect", seed="1")).move == 4
    by_proof = answer(about("move", (4, 9), level="proof", seed="1"))
    assert (by_proof.move, by_proof.sure) == (6, True)
    assert "Partners: 2-3, 5-7, 6-9." in by_proof.reason
    reviewed = answer(about("review", (2, 3)))
    first = reviewed.moves[0]
    assert (first.move, first.better) == (2, (4,))
    assert len(reviewed.standings) == 3
    assert reviewed.standings[0].winner == 1


def test_positions_are_laid_out() -> None:
    """A state, and the parts of a position that can be set up."""
    state = answer(about("state", (4,)))
    assert (state.played, state.to_move, state.legal) == ((4,), 2, (2, 3, 5, 6, 7, 9))
    assert state.names == {"1": "Player 1", "2": "Player 2"}
    setting = answer(about("setting", (4,)))
    assert setting.to_move == 2
    assert [part.chosen for part in setting.parts] == [(2, 3, 5, 6, 7, 9)]


def test_records_are_read_and_written() -> None:
    """A record is read as a game and as a tree, and a tree is written as a record."""
    game = answer(Query("record", text=RECORD))
    assert (game.game, game.moves) == ("chain", (6, 12))
    tree = answer(Query("tree", text=RECORD))
    assert (tree.line, tree.moves) == ("6.12", (6, 12))
    written = answer(Query("variations", "chain", {"high": 12}, text="6.12"))
    assert b"1. 6 12" in written


def test_lessons_and_puzzles_are_made() -> None:
    """A lesson belongs to its game; the puzzles of a seed and of a day are always the same."""
    assert answer(Query("lesson", "chain")).game == "chain"
    for query in (Query("puzzle", "countdown", seed="7"), Query("daily", seed="2026-11-19")):
        assert encode(answer(query)) == encode(answer(query))


@pytest.mark.parametrize(
    ("error", "mark", "content"),
    [
        (DuelError("no such game"), b"!", b"no such game"),
        (MemoryError(), b"-", tasks.TOO_LARGE.encode()),
        (RecursionError(), b"-", tasks.TOO_LARGE.encode()),
        (ValueError("odd"), b"-", b"ValueError: odd"),
    ],
)
def test_a_failure_is_an_answer(
    monkeypatch: pytest.MonkeyPatch, error: Exception, mark: bytes, content: bytes
) -> None:
    """Each kind of failure has its mark, and the next query is answered all the same."""

    def fail_once(query: Query, report: Any, engine: Engine) -> object:
        if query.seed == "bad":
            raise error
        report({"so far": 1})
        return {"all": 2}

    monkeypatch.setattr(tasks, "answer", fail_once)
    lines = b"".join(encode(Query("daily", seed=seed)) + b"\n" for seed in ("bad", "good"))
    out = BytesIO()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(lines)))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
    tasks._answer_all(Engine())
    out.seek(0)
    parts = []
    while header := out.readline():
        found, seconds, length = header.split()
        assert float(seconds) >= 0
        parts.append((found, out.read(int(length))))
    assert parts == [(mark, content), (b"~", b'{"so far":1}'), (b"+", b'{"all":2}')]


def test_a_query_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is not a query is answered with an error."""
    out = BytesIO()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(b'{"kind":"dance"}\n')))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
    tasks._answer_all(Engine())
    assert out.getvalue().startswith(b"- ")
    assert b"ValidationError" in out.getvalue()
