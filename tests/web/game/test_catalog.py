"""The catalog of games."""

from __future__ import annotations

import httpx
import msgspec

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.games.registry import GAMES
from divisor_duel.web.schema import states


def test_the_catalog_lists_every_game(client: httpx.Client) -> None:
    """Games, options, presets, limits and levels are those of the program."""
    found = msgspec.json.decode(client.get("/api/catalog").content, type=states.Catalog)
    assert found.levels == list(OPPONENTS)
    assert [game.id for game in found.games] == list(GAMES)
    for game in found.games:
        assert [spec.name for spec in game.options] == [
            spec.name for spec in GAMES[game.id].option_specs()
        ]
        assert game.limits.keys() <= {spec.name for spec in game.options}
