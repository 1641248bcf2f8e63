"""The report of a bench, read as text."""

from __future__ import annotations

from divisor_duel.arena.bench.report import rank, report
from divisor_duel.arena.bench.run import BenchPlan
from divisor_duel.arena.bench.scores import results
from divisor_duel.arena.players.entries import read_players
from divisor_duel.arena.run.rows import AnswerFault, AnswerRow, Outage, Unplayed


def test_faults_are_counted_and_shown_with_their_evidence() -> None:
    """Of each player and kind the first few faults have message and standard error, escaped."""
    plan = BenchPlan(read_players(["one=random", "two=random"]))
    fault = AnswerFault(kind="crash", detail="the program ended", evidence="at <b>line 7</b>")
    rows = [
        AnswerRow(
            key=task.key,
            item=task.item.id,
            players=[task.players[0].name],
            move=None,
            faults=[fault],
            exchanges=[],
        )
        for task in plan.tasks()
    ]
    page = report(results(plan, rows))
    for name in ("one", "two"):
        assert f'<tr><th scope="row">{name}</th><td>252</td></tr>' in page
        assert page.count(f"<summary>{name}: crash in divider-") == 5
    shown = "<pre>the program ended\nStandard error:\nat &lt;b&gt;line 7&lt;/b&gt;</pre>"
    assert page.count(shown) == 10


def test_what_was_in_the_way_is_told_in_words() -> None:
    """Questions that were not asked are counted, with the reason as a sentence of its own."""
    plan = BenchPlan(read_players(["model=random"], least=1))
    trouble = Outage("model", "no reply <after> 3 tries")
    rows = [
        Unplayed(key=task.key, players=["model"], trouble=trouble, exchanges=[])
        for task in plan.tasks()
    ]
    page = report(results(plan, rows))
    assert '<table aria-label="not asked" class="wordy">' in page
    assert "<td>252</td><td>no reply &lt;after&gt; 3 tries</td>" in page


def test_a_run_that_is_not_whole_has_no_score_and_says_why() -> None:
    """The page names the player and how many questions were answered."""
    plan = BenchPlan(read_players(["one=random"], least=1))
    rows: list[AnswerRow | Unplayed] = [
        AnswerRow(
            key=task.key,
            item=task.item.id,
            players=["one"],
            move=task.item.winning[0],
            faults=[],
            exchanges=[],
        )
        for task in plan.tasks()[:46]
    ]
    page = report(results(plan, rows))
    assert "<p>one has no score: 46 of 252 questions answered.</p>" in page
    assert "1.000" not in page


def test_players_are_ranked_by_score_and_those_not_asked_come_last() -> None:
    """A score of exactly 0 is better than one below it."""
    scores: list[float | None] = [-0.2, None, 0.0, 0.5]
    ranked = sorted(scores, key=lambda score: rank({"score": score, "low": score, "high": score}))
    assert ranked == [0.5, 0.0, -0.2, None]
