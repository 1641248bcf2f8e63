"""The kinds of players: levels, Python functions, programs, language models.

perfect                     a level: random, easy, medium, hard or perfect
rule:largest-odd            a rule of thumb, one of questions/one_ply_rules.py
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
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import NamedTuple, NotRequired, TypedDict

from divisor_duel.arena.players.levels import RULE, is_built_in
from divisor_duel.arena.players.model_settings import Model, read_chat, read_file
from divisor_duel.arena.players.terms import Terms
from divisor_duel.errors import OptionsError
from divisor_duel.files import open_regular
from divisor_duel.game import brief
from divisor_duel.questions.one_ply_rules import RULES
from divisor_duel.text import clean_text

FORMS = (
    "a level (random, easy, medium, hard, perfect), py:module:function, cmd:COMMAND, chat:..., "
    "rule:NAME or FILE.toml"
)

MEGABYTE = 1 << 20


class SavedPlayer(TypedDict):
    """A participant as saved with the results."""

    player: str
    request: NotRequired[Mapping[str, object]]
    """Settings of a language model."""
    fingerprint: NotRequired[str]
    show_legal: NotRequired[bool]
    """False, or missing."""


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

    def as_object(self) -> SavedPlayer:
        """Return the player as saved with the results."""
        fields: SavedPlayer = {"player": self.spec}
        if self.model:
            fields["request"] = self.model.as_object()
        if self.fingerprint:
            fields["fingerprint"] = self.fingerprint
        if not self.show_legal:
            fields["show_legal"] = False
        return fields


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
    if is_built_in(spec):
        return None
    kind, colon, rest = spec.partition(":")
    if f"{kind}{colon}" == RULE:
        raise OptionsError(f"there is no rule {brief(rest)}; the rules are {', '.join(RULES)}")
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
        return [sys.executable, "-m", "divisor_duel.arena.players.function_server", rest]
    return shlex.split(rest)
