"""The parts a game may have besides its rules: where each is and what it holds.

A game's parts are modules beside its rules: if the class is in `heap/rules.py`, its lesson is
in `heap/teaching.py`. Every part is optional. Code that wants one calls `find` and falls back on
a plain default that works for any game, so rules alone make a complete game and each further
file improves one thing.

| file | name in it | what it holds | plain default |
|---|---|---|---|
| `solving/theory.py` | `THEORY` | a `Theory` with proofs | `engine/search.py` |
| `solving/misere.py` | `THEORY` | the same for misere | `engine/deepening.py` |
| `proofs.py` | `PROOFS`, `MISERE_PROOFS` | its kinds of proof and their check | a strategy |
| `reasons.py` | `REASONS`, `MISERE_REASONS` | proofs in words | `engine/reasons.py` |
| `strategy.py` | `STRATEGY`, `MISERE_STRATEGY` | rules to win by | `engine/strategies.py` |
| `figure.py` | `figure` | a proof drawn, as data for page and picture | no drawing |
| `teaching.py` | `STEPS` | the steps of its lesson | `learn/lesson.py` makes some |
| `teaching.py` | `IDEAS` | advice for hints, levels and puzzles | exact play alone |
| `teaching.py` | `situation` | a position in words for language models | `Game.describe` |
| `terminal.py` | `VOICE` | the wording of line mode | `terminal/lines/voices.py` |
| `terminal.py` | `board` | the board of line mode | the legal moves in brackets |
| `terminal.py` | `SCENES` | the board of the full screen | the legal moves to press |
| `picture.py` | `PICTURE` | an SVG picture | `drawing/default_sketch.py`: a table of moves |
| `arrays.py` | `ENCODING` | observations for agents | `batch/encoding.py` |
| `arrays.py` | `BATCH` | many games as arrays | `batch/plain.py` |
| `page/__init__.py` | `PAGE` | the state that its board needs | `web/game/view.py` |
| `page/` | `page.js`, `page.css`, `emblem.js` | its board and emblem | buttons to press |

Parts are imported when they are first needed. A part that explains how to win the rule book's
game is not used for misere set-ups: they have their own part or the plain default.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from divisor_duel.game import Game, OptionValue
from divisor_duel.strategy import Rule

RULES = "rules"
"""Name of the module that holds the class of a game with parts beside it."""

T = TypeVar("T")


@dataclass(frozen=True)
class Part(Generic[T]):
    """Where a part is: a name in a module beside the rules."""

    module: str
    """The module, relative to the game's package."""
    name: str
    """The name in that module."""
    misere: tuple[str, str] | None = None
    """The module and name for misere set-ups; None if they have no such part."""

    @classmethod
    def for_any_ending(cls, module: str, name: str) -> Part[T]:
        """Return a part that serves normal and misere set-ups alike."""
        return cls(module, name, (module, name))


class ProofKinds(NamedTuple):
    """A game's own kinds of proof."""

    kinds: tuple[type[Any], ...]
    """One schema per kind."""
    verify: Callable[..., Any]
    """Check a proof: `verify(game, lost, proof, budget)`."""


class Reasons(NamedTuple):
    """A game's proofs in words."""

    sentence: Callable[[Any, Any, Any], str]
    """Return the sentence for `(game, position, proof)`."""
    full_sentence: Callable[[Any, Any, Any], str] | None = None
    """The same with every list in full; None if `sentence` shortens nothing."""


class Strategies(NamedTuple):
    """How a game is won: the rules behind its own kinds of proof."""

    rules: Callable[[Any, Any, Any], tuple[Rule[Any], ...]]
    """Return the winner's rules for `(game, lost, proof)`, where the opponent moves in `lost`."""
    move_words: Callable[[Any, Any, int], str]
    """Return a move as an instruction without a full stop, for `(game, position, move)`:
    ``take 3 to leave 57``. With an s, its first word is the verb after ``she``.
    """
    stuck: str = ""
    """Why a reply ends the game with a win, if it does: ``cannot climb``, said of the winner."""


class Ideas(NamedTuple):
    """What an experienced player would advise."""

    nudge: Callable[[Any, Any], str]
    """Say where to look in `(game, position)`."""
    idea: Callable[[Any, Any], str]
    """Say what decides the position, without the move."""
    puzzle_options: Callable[[Random], Mapping[str, OptionValue]]
    """Return a set-up worth a puzzle."""
    favoured_moves: Callable[[Any, Any], tuple[int, ...]] | None = None
    """Return the moves that the idea favours."""


class Scenes(NamedTuple):
    """A game's board on the full screen."""

    scene: Callable[..., Any]
    """Return the scene of `(game, position, played, width)`."""
    effect: Callable[[Any, Any, int], str] | None = None
    """Say what a move does, as a clause."""


class Picture(NamedTuple):
    """A game's picture."""

    check: Callable[[Any, Any], None]
    """Raise DuelError if `(game, position)` is too large to draw."""
    sketch: Callable[[Any], Any]
    """Draw a subject."""


class Encoding(NamedTuple):
    """A game's positions as arrays, for agents."""

    action_count: Callable[[Any], int]
    """Return one more than the largest move."""
    observation: Callable[..., Any]
    """Return what a player sees, as zeros and ones."""
    squares: Callable[[Any, Any], Any] | None = None
    """Return the board for `rgb_array` pictures."""


class Page(NamedTuple):
    """What the page needs to know about a game, so that it computes no rule."""

    state: type[Any]
    """The type of the state that `view` returns."""
    view: Callable[..., Any]
    """Return the state of a round: `view(round, legal)`."""
    limits: Mapping[str, int] = {}
    """The largest option values that a board can show."""
    components: Callable[[Any], tuple[Game[Any], ...]] | None = None
    """Return the games that a game consists of, each with limits of its own."""
    proof: Callable[..., Any] | None = None
    """Return what the board draws of a proof: `proof(game, lost, proof, after, engine)`."""


THEORY: Part[type[Any]] = Part("solving.theory", "THEORY", ("solving.misere", "THEORY"))
PROOFS: Part[ProofKinds] = Part("proofs", "PROOFS", ("proofs", "MISERE_PROOFS"))
REASONS: Part[Reasons] = Part("reasons", "REASONS", ("reasons", "MISERE_REASONS"))
STRATEGY: Part[Strategies] = Part("strategy", "STRATEGY", ("strategy", "MISERE_STRATEGY"))
FIGURE: Part[Callable[..., Any]] = Part("figure", "figure")
STEPS: Part[tuple[Any, ...]] = Part.for_any_ending("teaching", "STEPS")
IDEAS: Part[Ideas] = Part("teaching", "IDEAS")
SITUATION: Part[Callable[..., str]] = Part.for_any_ending("teaching", "situation")
VOICE: Part[type[Any]] = Part.for_any_ending("terminal", "VOICE")
BOARD: Part[Callable[..., list[str]]] = Part.for_any_ending("terminal", "board")
SCENES: Part[Scenes] = Part.for_any_ending("terminal", "SCENES")
PICTURE: Part[Picture] = Part("picture", "PICTURE")
ENCODING: Part[Encoding] = Part.for_any_ending("arrays", "ENCODING")
BATCH: Part[type[Any]] = Part("arrays", "BATCH")
PAGE: Part[Page] = Part.for_any_ending("page", "PAGE")

PARTS = (
    THEORY,
    PROOFS,
    REASONS,
    STRATEGY,
    FIGURE,
    STEPS,
    IDEAS,
    SITUATION,
    VOICE,
    BOARD,
    SCENES,
    PICTURE,
    ENCODING,
    BATCH,
    PAGE,
)
"""Every part that a game can have."""

MODULES = (RULES, *dict.fromkeys(part.module.partition(".")[0] for part in PARTS))
"""The modules that may be beside a game's rules."""

MOVED = {
    "bench": "the class variable `bench` of the game",
    "setting": "the methods `settable` and `tidy` of the game",
    "theory": "solving/theory.py",
    "misere": "solving/misere.py",
    "certificate": "proofs.py, as PROOFS",
    "misere_certificate": "proofs.py, as MISERE_PROOFS",
    "misere_reasons": "reasons.py, as MISERE_REASONS",
    "ideas": "teaching.py, as IDEAS",
    "lesson": "teaching.py, as STEPS",
    "prompt": "teaching.py, as situation",
    "voice": "terminal.py, as VOICE",
    "board": "terminal.py, as board",
    "scene": "terminal.py, as SCENES",
    "sketch": "picture.py, as PICTURE",
    "encoding": "arrays.py, as ENCODING",
    "batch": "arrays.py, as BATCH",
}
"""Former part modules, each with the place where its content belongs now."""


def find(game: Game[Any] | type[Game[Any]], part: Part[T]) -> T | None:
    """Return a part of this game, or None if it has none for this set-up.

    For a class, return the part for normal play.
    """
    rules = (game if isinstance(game, type) else type(game)).__module__
    misere = not isinstance(game, type) and game.misere
    source = part.misere if misere else (part.module, part.name)
    content: T | None = _load(rules, *source) if source else None
    return content


@cache
def _load(rules: str, module: str, name: str) -> Any:
    """Import a part by name; an error inside its module is raised, not ignored."""
    package, _, own = rules.rpartition(".")
    parent, _, _ = f"{package}.{module}".rpartition(".")
    if own != RULES or find_spec(parent) is None or find_spec(f"{package}.{module}") is None:
        return None
    return getattr(import_module(f"{package}.{module}"), name, None)


def page_folder(game: type[Game[Any]]) -> Path | None:
    """Return the folder of what the game brings for the page, or None if it has none.

    In it, `page.js` draws its board, `page.css` styles it, and `emblem.js` is the small drawing
    that represents it in a list. These scripts may import others from the folder.
    """
    rules = Path(sys.modules[game.__module__].__file__ or "")
    path = rules.parent / "page"
    return path if rules.stem == RULES and path.is_dir() else None


def misplaced_file(game: type[Game[Any]]) -> str:
    """Explain which file beside the rules is not a part, or return an empty text.

    A misspelled part would otherwise be ignored and the plain default used silently. A game's
    other modules start with an underscore or are in a folder.
    """
    rules = Path(sys.modules[game.__module__].__file__ or "")
    if rules.stem != RULES:
        return ""
    for path in sorted(rules.parent.iterdir()):
        name = path.stem
        if path.suffix in (".js", ".css") and path.stem in ("page", "emblem"):
            return f"{path.name} must be in the folder page/"
        if path.suffix != ".py" or name.startswith("_") or name in MODULES:
            continue
        if name in MOVED:
            return f"{path.name} is no longer read: its content belongs in {MOVED[name]}"
        return (
            f"{path.name} is not a part of a game; the parts are {', '.join(MODULES[1:])}, "
            "and other modules start with an underscore"
        )
    return ""
