"""`duel bot`: a player in JSON lines that no line can upset."""

from __future__ import annotations

import io
import json
import shlex
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from divisor_duel import GAMES, analyze
from divisor_duel.terminal.cli.bot import serve
from tests.arena.playing import play, timeless
from tests.conftest import COMMAND, Run


def ask(*lines: str, level: str = "perfect") -> list[dict[str, Any]]:
    """What the bot answers to some lines."""
    answers = io.StringIO()
    serve(level, Random(1), lines, answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def choose(**more: Any) -> str:
    """A question about Chain after 15."""
    question = {"type": "choose", "game": "chain", "options": {}, "played": [15], "seconds": 1}
    return json.dumps(question | more)


def test_the_whole_protocol_over_real_pipes(duel_process: Run) -> None:
    """Hello, choose and quit are answered as the protocol says, and quit ends it."""
    lines = ['{"type":"hello","protocol":1}', choose(played=[5]), '{"type":"quit"}', choose()]
    typed = "".join(f"{line}\n" for line in lines)
    done = duel_process("bot", "--level", "perfect", typed=typed)
    ready, move = map(json.loads, done.stdout.splitlines())
    assert ready == {"type": "ready", "name": "perfect"}
    assert move["type"] == "move"
    game = GAMES["chain"]()
    assert move["move"] in analyze(game, game.play(game.start(), 5)).winning
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"type":"dance"}',
        "[" * 100_000,
        choose(game="chess"),
        choose(game=[]),
        choose(options={"size": 3}),
        choose(options=[]),
        choose(options={"high": "x"}),
        choose(played="15"),
        choose(played=[15, 15]),
        choose(played=[True]),
        choose(played=[47]),
        choose(played=[10**400]),
    ],
)
def test_a_bad_line_gets_an_error_and_the_next_a_move(line: str) -> None:
    """Whatever is wrong is said in one message, and the bot goes on."""
    error, move = ask(line, choose())
    assert error["type"] == "error"
    assert error["message"]
    assert move["type"] == "move"


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
@settings(max_examples=40, deadline=None)
def test_no_line_ends_the_bot(line: str) -> None:
    """Any text at all leaves it able to answer."""
    assert ask(*line.splitlines(), choose())[-1]["type"] == "move"


def test_a_seed_in_the_question_decides() -> None:
    """The same seed gives the same move, whatever was asked before."""
    lines = [choose(seed=seed) for seed in (1, 2, 3, 4, 5)]
    forwards = [answer["move"] for answer in ask(*lines, level="random")]
    backwards = [answer["move"] for answer in ask(*lines[::-1], level="random")]
    assert forwards == backwards[::-1]
    assert len(set(forwards)) > 1


def test_a_wrong_level_is_refused(duel: Run) -> None:
    """An unknown level gets one sentence with those that there are."""
    done = duel("bot", "--level", "divine")
    assert done.returncode == 2
    assert "level must be one of random, easy, medium, hard, perfect" in done.stderr


def test_as_a_program_it_plays_like_the_level() -> None:
    """In the arena `duel bot` makes the very moves of the built-in level of that strength."""
    program = f"hard=cmd:{shlex.join(COMMAND)} bot --level hard"
    games = "chain,divider,digits"
    ours = play("random", "hard", games=games, seconds=100.0)
    theirs = play("random", program, games=games, seconds=100.0)
    assert list(map(timeless, theirs)) == list(map(timeless, ours))
