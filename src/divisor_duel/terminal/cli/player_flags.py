"""Flags for language models, which `duel arena` and `duel bench` share."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from divisor_duel.errors import OptionsError
from divisor_duel.game import brief
from divisor_duel.terminal.cli.arguments import Flags, read_int

if TYPE_CHECKING:
    from divisor_duel.arena import Entry
    from divisor_duel.arena.run.tournament import Calls


def add_calls(group: Flags) -> None:
    """Add the flags for calls to language models."""
    group.add_argument(
        "--patience", metavar="S", help="wait S seconds per move for an endpoint (default 300)"
    )
    group.add_argument("--calls", metavar="N", help="model calls in flight at once (default 64)")
    group.add_argument("--budget", metavar="COST", help="stop when the models have cost this much")


def read_calls(arguments: argparse.Namespace, players: tuple[Entry, ...]) -> Calls:
    """Return the limits on calls to models: how many at once, and the budget."""
    from divisor_duel.arena.players.budget import CostBudget
    from divisor_duel.arena.run.tournament import Calls

    in_flight = read_int("calls", arguments.calls or "64", 1, 4096)
    if arguments.budget is None:
        return Calls(in_flight, CostBudget())
    models = [entry for entry in players if entry.model]
    try:
        budget = float(arguments.budget)
    except ValueError:
        budget = 0.0
    if not 0 < budget < 1e9:
        raise OptionsError(f"budget must be a cost such as 5.00, not {brief(arguments.budget)}")
    for entry in models:
        if entry.model and not entry.model.price:
            raise OptionsError(f"with a budget {entry.name} needs a price; see the page on players")
    if arguments.workers is not None or arguments.scheduler is not None:
        raise OptionsError("a budget works in one process only; leave out --workers")
    return Calls(in_flight, CostBudget(limit=budget))


def read_legal(arguments: argparse.Namespace) -> str:
    """Return whether prompts list the legal moves: shown, hidden or both."""
    short = getattr(arguments, "no_legal", False)
    legal: str = arguments.legal or ("hidden" if short else "shown")
    if legal not in ("shown", "hidden", "both") or (short and legal != "hidden"):
        raise OptionsError(f"legal must be shown, hidden or both, not {brief(legal)}")
    return legal


def with_and_without_legal_moves(players: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Enter each language model twice: with and without a list of the legal moves."""
    twins = [
        (entry, entry._replace(name=f"{entry.name} unlisted", show_legal=False))
        if entry.model
        else (entry,)
        for entry in players
    ]
    return tuple(entry for both in twins for entry in both)
