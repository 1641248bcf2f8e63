"""The ways that a move and an analysis take through the modules, traced while they run.

`python -m tests.contract.walks` writes them into docs/architecture.md again. A walk lists the
modules in the order in which they are first entered; the sentence beside each is the docstring of
the function that was called.
"""

from __future__ import annotations

import asyncio
import inspect
import io
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

import httpx
from websockets.asyncio.client import connect

import divisor_duel
from divisor_duel import GAMES, Match, Record, analyze
from divisor_duel.engine import Engine, StepClock
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.session import run_match
from divisor_duel.terminal.saved_games import new_save
from divisor_duel.web.app import create_app
from divisor_duel.web.store.choice import open_store
from tests.web.servers import serving_here

PAGE = Path(__file__).parents[2] / "docs" / "architecture.md"
SOURCE = Path(divisor_duel.__file__).parent
PACKAGE = "divisor_duel."
SHARED = ("errors", "factors", "game", "numbers", "options", "proof", "settable", "text", "files")
"""Modules that everything uses: they say nothing about the way."""


class Walk:
    """The modules that were entered, each with the function by which."""

    def __init__(self) -> None:
        self.steps: dict[str, str] = {}
        self.functions: set[str] = set()
        """Every function that was called, as ``module.function``."""
        self.background: set[asyncio.Task[Any]] = set()
        """Tasks of the event loop that have nothing to do with the walk."""
        self.first = ""
        """The function with which the walk begins, if not with any."""

    def enter(self, frame: FrameType, event: str, argument: Any) -> None:
        """Note a call into a module that was not entered before; for `sys.setprofile`."""
        module = frame.f_globals.get("__name__", "")
        if event != "call" or not module.startswith(PACKAGE):
            return
        if self.background and asyncio.current_task() in self.background:
            return
        if not self.functions and self.first not in ("", frame.f_code.co_qualname):
            return
        self.functions.add(f"{module}.{frame.f_code.co_qualname}")
        name, function = module.removeprefix(PACKAGE), frame.f_code.co_name
        if name not in self.steps and name not in SHARED and not function.startswith(("_", "<")):
            self.steps[name] = _summary(frame)

    @contextmanager
    def traced(self) -> Iterator[None]:
        """Note what this thread does."""
        sys.setprofile(self.enter)
        try:
            yield
        finally:
            sys.setprofile(None)

    def lines(self) -> list[str]:
        """The walk as a numbered list in Markdown."""
        return [f"{number}. {summary}" for number, summary in enumerate(self.steps.values(), 1)]


def _summary(frame: FrameType) -> str:
    """The function's file and name, and the first sentence of its docstring."""
    code = frame.f_code
    file = Path(code.co_filename).relative_to(SOURCE).as_posix()
    function: Any = sys.modules[frame.f_globals["__name__"]]
    for name in code.co_qualname.split("."):
        function = inspect.getattr_static(function, name)
    document = inspect.getdoc(function) or _inherited(code.co_qualname, frame) or ""
    first = document.split("\n\n")[0].replace("\n", " ")
    return f"`{file}`, `{code.co_qualname}`: {first}"


def _inherited(name: str, frame: FrameType) -> str | None:
    """The docstring of a method in the class that declares it."""
    kind, _, method = name.rpartition(".")
    owner = getattr(sys.modules[frame.f_globals["__name__"]], kind, None)
    return inspect.getdoc(getattr(owner, method)) if owner else None


def terminal_move(folder: Path) -> Walk:
    """Ann answers 15 with 5 in a game of Chain, in line mode."""
    walk = Walk()
    match = Match([Record(GAMES["chain"](high=20), (15,), names=("Ann", "Ben"))])
    typed = io.StringIO("5\nquit\n")
    console = Console(typed, io.StringIO())
    run = _after_first_read(typed, walk)
    run(lambda: run_match(match, new_save("chain"), console))
    return walk


def _after_first_read(stream: io.StringIO, walk: Walk) -> Callable[[Callable[[], object]], None]:
    """Trace from reading the line until the next one is requested."""
    read, reads = stream.readline, 0

    def readline(*arguments: Any) -> str:
        nonlocal reads
        reads += 1
        sys.setprofile(None)
        line = read(*arguments)
        if reads == 1:
            sys.setprofile(walk.enter)
        return line

    def run(work: Callable[[], object]) -> None:
        stream.readline = readline  # type: ignore[method-assign]
        try:
            work()
        finally:
            sys.setprofile(None)

    return run


def browser_move(folder: Path) -> Walk:
    """A page with both seats sends 5 in answer to 15 in a game of Chain."""
    walk = Walk()

    async def play() -> None:
        app = create_app(open_store(str(folder / "walk.sqlite3")))
        async with serving_here(app) as where, httpx.AsyncClient() as client:
            walk.background, walk.first = asyncio.all_tasks(), "BoundedSocket.data_received"
            made = (await client.post(f"http://{where}/api/games", json={"game": "chain"})).json()
            async with connect(f"ws://{where}/api/games/{made['id']}/live") as live:
                version = json.loads(await live.recv())["state"]["version"]
                for token in made["seats"].values():
                    await live.send(json.dumps({"type": "hello", "token": token}))
                for ply, move in enumerate([15, 5]):
                    if ply:
                        sys.setprofile(walk.enter)
                    wish = {"type": "move", "ply": ply, "move": move, "version": version}
                    await live.send(json.dumps(wish))
                    state = json.loads(await live.recv())["state"]
                    sys.setprofile(None)
                    assert state["ply"] == ply + 1
                    version = state["version"]

    asyncio.run(play())
    return walk


def analysis(folder: Path) -> Walk:
    """`analyze` is asked about a position of Chain.

    Its clock counts steps, so no compiled search is used that happens to be loaded.
    """
    walk, game = Walk(), GAMES["chain"](high=20)
    position = game.play(game.start(), 15)
    analyze(game, position)  # everything is loaded
    with patch("divisor_duel.engine.engine.DEFAULT", Engine(clock=StepClock)), walk.traced():
        analyze(game, position)
    return walk


WALKS: dict[str, Callable[[Path], Walk]] = {
    "terminal move": terminal_move,
    "browser move": browser_move,
    "analysis": analysis,
}


def written(text: str, name: str, lines: list[str]) -> str:
    """The page with a walk put between its markers."""
    block = "\n".join([f"<!-- walk: {name} -->", *lines, "<!-- end -->"])
    pattern = re.compile(rf"<!-- walk: {name} -->\n.*?<!-- end -->", re.DOTALL)
    assert pattern.search(text), f"docs/architecture.md has no place for the walk of a {name}"
    return pattern.sub(lambda _: block, text)


def main() -> None:
    """Write all walks into the page."""
    import tempfile

    text = PAGE.read_text()
    with tempfile.TemporaryDirectory() as folder:
        for name, make in WALKS.items():
            text = written(text, name, make(Path(folder)).lines())
    PAGE.write_text(text)


if __name__ == "__main__":
    main()
