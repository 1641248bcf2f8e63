"""Codes and files carry progress whole, and strangers' texts get one sentence."""

from __future__ import annotations

import base64
import json
import random
import zlib
from datetime import date

import pytest

from divisor_duel.learn.daily import Result
from divisor_duel.learn.mistakes import Mistake
from divisor_duel.learn.progress import MOST_RESULTS, Progress, merge, to_message
from divisor_duel.learn.progress_codes import (
    LARGEST,
    LONGEST_CODE,
    MARK,
    ProgressError,
    read_code,
    read_text,
    summary,
    themes_text,
    write_code,
    write_file,
)
from divisor_duel.learn.puzzle import THEMES
from tests.formats.written import FORMATS

FULL = Progress(
    {3: Result(3, (False, True), 1, (7,)), 4: Result(4, (True,))},
    1234,
    5,
    {"divider/partners": 7},
    (Mistake("chain", {"high": 20}, (12, 4), date(2026, 11, 18), 2, 2),),
)


def packed(content: bytes) -> str:
    """A code with this content."""
    return MARK + base64.urlsafe_b64encode(zlib.compress(content)).decode().rstrip("=")


def random_progress(rng: random.Random) -> Progress:
    """Progress with a bit of everything."""
    days = {}
    for day in rng.sample(range(1, 9), 4):
        tries = rng.choice([(), (True,), (False, True), (False, False, False)])
        days[day] = Result(day, tries, rng.randrange(3))
    mistakes = [
        Mistake(
            "divider", {"high": 9}, (move,), date(2026, 11, rng.randint(1, 28)), rng.randint(0, 5)
        )
        for move in rng.sample(range(2, 9), 3)
    ]
    return Progress(
        days, rng.choice([1000, 984, 1200]), rng.randrange(4), {"a/b": rng.randrange(9)}
    ).with_mistakes(mistakes)


def test_a_code_and_a_file_hold_everything() -> None:
    """What was written comes back, also with spaces and line breaks in the code."""
    for progress in (FULL, Progress()):
        code = write_code(progress)
        assert read_code(code) == progress
        assert read_text(f"  {code[:30]}\n{code[30:]} \n") == progress
        assert read_text(write_file(progress)) == progress
        assert len(code) < 400


@pytest.mark.parametrize("seed", range(20))
def test_merging_loses_no_streak_and_is_a_union(seed: int) -> None:
    """The order and repeats do not matter; no solved day, count or run gets lost."""
    rng = random.Random(seed)
    one, two = random_progress(rng), random_progress(rng)
    both = merge(one, two)
    assert to_message(both) == to_message(merge(two, one))
    assert both == merge(both, two) == merge(both, one) == merge(both, both)
    for part in (one, two):
        assert all(
            both.results[number].solved for number in part.results if part.results[number].solved
        )
        assert both.run >= part.run
        assert both.exercises["a/b"] >= part.exercises["a/b"]
        for mistake in part.mistakes:
            (kept,) = [each for each in both.mistakes if each.position == mistake.position]
            assert kept.last >= mistake.last
    known = [part.rating for part in (one, two) if part.rating != 1000]
    assert both.rating == max(known, default=1000)


def test_very_many_results_still_fit_into_a_code() -> None:
    """A code has the latest thousand days and stays within its limit, whatever they hold."""
    rng = random.Random(1)
    days = {
        day: Result(day, tuple(rng.random() < 0.5 for _ in range(3)), rng.randrange(3))
        for day in range(1, 3000)
    }
    code = write_code(Progress(days))
    assert len(code) < LONGEST_CODE
    assert set(read_code(code).results) == set(range(3000 - MOST_RESULTS, 3000))


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", MARK, "hello world", MARK + "AAAA", MARK + "é", "\0", "{", "{}", "[]", "null"),
        *(write_code(FULL)[:-4], write_code(FULL) + "AAAA", write_code(FULL)[:40]),
        *('{"kind": "other", "version": 2}', '{"kind": "divisor-duel", "version": 2}'),
        '{"kind": "divisor-duel", "version": 1, "items": {"duel:daily": "["}}',
        '{"kind": "divisor-duel", "version": 1, "items": {"duel:daily": "{\\"x\\": 1}"}}',
        packed(b"{"),
        packed(b"[" * 10_000),
        packed(b"0" * (LARGEST + 1)),
        packed(b'{"daily": {"x": {"tries": [], "hints": 0}}, "rating": 1, "run": 0}'),
        packed(b'{"daily": {"1": {"tries": [1], "hints": 0}}, "rating": 1, "run": 0}'),
        packed(b'{"daily": {"1": {"tries": "0000", "hints": 0}}, "rating": 1, "run": 0}'),
        packed(b'{"daily": {}, "rating": 100000000000000000000000, "run": 0}'),
        packed(b'{"daily": {}, "rating": 1, "run": -1}'),
        packed(b'{"daily": {}, "rating": 1, "run": 0, "exercises": {"a": -1}}'),
        packed(b'{"daily": {}, "rating": 1, "run": 0, "mistakes": [{"game": "chain"}]}'),
        MARK + "A" * LONGEST_CODE,
        "A" * 10 * LONGEST_CODE,
    ],
    ids=lambda text: text[:30],
)
def test_whatever_else_is_refused_in_one_sentence(text: str) -> None:
    """A text that holds no progress is refused, and the reason says what it should be."""
    with pytest.raises(ProgressError, match=r"^this is not a (code|file)") as refusal:
        read_text(text)
    assert "\n" not in str(refusal.value)


def test_what_a_newer_version_wrote_is_said_to_be_newer() -> None:
    """Neither its codes nor its files are called damaged."""
    for text in ("duel2-AAAA", '{"kind": "divisor-duel", "version": 3}'):
        with pytest.raises(ProgressError, match="newer version"):
            read_text(text)


def test_a_changed_letter_is_noticed() -> None:
    """Every change of one letter is refused or changes nothing."""
    code = write_code(FULL)
    for place in range(len(MARK), len(code)):
        changed = code[:place] + ("A" if code[place] != "A" else "B") + code[place + 1 :]
        try:
            assert read_code(changed) == FULL  # unused bits of the last letter
        except ProgressError:
            continue


def test_files_and_browsers_of_earlier_versions_are_read() -> None:
    """The first file of the static site, and the browser of 0.1.0 as such a file."""
    host = json.loads((FORMATS / "web/browser.json").read_text())["host"]
    progress = read_text(json.dumps({"kind": "divisor-duel", "version": 1, "items": host}))
    assert progress.rating == 1018
    assert progress.results[1] == Result(1, (False, True), 1, progress.results[1].wrong)
    assert progress.results[2].solved
    assert not progress.results[3].solved


def test_the_summary_names_what_there_is() -> None:
    """It counts solved days, exercises and what is due, and leaves out what there is none of."""
    text = summary(FULL)
    assert text.startswith("Your progress: 2 daily puzzles solved")
    assert "rating 1234" in text
    assert "7 exercises done" in text
    assert summary(Progress()) == "Your progress: 0 daily puzzles solved."


def test_the_summary_counts_the_themes() -> None:
    """Each theme that was tried is named with its count, in the order of the list of themes."""
    progress = Progress().after_puzzle(1000, True, "win in 3")
    progress = progress.after_puzzle(1000, False, "win in 3").after_puzzle(1000, True, THEMES[0])
    counted = f"{THEMES[0]}: 1 of 1, win in 3: 1 of 2"
    assert themes_text(progress) == f"Puzzles solved at the first try: {counted}."
    assert summary(progress).endswith(themes_text(progress))
    assert themes_text(Progress()) == ""
