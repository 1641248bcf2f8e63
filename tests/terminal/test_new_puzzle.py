"""Which puzzle a player asks for."""

from __future__ import annotations

from divisor_duel.terminal.new_puzzle import PuzzleChoice


def test_all_is_left_to_chance_unless_chosen() -> None:
    """A choice without anything chosen is a random puzzle of any game, not the day's."""
    assert not any(PuzzleChoice())
