"""Players that stay for the next game: which of them, and for how long."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.arena import Answer, Question, Terms, read_players
from divisor_duel.arena.players.pool import PlayerPool


class Fake:
    """A program that only notes when it begins and ends."""

    noted: list[str]

    def __init__(self, command: list[str], seconds: float, memory: int) -> None:
        self.name = command[0]
        self.noted.append(f"+{self.name}")

    def choose(self, question: Question) -> Answer:
        return Answer(2)

    def quit(self) -> None:
        self.noted.append(f"-{self.name}")


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happened to programs, with room for two of them."""
    found: list[str] = []
    monkeypatch.setattr(Fake, "noted", found, raising=False)
    monkeypatch.setattr("divisor_duel.arena.players.pool.Program", Fake)
    monkeypatch.setattr("divisor_duel.arena.players.pool.MOST_PROGRAMS", 2)
    return found


def ask(pool: PlayerPool, *players: str) -> None:
    """Put the same question to each player in turn."""
    game = GAMES["chain"]()
    question: Any = Question(game, game.start(), (), 1.0, 1)
    for entry in read_players(players, least=1):
        pool.ask(entry, Terms(), question)


def test_levels_take_no_programs_place(noted: list[str]) -> None:
    """However many levels are asked in between, programs that fit stay."""
    pool = PlayerPool()
    for _ in range(2):
        ask(pool, "cmd:one", "random", "easy", "medium", "hard", "cmd:two")
    assert noted == ["+one", "+two"]


def test_the_program_asked_longest_ago_makes_room(noted: list[str]) -> None:
    """If too many programs run, the one that was asked least lately ends."""
    pool = PlayerPool()
    ask(pool, "cmd:one", "cmd:two")
    ask(pool, "cmd:one", "cmd:three")
    assert noted == ["+one", "+two", "+three", "-two"]
