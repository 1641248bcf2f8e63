"""The terms of games: what is saved of them."""

from __future__ import annotations

from divisor_duel.arena.players.protocol import Policy
from divisor_duel.arena.players.terms import SAMPLED, START_KINDS, Terms


def test_terms_are_saved_with_their_policies_in_words() -> None:
    """All that can change a game is saved; patience with an endpoint cannot."""
    saved = Terms(illegal=Policy(2), patience=5.0).as_object()
    assert saved.keys() == {*Terms._fields} - {"patience"}
    assert (saved["illegal"], saved["timeout"], saved["crash"]) == ("retry:2", "forfeit", "forfeit")
    assert saved == Terms(illegal=Policy(2), patience=9.0).as_object()


def test_sampled_starts_are_the_default() -> None:
    """The default is one of the kinds of starts."""
    assert Terms().starts == SAMPLED
    assert START_KINDS == ("sampled", "fair", "rulebook")
