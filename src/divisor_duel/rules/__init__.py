"""The five rule books, one module each; a game is registered by one line here."""

from __future__ import annotations

from typing import Any

from divisor_duel.game import Game
from divisor_duel.rules.chain import Chain
from divisor_duel.rules.countdown import Countdown
from divisor_duel.rules.digits import Digits
from divisor_duel.rules.divider import Divider
from divisor_duel.rules.ladder import Ladder

GAMES: dict[str, type[Game[Any]]] = {
    game.id: game for game in (Divider, Ladder, Countdown, Chain, Digits)
}
"""Every game by its id, in the order in which people meet them."""
