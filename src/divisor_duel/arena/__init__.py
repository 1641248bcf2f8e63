"""Tournaments that measure any player against exact truth.

A plan says who plays what; a runner plays the games here, in processes or on a
cluster; a folder keeps each game as soon as it is over; scores and a report
are made of the games.
"""

from divisor_duel.arena.journal import Folder
from divisor_duel.arena.players import Entry, read_players
from divisor_duel.arena.protocol import Answer, Policy
from divisor_duel.arena.runners import (
    run_in_processes,
    run_on_cluster,
    run_serially,
    run_tournament,
)
from divisor_duel.arena.schedule import Schedule, SetUp, Terms, read_setups
from divisor_duel.arena.scores import results
from divisor_duel.words.question import Fault, Question

__all__ = [
    "Answer",
    "Entry",
    "Fault",
    "Folder",
    "Policy",
    "Question",
    "Schedule",
    "SetUp",
    "Terms",
    "read_players",
    "read_setups",
    "results",
    "run_in_processes",
    "run_on_cluster",
    "run_serially",
    "run_tournament",
]
