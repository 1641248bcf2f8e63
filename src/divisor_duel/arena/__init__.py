"""Tournaments that measure any player against exact play.

A `Schedule` lists the games. A runner plays them in this process, in several processes
or on a cluster. An `OutputFolder` saves each game as soon as it is over. Scores and the report
are computed from the saved games.
"""

from divisor_duel.arena.players.entries import Entry, read_players
from divisor_duel.arena.players.protocol import Answer, Policy
from divisor_duel.arena.players.terms import Terms
from divisor_duel.arena.results.scores import results
from divisor_duel.arena.run.output_folder import OutputFolder
from divisor_duel.arena.run.schedule import Schedule, SetUp, read_setups
from divisor_duel.arena.run.tournament import run_serially, run_tournament
from divisor_duel.questions.question import Fault, Question

__all__ = [
    "Answer",
    "Entry",
    "Fault",
    "OutputFolder",
    "Policy",
    "Question",
    "Schedule",
    "SetUp",
    "Terms",
    "read_players",
    "read_setups",
    "results",
    "run_serially",
    "run_tournament",
]
