"""Who can play: a built-in level, a Python function, any program, a language model.

perfect                     a level: random, easy, medium, hard or perfect
py:module:function          a Python function
cmd:COMMAND                 a program that speaks JSON lines
chat:MODEL@URL              a language model behind an OpenAI-compatible endpoint
NAME=any of these           the same under a name of your own
"""

from __future__ import annotations

import re
import shlex
import sys
from collections import Counter, OrderedDict
from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Protocol

from divisor_duel.arena.chat import Chat
from divisor_duel.arena.exact import level_move
from divisor_duel.arena.processes import Program
from divisor_duel.arena.protocol import START, Answer, Fault, Question
from divisor_duel.engine.levels import LEVELS
from divisor_duel.errors import OptionsError
from divisor_duel.game import brief

FORMS = "a level (random, easy, medium, hard, perfect), py:module:function, cmd:COMMAND or chat:..."

MOST_ALIVE = 8
"""How many programs are kept running between their games."""

MOST_FAILED_STARTS = 2
"""How often in a row a program may fail to start before it is not tried any more."""


class Entry(NamedTuple):
    """A player who takes part."""

    name: str
    """What the player is called in tables; no two are called the same."""
    spec: str
    """Who that is, in one of the forms above."""


class Player(Protocol):
    """Someone who can be asked for a move."""

    def choose(self, question: Question) -> Answer:
        """The move; raises a fault if there is none."""
        ...

    def quit(self) -> None:
        """The player is not needed any more."""
        ...

    def kill(self) -> None:
        """The player must go at once."""
        ...


class Level:
    """A built-in level, which knows the exact values."""

    def __init__(self, level: str) -> None:
        self._level = level

    def choose(self, question: Question) -> Answer:
        """The move of the level: the same for the same seed."""
        rng = Random(question.seed)
        return Answer(level_move(self._level, question.game, question.position, rng))

    def quit(self) -> None:
        """There is nothing to end."""

    kill = quit


def read_players(texts: Sequence[str]) -> tuple[Entry, ...]:
    """The players written as `texts`; OptionsError if one of them cannot be."""
    entries: list[Entry] = []
    seen: Counter[str] = Counter()
    for text in texts:
        match = re.fullmatch(r"([\w.-]+)=(.+)", text, re.DOTALL)
        name, spec = (match[1], match[2]) if match else (text, text)
        _check(spec)
        seen[name] += 1
        entries.append(Entry(f"{name}#{seen[name]}" if seen[name] > 1 else name, spec))
    if len(entries) < 2:
        raise OptionsError("a tournament needs two players or more")
    if len({entry.name for entry in entries}) < len(entries):
        raise OptionsError("two players have the same name; write NAME=PLAYER to name them")
    return tuple(entries)


def _check(spec: str) -> None:
    if spec in LEVELS:
        return
    kind, colon, rest = spec.partition(":")
    if kind == "py" and re.fullmatch(r"[\w.]+:[\w.]+", rest):
        return
    if kind == "cmd" and colon:
        try:
            if shlex.split(rest):
                return
        except ValueError as problem:
            raise OptionsError(f"{brief(spec)} cannot be read: {problem}") from None
    if kind == "chat" and colon:
        _chat(rest)
        return
    raise OptionsError(f"a player is {FORMS}, not {brief(spec)}")


def _chat(text: str) -> Chat:
    model, _, url = text.partition("@http")
    return Chat(model, f"http{url}" if url else "")


def start(spec: str, seconds: float, memory: int) -> Player:
    """The player, ready to be asked; a fault if that takes longer than `seconds`."""
    if spec in LEVELS:
        return Level(spec)
    kind, _, rest = spec.partition(":")
    if kind == "chat":
        return _chat(rest)
    if kind == "py":
        command = [sys.executable, "-m", "divisor_duel.arena.host", rest]
    else:
        command = shlex.split(rest)
    return Program(command, seconds, memory)


class Troupe:
    """The players that are running: programs stay for the next game, up to a number of them."""

    def __init__(self) -> None:
        self._players: OrderedDict[str, Player] = OrderedDict()
        self._failed: dict[str, Fault] = {}
        self._failures: Counter[str] = Counter()

    def get(self, spec: str, seconds: float, memory: int) -> Player:
        """The player, started if need be."""
        if spec not in self._players:
            if self._failures[spec] >= MOST_FAILED_STARTS:
                raise Fault(START, self._failed[spec].detail)
            try:
                self._players[spec] = start(spec, seconds, memory)
            except Fault as fault:
                self._failures[spec] += 1
                self._failed[spec] = fault
                raise
            self._failures[spec] = 0
        self._players.move_to_end(spec)
        while len(self._players) > MOST_ALIVE:
            self._players.popitem(last=False)[1].quit()
        return self._players[spec]

    @property
    def has_programs(self) -> bool:
        """Whether a process of a player is running."""
        return any(isinstance(player, Program) for player in self._players.values())

    def dismiss(self, spec: str) -> None:
        """End a player after a fault; the next game gets a fresh one."""
        player = self._players.pop(spec, None)
        if player:
            player.kill()

    def close(self) -> None:
        """End all players."""
        while self._players:
            self._players.popitem()[1].quit()

    def kill(self) -> None:
        """End all players at once, whatever they are doing."""
        while self._players:
            self._players.popitem()[1].kill()
