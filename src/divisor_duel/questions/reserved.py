"""The positions reserved for benches: an eighth of all, by a public hash.

A position is reserved if the hash of its canonical form is divisible by `ONE_IN`. Bench
positions, open or secret, are reserved ones. Datasets, `questions()` and the tasks of
training environments contain none of them, so a model trained on those has not seen the
bench. Positions that come up later in a game cannot be kept from a player.

>>> from divisor_duel import GAMES
>>> game = GAMES["countdown"](start=60)
>>> canonical_form(game, game.start())
'countdown; mover to move; the number is 60'
>>> [number for number in range(4, 40) if is_reserved(game, game.start()._replace(number=number))]
[6, 37]
"""

from __future__ import annotations

import re
from hashlib import sha256

from divisor_duel.game import AnyGame, Player, Position

ONE_IN = 8
"""One position in this many is reserved."""


def canonical_form(game: AnyGame, position: Position) -> str:
    """Return a text that is the same for positions that ask the same question.

    Positions that differ only in which player is to move have one form, and so have those
    that two sizes of a game have in common.
    """
    names = {position.to_move: "mover", position.to_move.other: "opponent"}
    key = re.sub("Player ([12])", lambda name: names[Player(int(name[1]))], game.key(position))
    clauses = (", ".join(sorted(clause.split(", "))) for clause in key.split("; "))
    options = game.options.items()
    rules = (f"{name}={value}" for name, value in options if name not in game.size_options)
    return "; ".join((game.id, *rules, *clauses))


def is_reserved(game: AnyGame, position: Position) -> bool:
    """Return whether a position is reserved for benches."""
    text = f"divisor-duel/reserved/{canonical_form(game, position)}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big") % ONE_IN == 0
