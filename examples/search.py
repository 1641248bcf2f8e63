"""OpenSpiel's Monte Carlo tree search as a player, by way of our adapter.

``duel bench mcts=py:examples.search:mcts`` measures it. It knows the rules and nothing
else: what a position is worth it learns from random games, 200 of them for each move.
Set-ups with moves beyond 100,000 do not fit OpenSpiel; there it plays at random.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy
import pyspiel
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

import divisor_duel.adapters.openspiel as adapter
from divisor_duel.adapters.encoding import sized
from divisor_duel.errors import OptionsError

SIMULATIONS = 200
"""How many random games decide a move."""
EXPLORATION = 2.0
"""How much it looks at moves that were tried little."""


def mcts(question: dict[str, Any]) -> int:
    """A move after `SIMULATIONS` random games; the same for the same seed."""
    try:
        sized(question["game"], **question["options"])
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
