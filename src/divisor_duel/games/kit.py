"""What a game may bring besides its rules: one file for each part, all of them optional.

A game's parts lie beside its rules: where the class stands in `heap/rules.py`, its theory is
`heap/theory.py`. Whoever wants a part asks for it by name and has a plain default that works
for any game, so rules alone are a whole game and each further file makes one thing better.

| part | what it holds | without it |
|---|---|---|
| `theory.py` | `THEORY`, a `Theory` with proofs | `engine/search.py` looks at every position |
| `misere.py` | the same for misere | `engine/deepening.py` looks ever further ahead |
| `misere_certificate.py`, `misere_reasons.py` | proofs in misere, as below | replies |
| `certificate.py` | `KINDS`, the forms of its proofs, and `verify` to check them | a strategy |
| `reasons.py` | `tell`, `tell_all`: such a proof as a sentence | `engine/reasons.py`: replies |
| `setting.py` | `parts`, `tidy`: what can be set up of a position | its whole numbers |
| `ideas.py` | what there is to see, for hints and levels | hints and levels from exact play |
| `lesson.py` | the game taught in steps | the rules and a game to try |
| `voice.py` | `VOICE`, what line mode says | `terminal/voices.py` speaks plainly |
| `board.py` | `board`, lines for a terminal | the legal moves in brackets |
| `scene.py` | the board of the full screen | the legal moves to press |
| `sketch.py` | `check` and `sketch`, a picture | `drawing/plain.py`: a table of moves |
| `figure.py` | `figure`, a proof's drawing as data for page and picture | no such drawing |
| `page.py` | `VIEW`, `view`, `LIMITS`, `made_of`, `proof` for the page | `web/view.py` |
| `page.js`, `page.css` | the board of the page | buttons to press |
| `emblem.js` | the small drawing that stands for it in lists | none |
| `prompt.py` | `situation`, told to players asked in words | what `describe` says |
| `bench.py` | set-ups that the bench takes positions from | the game is not in the bench |
| `encoding.py` | `action_count`, `observation`, `squares` for agents | `batch/encoding.py` |
| `batch.py` | `BATCH`, many games as arrays | `batch/plain.py` plays one after the other |

Parts are imported when they are first asked for. Those that are about how the rule book's game
is won are not used where it is played misere: the plain default is right there, too.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from divisor_duel.game import MISERE, Game

RULES = "rules"
"""What the module with the class of a game is called that has parts beside it."""


NORMAL_PLAY = frozenset({"theory", "certificate", "reasons", "ideas", "figure", "sketch", "batch"})
"""The parts that hold only where whoever would win has won."""


def part(game: Game[Any] | type[Game[Any]], name: str) -> ModuleType | None:
    """The module `name` of this game, or None if it brings none, or none for this set-up."""
    if isinstance(game, type):
        return _part(game.__module__, name)
    if game.misere and name in NORMAL_PLAY:
        name = MISERE if name == "theory" else f"{MISERE}_{name}"
    return _part(type(game).__module__, name)


@cache
def _part(rules: str, name: str) -> ModuleType | None:
    """A module that is there but does not work is an error, not a missing one."""
    package, _, module = rules.rpartition(".")
    if module != RULES or find_spec(f"{package}.{name}") is None:
        return None
    return import_module(f"{package}.{name}")


def script(game: type[Game[Any]], name: str = "page.js") -> Path | None:
    """A file that the game brings for the page, or None if it brings none.

    `page.js` draws its board and `page.css` styles it; `emblem.js` is the small drawing that
    stands for it in a list.
    """
    file = Path(sys.modules[game.__module__].__file__ or "")
    path = file.with_name(name)
    return path if file.stem == RULES and path.is_file() else None
