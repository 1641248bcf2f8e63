"""OpenSpiel's Monte Carlo tree search as a player, through our adapter.

``duel bench mcts=py:examples.search:mcts`` measures it. It knows only the rules, and
estimates the value of a position from random games, 200 for each move. Set-ups with moves
above 100,000 are too large for OpenSpiel; there it plays at random.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import divisor_duel.adapters.openspiel as adapter
from divisor_duel.adapters.encoding import game_that_fits
from divisor_duel.errors import OptionsError

SIMULATIONS = 200
"""Number of random games per move."""
EXPLORATION = 2.0
"""Exploration constant: how strongly the search prefers moves it has tried less often."""


def mcts(question: dict[str, Any]) -> int:
    """Return a move after `SIMULATIONS` random games: the same for the same seed."""
    try:
        game_that_fits(question["game"], **question["options"])
    except OptionsError:
        return int(Random(question["seed"]).choice(question["legal"]))
    options = ",".join(f"{name}={value}" for name, value in question["options"].items())
    game = pyspiel.load_game(f"{adapter.PREFIX}{question['game']}({options})")
    state = game.new_initial_state()
    for move in question["played"]:
        state.apply_action(move)
    chance = numpy.random.RandomState(question["seed"] % 2**32)
    judge = RandomRolloutEvaluator(1, chance)
    bot = MCTSBot(game, EXPLORATION, SIMULATIONS, judge, solve=True, random_state=chance)
    return int(bot.step(state))
