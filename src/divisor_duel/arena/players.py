"""The kinds of players: levels, Python functions, programs, language models.

perfect                     a level: random, easy, medium, hard or perfect
py:module:function          a Python function
cmd:COMMAND                 a program that speaks JSON lines
chat:MODEL@URL              a language model behind an OpenAI-compatible endpoint
FILE.toml                   a language model with all its settings in a file
NAME=any of these           any of these under a name of your choice
"""

from __future__ import annotations

import re
import shlex
import sys
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from divisor_duel.arena.chat import Chat
from divisor_duel.arena.endpoint import Switchboard
from divisor_duel.arena.exact import seeded_move
from divisor_duel.arena.models import Model, read_chat, read_file
from divisor_duel.arena.programs import Program
from divisor_duel.arena.protocol import FAMILIES, Answer
from divisor_duel.engine.levels import LEVELS
from divisor_duel.errors import OptionsError
from divisor_duel.files import open_regular
from divisor_duel.game import brief
from divisor_duel.text import clean_text
from divisor_duel.words.question import START, Fault, Question

if TYPE_CHECKING:
    from divisor_duel.arena.schedule import Terms

FORMS = (
    "a level (random, easy, medium, hard, perfect), py:module:function, cmd:COMMAND, chat:... "
    "or FILE.toml"
)

MOST_ALIVE = 16
"""Limit on programs left running between games."""

MOST_FAILED_STARTS = 2
"""Failed starts in a row after which a program is not started again."""

MEGABYTE = 1 << 20


class Entry(NamedTuple):
    """A participant of a tournament or bench."""

    name: str
    """Unique name in tables."""
    spec: str
    """The player, in one of the forms above."""
    model: Model | None = None
    """Settings of a language model; None for other players."""
    show_legal: bool = True
    """Whether prompts for this player list the legal moves."""
    fingerprint: str = ""
    """Hash of the player's own files; empty if it has none."""

    def seconds(self, terms: Terms) -> float:
        """Return the time limit for an answer, in seconds."""
        if self.model is None:
            return terms.seconds
        return self.model.seconds or terms.model_seconds

    def as_object(self) -> dict[str, Any]:
        """Return the player as saved with the results."""
        fields: dict[str, Any] = {"player": self.spec}
        if self.model:
            fields["request"] = self.model.as_object()
        if self.fingerprint:
            fields["fingerprint"] = self.fingerprint
        return fields if self.show_legal else fields | {"show_legal": False}


class Contestant(Protocol):
    """A player that can be asked for a move."""

    def choose(self, question: Question) -> Answer:
        """Return the move; raise Fault if there is none."""
        ...

    def quit(self) -> None:
        """End the player in an orderly way."""
        ...

    def kill(self) -> None:
        """End the player at once."""
        ...


class LevelPlayer:
    """A built-in level of the computer."""

    def __init__(self, level: str) -> None:
        self._level = level

    def choose(self, question: Question) -> Answer:
        """Return the level's move: the same for the same seed."""
        return Answer(seeded_move(self._level, question.game, question.position, question.seed))

    def quit(self) -> None:
        """Do nothing: a level has no process."""

    kill = quit


def read_players(texts: Sequence[str], least: int = 2) -> tuple[Entry, ...]:
    """Parse the players written as `texts`; OptionsError if one is invalid."""
    entries: list[Entry] = []
    seen: Counter[str] = Counter()
    for text in texts:
        match = re.fullmatch(r"([\w.-]+)=(.+)", text, re.DOTALL)
        name, spec = (match[1], match[2]) if match else (_default_name(text), text)
        name, model = clean_text(name), _read(spec)
        seen[name] += 1
        unique_name = f"{name}#{seen[name]}" if seen[name] > 1 else name
        entries.append(Entry(unique_name, spec, model, fingerprint=fingerprint(spec)))
    if len(entries) < least:
        raise OptionsError("a tournament needs two players or more")
    if len({entry.name for entry in entries}) < len(entries):
        raise OptionsError("two players have the same name; write NAME=PLAYER to name them")
    return tuple(entries)


def _default_name(text: str) -> str:
    """Return the name of a player without one: the stem of a file, or the text itself."""
    return Path(text).stem if text.endswith(".toml") else text


def _read(spec: str) -> Model | None:
    """Return the model, None for other kinds of players; OptionsError if invalid."""
    if spec in LEVELS:
        return None
    kind, colon, rest = spec.partition(":")
    if kind == "py" and re.fullmatch(r"[\w.]+:[\w.]+", rest):
        return None
    if kind == "cmd" and colon:
        try:
            if shlex.split(rest):
                return None
        except ValueError as problem:
            raise OptionsError(f"{brief(spec)} cannot be read: {problem}") from None
    if kind == "chat" and colon:
        return read_chat(rest)
    if spec.endswith(".toml"):
        return read_file(Path(spec))
    raise OptionsError(f"a player is {FORMS}, not {brief(spec)}")


def fingerprint(spec: str) -> str:
    """Return a short hash of the player's own files; empty if it has none."""
    kind, _, rest = spec.partition(":")
    files: Iterator[Path] = iter(())
    if kind == "cmd":
        files = (Path(name) for word in shlex.split(rest) if (name := _own_file(word)))
    elif kind == "py":
        files = _module_files(rest.partition(":")[0])
    digest = sha256()
    count = 0
    for file in files:
        with open_regular(file) as opened:
            while piece := opened.read(MEGABYTE):
                digest.update(piece)
        count += 1
    return digest.hexdigest()[:16] if count else ""


def _own_file(word: str) -> str | None:
    """Return `word` if it names a file of the player; an installed command is not one."""
    try:
        return word if Path(word).is_file() and which(Path(word).name) is None else None
    except (OSError, ValueError):
        return None


def _module_files(module: str) -> Iterator[Path]:
    """Yield the source file of a module, if it can be found without running any of it."""
    before = list(sys.path)
    sys.path.insert(0, "")
    try:
        spec = find_spec(module) if "." not in module else None
        path = Path(spec.origin) if spec and spec.origin else Path(*module.split("."))
        path = path if path.suffix else path.with_suffix(".py")
    except (ImportError, ValueError, OSError):
        return
    finally:
        sys.path[:] = before
    if path.is_file():
        yield path


def command_of(spec: str) -> list[str]:
    """Return the command that starts a program or serves a Python function."""
    kind, _, rest = spec.partition(":")
    if kind == "py":
        return [sys.executable, "-m", "divisor_duel.arena.host", rest]
    return shlex.split(rest)


class Troupe:
    """The running players; up to `MOST_ALIVE` programs are reused for the next game."""

    def __init__(self, board: Switchboard | None = None) -> None:
        self._players: OrderedDict[str, Contestant] = OrderedDict()
        self._failed: dict[str, Fault] = {}
        self._failures: Counter[str] = Counter()
        self._board = board

    def get(self, entry: Entry, terms: Terms) -> Contestant:
        """Return the player, starting it if necessary; Fault if it cannot be started."""
        key = entry.name if entry.model else entry.spec
        if key not in self._players:
            if self._failures[key] >= MOST_FAILED_STARTS:
                raise Fault(START, self._failed[key].detail, evidence=self._failed[key].evidence)
            try:
                self._players[key] = self._start(entry, terms)
            except Fault as fault:
                self._failures[key] += 1
                self._failed[key] = fault
                raise
            self._failures[key] = 0
            self._make_room()
        self._players.move_to_end(key)
        return self._players[key]

    def _make_room(self) -> None:
        """End the least recently used programs if too many run; other players are free."""
        programs = [key for key, player in self._players.items() if isinstance(player, Program)]
        for key in programs[:-MOST_ALIVE]:
            self._players.pop(key).quit()

    def _start(self, entry: Entry, terms: Terms) -> Contestant:
        """Start a player and return it once it is ready; Fault if that takes too long."""
        if entry.model:
            self._board = self._board or Switchboard()
            return Chat(entry.model, self._board, terms.patience)
        if entry.spec in LEVELS:
            return LevelPlayer(entry.spec)
        return Program(command_of(entry.spec), terms.start_seconds, terms.memory * MEGABYTE)

    def ask(self, entry: Entry, terms: Terms, question: Question) -> Answer:
        """Return the player's answer; end a program that crashed or was too slow."""
        try:
            return self.get(entry, terms).choose(question)
        except Fault as fault:
            if FAMILIES[fault.kind] != "illegal":
                self.dismiss(entry)
            raise

    @property
    def has_programs(self) -> bool:
        """Whether any program is running."""
        return any(isinstance(player, Program) for player in self._players.values())

    def dismiss(self, entry: Entry) -> None:
        """Kill a player after a fault; the next question starts a new one."""
        player = self._players.pop(entry.name if entry.model else entry.spec, None)
        if player:
            player.kill()

    def close(self) -> None:
        """End all players."""
        while self._players:
            self._players.popitem()[1].quit()
        if self._board:
            self._board.close()

    def kill(self) -> None:
        """Kill all players at once, whatever they are doing."""
        while self._players:
            self._players.popitem()[1].kill()
