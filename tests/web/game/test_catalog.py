"""The catalog of games."""

from __future__ import annotations

import httpx
import msgspec

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.games.registry import GAMES
from divisor_duel.web.game.catalog import catalog
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


def test_presets_are_whole_set_ups() -> None:
    """Every preset has a value for every option, a phrase and a reason; sums consist of games."""
    found = catalog()
    assert [game.id for game in found.made] == ["sum"]
    for game in (*found.games, *found.made):
        assert game.rules
        for preset in (game.fair, game.recommended, game.rule_book):
            assert preset.phrase
            assert preset.why
            assert set(preset.options) <= {spec.name for spec in game.options}
