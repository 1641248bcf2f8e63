"""Divider Duel: nim-values in print nowhere, openings, groups, and both searches."""

from __future__ import annotations

import json
import zlib
from array import array
from copy import copy
from pathlib import Path
from random import Random

import pytest

from divisor_duel import GAMES, Value, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.clock import Clock, run_to_end
from divisor_duel.games.divider import rules
from divisor_duel.games.divider.solving.columns import encoding, groups_of
from divisor_duel.games.divider.solving.compiled_search import CompiledSearch
from divisor_duel.games.divider.solving.fact_cache import load_facts, save_facts
from divisor_duel.games.divider.solving.nim_table import NimTable
from divisor_duel.games.divider.solving.number_set import NumberSet
from divisor_duel.games.divider.solving.openings import (
    FILE,
    Run,
    proved_openings,
    proved_positions,
    save,
)
from divisor_duel.games.divider.solving.search import PlainSearch
from divisor_duel.games.divider.solving.solvers import ListSolver
from divisor_duel.games.divider.solving.theory import DividerTheory, valued_groups
from divisor_duel.numbers import members, span, without_multiples
from tests.games.chain.pairing_check import groups as naive_groups
from tests.reference.brute import Solved, solve
from tests.reference.divider import Divider

NIM_VALUES = [1, 0, 3, 2, 1, 0, 4, 5, 1, 0, 7, 6, 4, 8, 7, 6, 2, 3, 6, 3, 1, 0, 9, 8, 2, 5, 10, 11]
"""Of the lists 2..2, 2..3, ... 2..29."""


def test_nim_values_of_the_lists_from_2() -> None:
    """The nim-values of 2..n for n = 2 to 29 are the known ones."""
    for high, nim in enumerate(NIM_VALUES, 2):
        solver = ListSolver(2, high, Clock(60))
        assert solver.nim_value(span(2, high), Clock(60)) == nim
        assert solver.is_lost(span(2, high), Clock(60)) == (nim == 0)


def test_the_only_winning_first_move_of_the_rule_book_is_4() -> None:
    """On 2 to 9 exactly 4 wins."""
    game = GAMES["divider"]()
    assert analyze(game, game.start()).winning == (4,)


@pytest.mark.parametrize(("low", "high"), [(2, 17), (1, 16), (3, 18), (5, 20)])
def test_columns_agree_with_brute_force(low: int, high: int) -> None:
    """On every position of the list the column search, plain and compiled, gives the twin's
    nim-value, and the remoteness search the twin's remoteness.
    """
    memo: dict[object, Solved] = {}
    plain = ListSolver(low, high, Clock(0))
    enc = encoding(max(low, 2), high)
    compiled = CompiledSearch(enc)
    waiting, seen = [(span(low, high), Divider(low=low, high=high))], set[int]()
    while waiting:
        left, twin = waiting.pop()
        if left in seen:
            continue
        seen.add(left)
        truth = solve(twin, memo)
        verdict = plain.verdict(left, None, Clock(60))
        if left:
            assert verdict == (truth.value, truth.remoteness, truth.grundy)
            assert compiled.grundy(enc.encode(left & ~2), Clock()) + (left >> 1 & 1) == truth.grundy
        waiting += [(without_multiples(left, move), twin.play(move)) for move in twin.legal()]


def random_left(low: int, high: int, rng: Random, moves: int) -> int:
    """What is left after some random moves."""
    left = span(low, high)
    for _ in range(moves):
        if left:
            left = without_multiples(left, rng.choice(members(left)))
    return left


@pytest.mark.parametrize(("low", "high"), [(2, 40), (2, 46), (3, 45), (7, 60)])
def test_nim_values_of_long_lists_obey_the_law(low: int, high: int) -> None:
    """On long lists a position's nim-value is the least that none of its moves has, and both
    searches agree on it.
    """
    rng, solver = Random(f"{low}-{high}"), ListSolver(low, high, Clock(0))
    enc = encoding(low, high)
    compiled = CompiledSearch(enc)
    for number in range(8):
        left = random_left(low, high, rng, 8 + number % 6)
        reached = {
            solver.nim_value(without_multiples(left, move), Clock(60)) for move in members(left)
        }
        nim = solver.nim_value(left, Clock(60))
        assert nim == next(value for value in range(70) if value not in reached)
        assert compiled.grundy(enc.encode(left), Clock()) == nim


def test_groups_are_the_connected_parts() -> None:
    """The groups of a position are its parts connected by divisibility, found naively."""
    rng = Random(1)
    for _ in range(40):
        left = random_left(2, 60, rng, rng.randrange(12))
        found = {frozenset(members(group)) for group in groups_of(left)}
        assert found == {frozenset(group) for group in naive_groups(set(members(left)))}


def test_the_nim_values_of_the_groups_make_up_that_of_the_whole() -> None:
    """The nim-sum of the groups' values is the value of the position."""
    rng, game = Random(2), GAMES["divider"](high=24)
    for _ in range(20):
        position = game.start()._replace(left=random_left(2, 24, rng, rng.randrange(1, 6)))
        if not position.left:
            continue
        total = 0
        for _, nim in valued_groups(game, position, Engine(), 30):  # type: ignore[arg-type]
            assert nim is not None
            total ^= nim
        assert analyze(game, position, 30).grundy == total


def test_shipped_openings_are_what_the_search_finds() -> None:
    """For lists short enough to be proved again here, the shipped nim-values are right."""
    for high in range(15, 31):
        solver = ListSolver(2, high, Clock(0))
        for opening, nim in proved_openings(2, high).items():
            after = without_multiples(span(2, high), opening)
            assert solver.is_lost(after, Clock(60)) == (nim == 0)
            assert solver.nim_value(after, Clock(60)) == nim


def test_shipped_openings_are_complete_and_fit_together() -> None:
    """Every opening of every list has a nim-value; the largest number leaves the list before."""
    lists = sorted(map(int, json.loads(FILE.read_text())))
    assert lists == list(range(2, lists[-1] + 1))
    assert lists[-1] >= 64
    known = proved_positions(lists[-1])
    for high in lists:
        after = proved_openings(2, high)
        assert list(after) == list(range(2, high + 1))
        assert after[high] == known.get(span(2, high - 1), 0)
    lost = [high for high in lists if known[span(2, high)] == 0]
    assert lost[:7] == [3, 7, 11, 23, 32, 54, 62]


def test_openings_can_be_proved_again(tmp_path: Path) -> None:
    """The command that makes the file gives its lines again, and a stopped run goes on; the
    positions of another list are refused, since their bits mean other numbers.
    """
    table = json.loads(FILE.read_text())
    file = tmp_path / "positions.npy"
    whole = NimTable(encoding(2, 40), file=file)
    run = Run(whole)
    made = {str(high): run.prove(high) for high in range(2, 41)}
    assert made == {high: table[high] for high in made}
    run.save()
    again = NimTable(encoding(2, 40), file=file)
    assert Run(again).prove(40) == made["40"]
    assert len(again) == len(whole)
    kept = NimTable.load(file)
    assert [kept.is_lost(span(2, high), Clock()) for high in (22, 23)] == [False, True]
    with pytest.raises(ValueError, match=r"is a table of 2\.\.40, not of 2\.\.41"):
        NimTable(encoding(2, 41), file=file)
    save(made, tmp_path / "openings.json")
    assert json.loads((tmp_path / "openings.json").read_text()) == made


def test_a_full_table_says_so(tmp_path: Path) -> None:
    """A table grows to the size that it may have, and not further: what it found so far is kept,
    another run with more room goes on from there, and one with less is refused.
    """
    table, file = json.loads(FILE.read_text()), tmp_path / "positions.npy"
    small = NimTable(encoding(2, 40), 1e-4, file)
    with pytest.raises(MemoryError):
        Run(small).prove(40)
    assert 0.8 * small.gigabytes < 8e-9 * len(small) < small.gigabytes <= 1e-4
    small.save()
    for larger in (NimTable(encoding(2, 40), 1.0, file), NimTable(encoding(2, 40), 1.0)):
        assert Run(larger).prove(40) == table["40"]
    with pytest.raises(MemoryError):
        NimTable(encoding(2, 40), 5e-5, file)


def test_every_position_is_worked_out_as_by_the_rule() -> None:
    """The table of a list has the nim-value that brute force gives, in every position of it."""
    whole, memo = NimTable(encoding(2, 18)), dict[frozenset[int], tuple[int, int]]()
    set_truth(frozenset(range(2, 19)), memo)
    for left, (nim, _) in memo.items():
        assert whole.nim_value(sum(1 << number for number in left)) == nim


@pytest.mark.parametrize("high", [45, 100])
def test_what_is_left_of_a_list_has_tables_of_its_own(high: int) -> None:
    """Tables made for what is left give the nim-values that the whole list's and a search that
    knows of no columns give, plain and compiled.
    """
    rng = Random(high)
    for number in range(6):
        left = random_left(2, high, rng, 8 + number)
        while left.bit_count() > 24:
            left = without_multiples(left, rng.choice(members(left)))
        enc, numbers = encoding(2, high, left), run_to_end(NumberSet.build_in_steps(members(left)))
        nim = PlainSearch(numbers).grundy(numbers.encode(members(left)), Clock())
        assert PlainSearch(enc).grundy(enc.encode(left), Clock()) == nim
        assert PlainSearch(encoding(2, high)).grundy(encoding(2, high).encode(left), Clock()) == nim
        assert CompiledSearch(enc).grundy(enc.encode(left), Clock()) == nim


def test_a_long_list_is_compiled_once_enough_is_gone() -> None:
    """On 2..100 the solver is made anew for fewer numbers until they fit, and then kept."""
    theory, left = DividerTheory(rules.Divider(high=100)), span(2, 100)
    first = theory.list_solver(left, Clock())
    assert not first.is_compact
    assert theory.list_solver(left, Clock()) is first
    for move in (11, 4, 6):
        left = without_multiples(left, move)
    second = theory.list_solver(left, Clock())
    assert second.is_compact
    assert theory.list_solver(without_multiples(left, 10), Clock()) is second
    assert theory.list_solver(span(2, 100), Clock()) is not second


def test_long_lists_open_at_once() -> None:
    """On 2..60 every opening is valued without a search, with its nim-value."""
    game = GAMES["divider"](high=60)
    analysis = Engine(clock=StepClock).analyze(game, game.start(), 0.01)
    assert analysis.value in ("win", "loss")
    found = {move.move: move.grundy for move in analysis.moves}
    assert found == proved_openings(2, 60)


def test_facts_are_kept_and_used_again(tmp_path: Path) -> None:
    """What a search found is written to the folder, read back equal, and used."""
    enc = encoding(2, 36)
    search = PlainSearch(enc)
    assert search.grundy(enc.encode(span(2, 36)), Clock()) == 8
    facts = search.facts()
    save_facts(tmp_path, enc, *facts)
    assert load_facts(tmp_path, enc) == facts
    again = PlainSearch(enc)
    again.learn(*facts)
    assert again.grundy(enc.encode(span(2, 36)), Clock(0)) == 8
    compiled = CompiledSearch(enc)
    compiled.learn(*facts)
    assert compiled.grundy(enc.encode(span(2, 36)), Clock()) == 8
    assert set(compiled.facts()[0]) >= set(facts[0])


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"divisor-duel facts 2\nnonsense"])
def test_damaged_facts_are_as_good_as_none(tmp_path: Path, damage: bytes) -> None:
    """A broken file is ignored."""
    (tmp_path / "divider-2-36.facts").write_bytes(damage)
    assert load_facts(tmp_path, encoding(2, 36)) is None


@pytest.mark.parametrize("packed", [zlib.compress(bytes(10**8))[:-10], zlib.compress(bytes(10**8))])
def test_facts_that_are_cut_or_too_many_are_as_good_as_none(tmp_path: Path, packed: bytes) -> None:
    """A small file that unpacks to far more than is ever stored is ignored, as is half a file."""
    enc = encoding(2, 36)
    save_facts(tmp_path, enc, array("Q", [3]), array("Q", [1]))
    (file,) = tmp_path.glob("*.facts")
    head = b"".join(file.read_bytes().splitlines(keepends=True)[:2])
    file.write_bytes(head + packed)
    assert load_facts(tmp_path, enc) is None
    file.write_bytes(head + zlib.compress(bytes(range(1, 17)) * 1000)[:-6])
    assert load_facts(tmp_path, enc) is None


def test_facts_of_another_encoding_are_ignored(tmp_path: Path) -> None:
    """A file whose numbers mean other positions is as good as none."""
    save_facts(tmp_path, encoding(2, 36), array("Q", [3]), array("Q", [1]))
    changed = copy(encoding(2, 36))
    changed.core = changed.core[::-1]
    assert load_facts(tmp_path, encoding(2, 36)) is not None
    assert load_facts(tmp_path, changed) is None


def test_without_the_compiled_search_everything_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """If numba is missing, the plain search answers instead."""
    import sys

    monkeypatch.setitem(sys.modules, "divisor_duel.games.divider.solving.compiled_search", None)
    theory = DividerTheory(rules.Divider(high=36))
    assert theory.list_solver(span(2, 36), Clock(60)).is_lost(span(2, 35), Clock(60)) is False


@pytest.mark.parametrize(
    ("numbers", "value"), [((6, 8, 16, 30), "loss"), ((22, 26), "loss"), ((2, 4, 9), "win")]
)
def test_sets_made_by_hand_are_valued_right(numbers: tuple[int, ...], value: str) -> None:
    """Positions that play never makes are worth what brute force says."""
    game = GAMES["divider"](high=30)
    position = game.start()._replace(left=sum(1 << number for number in numbers))
    assert analyze(game, position).value == value


def set_truth(left: frozenset[int], memo: dict[frozenset[int], tuple[int, int]]) -> tuple[int, int]:
    """Nim-value and remoteness of a set, from the rule alone."""
    if left not in memo:
        after = [set_truth(frozenset(k for k in left if k % d), memo) for d in left]
        nims = {nim for nim, _ in after}
        nim = next(value for value in range(99) if value not in nims)
        plies = [1 + length for value, length in after if not nim or not value]
        memo[left] = nim, (min(plies) if nim else max(plies, default=0))
    return memo[left]


def test_any_subset_agrees_with_brute_force() -> None:
    """Random sets of numbers have the value, nim-value and remoteness that the rule gives."""
    rng, memo = Random(5), dict[frozenset[int], tuple[int, int]]()
    for number in range(150):
        high = rng.choice([12, 30, 60, 300, 5000])
        pool = range(2, high + 1)
        chosen = frozenset(rng.sample(pool, min(len(pool), 1 + number % 13)))
        game = GAMES["divider"](high=high)
        position = game.start()._replace(left=sum(1 << n for n in chosen))
        analysis = analyze(game, position)
        assert (analysis.grundy, analysis.remoteness) == set_truth(chosen, memo)
        for move in analysis.moves:
            rest = frozenset(n for n in chosen if n % move.move)
            assert (move.grundy, move.remoteness) == set_truth(rest, memo)


def test_larger_sets_by_hand_obey_the_law() -> None:
    """A larger random set's nim-value is the least that none of its moves has."""
    rng, game = Random(6), GAMES["divider"](high=90)
    engine = Engine(clock=StepClock)
    for _ in range(12):
        left = sum(1 << number for number in rng.sample(range(2, 91), 22))
        analysis = engine.analyze(game, game.start()._replace(left=left), 30)
        nims = {move.grundy for move in analysis.moves}
        assert None not in nims
        assert analysis.grundy == next(value for value in range(99) if value not in nims)


def test_long_lists_keep_their_structure() -> None:
    """Numbers none of which divides another are counted, however long the list is."""
    for low, high, value in ((180, 210, "win"), (181, 210, "loss"), (50_001, 100_000, "loss")):
        game = GAMES["divider"](low=low, high=high)
        analysis = analyze(game, game.start())
        assert (analysis.value, analysis.remoteness) == (value, high - low + 1)


def test_shipped_openings_need_no_time() -> None:
    """Who wins after each opening of 2..60 is known even if there is no time at all."""
    game = GAMES["divider"](high=60)
    found = Engine(clock=StepClock).analyze(game, game.start(), 0.01)
    assert [move.move for move in found.moves if move.value is Value.UNKNOWN] == []
    assert found.grundy == 8
