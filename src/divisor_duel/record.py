"""A game as text: write it, read it, replay it.

The format is that of chess records (PGN): tags in brackets, an empty line, the
moves with move numbers, and the result. ``1-0`` says that Player 1 won, ``0-1``
that Player 2 won, ``*`` that the game goes on. Text in braces is a comment. A
file may hold several games, such as the rounds of a match.

    [Game "countdown"]
    [Options "start=60"]
    [Player1 "Ann"]
    [Player2 "Computer"]
    [Level2 "random"]
    [First "1"]
    [Date "2026-11-15"]
    [Seed "7"]
    [Result "0-1"]

    1. 15 15 2. 10 5 3. 5 2 4. 4 2
    0-1
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from divisor_duel.errors import IllegalMoveError, OptionsError, RecordError
from divisor_duel.game import Game, Outcome, Player, brief, read_number
from divisor_duel.games import GAMES, find_game, read_options, set_up

HUMAN = "human"
RESULTS = {Player.ONE: "1-0", Player.TWO: "0-1", None: "*"}
_TAG = re.compile(r'\[\s*([A-Za-z]\w*)\s+"((?:[^"\\]|\\["\\nr])*)"\s*\]')
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<comment>\{[^}]*\})|(?P<open>\{)|(?P<tag>\[[^\n]*)|(?P<word>[^\s{[]+)"
)
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_A_TAG = 'a tag such as [Game "chain"]'


@dataclass(frozen=True)
class Record:
    """One game, finished or not, with everything needed to replay it."""

    game: Game[Any]
    """The game with its options."""
    moves: tuple[int, ...] = ()
    """The moves, in order."""
    first: Player = Player.ONE
    """Who began."""
    names: tuple[str, str] = ("Player 1", "Player 2")
    """What the players are called."""
    levels: tuple[str, str] = (HUMAN, HUMAN)
    """``human``, or the level of a computer player."""
    date: str = ""
    """The day it began, as YYYY-MM-DD; empty if unknown."""
    seed: int | None = None
    """What computer players' randomness came from."""
    round: tuple[int, int] = (1, 1)
    """Which round of how many this is."""
    resigned: Player | None = None
    """Who gave up, if anyone did."""

    def positions(self) -> Iterator[Any]:
        """Every position of the game, from the start on."""
        return self.game.positions(self.moves, self.first)

    def outcome(self) -> Outcome | None:
        """How it ended, or None if it has not."""
        if self.resigned:
            return resignation(self.resigned)
        *_, last = self.positions()
        return self.game.outcome(last)


def resignation(player: Player) -> Outcome:
    """The outcome when `player` gives up."""
    return Outcome(player.other, f"Player {int(player)} resigned")


def write_records(records: Iterable[Record]) -> str:
    """The records as one text, in order."""
    return "\n".join(_write(record) for record in records)


def _write(record: Record) -> str:
    outcome = record.outcome()
    result = RESULTS[outcome.winner if outcome else None]
    options = " ".join(f"{name}={value}" for name, value in record.game.options.items())
    tags: dict[str, object] = {"Game": record.game.id, "Options": options}
    for number, (name, level) in enumerate(zip(record.names, record.levels, strict=True), 1):
        tags[f"Player{number}"] = name
        if level != HUMAN:
            tags[f"Level{number}"] = level
    tags["First"] = int(record.first)
    if record.date:
        tags["Date"] = record.date
    if record.round != (1, 1):
        tags["Round"] = f"{record.round[0]} of {record.round[1]}"
    if record.seed is not None:
        tags["Seed"] = record.seed
    if record.resigned:
        tags["Resigned"] = int(record.resigned)
    tags["Result"] = result
    lines = [f'[{name} "{_quoted(str(value))}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *_move_lines(record), result, ""])


def _quoted(text: str) -> str:
    """Text as it stands in a tag, which is one line whatever the text holds."""
    for character, written in _ESCAPES.items():
        text = text.replace(character, written)
    return text


def _move_lines(record: Record) -> list[str]:
    words = []
    for index, move in enumerate(record.moves):
        if index % 2 == 0:
            words.append(f"{index // 2 + 1}.")
        words.append(str(move))
    return textwrap.wrap(" ".join(words), 78)


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def _tokens(text: str) -> Iterator[_Token]:
    line = 1
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or ""
        if kind == "open":
            raise RecordError(line, "a comment is opened with { but never closed with }")
        if kind in ("tag", "word"):
            yield _Token(kind, match[0].strip(), line)
        line += match[0].count("\n")


Allow = Callable[[Game[Any], int], None]
"""Is asked of each game, with its number of moves, before any of them is replayed."""


def _allow_all(game: Game[Any], moves: int) -> None:
    """Any game may be read."""


def read_records(text: str, allow: Allow = _allow_all) -> list[Record]:
    """The records in `text`; RecordError names the line that is wrong.

    Who reads what strangers wrote gives `allow`, which raises what it likes.
    """
    records: list[Record] = []
    tags: dict[str, _Token] = {}
    moves: list[_Token] = []
    token = _Token("", "", 1)
    for token in _tokens(text.removeprefix("\ufeff")):
        if token.kind == "tag":
            if moves:
                raise RecordError(token.line, "the moves before this tag have no result")
            _read_tag(token, tags)
        elif not tags:
            raise RecordError(token.line, f"expected {_A_TAG}, not {brief(token.text)}")
        elif token.text in RESULTS.values():
            records.append(_build(tags, moves, token, allow))
            tags, moves = {}, []
        elif token.text.endswith("."):
            _check_move_number(token, len(moves))
        else:
            moves.append(token)
    if tags:
        raise RecordError(token.line, "the record ends without a result (1-0, 0-1 or *)")
    if not records:
        raise RecordError(1, f"there is no game in this text; expected {_A_TAG}")
    return records


def _read_tag(token: _Token, tags: dict[str, _Token]) -> None:
    match = _TAG.fullmatch(token.text)
    if not match:
        raise RecordError(token.line, f"expected {_A_TAG}, not {brief(token.text)}")
    meant = {written: character for character, written in _ESCAPES.items()}
    name, value = match[1], re.sub(r"\\.", lambda escape: meant[escape[0]], match[2])
    if name in tags:
        raise RecordError(token.line, f"the tag {name} is here twice")
    tags[name] = _Token(name, value, token.line)


def _check_move_number(token: _Token, plies: int) -> None:
    """Move numbers are for people, but a wrong one shows that moves are missing."""
    if read_number(token.text.rstrip(".")) != plies // 2 + 1:
        expected = f"{plies // 2 + 1}."
        raise RecordError(token.line, f"expected move number {expected}, not {brief(token.text)}")


def _build(tags: dict[str, _Token], words: list[_Token], result: _Token, allow: Allow) -> Record:
    game = _read_game(tags)
    allow(game, len(words))
    first = _read_player(tags, "First") or Player.ONE
    record = Record(
        game=game,
        moves=_read_moves(game, first, words),
        first=first,
        names=(_value(tags, "Player1", "Player 1"), _value(tags, "Player2", "Player 2")),
        levels=(_value(tags, "Level1", HUMAN), _value(tags, "Level2", HUMAN)),
        date=_value(tags, "Date", ""),
        seed=_read_seed(tags),
        round=_read_round(tags),
        resigned=_read_player(tags, "Resigned"),
    )
    outcome = record.outcome()
    expected = RESULTS[outcome.winner if outcome else None]
    for claim in (result, tags.get("Result", result)):
        if claim.text != expected:
            problem = f"the result says {brief(claim.text)}, but by the moves it is {expected}"
            raise RecordError(claim.line, problem)
    return record


def _value(tags: dict[str, _Token], name: str, default: str) -> str:
    return tags[name].text if name in tags else default


def _read_game(tags: dict[str, _Token]) -> Game[Any]:
    if "Game" not in tags:
        line = min(token.line for token in tags.values())
        raise RecordError(line, f"the tag Game is missing; it names one of {', '.join(GAMES)}")
    token = tags["Game"]
    given = tags.get("Options", token._replace(text=""))
    line = token.line
    try:
        kind = find_game(token.text)
        line = given.line
        pairs = (pair.partition("=") for pair in given.text.split())
        return set_up(kind, read_options(kind, {name: value for name, _, value in pairs}))
    except OptionsError as error:
        raise RecordError(line, str(error)) from None


def _read_moves(game: Game[Any], first: Player, words: list[_Token]) -> tuple[int, ...]:
    position = game.start(first)
    moves: list[int] = []
    for word in words:
        move = read_number(word.text)
        if move is None:
            raise RecordError(
                word.line, f"{brief(word.text)} is not a move, which is a whole number"
            )
        try:
            position = game.play(position, move)
        except IllegalMoveError as error:
            problem = f"move {len(moves) + 1} ({brief(move)}) is not legal: {error}"
            raise RecordError(word.line, problem) from None
        moves.append(move)
    return tuple(moves)


def _read_player(tags: dict[str, _Token], name: str) -> Player | None:
    if name not in tags:
        return None
    if tags[name].text not in ("1", "2"):
        problem = f"{name} must be 1 or 2, not {brief(tags[name].text)}"
        raise RecordError(tags[name].line, problem)
    return Player(int(tags[name].text))


def _read_seed(tags: dict[str, _Token]) -> int | None:
    if "Seed" not in tags:
        return None
    seed = read_number(tags["Seed"].text)
    if seed is None:
        problem = f"Seed must be a whole number, not {brief(tags['Seed'].text)}"
        raise RecordError(tags["Seed"].line, problem)
    return seed


def _read_round(tags: dict[str, _Token]) -> tuple[int, int]:
    if "Round" not in tags:
        return 1, 1
    match = re.fullmatch(r"([1-9]\d{0,5}) of ([1-9]\d{0,5})", tags["Round"].text, re.ASCII)
    if not match or int(match[1]) > int(match[2]):
        problem = f"Round must be like '2 of 5', not {brief(tags['Round'].text)}"
        raise RecordError(tags["Round"].line, problem)
    return int(match[1]), int(match[2])
