"""Answers made when the static site is built, so that its pages need not wait for Python.

For each game they are its first and its recommended set-up with the state after each first move,
openings of each level, the positions that its rules page and the exploration begin with, and the
lesson. Equal code gives equal answers, so that building the site again is no new version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

import msgspec

from divisor_duel.engine.levels import OPPONENTS
from divisor_duel.game import AnyGame, OptionValue
from divisor_duel.games.registry import set_up
from divisor_duel.play.record import HUMAN
from divisor_duel.web.game.table import hash_token
from divisor_duel.web.offline.backend import Backend

SECOND_PLAYERS = ("easy", HUMAN)
"""The second player of prepared games; the page puts in the level that the reader chose."""

SEEDS = range(3)
"""Random seeds for the openings of each level; the page draws one of the openings."""

CHANGED = ("version", "touched", "moves", "format", "unsure", "said")
"""Fields of a table that a move changes."""


def prepare(game: type[AnyGame], backend: Backend) -> dict[str, Any]:
    """Return all that is prepared for a game: answers by path, and games that begin."""
    setups = [game.first_game.options]
    if game.recommended.options not in setups:
        setups.append(game.recommended.options)
    starts = [
        _start(game, options, second, first, backend)
        for options in setups
        for second in SECOND_PLAYERS
        for first in (1, 2)
    ]
    return {"answers": _answers(game, backend), "starts": starts}


def _ask(backend: Backend, path: str, **more: Any) -> Any:
    request = msgspec.json.encode({"path": path, **more}).decode()
    return msgspec.json.decode(backend.answer(request))


def _start(
    game: type[AnyGame],
    options: Mapping[str, OptionValue],
    second: str,
    first: int,
    backend: Backend,
) -> dict[str, Any]:
    """Return a game that begins, with the states after a first move by each player.

    If the computer goes first, openings of each level are prepared too, and what a person may do
    after each of them.
    """
    options = set_up(game, options).options
    players = {"1": HUMAN, "2": second}
    setup = {"game": game.id, "options": options, "players": players, "first": first}
    reply = _ask(backend, "/api/games", body=setup)
    seats = {seat: f"seat-{seat}" for seat in reply["answer"]["seats"]}
    made = _without_chance(reply["saved"][0], seats)
    openings = dict[str, list[Any]]()
    if made["state"]["thinking"]:
        openings = {level: list(_openings(made, level, backend)) for level in OPPONENTS}
    opened = {_key(saved): saved for found in openings.values() for saved in found}
    after = dict[str, Any]()
    for before in opened.values() or [made]:
        for move in before["state"]["legal"]:
            after |= _first_move(before, move, seats, backend)
    return {
        **made,
        "seats": seats,
        "openings": {level: [*map(_changes, found)] for level, found in openings.items()},
        "after": after,
    }


def _without_chance(made: dict[str, Any], seats: Mapping[str, str]) -> dict[str, Any]:
    """Return a new game with fixed tokens; the page puts in its own id, seed and date."""
    hashes = {seat: hash_token(token) for seat, token in seats.items()}
    table = {**made["table"], "id": "", "seed": 0, "date": "", "hashes": hashes}
    return {"table": table, "state": {**made["state"], "id": ""}}


def _openings(made: dict[str, Any], level: str, backend: Backend) -> Iterator[dict[str, Any]]:
    """Yield the game after each different opening that a level chooses."""
    known = set[str]()
    for seed in SEEDS:
        table = {**made["table"], "players": [HUMAN, level], "seed": seed}
        saved = _ask(backend, "/api/games/x/computer", table=table)["saved"][0]
        if _key(saved) not in known:
            known.add(_key(saved))
            # Every level's replies are those to a game against the same second player.
            yield {**saved, "table": {**saved["table"], "players": made["table"]["players"]}}


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
