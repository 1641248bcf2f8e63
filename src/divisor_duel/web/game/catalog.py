"""The catalog: the games of this server, with their options and size limits."""

from __future__ import annotations

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.game import AnyGame, Preset
from divisor_duel.games.registry import COMPOUND, GAMES, find_game, set_up
from divisor_duel.learn.puzzle import THEMES
from divisor_duel.web.game.setup_limits import largest_options
from divisor_duel.web.schema.states import Catalog, GameMessage, OptionMessage, PresetMessage


def catalog() -> Catalog:
    """Return all games with their options and limits, and the computer's levels."""
    return Catalog(
        levels=list(OPPONENTS),
        games=[_describe(game) for game in GAMES.values()],
        themes=list(THEMES),
        made=[_describe(find_game(name)) for name in COMPOUND],
    )


def _describe(game: type[AnyGame]) -> GameMessage:
    return GameMessage(
        id=game.id,
        title=game.title,
        short_title=game.short_title,
        summary=game.summary,
        rules=game.rules(),
        options=[OptionMessage(*spec) for spec in game.option_specs()],
        fair=_preset(game, game.fair),
        recommended=_preset(game, game.recommended),
        first_game=_preset(game, game.first_game),
        rule_book=_preset(game, Preset({}, "The set-up from the rule book.")),
        limits=dict(largest_options(game)),
        impartial=game.impartial,
    )


def _preset(game: type[AnyGame], preset: Preset) -> PresetMessage:
    rules = set_up(game, preset.options)
    return PresetMessage(rules.options, rules.phrase(), preset.why, preset.winner)
