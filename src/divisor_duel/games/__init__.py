"""The five rule books, one module each; a game is registered by one line here."""

from __future__ import annotations

from typing import Any

from divisor_duel.game import Game
from divisor_duel.games.chain.rules import Chain
from divisor_duel.games.countdown.rules import Countdown
from divisor_duel.games.digits.rules import Digits
from divisor_duel.games.divider.rules import Divider
from divisor_duel.games.ladder.rules import Ladder

GAMES: dict[str, type[Game[Any]]] = {
    game.id: game for game in (Divider, Ladder, Countdown, Chain, Digits)
}
"""Every game by its id, in the order in which people meet them."""
