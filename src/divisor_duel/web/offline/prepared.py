"""Answers made when the static site is built, so that its pages need not wait for Python.

For each game they are its first and its recommended set-up with the state after each first move,
the positions that its rules page and the exploration begin with, and the lesson.
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

OPPONENTS = ("easy", HUMAN)
"""The second player of prepared games; the page puts in the level that the reader chose."""

CHANGED = ("version", "touched", "moves", "format", "unsure", "said")
"""Fields of a table that a move changes."""


def prepare(game: type[AnyGame], backend: Backend) -> dict[str, Any]:
    """Return all that is prepared for a game: answers by path, and games that begin."""
    setups = [game.first_game.options]
    if game.recommended.options not in setups:
        setups.append(game.recommended.options)
    starts = [
        _start(game, options, opponent, first, backend)
        for options in setups
        for opponent in OPPONENTS
        for first in (1, 2)
    ]
    return {"answers": _answers(game, backend), "starts": starts}


def _ask(backend: Backend, path: str, **more: Any) -> Any:
    request = msgspec.json.encode({"path": path, **more}).decode()
    return msgspec.json.decode(backend.answer(request))


def _start(
    game: type[AnyGame],
    options: Mapping[str, OptionValue],
    opponent: str,
    first: int,
    backend: Backend,
) -> dict[str, Any]:
    """Return a game that begins, with the states after a first move by each player.

    If the computer goes first, its move is prepared too, and what a person may do after it.
    """
    options = set_up(game, options).options
    players = {"1": HUMAN, "2": opponent}
    setup = {"game": game.id, "options": options, "players": players, "first": first}
    reply = _ask(backend, "/api/games", body=setup)
    made, seats = reply["saved"][0], reply["answer"]["seats"]
    opening, after = None, dict[str, Any]()
    if made["state"]["thinking"]:
        reply = _ask(backend, "/api/games/x/computer", table=made["table"])
        opening = reply["saved"][0]
        after[_key(opening)] = _changes(opening)
    before = opening or made
    for move in before["state"]["legal"]:
        after |= _first_move(before, move, seats, backend)
    return {
        **made,
        "seats": seats,
        "opening": opening and opening["state"]["played"],
        "after": after,
    }


def _first_move(
    before: dict[str, Any], move: int, seats: Mapping[str, str], backend: Backend
) -> dict[str, Any]:
    """Return the game after a person's move, and the coach's warning of it, by its moves."""
    table, state = before["table"], before["state"]
    token, body = seats[str(state["to_move"])], {"ply": state["ply"], "move": move}
    reply = _ask(backend, "/api/games/x/moves", table=table, token=token, body=body)
    made = _changes(reply["saved"][0])
    if state["values_allowed"]:
        asked = _ask(backend, "/api/games/x/coach", table=table, params={"move": str(move)})
        made["coach"] = asked["answer"]
    return {_key(reply["saved"][0]): made}


def _key(saved: Mapping[str, Any]) -> str:
    return ".".join(map(str, saved["state"]["played"]))


def _changes(saved: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a move has changed in a table, and the whole state after it."""
    table = saved["table"]
    changed = {name: table[name] for name in CHANGED if name in table}
    return {"table": changed, "state": saved["state"]}


def _answers(game: type[AnyGame], backend: Backend) -> dict[str, Any]:
    """Return the answers about a game by their path, written as the page writes it."""
    answers = {}
    for preset in (game.recommended.options, game.first_game.options, {}):
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
