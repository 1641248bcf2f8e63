"""The parts a game may have besides its rules: where each is and what it holds.

A game's parts are modules beside its rules: if the class is in `heap/rules.py`, its lesson is
in `heap/teaching.py`. Every part is optional. Code that wants one calls `find` and falls back on
a plain default that works for any game, so rules alone make a complete game and each further
file improves one thing.

| file | name in it | what it holds | plain default |
|---|---|---|---|
| `solving/theory.py` | `THEORY` | a `Theory` with proofs | `engine/search.py` |
| `solving/misere.py` | `THEORY` | the same for misere | `engine/deepening.py` |
| `solving/theory.py` | `COMPILED` | the names of its compiled searches | none |
| `proofs.py` | `PROOFS`, `MISERE_PROOFS` | its kinds of proof and their check | a strategy |
| `strategy.py` | `STRATEGY`, `MISERE_STRATEGY` | rules to win by | `engine/strategies.py` |
| `figure.py` | `figure` | a proof drawn, as data for page and picture | no drawing |
| `figure.py` | `diagrams` | how the winner wins, as diagrams | `drawing/diagrams.py`: the replies |
| `teaching.py` | `STEPS` | the steps of its lesson | `learn/lesson.py` makes some |
| `exercises.py` | `EXERCISES` | sets of exercises, one for each idea | `learn/exercises.py` |
| `teaching.py` | `IDEAS` | advice for hints, levels and puzzles | exact play alone |
| `teaching.py` | `situation` | a position in words for language models | `Game.describe` |
| `terminal.py` | `WORDING` | the wording of line mode | `terminal/lines/wording.py` |
| `terminal.py` | `board` | the board of line mode | the legal moves in brackets |
| `terminal.py` | `SCENES` | the board of the full screen | the legal moves to press |
| `picture.py` | `PICTURE` | an SVG picture | `drawing/default_sketch.py`: a table of moves |
| `arrays.py` | `ENCODING` | observations for agents | `batch/encoding.py` |
| `arrays.py` | `BATCH` | many games as arrays | `batch/plain.py` |
| `page/__init__.py` | `PAGE` | the state that its board needs | `web/game/view.py` |
| `page/` | `page.js`, `page.css`, `emblem.js` | its board and emblem | buttons to press |

Each part has a type here, mostly a Protocol. This module is below the packages that use the
parts, so a type that belongs to one of them, such as `Scene`, is a parameter. That package names
the part with its own types filled in, and a game declares its part by that name::

    SCENES: GameScenes[Chain, ChainPosition] = GameScenes(scene, effect)

Then mypy checks its signature.

Parts are imported when they are first needed. A part that explains how to win the rule book's
game is not used for misere set-ups: they have their own part or the plain default.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from divisor_duel.errors import DuelError, one_of
from divisor_duel.game import AnyGame, OptionValue, Player, Position

if TYPE_CHECKING:
    from random import Random

    import numpy as np
    from numpy.typing import NDArray

    from divisor_duel.diagram import Diagram
    from divisor_duel.proof import Checked, Proof
    from divisor_duel.strategy import Rule, Strategy

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


G = TypeVar("G", bound=AnyGame)
"""The game that brings a part."""
P = TypeVar("P", bound=Position)
"""The game's positions."""
Given = TypeVar("Given")
"""What the package that uses a part passes to it, such as `Subject` to a picture."""
Made = TypeVar("Made")
"""What the package that uses a part gets from it, such as `Sketch` from a picture."""
Kind = TypeVar("Kind")
"""The base class of a game's own kinds of proof."""
State = TypeVar("State")
"""The state that a game's board needs on the page."""
Engine = TypeVar("Engine")
"""The engine that a board's proofs may ask."""

G_contra = TypeVar("G_contra", bound=AnyGame, contravariant=True)
P_contra = TypeVar("P_contra", bound=Position, contravariant=True)
Given_contra = TypeVar("Given_contra", contravariant=True)
Made_co = TypeVar("Made_co", covariant=True)
Kind_contra = TypeVar("Kind_contra", contravariant=True)


class TheoryMaker(Protocol[G_contra, Made_co]):
    """`THEORY`: a subclass of `Theory`; by default `engine/search.py`."""

    def __call__(self, game: G_contra, cache: Path | None = None) -> Made_co:
        """Return the theory of a set-up, which stores facts in the folder `cache`."""
        ...


class Verify(Protocol[G_contra, P_contra, Kind_contra, Given_contra]):
    """Checks the kinds of proof that a game declares."""

    def __call__(
        self, game: G_contra, lost: P_contra, proof: Kind_contra, budget: Given_contra, /
    ) -> Checked:
        """Check a proof that `lost` is lost; CertificateError says where it fails."""
        ...


class ProofKinds(NamedTuple, Generic[G, P, Kind, Given]):
    """`PROOFS`: a game's own kinds of proof; by default certificates have a strategy."""

    kinds: tuple[type[Kind], ...]
    """One schema per kind."""
    verify: Verify[G, P, Kind, Given]
    """Check a proof by the rules alone."""


class RulesMaker(Protocol[G_contra, P_contra, Kind_contra]):
    """Turns a proof into rules."""

    def __call__(
        self, game: G_contra, lost: P_contra, proof: Kind_contra, /
    ) -> tuple[Rule[P_contra], ...]:
        """Return the winner's rules from `lost` on, where the opponent is to move."""
        ...


class MoveWords(Protocol[G_contra, P_contra]):
    """Says what a move does."""

    def __call__(self, game: G_contra, position: P_contra, move: int, /) -> str:
        """Return a move as an instruction without a full stop: ``take 3 to leave 57``.

        With an s, its first word is the verb after ``she``.
        """
        ...


class Strategies(NamedTuple, Generic[G, P, Kind]):
    """`STRATEGY`: the rules behind a game's own kinds of proof; by default the engine answers."""

    rules: RulesMaker[G, P, Kind]
    """Return the rules of a proof."""
    move_words: MoveWords[G, P]
    """Return a move as an instruction."""
    end_words: MoveWords[G, P] | None = None
    """Return why a move wins at once, as a clause: ``147 = 7 x 21``; None to give the reason of
    the outcome.
    """
    stuck: str = ""
    """Why a reply ends the game with a win, if it does: ``cannot climb``, said of the winner."""
    trees: bool = False
    """Whether `rules` also makes the rules of trees, which are the same in every game otherwise."""


class Figure(Protocol[Given_contra]):
    """`figure`: a proof drawn, as data for page and picture; by default there is none."""

    def __call__(self, subject: Given_contra, /) -> object:
        """Return the data, as a dataclass that can be written as JSON."""
        ...


class Diagrams(Protocol[P]):
    """`diagrams`: how the winner wins, drawn; by default the replies, if the rules list them."""

    def __call__(self, strategy: Strategy[P], position: P, /) -> tuple[Diagram, ...]:
        """Return the diagrams for a position that is reached by following the strategy.

        They are about the position after the winner's next move.
        """
        ...


class Advice(Protocol[G_contra, P_contra]):
    """What an experienced player would say."""

    def __call__(self, game: G_contra, position: P_contra, /) -> str:
        """Return one or two sentences."""
        ...


class PuzzleOptions(Protocol):
    """Chooses set-ups for puzzles."""

    def __call__(self, rng: Random, /) -> Mapping[str, OptionValue]:
        """Return the options of a set-up worth a puzzle."""
        ...


class FavouredMoves(Protocol[G_contra, P_contra]):
    """What a player who knows the idea would try."""

    def __call__(self, game: G_contra, position: P_contra, /) -> tuple[int, ...]:
        """Return the moves that the idea favours."""
        ...


class Ideas(NamedTuple, Generic[G, P]):
    """`IDEAS`: what an experienced player would advise; by default exact play alone."""

    nudge: Advice[G, P]
    """Say where to look."""
    idea: Advice[G, P]
    """Say what decides the position, without the move."""
    puzzle_options: PuzzleOptions
    """Return a set-up worth a puzzle."""
    favoured_moves: FavouredMoves[G, P] | None = None
    """Return the moves that the idea favours."""


class Situation(Protocol[G_contra, P_contra]):
    """`situation`: a position in words for language models; by default `Game.describe`."""

    def __call__(self, game: G_contra, position: P_contra, you: Player, /) -> str:
        """Describe a position from the point of view of `you`."""
        ...


class WordingMaker(Protocol[G_contra, P_contra, Made_co]):
    """`WORDING`: a subclass of `Wording`; by default `terminal/lines/wording.py`."""

    def __call__(
        self, game: G_contra, names: Mapping[Player, str], start: P_contra | None = None
    ) -> Made_co:
        """Return the wording of one game in line mode, which began from `start`."""
        ...


class Board(Protocol[G_contra, P_contra, Given_contra]):
    """`board`: the board of line mode; by default `terminal/lines/board.py`."""

    def __call__(
        self, game: G_contra, position: P_contra, paint: Given_contra, width: int, /
    ) -> list[str]:
        """Return the board as lines of at most `width` columns; empty if it is too large."""
        ...


class SceneMaker(Protocol[G_contra, P_contra, Made_co]):
    """Lays a position out on a full screen."""

    def __call__(
        self,
        game: G_contra,
        position: P_contra,
        played: Sequence[tuple[Player, int]],
        width: int,
        /,
    ) -> Made_co:
        """Return the scene of a position after the moves `played`, each with its player."""
        ...


class Effect(Protocol[G_contra, P_contra]):
    """Says what a move does."""

    def __call__(self, game: G_contra, position: P_contra, move: int, /) -> str:
        """Return what a legal move does, as a clause."""
        ...


class Scenes(NamedTuple, Generic[G, P, Made]):
    """`SCENES`: a game's board on the full screen; by default `drawing/scene.py`."""

    scene: SceneMaker[G, P, Made]
    """Return the scene of a position."""
    effect: Effect[G, P] | None = None
    """Say what a move does; None to name the numbers that it removes."""


class SizeCheck(Protocol[G_contra, P_contra]):
    """Refuses pictures that would be too large to read."""

    def __call__(self, game: G_contra, position: P_contra, /) -> None:
        """Raise DuelError if the position is too large to draw."""
        ...


class SketchMaker(Protocol[Given_contra, Made_co]):
    """Draws a position."""

    def __call__(self, subject: Given_contra, /) -> Made_co:
        """Return the drawing of a subject."""
        ...


class BoardMaker(Protocol[G_contra, P_contra, Made_co]):
    """Draws a position on paper, without anything that gives its solution away."""

    def __call__(self, game: G_contra, position: P_contra, start: P_contra, /) -> Made_co:
        """Return the board; `start` is the position before the first move."""
        ...


class Picture(NamedTuple, Generic[G, P, Given, Made]):
    """`PICTURE`: a game's picture; by default `drawing/default_sketch.py`."""

    check: SizeCheck[G, P]
    """Raise DuelError if a position is too large to draw."""
    sketch: SketchMaker[Given, Made]
    """Draw a subject."""
    board: BoardMaker[G, P, Made] | None = None
    """Draw a position alone, to write on, or None: `drawing/worksheet.py` then says it in words."""


class ActionCount(Protocol[G_contra]):
    """Bounds the moves of a set-up."""

    def __call__(self, game: G_contra, /) -> int:
        """Return one more than the largest move."""
        ...


class Observation(Protocol[G_contra, P_contra]):
    """Encodes positions for agents."""

    def __call__(self, game: G_contra, position: P_contra, viewer: Player, /) -> NDArray[np.int8]:
        """Return what `viewer` sees, as zeros and ones."""
        ...


class SquaresMaker(Protocol[G_contra, P_contra, Made_co]):
    """Chooses the numbers that have squares in `rgb_array` pictures."""

    def __call__(self, game: G_contra, position: P_contra, /) -> Made_co:
        """Return the squares of a position."""
        ...


class Encoding(NamedTuple, Generic[G, P, Made]):
    """`ENCODING`: a game's positions as arrays; by default `batch/encoding.py`."""

    action_count: ActionCount[G]
    """Return one more than the largest move."""
    observation: Observation[G, P]
    """Return what a player sees, as zeros and ones."""
    squares: SquaresMaker[G, P, Made] | None = None
    """Return the board for `rgb_array` pictures; None to show the legal moves."""


class BatchMaker(Protocol[G_contra, Made_co]):
    """`BATCH`: a subclass of `Batch`; by default `batch/plain.py`."""

    def __call__(self, game: G_contra, games: int, *, auto_reset: bool = False) -> Made_co:
        """Return a batch of `games` games."""
        ...


class ViewMaker(Protocol[Given_contra, Made_co]):
    """Computes what a board on the page shows."""

    def __call__(self, played: Given_contra, legal: tuple[int, ...], /) -> Made_co:
        """Return the state of a round in which the moves `legal` are legal."""
        ...


class Components(Protocol[G_contra]):
    """Takes a game apart."""

    def __call__(self, game: G_contra, /) -> tuple[AnyGame, ...]:
        """Return the games that a game consists of, each with limits of its own."""
        ...


class ProofView(Protocol[G_contra, P_contra, Given_contra, Made_co]):
    """Chooses what a board on the page draws of a proof."""

    def __call__(
        self,
        game: G_contra,
        lost: P_contra,
        why: Proof | None,
        after: int | None,
        engine: Given_contra,
        /,
    ) -> Made_co:
        """Return what to draw of the proof that `lost`, reached by the move `after`, is lost."""
        ...


class Page(NamedTuple, Generic[G, P, State, Given, Engine, Made]):
    """`PAGE`: what the page needs, so that it computes no rule; by default `web/game/view.py`."""

    state: type[State]
    """The type of the state that `view` returns."""
    view: ViewMaker[Given, State]
    """Return the state of a round."""
    limits: Mapping[str, int] = {}
    """The largest option values that a board can show."""
    components: Components[G] | None = None
    """Return the games that a game consists of; None if it is one game."""
    proof: ProofView[G, P, Engine, Made] | None = None
    """Return what the board draws of a proof; None to draw nothing."""


# `Any` below stands for types of the packages above, which fill them in where they call `find`.
THEORY: Part[TheoryMaker[AnyGame, Any]] = Part(
    "solving.theory", "THEORY", ("solving.misere", "THEORY")
)
COMPILED: Part[tuple[str, ...]] = Part.for_any_ending("solving.theory", "COMPILED")
PROOFS: Part[ProofKinds[AnyGame, Position, Proof, Any]] = Part(
    "proofs", "PROOFS", ("proofs", "MISERE_PROOFS")
)
STRATEGY: Part[Strategies[AnyGame, Position, Proof]] = Part(
    "strategy", "STRATEGY", ("strategy", "MISERE_STRATEGY")
)
FIGURE: Part[Figure[Any]] = Part("figure", "figure")
DIAGRAMS: Part[Diagrams[Any]] = Part.for_any_ending("figure", "diagrams")
STEPS: Part[tuple[Any, ...]] = Part.for_any_ending("teaching", "STEPS")
EXERCISES: Part[tuple[Any, ...]] = Part("exercises", "EXERCISES")
IDEAS: Part[Ideas[AnyGame, Position]] = Part("teaching", "IDEAS")
SITUATION: Part[Situation[AnyGame, Position]] = Part.for_any_ending("teaching", "situation")
WORDING: Part[WordingMaker[AnyGame, Position, Any]] = Part.for_any_ending("terminal", "WORDING")
BOARD: Part[Board[AnyGame, Position, Any]] = Part.for_any_ending("terminal", "board")
SCENES: Part[Scenes[AnyGame, Position, Any]] = Part.for_any_ending("terminal", "SCENES")
PICTURE: Part[Picture[AnyGame, Position, Any, Any]] = Part("picture", "PICTURE")
ENCODING: Part[Encoding[AnyGame, Position, Any]] = Part.for_any_ending("arrays", "ENCODING")
BATCH: Part[BatchMaker[AnyGame, Any]] = Part("arrays", "BATCH")
PAGE: Part[Page[AnyGame, Position, Any, Any, Any, Any]] = Part.for_any_ending("page", "PAGE")

PARTS = (
    THEORY,
    COMPILED,
    PROOFS,
    STRATEGY,
    FIGURE,
    DIAGRAMS,
    STEPS,
    EXERCISES,
    IDEAS,
    SITUATION,
    WORDING,
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
    "reasons": "strategy.py, as STRATEGY",
    "misere_reasons": "strategy.py, as MISERE_STRATEGY",
    "ideas": "teaching.py, as IDEAS",
    "lesson": "teaching.py, as STEPS",
    "prompt": "teaching.py, as situation",
    "voice": "terminal.py, as WORDING",
    "board": "terminal.py, as board",
    "scene": "terminal.py, as SCENES",
    "sketch": "picture.py, as PICTURE",
    "encoding": "arrays.py, as ENCODING",
    "batch": "arrays.py, as BATCH",
}
"""Former part modules, each with the place where its content belongs now."""


def find(game: AnyGame | type[AnyGame], part: Part[T]) -> T | None:
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
    if own != RULES or find_spec(parent) is None:
        return None
    spec = find_spec(f"{package}.{module}")
    if spec is None or spec.origin is None:  # missing, or a folder of scripts alone
        return None
    content = import_module(spec.name)
    names = _names_in(module)
    if not any(hasattr(content, part) for part in names):
        raise DuelError(f"{content.__name__} has no part of a game: it must define {one_of(names)}")
    return getattr(content, name, None)


def _names_in(module: str) -> list[str]:
    """Return the names that parts have in this module."""
    sources = ((part.module, part.name) for part in PARTS)
    misere = (part.misere for part in PARTS if part.misere)
    return [*dict.fromkeys(name for place, name in (*sources, *misere) if place == module)]


def page_folder(game: type[AnyGame]) -> Path | None:
    """Return the folder of what the game brings for the page, or None if it has none.

    In it, `page.js` draws its board, `page.css` styles it, and `emblem.js` is the small drawing
    that represents it in a list. These scripts may import others from the folder.
    """
    rules = Path(sys.modules[game.__module__].__file__ or "")
    path = rules.parent / "page"
    return path if rules.stem == RULES and path.is_dir() else None


def misplaced_file(game: type[AnyGame]) -> str:
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
        if path.name == "page.py":
            return "page.py is no longer read: its content belongs in page/__init__.py, as PAGE"
        if path.suffix != ".py" or name.startswith("_") or name in MODULES:
            continue
        if name in MOVED:
            return f"{path.name} is no longer read: its content belongs in {MOVED[name]}"
        return (
            f"{path.name} is not a part of a game; the parts are {', '.join(MODULES[1:])}, "
            "and other modules start with an underscore"
        )
    return ""
