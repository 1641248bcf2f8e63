"""Answers made when the static site is built, so that its pages need not wait for Python.

For each game they are the start of its recommended set-up, the state after each first move, the
position of the rule book, and the lesson.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec

from divisor_duel.game import AnyGame, OptionValue
from divisor_duel.games.registry import set_up
from divisor_duel.play.record import HUMAN
from divisor_duel.web.offline.backend import Backend

KINDS = {"computer": "easy", "human": HUMAN}
"""The second player of each prepared game; the page puts in the level that the reader chose."""

CHANGED = ("version", "touched", "moves", "format")
"""Fields of a table that a first move changes."""


def prepare(game: type[AnyGame], backend: Backend) -> dict[str, Any]:
    """Return all that is prepared for a game: answers by path, starts and first moves."""
    options = set_up(game, game.recommended.options).options
    starts, moves = {}, {}
    for kind, player in KINDS.items():
        starts[kind] = _start(game.id, options, player, backend)
        moves[kind] = _first_moves(starts[kind], backend)
    return {"answers": _answers(game, backend), "starts": starts, "moves": moves}


def _ask(backend: Backend, path: str, **more: Any) -> Any:
    request = msgspec.json.encode({"path": path, **more}).decode()
    return msgspec.json.decode(backend.answer(request))


def _start(
    game: str, options: Mapping[str, OptionValue], player: str, backend: Backend
) -> dict[str, Any]:
    setup = {"game": game, "options": options, "players": {"1": HUMAN, "2": player}}
    reply = _ask(backend, "/api/games", body=setup)
    return {**reply["saved"][0], "seats": reply["answer"]["seats"]}


def _first_moves(start: dict[str, Any], backend: Backend) -> dict[str, Any]:
    """Return the table and the state after each first move."""
    table, made = start["table"], {}
    for move in start["state"]["legal"]:
        reply = _ask(
            backend,
            f"/api/games/{table['id']}/moves",
            table=table,
            token=start["seats"]["1"],
            body={"ply": 0, "move": move},
        )
        saved = reply["saved"][0]
        changes = {name: saved["table"][name] for name in CHANGED if name in saved["table"]}
        made[str(move)] = {"table": changes, "state": saved["state"]}
    return made


def _answers(game: type[AnyGame], backend: Backend) -> dict[str, Any]:
    """Return the answers about a game by their path, written as the page writes it."""
    answers = {}
    for preset in (game.recommended.options, {}):
        start = position_path(game, preset)
        answers[start] = _position(start, backend)
        for move in answers[start]["legal"]:
            path = f"{start}&moves={move}"
            answers[path] = _position(path, backend)
    lesson = _ask(backend, f"/api/lessons/{game.id}")
    if "answer" in lesson:  # a sum has none
        answers[f"/api/lessons/{game.id}"] = lesson["answer"]
    return answers


def position_path(game: type[AnyGame], options: Mapping[str, OptionValue]) -> str:
    """Return the path of a set-up's start as the page writes it."""
    values = {"game": game.id, **set_up(game, options).options, "first": 1}
    return f"/api/position?{urlencode({name: _text(value) for name, value in values.items()})}"


def _text(value: OptionValue | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _position(path: str, backend: Backend) -> Any:
    params = dict(parse_qsl(path.partition("?")[2]))
    return _ask(backend, "/api/position", params=params)["answer"]
