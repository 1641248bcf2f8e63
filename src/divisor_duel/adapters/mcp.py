"""The games as tools of a Model Context Protocol (MCP) server.

``duel mcp`` serves them on standard input and output, for any client that starts
servers by a command. The tools are stateless: a position is a game, its options and
the moves so far, so that conversations cannot get mixed up.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from random import Random
from typing import Any, ParamSpec, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool

from divisor_duel.engine import analyze as analyze_position
from divisor_duel.engine.levels import LEVELS, choose_move
from divisor_duel.errors import DuelError, IllegalMoveError, OptionsError
from divisor_duel.game import AnyGame, OptionValue, Player, Position, brief
from divisor_duel.games.registry import GAMES, set_up
from divisor_duel.version import __version__

SECONDS = 5.0
"""Time limit of an analysis, in seconds."""

Given = ParamSpec("Given")
Result = TypeVar("Result")
Options = dict[str, int | str]
Answer = dict[str, Any]

_tools: list[Tool] = []


def _tool(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Serve a function as a tool; a DuelError becomes the tool's error message."""

    @wraps(function)
    def answer(*given: Given.args, **named: Given.kwargs) -> Result:
        try:
            return function(*given, **named)
        except DuelError as error:
            raise ToolError(str(error)) from None

    tool = Tool.from_function(answer)
    arguments = tool.fn_metadata.arg_model
    # Without this a misspelt name would be ignored, and so mean another position.
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    tool.parameters = arguments.model_json_schema(by_alias=True)
    _tools.append(tool)
    return function


@_tool
def games() -> list[Answer]:
    """List the games: id, title, summary and options with their defaults."""
    return [
        {
            "game": kind.id,
            "title": kind.title,
            "summary": kind.summary,
            "options": {spec.name: spec.default for spec in kind.option_specs()},
        }
        for kind in GAMES.values()
    ]


@_tool
def rules(game: str) -> str:
    """The rules of a game, in plain words."""
    if game not in GAMES:
        raise OptionsError(f"unknown game {brief(game)}; the games are {', '.join(GAMES)}")
    return GAMES[game].rules()


@_tool
def position(game: str, played: list[int] | None = None, options: Options | None = None) -> Answer:
    """Where a game stands after the moves: whose turn, the legal moves, or who has won and why."""
    rulebook, current = _replayed(game, played, options)
    return _described(rulebook, current, list(played or ()))


@_tool
def play(
    game: str,
    played: list[int] | None = None,
    move: int | None = None,
    level: str | None = None,
    options: Options | None = None,
    seed: int = 0,
) -> Answer:
    """Play a move, or let a computer level (random, easy, medium, hard, perfect) play, or both.

    With both, the move is played and the level answers it. The answer has all moves so
    far, to be passed on with the next call.
    """
    if move is None and level is None:
        raise OptionsError("give a move, a level, or both")
    if level is not None and level not in LEVELS:
        raise OptionsError(f"level must be one of {', '.join(LEVELS)}, not {brief(level)}")
    rulebook, current = _replayed(game, played, options)
    so_far = list(played or ())
    if move is not None:
        current = rulebook.play(current, move)
        so_far.append(move)
    reply = None
    if level is not None and not rulebook.outcome(current):
        reply = choose_move(level, rulebook, current, Random(f"{seed}/{game}/{so_far}"))
        current = rulebook.play(current, reply)
        so_far.append(reply)
    return _described(rulebook, current, so_far) | ({} if level is None else {"reply": reply})


@_tool
def analyze(
    game: str,
    played: list[int] | None = None,
    options: Options | None = None,
    seconds: float = SECONDS,
) -> Answer:
    """What every move is worth, proved: win or loss for the player to move, and how soon."""
    rulebook, current = _replayed(game, played, options)
    analysis = analyze_position(rulebook, current, min(max(seconds, 0.01), 60.0))
    return {
        **_described(rulebook, current, list(played or ())),
        "value": analysis.value,
        "remoteness": analysis.remoteness,
        "nim_value": analysis.grundy,
        "moves": [
            {"move": rated.move, "value": rated.value, "remoteness": rated.remoteness}
            for rated in analysis.moves
        ],
        "line": list(analysis.line),
        "reason": analysis.reason,
    }


@_tool
def explain(game: str, played: list[int] | None = None, options: Options | None = None) -> str:
    """Why the player to move wins or loses, in a sentence or two that can be checked by hand."""
    rulebook, current = _replayed(game, played, options)
    return analyze_position(rulebook, current, SECONDS).reason


def _replayed(
    name: str, played: list[int] | None, options: Options | None
) -> tuple[AnyGame, Position]:
    given: dict[str, OptionValue] = dict(options or {})
    game = set_up(name, given)
    current = game.start(Player.ONE)
    for number, move in enumerate(played or (), 1):
        try:
            current = game.play(current, move)
        except IllegalMoveError as error:
            raise DuelError(f"move {number}: {error}") from None
    return game, current


def _described(game: AnyGame, current: Position, moves: list[int]) -> Answer:
    outcome = game.outcome(current)
    answer: Answer = {
        "game": game.id,
        "options": game.options,
        "played": moves,
        "position": game.describe(current),
        "to_move": None if outcome else int(current.to_move),
        "legal": list(game.legal_moves(current)),
    }
    if outcome:
        answer |= {"winner": int(outcome.winner), "why": outcome.reason}
    return answer


server = MCPServer(
    "divisor-duel",
    version=__version__,
    tools=_tools,
    instructions="Five two-player divisibility games with exact play. A position is a game, its "
    "options and `played`, the list of moves so far; Player 1 made the first one. Nothing is saved "
    "between calls: pass all moves each time.",
)


def main() -> None:
    """Serve on standard input and output."""
    server.run("stdio")
