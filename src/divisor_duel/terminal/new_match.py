"""Set up a new match: who plays, who goes first and how many rounds."""

from __future__ import annotations

from time import strftime
from typing import TYPE_CHECKING

from divisor_duel.errors import OptionsError
from divisor_duel.game import AnyGame, Player, brief
from divisor_duel.play.match import Match
from divisor_duel.play.record import HUMAN, Record
from divisor_duel.text import clean_text

if TYPE_CHECKING:
    from divisor_duel.learn.lesson import Step

FIRST_PLAYERS = {"Player 1": "1", "Player 2": "2", "coin toss": "random"}
"""Who may go first: the text that people choose, and the value of `first` in `new_match`."""


def computer_levels() -> dict[str, str]:
    """Return each computer level with its meaning, weakest first; loads the engine."""
    from divisor_duel.engine.levels import OPPONENTS

    return {name: level.description for name, level in OPPONENTS.items()}


def player_levels(people: tuple[bool, bool], level: str) -> tuple[str, str]:
    """Return ``human`` for each player who is a person, and `level` for the others."""
    one, two = (HUMAN if person else level for person in people)
    return one, two


def new_match(
    game: AnyGame,
    levels: tuple[str, str] = (HUMAN, HUMAN),
    names: tuple[str | None, str | None] = (None, None),
    first: str = "1",
    rounds: int = 1,
    seed: int | None = None,
    start: str = "",
) -> Match:
    """Return a match that has not begun; OptionsError if the settings are invalid."""
    known = [HUMAN, *computer_levels()]
    for number, level in enumerate(levels, 1):
        if level not in known:
            raise OptionsError(f"p{number} must be one of {', '.join(known)}, not {brief(level)}")
    if first not in FIRST_PLAYERS.values():
        raise OptionsError(f"first must be 1, 2 or random, not {brief(first)}")
    if seed is None:
        import secrets  # slow to import

        seed = secrets.randbits(32)
    from random import Random  # the first prompt comes sooner without it

    coin = Random(f"{seed}/first").choice(list(Player))
    record = Record(
        game,
        first=coin if first == "random" else Player(int(first)),
        names=_names(names, levels),
        levels=levels,
        date=strftime("%Y-%m-%d"),
        seed=seed,
        round=(1, rounds),
        start=start,
    )
    return Match([record])


LESSON_LEVEL = "coach"
"""The computer player of the game at the end of a lesson: it warns before a win is thrown away."""


def lesson_match(step: Step) -> Match:
    """Return the game at the end of a lesson, with the learner on the side that can win."""
    levels = (LESSON_LEVEL, HUMAN) if step.winner is Player.TWO else (HUMAN, LESSON_LEVEL)
    return new_match(step.game, levels)


def _names(given: tuple[str | None, str | None], levels: tuple[str, str]) -> tuple[str, str]:
    two_computers = HUMAN not in levels
    names = []
    for number, (name, level) in enumerate(zip(given, levels, strict=True), 1):
        if name is None:
            name = f"Computer {number}" if two_computers else "Computer"
            names.append(f"Player {number}" if level == HUMAN else name)
            continue
        name = " ".join(name.split())
        if not name or name != clean_text(name) or len(name) > 40:
            problem = f"name{number} must be 1 to 40 printable characters, not {brief(name)}"
            raise OptionsError(problem)
        names.append(name)
    if names[0] == names[1]:
        raise OptionsError(f"the players need different names, not both {brief(names[0])}")
    return names[0], names[1]
