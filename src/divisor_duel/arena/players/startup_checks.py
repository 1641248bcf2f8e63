"""Check players before the first game, for errors that only the user can fix.

A wrong key, an unknown model, a misspelt function or a missing program would otherwise
lose or delay game after game.
"""

from __future__ import annotations

from collections.abc import Iterable

from divisor_duel.arena.players.budget import CostBudget
from divisor_duel.arena.players.chat_client import FINAL_STATUSES, ChatClient
from divisor_duel.arena.players.entries import MEGABYTE, Entry, command_of
from divisor_duel.arena.players.language_model import LanguageModel
from divisor_duel.arena.players.levels import is_built_in
from divisor_duel.arena.players.program import Program
from divisor_duel.arena.players.protocol import PlayerUnreachable
from divisor_duel.arena.players.terms import Terms
from divisor_duel.errors import DuelError
from divisor_duel.questions.question import Fault

REFUSED = (*FINAL_STATUSES, 401, 403)
"""HTTP statuses for a wrong key, an unknown model or an invalid request."""


def check_players(
    entries: Iterable[Entry], terms: Terms, budget: CostBudget | None = None, programs: bool = True
) -> None:
    """Call each model and start each program once; DuelError if one fails."""
    seen: set[object] = set()
    for entry in entries:
        if (entry.model or entry.spec) in seen:
            continue
        seen.add(entry.model or entry.spec)
        if entry.model:
            _check_model(entry, budget or CostBudget())
        elif programs and not is_built_in(entry.spec):
            _check_program(entry, terms)


def _check_model(entry: Entry, budget: CostBudget) -> None:
    assert entry.model
    client = ChatClient(budget)
    try:
        client.wait_for(LanguageModel(entry.model, client).check())
    except PlayerUnreachable as trouble:
        if trouble.status in REFUSED:
            raise DuelError(f"{entry.name} cannot be asked: {trouble}") from None
    except Fault:
        pass  # it began to answer; the games will show whether it answers in time
    finally:
        client.close()


def _check_program(entry: Entry, terms: Terms) -> None:
    try:
        program = Program(command_of(entry.spec), terms.start_seconds, terms.memory * MEGABYTE)
    except Fault as fault:
        raise DuelError(f"{entry.name} cannot play: {fault.detail}") from None
    program.quit()
