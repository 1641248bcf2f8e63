"""`duel analyze`: the table, the JSON object, and positions of every kind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import GAMES, Record, write_records
from divisor_duel.engine import Engine
from divisor_duel.terminal.cli import analyze as analyze_command
from divisor_duel.terminal.cli.parser import build_parser
from tests.conftest import COMMAND, Run, wait_until
from tests.play.test_record import SAMPLE

KEYS = [
    "game",
    "options",
    "played",
    "to_move",
    "over",
    "winner",
    "value",
    "remoteness",
    "grundy",
    "moves",
    "line",
    "reason",
    "strategy",
]


def as_json(duel: Run, *arguments: str) -> dict[str, Any]:
    """What `duel analyze --json` prints, parsed."""
    done = duel("analyze", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    assert list(result) == KEYS
    return result


@pytest.mark.parametrize("game", GAMES)
def test_json_has_every_field(game: str, duel: Run) -> None:
    """The object has the promised fields, and every legal move is in it."""
    result = as_json(duel, game)
    real = GAMES[game]()
    assert result["game"] == game
    assert result["options"] == real.options
    assert (result["played"], result["to_move"], result["over"]) == ([], 1, False)
    assert result["value"] in ("win", "loss")
    moves = sorted(move["move"] for move in result["moves"])
    assert moves == list(real.legal_moves(real.start()))
    assert all(list(m) == ["move", "value", "remoteness", "grundy"] for m in result["moves"])


def test_json_of_a_known_position(duel: Run) -> None:
    """After 15 in countdown the other player is to move at 45 and has lost."""
    result = as_json(duel, "countdown", "--moves", "15")
    assert result["played"] == [15]
    assert result["to_move"] == 2
    assert result["value"] == "loss"
    assert result["grundy"] == 0
    assert result["reason"].startswith("45 is odd, ")


def test_json_after_the_end(duel: Run) -> None:
    """After the end there is a winner, no value and no move."""
    result = as_json(duel, "chain", "--moves", "47")
    assert (result["over"], result["winner"], result["value"]) == (True, 1, None)
    assert result["moves"] == []


def test_who_began_can_be_said(duel: Run) -> None:
    """With --first 2 the other player is to move."""
    assert as_json(duel, "chain", "--moves", "15 5", "--first", "2")["to_move"] == 2


def test_a_line_is_called_best_only_if_it_is_known_to_be(duel: Run) -> None:
    """How long play lasts is not known on 2..100000 of Ladder, and so no line is the best one."""
    out = duel("analyze", "ladder", "--high", "100000").stdout
    assert "Best line" not in out
    assert "For example: 2" in out


def test_how_to_win_is_listed(duel: Run) -> None:
    """The rules of the winner's strategy follow the reason, unless that names every move."""
    out = duel("analyze", "chain", "--high", "100", "--moves", "2 4").stdout
    assert "\nHow your opponent wins:\n  1. Take the partner of the number just taken. " in out
    assert "49-98" in out
    assert "\nHow to win:\n  1. Take " in duel("analyze", "countdown").stdout
    assert "How to win" not in duel("analyze", "countdown", "--start", "12").stdout


def test_json_has_the_rules_and_the_answers_to_every_reply(duel: Run) -> None:
    """A program can play on: the answers are those of the strategy."""
    found = as_json(duel, "countdown")["strategy"]
    assert (found["winner"], found["by_rules"]) == (1, True)
    assert found["rules"][0] == "Take 3 to leave 57."
    assert found["answers"] == {"3": 27, "19": 19}
    assert as_json(duel, "countdown", "--start", "7")["strategy"]["rules"] == []


def test_json_searches_no_answers_once_time_is_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """6 wins on 2..73, but the answers to its 60 replies would take hours to find."""
    monkeypatch.setattr(analyze_command, "ANSWER_SECONDS", 0.0)
    typed = "analyze divider --high 73 --moves 6 --seconds 0.1 --json"
    parsed = build_parser("analyze").parse_args(typed.split())
    assert parsed.run(parsed) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["value"], len(found["moves"])) == ("loss", 60)
    assert found["strategy"]["answers"] == {}


def test_the_table_is_sorted_and_marked(duel: Run) -> None:
    """Winning moves come first with a plus, losing ones after them with a minus."""
    out = duel("analyze", "countdown").stdout
    marks = [line[0] for line in out.splitlines() if line[:1] in "+-" and line]
    assert marks == ["+"] * 3 + ["-"] * 7
    assert "Player 1 is to move; Player 1 wins in 9 moves with best play." in out
    assert "Best line: " in out
    assert "Why: Take 3 to leave 57" in out


def test_long_tables_are_cut_unless_all_is_wanted(duel: Run) -> None:
    """Of many moves the best are listed, and --all lists every one."""
    arguments = ("analyze", "countdown", "--start", "963761198400")
    out = duel(*arguments).stdout
    assert "... and 6658 more (--all shows them)" in out
    assert len(duel(*arguments, "--all").stdout.splitlines()) > 6718


def test_a_recorded_position_can_be_analysed(duel: Run, tmp_path: Path) -> None:
    """A record and a ply lead to the position after that many moves."""
    file = tmp_path / "game.duel"
    file.write_text(SAMPLE)
    assert as_json(duel, "record", str(file), "--ply", "2")["played"] == [15, 15]
    assert as_json(duel, "record", str(file))["over"] is True


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["poker"], "invalid choice: 'poker'"),
        (["chain", "--moves", "15 12"], "move 2 ('12'): 12 is neither a factor nor a multiple"),
        (["chain", "--moves", "15 x"], "move 2 ('x'): 'x' is not a whole number"),
        (["chain", "--high", "100001"], "high must be a whole number from 2 to 100000"),
        (["chain", "--seconds", "soon"], "seconds must be a time such as 0.5"),
        (["chain", "--seconds", "0"], "seconds must be a time such as 0.5"),
        (["chain", "--first", "3"], "first must be 1 or 2"),
        (["record", "/no/such/file"], "cannot read '/no/such/file'"),
    ],
)
def test_bad_input_gets_one_sentence(arguments: list[str], words: str, duel: Run) -> None:
    """One line says what is wrong, and the exit code is 2."""
    done = duel("analyze", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_ply_beyond_the_record_is_refused(duel: Run, tmp_path: Path) -> None:
    """The ply must be in the record."""
    file = tmp_path / "game.duel"
    file.write_text(SAMPLE)
    done = duel("analyze", "record", str(file), "--ply", "9")
    assert done.returncode == 2
    assert "ply must be a whole number from 0 to 8" in done.stderr


def test_something_hopeless_is_unknown_in_time(duel: Run) -> None:
    """A list far too long says unknown when the time given is over."""
    result = as_json(duel, "divider", "--high", "97", "--seconds", "0.5")
    assert result["value"] == "unknown"


def processor_seconds(process: int) -> int:
    """What a process has computed so far: more than it takes to start means that it is at work."""
    told = subprocess.run(["ps", "-o", "cputimes=", "-p", str(process)], capture_output=True)
    return int(told.stdout)


def test_ctrl_c_stops_a_long_analysis() -> None:
    """Ctrl-C ends a hopeless analysis at once and shows what was found, with code 130 and without
    a traceback.
    """
    process = subprocess.Popen(
        [*COMMAND, "analyze", "divider", "--high", "97", "--seconds", "3000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ, PYTHONUNBUFFERED="1"),
    )
    wait_until(lambda: processor_seconds(process.pid) >= 2)
    process.send_signal(signal.SIGINT)
    try:
        out, err = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == 130
    assert b"Results so far" in err
    assert b"Player 1 is to move" in out
    assert b"Traceback" not in err


def test_a_round_of_a_match_is_analyzed(duel: Run, tmp_path: Path) -> None:
    """`--round` chooses one of the rounds of a record, and a round that is not there is refused."""
    file = tmp_path / "match.duel"
    rounds = [
        Record(GAMES["countdown"](), moves, round=(n, 2)) for n, moves in ((1, (15,)), (2, ()))
    ]
    file.write_text(write_records(rounds))
    assert ", after 15" in duel("analyze", "record", str(file), "--round", "1").stdout
    assert ", after" not in duel("analyze", "record", str(file)).stdout.splitlines()[0]
    done = duel("analyze", "record", str(file), "--round", "3")
    assert "round must be a whole number from 1 to 2" in done.stderr


def test_any_set_of_numbers_is_analysed(duel: Run) -> None:
    """--left gives the numbers left, made by play or not; nonsense is refused in a sentence."""
    found = json.loads(duel("analyze", "divider", "--left", "6,8,16,30", "--json").stdout)
    assert (found["value"], found["grundy"]) == ("loss", 0)
    for wrong, words in (("", "must name numbers"), ("6,x", "whole number")):
        refused = duel("analyze", "divider", "--left", wrong)
        assert refused.returncode == 2
        assert words in refused.stderr
    assert "give --moves" in duel("analyze", "chain", "--left", "6").stderr


def test_a_position_set_up_by_hand_is_analysed(duel: Run) -> None:
    """--position begins anywhere, and moves go on from there; nonsense is one sentence."""
    text = "last=6 pool=2-4,9"
    asked = ("analyze", "chain", "--position", text, "--moves", "3", "--first", "2", "--json")
    found = json.loads(duel(*asked).stdout)
    assert (found["to_move"], [each["move"] for each in found["moves"]]) == (1, [9])
    refused = duel("analyze", "chain", "--position", "last=x")
    assert refused.returncode == 2
    assert "last must be from 2 to 50" in refused.stderr


@pytest.mark.parametrize(
    ("move", "words"), [("8", "8 loses: your opponent replies "), ("4", "4 wins. Now every number")]
)
def test_one_move_is_refuted_or_borne_out(
    capsys: pytest.CaptureFixture[str], move: str, words: str
) -> None:
    """--why says which reply beats a move, or why no reply does."""
    parsed = build_parser("analyze").parse_args(["analyze", "divider", "--why", move])
    assert parsed.run(parsed) == 0
    assert " ".join(capsys.readouterr().out.split()).startswith(words)


def test_after_an_interruption_what_was_found_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C ends the search but not the answer."""
    asked: list[float | None] = []

    class Interrupted(Engine):
        def analyze(self, game: Any, position: Any, seconds: float | None = None) -> Any:
            asked.append(seconds)
            if len(asked) == 1:
                raise KeyboardInterrupt
            return super().analyze(game, position, seconds)

    monkeypatch.setattr(analyze_command, "command_engine", Interrupted)
    parsed = build_parser("analyze").parse_args(["analyze", "countdown"])
    assert parsed.run(parsed) == 130
    told = capsys.readouterr()
    assert "Results so far" in told.err
    assert "Player 1 wins" in told.out
    assert len(asked) == 2


def test_a_list_of_any_numbers_is_analysed(duel: Run) -> None:
    """--numbers is where the game begins, in the table and for programs; one start is enough."""
    asked = ("analyze", "divider", "--numbers", "2,3,5-12", "--moves", "3")
    assert "low 2, high 12), set up left=2,3,5-12, after 3\n" in duel(*asked).stdout
    found = json.loads(duel(*asked, "--ending", "misere", "--json").stdout)
    assert (found["position"], found["options"]["ending"]) == ("left=2,3,5-12", "misere")
    assert {move["move"] for move in found["moves"]} == {2, 5, 7, 8, 10, 11}
    refused = duel("analyze", "divider", "--numbers", "2-5", "--left", "2")
    assert (refused.returncode, refused.stderr) == (2, "duel: give --left or --numbers, not both\n")
