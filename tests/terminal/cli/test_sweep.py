"""`duel sweep` as real processes: its table, files, interruptions, workers and a cluster."""

from __future__ import annotations

import csv
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pexpect
import pytest

from divisor_duel import GAMES, DuelError
from divisor_duel.terminal.cli.parser import build_parser
from divisor_duel.terminal.cli.sweep import read_plan
from tests.conftest import COMMAND, Run, wait_until
from tests.terminal.conftest import KILLED, Cluster, Start

COUNTDOWN = ("sweep", "countdown", "--over", "start=1..200")
ENDLESS = ("sweep", "divider", "--low", "3", "--over", "high=4..184:4")
"""Its small sizes are done at once and its large ones never."""


def kept_sizes(home: Path) -> list[int]:
    """The sizes in the work files, one for each whole line."""
    texts = [file.read_text() for file in (home / ".cache/divisor-duel/sweeps").glob("*.jsonl")]
    lines = "".join(texts).splitlines(keepends=True)
    return [json.loads(line)["size"] for line in lines if line.endswith("\n")]


def group_members(group: int) -> list[str]:
    """The commands of the living processes of a process group."""
    shown = subprocess.run(
        ["ps", "-ww", "-eo", "pgid=,stat=,args="], capture_output=True, text=True
    )
    fields = [line.split(None, 2) for line in shown.stdout.splitlines()]
    return [args for pgid, stat, args in fields if int(pgid) == group and stat[0] != "Z"]


def test_the_table_has_a_row_for_each_size(duel: Run) -> None:
    """Who wins, how soon, the nim-value and the openings stand in one line a size."""
    done = duel("sweep", "countdown", "--over", "start=56..60:2")
    assert done.stderr == ""
    assert done.stdout == (
        "Divisor Duel: Countdown, start 56 to 60 in steps of 2\n\n"
        "  start  winner   moves left  nim-value  winning openings\n"
        "●    56  first             7          4  7\n"
        "●    58  first             1          1  29\n"
        "●    60  first             9          2  3 5 15\n\n"
        "The first player wins 3 of 3, the second 0.\n"
    )


def test_games_that_are_not_impartial_have_no_nim_values(duel: Run) -> None:
    """Digits has no such column, and its openings are written as its digits are."""
    out = duel("sweep", "digits", "--base", "16", "--over", "target=11..11").stdout
    assert "nim-value" not in out
    assert out.splitlines()[3] == "●     11  first             1  B"


def test_many_openings_are_cut_in_the_table_and_whole_in_the_csv(duel: Run, tmp_path: Path) -> None:
    """A line keeps to 80 columns and says how many openings there are; the file has them all."""
    file = tmp_path / "chain.csv"
    out = duel("sweep", "chain", "--over", "high=50..50", "--csv", str(file)).stdout
    row = next(line for line in out.splitlines() if line.startswith("●"))
    assert row.endswith(" ... (43)")
    assert len(row) <= 80
    (read,) = csv.DictReader(file.read_text().splitlines())
    assert len(read["winning_openings"].split()) == 43


def test_the_csv_says_what_the_table_says(duel: Run, tmp_path: Path) -> None:
    """Every line of the table is a record of the file, and `-` prints the file instead."""
    file = tmp_path / "divider.csv"
    command = ("sweep", "divider", "--over", "high=2..12", "--csv")
    table = duel(*command, str(file)).stdout.splitlines()[3:-2]
    records = list(csv.DictReader(file.read_text().splitlines()))
    assert [line.split()[1:] for line in table] == [
        [
            *(record[name] for name in ("high", "winner", "remoteness", "nim_value")),
            *record["winning_openings"].split(),
        ]
        for record in records
    ]
    assert list(csv.DictReader(io.StringIO(duel(*command, "-").stdout))) == records
    assert file.stat().st_mode & 0o777 == 0o666 & ~_umask()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_a_bfile_is_written_beside_the_table(duel: Run, tmp_path: Path) -> None:
    """`--bfile` writes nim-values by size and the table is still shown; `-` prints it instead."""
    file = tmp_path / "b.txt"
    command = ("sweep", "divider", "--over", "high=2..6", "--bfile")
    assert "The first player wins 4 of 5" in duel(*command, str(file)).stdout
    assert file.read_text().splitlines()[1:] == ["2 1", "3 0", "4 3", "5 2", "6 1"]
    assert duel(*command, "-").stdout == file.read_text()


def test_a_plot_called_png_is_a_png(duel: Run, tmp_path: Path) -> None:
    """The ending of the name decides what is written."""
    file = tmp_path / "plot.png"
    duel("sweep", "ladder", "--over", "high=2..9", "--plot", str(file))
    assert file.read_bytes().startswith(b"\x89PNG")


def test_the_plot_is_written(duel: Run, tmp_path: Path) -> None:
    """`--plot` makes an SVG file with one mark for each size."""
    file = tmp_path / "plot.svg"
    duel("sweep", "ladder", "--over", "high=2..30", "--plot", str(file))
    marks = [e for e in ElementTree.parse(file).iter() if e.get("class", "").startswith("mark ")]
    assert len(marks) == 29


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("countdown --over stop=1..5", "over must be start with values, as in start=1..60"),
        ("chain --over opening=1..5", "over must be low or high with values"),
        ("chain --over high", "over must be low or high with values"),
        ("chain --over high=5", "high must go from a number to a number, as in high=2..50"),
        ("chain --over high=..5", "high must be a whole number from 2 to"),
        ("chain --over high=2..x", "high must be a whole number from 2 to"),
        ("chain --over high=-2..5", "high must be a whole number from 2 to"),
        ("chain --over high=9..5", "high must go up, but 9 is above 5"),
        ("chain --over high=2..9:0", "the step must be a whole number from 1, not '0'"),
        ("chain --over high=2..9:", "the step must be a whole number from 1, not ''"),
        ("chain --over high=2..9 --high 7", "--over already varies high, so leave out --high"),
        ("chain --over high=2..9 --low 4", "low must not be above high, but 4 is above 2"),
        ("chain --over low=2..9 --high 4", "low cannot be 5 here: low must not be above"),
        ("countdown --over start=1..99999999", "at most 10000 sizes, not 99999999"),
        ("countdown --over start=1..5 --seconds 0", "seconds must be a time such as 0.5"),
        ("countdown --over start=1..5 --workers 0", "workers must be a whole number from 1"),
        ("countdown --over start=1..5 --workers 2 --scheduler x:1", "not both"),
        ("countdown --over start=1..5:2 --bfile x", "every size in turn, so leave out the step"),
        ("countdown --over start=1..5 --bfile /no/such/file", "there is no such folder"),
        ("countdown --over start=1..5 --csv /no/such/file", "there is no such folder"),
        ("countdown --over start=1..5 --plot x.gif", "a picture is called NAME.svg, NAME.pdf"),
        ("countdown --over start=1..5 --plot /", "cannot write '/': it is a folder"),
    ],
)
def test_wrong_arguments_are_refused(arguments: str, words: str, home: Path) -> None:
    """What is wrong is said in one line before any work is done."""
    parsed = build_parser().parse_args(["sweep", *arguments.split(" ")])
    with pytest.raises(DuelError, match=re.escape(words)) as caught:
        parsed.run(parsed)
    assert "\n" not in str(caught.value)
    assert list(home.iterdir()) == []


def test_a_wrong_command_ends_with_code_2(duel: Run) -> None:
    """A range that is missing or wrong gets one sentence on standard error and nothing else."""
    for arguments in ([], ["--over", "start=9..5"]):
        done = duel("sweep", "countdown", *arguments)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_other_options_and_the_preset_stay_fixed() -> None:
    """The options that are not swept come from the command line, the preset or the rule book."""
    plan = read_plan(GAMES["divider"], "low=1..4", {"preset": "fair"})
    assert plan.settings == {"high": 20}
    plan = read_plan(GAMES["divider"], "high=60..70:5", {"low": "60"})
    assert (plan.settings, list(plan.sizes)) == ({"low": 60}, [60, 65, 70])


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_at_any_moment_it_goes_on(workers: str, duel: Run, start: Start, home: Path) -> None:
    """After SIGKILL the same command keeps every row, repeats none, and ends in the same table."""
    command = (*COUNTDOWN, "--workers", workers)
    rng = random.Random(int(workers))
    for share in (0.0, 0.5, 1.0):
        before, row = kept_sizes(home), rng.randrange(2, 30)
        process = start(sys.executable, "-c", KILLED, str(row), str(share), *command)
        assert process.wait(300) == -signal.SIGKILL
        wait_until(lambda process=process: not group_members(process.pid))  # type: ignore[misc]
        kept = kept_sizes(home)
        assert kept[: len(before)] == before
        assert len(kept) == len(before) + row - (share < 1)
    interrupted = duel(*command).stdout
    assert sorted(kept_sizes(home)) == list(range(1, 201))
    assert interrupted == duel(*command).stdout
    assert len(kept_sizes(home)) == 200
    assert interrupted == duel(*COUNTDOWN, "--fresh").stdout


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_says_how_to_go_on(workers: str, start: Start, home: Path) -> None:
    """Ctrl-C ends with code 130 and one sentence, and no process is left."""
    process = start(*COMMAND, *ENDLESS, "--workers", workers)
    wait_until(lambda: len(kept_sizes(home)) >= 2)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert (process.returncode, out) == (130, "")
    assert err == "Stopped. Run the same command to continue.\n"
    wait_until(lambda: not group_members(process.pid))


def test_the_same_sweep_runs_once_at_a_time(duel: Run, start: Start, home: Path) -> None:
    """A second window must wait instead of doing the same work."""
    start(*COMMAND, *ENDLESS)
    wait_until(lambda: len(kept_sizes(home)) >= 1)
    done = duel(*ENDLESS)
    assert done.returncode == 2
    assert "this sweep is running in another window" in done.stderr


def test_more_time_is_spent_on_what_is_unknown(duel: Run, home: Path) -> None:
    """Rows whose time ran out say so, are saved, and are tried again only with more time."""
    command = ("sweep", "divider", "--low", "3", "--over", "high=6..186:180", "--seconds")
    out = duel(*command, "2").stdout  # far more than 6 needs, far too little for 186
    assert "?  186  unknown" in out
    assert "try more --seconds" in out
    assert duel(*command, "2").stdout == out
    assert kept_sizes(home) == [6, 186]
    assert duel(*command, "2.1").stdout == out
    assert kept_sizes(home) == [6, 186, 186]


def test_a_person_sees_how_far_it_is() -> None:
    """A terminal shows a bar with the time left, and later the number of rows saved before."""
    command = [*COMMAND[1:], *ENDLESS]
    child = pexpect.spawn(COMMAND[0], command, encoding="utf-8", dimensions=(40, 80), timeout=300)
    child.expect("━.* of 46 sizes, about .* left")
    child.sendintr()
    child.expect("\x1b\\[2KStopped. Run the same command to continue.\r\n")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130
    child = pexpect.spawn(COMMAND[0], command, encoding="utf-8", dimensions=(40, 80), timeout=300)
    child.expect("of 46 sizes are already saved.")
    child.close(force=True)


def test_a_missing_package_is_named() -> None:
    """Without the package for clusters one sentence says what to install."""
    code = (
        "import sys; sys.modules['distributed'] = None\n"
        "from divisor_duel.terminal.main import main\n"
        "main('sweep countdown --over start=1..5 --scheduler 127.0.0.1:1'.split())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.endswith("-m pip install distributed\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("address", ["127.0.0.1:1", "nonsense", "foo://127.0.0.1:1"])
def test_a_scheduler_that_does_not_answer_is_a_sentence(address: str, duel: Run) -> None:
    """An address where no scheduler is gets one sentence."""
    done = duel("sweep", "countdown", "--over", "start=1..5", "--scheduler", address)
    assert done.returncode == 2
    assert done.stderr.startswith(f"duel: no scheduler answers at '{address}'")
    assert done.stderr.count("\n") == 1


def test_a_cluster_that_loses_a_worker_gives_the_same_table(
    duel: Run, start: Start, cluster: Cluster, home: Path
) -> None:
    """On a real cluster, with one of two workers killed in mid-sweep, no row differs."""
    process = start(*COMMAND, *COUNTDOWN, "--scheduler", cluster.address)
    wait_until(lambda: len(kept_sizes(home)) >= 40)
    cluster.victim.kill()
    out, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (0, "")
    assert sorted(kept_sizes(home)) == list(range(1, 201))
    assert out == duel(*COUNTDOWN, "--fresh").stdout
