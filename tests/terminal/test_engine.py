"""The engine of the commands: one for the process, with the user's cache folder."""

from __future__ import annotations

from pathlib import Path

from divisor_duel.engine import DEFAULT
from divisor_duel.files import cache_folder
from divisor_duel.terminal.engine import command_engine


def test_all_commands_of_a_process_share_an_engine_that_stores_facts(home: Path) -> None:
    """It finds the cache folder when it needs it, and is not the engine of the library."""
    engine = command_engine()
    assert engine is command_engine()
    assert engine is not DEFAULT
    assert callable(engine.cache)
    assert engine.cache() == cache_folder()
    assert home in cache_folder().parents
