"""Players that fail again and again are left alone for the remainder of a run."""

from __future__ import annotations

from divisor_duel.arena.players.entries import read_players
from divisor_duel.arena.run.paused_players import PausedPlayers
from divisor_duel.arena.run.rows import AnswerRow, Outage, Unplayed

ENTRIES = read_players(["a=easy", "b=hard"])
FINISHED = AnswerRow(key="k", item="i", players=["a", "b"], move=1, faults=[], exchanges=[])


def failed(name: str, reason: str) -> Unplayed:
    """The row of a game that a player could not be reached for."""
    return Unplayed(key="k", players=["a", "b"], trouble=Outage(name, reason), exchanges=[])


def test_three_failures_in_a_row_pause_a_player() -> None:
    """The player is paused with the reason of the third failure, and the opponent is not."""
    paused = PausedPlayers()
    for number in (1, 2):
        paused.count(failed("b", f"down {number}"))
        assert paused.first_of(ENTRIES) is None
    paused.count(failed("b", "down 3"))
    paused.count(failed("b", "down 4"))
    found = paused.first_of(ENTRIES)
    assert found
    entry, problem = found
    assert entry.name == "b"
    assert problem.detail == "paused after 3 failures in a row: down 3"
    assert paused.first_of(ENTRIES[:1]) is None


def test_a_finished_game_starts_the_count_again() -> None:
    """Failures count only in a row, and a new run knows none of them."""
    paused = PausedPlayers()
    for row in (failed("a", "x"), failed("a", "x"), FINISHED, failed("a", "x"), failed("a", "x")):
        paused.count(row)
    assert paused.first_of(ENTRIES) is None
    paused.count(failed("a", "x"))
    assert paused.first_of(ENTRIES)
    paused.clear()
    assert paused.first_of(ENTRIES) is None
