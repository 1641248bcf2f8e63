"""Games as text: write them, read them, replay them.

The format is that of chess records (PGN): tags in brackets, an empty line, the
moves with move numbers, and the result. ``1-0`` means that Player 1 won, ``0-1``
that Player 2 won, ``*`` that the game is unfinished. Text in braces is a comment;
moves in parentheses are a variation on the move before them (`notation`). A file may
hold several games, such as the rounds of a match.

Reading removes from tags whatever could control a terminal (`text.clean_text`).

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
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from divisor_duel.errors import OptionsError, RecordError
from divisor_duel.game import AnyGame, Game, Outcome, Player, Position, brief, read_number
from divisor_duel.games.registry import GAMES, find_game, read_options, set_up
from divisor_duel.play.notation import MOST_WORDS, RawLine, Token, Variation, tokens, words
from divisor_duel.play.positions import read_position, write_position
from divisor_duel.text import clean_name, clean_text

HUMAN = "human"
RESULTS = {Player.ONE: "1-0", Player.TWO: "0-1", None: "*"}
_TAG = re.compile(r'\[\s*([A-Za-z]\w*)\s+"((?:[^"\\]|\\["\\nr])*)"\s*\]')
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r"}
_UNESCAPED = {written: character for character, written in _ESCAPES.items()}
_A_TAG = 'a tag such as [Game "chain"]'


@dataclass(frozen=True)
class Record:
    """One game, finished or not, with everything needed to replay it."""

    game: AnyGame
    """The game with its options."""
    moves: tuple[int, ...] = ()
    """The moves, in order."""
    first: Player = Player.ONE
    """The player who moved first."""
    names: tuple[str, str] = ("Player 1", "Player 2")
    """The players' names."""
    levels: tuple[str, str] = (HUMAN, HUMAN)
    """``human``, or the level of a computer player."""
    date: str = ""
    """The day it began, as YYYY-MM-DD; empty if unknown."""
    seed: int | None = None
    """The random seed of the computer players."""
    round: tuple[int, int] = (1, 1)
    """The number of this round, and how many the match has."""
    resigned: Player | None = None
    """The player who resigned, if any."""
    helped: tuple[Player, ...] = ()
    """The players who asked for hints or for the values of the moves, in order."""
    start: str = ""
    """The first position if it was set up by hand, as `write_position` formats it; else empty."""
    variations: tuple[Variation, ...] = ()
    """Other lines that were tried."""

    def start_position(self) -> Position:
        """Return the position before the first move."""
        game: Game[Position] = self.game
        if self.start:
            return read_position(game, self.start, self.first)
        return game.start(self.first)

    def positions(self) -> Iterator[Position]:
        """Yield every position of the game, starting with the first."""
        return self.game.positions(self.moves, self.first, self.start_position())

    def last_position(self) -> Position:
        """Return the position after the last move."""
        (last,) = deque(self.positions(), maxlen=1)
        return last

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None if it is unfinished."""
        if self.resigned:
            return resignation(self.resigned)
        return self.game.outcome(self.last_position())


def resignation(player: Player) -> Outcome:
    """Return the outcome when `player` resigns."""
    return Outcome(player.other, f"Player {int(player)} resigned")


def write_records(records: Iterable[Record]) -> str:
    """Return the records as one text, in order."""
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
    if record.start:
        tags["Position"] = record.start
    if record.date:
        tags["Date"] = record.date
    if record.round != (1, 1):
        tags["Round"] = f"{record.round[0]} of {record.round[1]}"
    if record.seed is not None:
        tags["Seed"] = record.seed
    if record.resigned:
        tags["Resigned"] = int(record.resigned)
    if record.helped:
        tags["Helped"] = " ".join(str(int(player)) for player in record.helped)
    tags["Result"] = result
    lines = [f'[{name} "{_quoted(str(value))}"]' for name, value in tags.items()]
    moves = textwrap.wrap(" ".join(words(record.moves, record.variations)), 78)
    return "\n".join([*lines, "", *moves, result, ""])


def _quoted(text: str) -> str:
    """Escape text for a tag, which must stay on one line."""
    for character, written in _ESCAPES.items():
        text = text.replace(character, written)
    return text


Admit = Callable[[AnyGame, int], None]
"""Called with each game and its number of moves before they are replayed; raises to refuse it."""


def _allow_all(game: AnyGame, moves: int) -> None:
    """Accept any game."""


def read_records(text: str, allow: Admit = _allow_all) -> list[Record]:
    """Return the records in `text`; RecordError names the line that is wrong.

    To read text from strangers, pass `allow`, which may raise any error to refuse a game.
    """
    records: list[Record] = []
    tags: dict[str, Token] = {}
    game: AnyGame | None = None
    line: RawLine | None = None
    token = Token("", "", 1)
    for token in tokens(text.removeprefix("\ufeff")):
        if token.kind == "tag":
            if line:
                raise RecordError(token.line, "the moves before this tag have no result")
            _read_tag(token, tags)
        elif not tags:
            raise RecordError(token.line, f"expected {_A_TAG}, not {brief(token.text)}")
        elif token.text in RESULTS.values():
            game = game or _read_game(tags)
            records.append(_build(tags, game, line or RawLine(), token, allow))
            tags, game, line = {}, None, None
        else:
            game = game or _read_game(tags)
            line = (line or RawLine(longest=_most_moves(game))).add(token)
    if tags:
        raise RecordError(token.line, "the record ends without a result (1-0, 0-1 or *)")
    if not records:
        raise RecordError(1, f"this text has no game; expected {_A_TAG}")
    return records


def _most_moves(game: AnyGame) -> int:
    """Return how many moves to read before playing any: more than a game can have."""
    return min(MOST_WORDS, game.max_moves() + 1000)


def _read_tag(token: Token, tags: dict[str, Token]) -> None:
    match = _TAG.fullmatch(token.text)
    if not match:
        raise RecordError(token.line, f"expected {_A_TAG}, not {brief(token.text)}")
    name, value = match[1], re.sub(r"\\.", lambda escape: _UNESCAPED[escape[0]], match[2])
    if name in tags:
        raise RecordError(token.line, f"the tag {name} appears twice")
    tags[name] = Token(name, clean_text(value), token.line)


def _build(
    tags: dict[str, Token], game: AnyGame, line: RawLine, result: Token, allow: Admit
) -> Record:
    if line.above:
        raise RecordError(result.line, "a variation is opened with ( but never closed with )")
    allow(game, line.total)
    first = _read_player(tags, "First") or Player.ONE
    start = _read_start(tags, game, first)
    moves, variations = line.read(game, start)
    record = Record(
        game=game,
        moves=moves,
        variations=variations,
        first=first,
        names=(_name(tags, "Player1", "Player 1"), _name(tags, "Player2", "Player 2")),
        levels=(_name(tags, "Level1", HUMAN), _name(tags, "Level2", HUMAN)),
        date=_name(tags, "Date", ""),
        seed=_read_seed(tags),
        round=_read_round(tags),
        resigned=_read_player(tags, "Resigned"),
        helped=_read_helped(tags),
        start=write_position(game, start) if "Position" in tags else "",
    )
    outcome = record.outcome()
    expected = RESULTS[outcome.winner if outcome else None]
    for claim in (result, tags.get("Result", result)):
        if claim.text != expected:
            problem = f"the result says {brief(claim.text)}, but by the moves it is {expected}"
            raise RecordError(claim.line, problem)
    return record


def _name(tags: dict[str, Token], name: str, default: str) -> str:
    """Return a tag's text, made safe to show; `default` if nothing visible is left."""
    return (clean_name(tags[name].text) if name in tags else "") or default


def _read_game(tags: dict[str, Token]) -> AnyGame:
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


def _read_start(tags: dict[str, Token], game: Game[Position], first: Player) -> Position:
    if "Position" not in tags:
        return game.start(first)
    try:
        return read_position(game, tags["Position"].text, first)
    except OptionsError as error:
        raise RecordError(tags["Position"].line, str(error)) from None


def _read_player(tags: dict[str, Token], name: str) -> Player | None:
    if name not in tags:
        return None
    if tags[name].text not in ("1", "2"):
        problem = f"{name} must be 1 or 2, not {brief(tags[name].text)}"
        raise RecordError(tags[name].line, problem)
    return Player(int(tags[name].text))


def _read_helped(tags: dict[str, Token]) -> tuple[Player, ...]:
    if "Helped" not in tags:
        return ()
    if tags["Helped"].text not in ("1", "2", "1 2"):
        problem = f"Helped must be 1, 2 or 1 2, not {brief(tags['Helped'].text)}"
        raise RecordError(tags["Helped"].line, problem)
    return tuple(Player(int(number)) for number in tags["Helped"].text.split())


def _read_seed(tags: dict[str, Token]) -> int | None:
    if "Seed" not in tags:
        return None
    seed = read_number(tags["Seed"].text)
    if seed is None:
        problem = f"Seed must be a whole number, not {brief(tags['Seed'].text)}"
        raise RecordError(tags["Seed"].line, problem)
    return seed


def _read_round(tags: dict[str, Token]) -> tuple[int, int]:
    if "Round" not in tags:
        return 1, 1
    match = re.fullmatch(r"([1-9]\d{0,5}) of ([1-9]\d{0,5})", tags["Round"].text, re.ASCII)
    if not match or int(match[1]) > int(match[2]):
        problem = f"Round must be like '2 of 5', not {brief(tags['Round'].text)}"
        raise RecordError(tags["Round"].line, problem)
    return int(match[1]), int(match[2])
