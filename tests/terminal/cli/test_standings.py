"""Tables of a tournament: live standings, and what models cost."""

from __future__ import annotations

import io
import re

from divisor_duel.arena.players.budget import CostBudget
from divisor_duel.arena.run.rows import Outage, Unplayed
from divisor_duel.questions.question import Exchange
from divisor_duel.terminal.cli.standings import LiveTable, ModelProgress


def test_the_bar_tells_what_models_cost() -> None:
    """Calls, their pace, tokens and cost stand beside the bar where there is room, from the first
    call on.
    """
    ledger = CostBudget()
    bar = ModelProgress(90, "answers", io.StringIO(), ledger)
    assert bar.text(90, None) == "0 of 90 answers"
    ledger.calls, ledger.tokens, ledger.spent = 30, 3000, 2.0
    text = "0 of 90 answers, 30 calls, 0.0 calls/s, 3,000 tokens, cost 2.0000"
    assert bar.text(90, None) == text
    assert bar.text(50, None) == "0 of 90 answers"


def test_calls_are_counted_while_their_games_go_on() -> None:
    """Calls, their rate, tokens and cost are shown before any game is over, saved ones included."""
    ledger = CostBudget(spent=0.5)
    live = LiveTable(["m", "random"], 4, io.StringIO(), ledger)
    assert len(live.rows(90)) == 4
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "reasoning_tokens": 15}
    exchange = Exchange(tokens={**usage}, cost=0.5, kind="trouble")
    players, trouble = ["m", "random"], Outage("m", "x")
    live.count(Unplayed(key="k", players=players, trouble=trouble, exchanges=[exchange]))
    assert live.rows(90)[-2] == "1 calls, 0.0 calls/s, 120 tokens, cost 0.5000, 1 games not played"
    ledger.calls, ledger.tokens, ledger.spent = 30, 3000, 2.0
    told = live.rows(90)[-2]
    assert re.fullmatch(
        r"31 calls, \d+\.\d calls/s, 3,120 tokens, cost 2.0000, 1 games not played", told
    )
