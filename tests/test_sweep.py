"""Sweeps as a library: rows, plans, the journal, the runners and the plot."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel import GAMES, DuelError, OptionsError, jobs
from divisor_duel.sweep import (
    JOB,
    Plan,
    Row,
    SweepJournal,
    Task,
    as_bfile,
    compute,
    engine_fingerprint,
    remaining_tasks,
    run_serially,
    sweep,
)
from divisor_duel.sweep.plot import plot

COUNTDOWN = Plan(GAMES["countdown"], {}, "start", range(1, 41))
SVG = "{http://www.w3.org/2000/svg}"
TIMED_OUT = Row(9, "unknown", None, None, (), 4, 0.5)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Callable[..., SweepJournal]]:
    """Open the same journal again and again, closing the last one first."""
    opened: list[SweepJournal] = []

    def reopen(fresh: bool = False) -> SweepJournal:
        for old in opened:
            old.close()
        opened.append(SweepJournal(tmp_path / "rows.jsonl", fresh))
        return opened[-1]

    yield reopen
    for old in opened:
        old.close()


def test_rows_of_countdown_agree_with_its_theorem() -> None:
    """The second player wins exactly from odd numbers and odd powers of two."""
    lost = [row.size for row in run_serially(COUNTDOWN.tasks()) if row.winner == "second"]
    assert lost == [n for n in range(1, 41) if n % 2 or n in (2, 8, 32)]


def test_rows_of_divider_have_the_known_nim_values() -> None:
    """Divider's nim-values on 2..2 to 2..14 are those that two other programs found."""
    plan = Plan(GAMES["divider"], {}, "high", range(2, 15))
    values = [row.grundy for row in run_serially(plan.tasks())]
    assert values == [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4]


def test_a_set_up_that_is_over_at_once_is_lost_by_the_first_player() -> None:
    """From a prime nobody moves: the second player wins in 0 moves, and the nim-value is 0."""
    row = compute(Task("countdown", {"start": 7}, 7, None))
    assert (row.winner, row.remoteness, row.grundy, row.openings) == ("second", 0, 0, ())


def test_other_options_stay_as_they_are() -> None:
    """Every task has the fixed options, the defaults and its own size."""
    plan = Plan(GAMES["chain"], {"low": 3}, "high", range(10, 31, 10))
    assert [task.options for task in plan.tasks()] == [
        {"low": 3, "high": high, "opening": "any"} for high in (10, 20, 30)
    ]
    assert plan.title == "Divisor Duel: Chain (low 3, opening any), high 10 to 30 in steps of 10"


@pytest.mark.parametrize(
    ("options", "sizes", "words"),
    [
        ({}, range(2, 2), "needs at least one size"),
        ({}, range(2, 90_000), "10000 sizes at the most"),
        ({"low": 5}, range(3, 9), "high cannot be 3 here: low must not be above high"),
    ],
)
def test_plans_that_cannot_be_are_refused(
    options: dict[str, Any], sizes: range, words: str
) -> None:
    """An empty, endless or contradictory plan is refused before any work."""
    with pytest.raises(OptionsError, match=words):
        Plan(GAMES["divider"], options, "high", sizes)


def test_rows_survive_being_written() -> None:
    """A row read from its own line is the same row."""
    for row in [*run_serially(COUNTDOWN.tasks(2)), TIMED_OUT]:
        assert Row.from_line(row.to_line()) == row


@given(st.binary() | st.builds(lambda text: TIMED_OUT.to_line().replace(b"9", text), st.binary()))
def test_damaged_lines_are_no_rows(line: bytes) -> None:
    """Whatever is in a line, it is a row or nothing, never an exception."""
    row = Row.from_line(line)
    assert row is None or Row.from_line(row.to_line()) == row


def test_a_torn_last_line_is_cut_off(journal: Callable[..., SweepJournal]) -> None:
    """After a crash in the middle of a line the rows before it are kept and the file is whole."""
    rows = list(run_serially(COUNTDOWN.tasks()))
    kept = journal()
    for row in rows[:3]:
        kept.add(row)
    with kept.path.open("ab") as file:
        file.write(rows[3].to_line()[:-9])
    again = journal()
    assert list(again.rows.values()) == rows[:3]
    again.add(rows[3])
    assert again.path.read_bytes() == b"".join(row.to_line() for row in rows[:4])


def test_damage_in_the_middle_costs_only_its_own_row(journal: Callable[..., SweepJournal]) -> None:
    """A line of nonsense is passed over, and its size is worked out again."""
    kept = journal()
    sweep(COUNTDOWN, kept)
    lines = kept.path.read_bytes().splitlines(keepends=True)
    lines[4] = b"\xff nonsense\n"
    kept.path.write_bytes(b"".join(lines))
    assert [task.size for task in remaining_tasks(COUNTDOWN, journal(), None)] == [5]


def test_a_longer_range_goes_on_from_a_shorter_one(journal: Callable[..., SweepJournal]) -> None:
    """What is kept serves every range; a fresh start forgets it."""
    sweep(COUNTDOWN, journal())
    longer = replace(COUNTDOWN, sizes=range(30, 51))
    assert [task.size for task in remaining_tasks(longer, journal(), None)] == list(range(41, 51))
    assert len(remaining_tasks(longer, journal(fresh=True), None)) == 21


def test_two_processes_never_share_a_journal(journal: Callable[..., SweepJournal]) -> None:
    """The second to come is told that the sweep is running."""
    kept = journal()
    with pytest.raises(DuelError, match="running in another window"):
        SweepJournal(kept.path)


def test_a_journal_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    """A cache folder that is a file is named in the error."""
    (tmp_path / "file").touch()
    with pytest.raises(DuelError, match=r"cannot keep rows in .*; XDG_CACHE_HOME names"):
        SweepJournal(tmp_path / "file" / "rows.jsonl")


def test_unknown_rows_are_tried_again_only_with_more_time() -> None:
    """Time that already ran out is not spent twice; more time, or all there is, is."""
    assert [TIMED_OUT.is_good_enough(time, True) for time in (0.1, 0.5, 0.6, None)] == [
        True,
        True,
        False,
        False,
    ]
    won = replace(TIMED_OUT, winner="first", undecided=0)
    assert [won.is_good_enough(time, True) for time in (0.5, 0.6, None)] == [True, False, False]
    whole = replace(won, remoteness=3)
    assert whole.is_good_enough(9, impartial=False)
    assert not whole.is_good_enough(9, impartial=True)


def test_unknown_rows_are_tried_again_when_the_engine_knows_more(
    journal: Callable[..., SweepJournal],
) -> None:
    """What time did not settle is asked again once theories, data or `fast` are others."""
    plan = Plan(GAMES["divider"], {}, "high", range(8, 10))
    kept = journal()
    for size in plan.sizes:
        kept.add(replace(TIMED_OUT, size=size, seconds=None))
    assert [task.size for task in remaining_tasks(plan, kept, 100.0)] == [8, 9]
    assert [row.grundy for row in sweep(plan, kept, seconds=100.0)] == [4, 5]
    kept.add(replace(TIMED_OUT, size=8, seconds=None, knowledge=engine_fingerprint("divider")))
    assert remaining_tasks(plan, kept, 100.0) == []


def test_what_engines_know_differs_by_game() -> None:
    """Each game's own folder is part of it, so that one game's new data leaves others alone."""
    told = {name: engine_fingerprint(name) for name in GAMES}
    assert len({*told.values()}) == len(GAMES)


def test_a_second_try_never_loses_what_the_first_proved() -> None:
    """If a try on a busier machine proves less, the earlier proof stays."""
    proved = replace(TIMED_OUT, winner="first", openings=(4,), undecided=1)
    later = replace(TIMED_OUT, seconds=2.0)
    assert later.choose_better(proved) == replace(proved, seconds=2.0)
    assert proved.choose_better(later) == proved


def test_processes_find_the_same_rows(journal: Callable[..., SweepJournal]) -> None:
    """Two processes, in whatever order they finish, give the table of one."""
    alone = list(run_serially(COUNTDOWN.tasks()))
    shared = sweep(COUNTDOWN, journal(), partial(jobs.run_in_processes, workers=2))
    assert shared == alone
    assert active_children() == []


def test_a_killed_process_costs_no_row() -> None:
    """When a worker is killed, its rows and all that wait are worked out by new ones."""
    rows = jobs.run_in_processes(JOB, COUNTDOWN.tasks(), 2)
    sizes = [next(rows).size]
    victim = active_children()[0].pid
    assert victim
    os.kill(victim, signal.SIGKILL)
    sizes += [row.size for row in rows]
    assert sorted(sizes) == list(COUNTDOWN.sizes)


class Deadly(dict[str, int]):
    """Options that end the process which reads them."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os._exit, (9,)


def test_work_that_always_kills_is_given_up() -> None:
    """A size that ends every process is named after a few tries."""
    tasks = [Task("countdown", Deadly(), 60, None)]
    with pytest.raises(DuelError, match="killed 3 times in a row at 60"):
        list(jobs.run_in_processes(JOB, tasks, 2))


def test_leaving_early_leaves_no_process() -> None:
    """Closing a runner in mid-work ends its processes at once."""
    plan = Plan(GAMES["divider"], {"low": 3}, "high", range(10, 200, 10))
    rows = jobs.run_in_processes(JOB, plan.tasks(), 2)
    next(rows)
    rows.close()
    assert active_children() == []


def marks(picture: str) -> list[str]:
    """The classes of the marks in a picture, in its order."""
    classes = [element.get("class", "") for element in ElementTree.fromstring(picture).iter()]
    return [name for name in classes if name.startswith("mark ")]


def test_a_bfile_has_nim_values_or_who_wins() -> None:
    """Each line is a size and its term: the nim-value, or in games without 1 for a first win."""
    chain = Plan(GAMES["chain"], {"low": 2}, "high", range(2, 6))
    rows = list(run_serially(chain.tasks()))
    lines = [f"{row.size} {row.grundy}" for row in rows]
    assert as_bfile(chain, rows).splitlines()[1:] == lines
    digits = Plan(GAMES["digits"], {"base": 10}, "target", range(9, 14))
    text = as_bfile(digits, list(run_serially(digits.tasks())))
    assert text.splitlines()[1:] == ["9 1", "10 0", "11 0", "12 1", "13 0"]
    assert text.isascii()
    assert text.endswith("\n")


def test_a_bfile_ends_where_proof_ends() -> None:
    """A size that is not proved is neither guessed nor skipped: the sequence ends before it."""
    plan = Plan(GAMES["countdown"], {}, "start", range(2, 6))
    known = list(run_serially(plan.tasks()))
    rows = [known[0], known[1], replace(known[2], grundy=None), known[3]]
    assert as_bfile(plan, rows).splitlines()[1:] == [
        "2 0",
        "3 0",
        "# 4 is not proved here; more --seconds may do it",
    ]


def test_the_plot_has_one_mark_for_each_size() -> None:
    """The picture is well-formed, says what it shows, and marks every size by its winner."""
    rows = [*run_serially(COUNTDOWN.tasks())]
    rows[5] = replace(rows[5], winner="unknown", remoteness=None)
    picture = plot(COUNTDOWN, rows)
    assert marks(picture) == [f"mark {row.winner}" for row in rows]
    root = ElementTree.fromstring(picture)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Divisor Duel: Countdown, start 1 to 40: who wins"
    assert "second player wins: 23, not known: 1." in (root.findtext(f"{SVG}desc") or "")
    written = [text.text for text in root.iter(f"{SVG}text")]
    assert {"start", "moves to the end", "10", "40"} <= set(written)


@pytest.mark.parametrize("sizes", [range(5, 6), range(10**18 - 50, 10**18), range(1, 9999, 3)])
def test_any_range_can_be_drawn(sizes: range) -> None:
    """One size, huge sizes and thousands of sizes keep all marks on the paper and in order."""
    plan = Plan(GAMES["countdown"], {}, "start", sizes)
    rows = [replace(TIMED_OUT, size=size) for size in sizes]
    root = ElementTree.fromstring(plot(plan, rows))
    rings = [ring for group in root.iter(f"{SVG}g") for ring in group.findall(f"{SVG}circle")]
    middles = [float(ring.get("cx", "")) for ring in rings if ring.get("stroke")][-len(sizes) :]
    assert middles == sorted(middles)
    assert 0 < middles[0] <= middles[-1] < float(root.get("width", ""))
