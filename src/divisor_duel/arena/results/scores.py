"""The scores of each player in a tournament, per game and overall.

There are two kinds of scores. Win rates and ratings come from the results of games, and
are estimates. Accuracy, mistakes, conversion and resistance come from exact values of
positions. Faults are counted separately: a game that ended by forfeit says nothing about
conversion or resistance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.resources import files
from typing import NotRequired, TypeAlias, TypedDict

import msgspec
from msgspec import UNSET, Struct, UnsetType

from divisor_duel.arena.players.chat_responses import TOKEN_COUNT_PATHS
from divisor_duel.arena.results.ratings import (
    Estimate,
    Interval,
    Meeting,
    clustered,
    rate,
    wilson,
)
from divisor_duel.arena.run.rows import GameRow, Row, Unplayed
from divisor_duel.arena.run.schedule import Plan, Schedule, TournamentSettings
from divisor_duel.game import Value
from divisor_duel.learn.review import Mark
from divisor_duel.questions.question import Exchange
from divisor_duel.version import __version__

OVERALL = "overall"

SCHEMA = 2
"""The version of results.json that `SCHEMA_FILE` describes."""

SCHEMA_FILE = files("divisor_duel.arena.results") / "results.schema.json"
"""The JSON Schema of a tournament's results.json, a file of this package."""

MOST_EVIDENCE = 5
"""Limit on the faults shown with their evidence, for each player and kind."""

DISTANCES = ("1-2", "3-4", "5-8", "9+", "unknown")
"""Classes of mistakes by the distance to the end, in plies."""


def distance(remoteness: int | None) -> str:
    """Return which of `DISTANCES` a remoteness belongs to."""
    if remoteness is None:
        return "unknown"
    return (
        "1-2" if remoteness < 3 else "3-4" if remoteness < 5 else "5-8" if remoteness < 9 else "9+"
    )


class Counts(TypedDict):
    """The counts and shares of one player, as they are saved."""

    games: int
    wins: int
    win_rate: Estimate | None
    win_rate_without_forfeits: Estimate | None
    begun: int
    begun_wins: int
    decisions: int
    accuracy: Estimate | None
    mistakes: int
    mistakes_per_game: dict[str, float]
    conversion: Estimate | None
    resistance: Estimate | None
    forfeits: int
    faults: dict[str, int]
    replies: dict[str, int]
    tokens: dict[str, int]
    cost: float
    moves: int


class PlayerScores(Counts):
    """All scores of one player, as they are saved."""

    rating: Estimate | None


class Undone(TypedDict):
    """A task that could not be done, with the player that was in the way."""

    key: str
    player: str
    detail: str


class CommonFields(TypedDict):
    """The fields that every results.json has, next to its settings."""

    schema: int
    package: str
    date: str
    complete: bool


Pairs: TypeAlias = dict[str, dict[str, list[int]]]
"""Games won and games played, for each player and opponent."""


class PlayerTime(TypedDict):
    """How long a player took for all moves."""

    seconds: float
    moves: int


class Results(CommonFields):
    """All scores of a tournament, as they are saved in results.json."""

    settings: TournamentSettings
    games: int
    unplayed: list[Undone]
    anchor: str
    legal_moves_shown: bool
    scores: dict[str, dict[str, PlayerScores]]
    """The scores of each player, overall and for each set-up."""
    pairs: Pairs
    pairs_per_game: dict[str, Pairs]
    faults: list[dict[str, object]]
    """`Evidence` as it is saved."""
    times: dict[str, PlayerTime]
    repeated: NotRequired[int]
    """Identical games that were left out; missing where intervals are not clustered."""


class _Share:
    """Successes and trials, by the start that they belong to."""

    def __init__(self) -> None:
        self.starts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])

    def add(self, start: str, success: bool) -> None:
        """Count one trial."""
        self.starts[start][0] += success
        self.starts[start][1] += 1

    @property
    def count(self) -> tuple[int, int]:
        """The successes and the trials."""
        wins, trials = (sum(pair[part] for pair in self.starts.values()) for part in (0, 1))
        return wins, trials

    def estimate(self, by_start: bool) -> Estimate | None:
        """Return the share with its interval, clustered by start or not."""
        if by_start:
            return _object(clustered((wins, trials) for wins, trials in self.starts.values()))
        return _object(wilson(*self.count))


class Tally:
    """All counts of one player."""

    def __init__(self, by_start: bool = False) -> None:
        self._by_start = by_start
        self.games = self.wins = self.forfeits = 0
        self.begun = self.begun_wins = 0
        self.mistakes: Counter[str] = Counter()
        self.faults: Counter[str] = Counter()
        self.replies: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.cost = 0.0
        self._won, self._played, self._right = _Share(), _Share(), _Share()
        self._converted, self._saved = _Share(), _Share()
        self.moves, self.seconds = 0, 0.0

    def add(self, row: GameRow, player: int) -> None:
        """Count one game, in which this player was number `player`."""
        won, start = row.winner == player, start_of(row)
        self.games += 1
        self.wins += won
        self._won.add(start, won)
        if player == 1:
            self.begun += 1
            self.begun_wins += won
        self.seconds += row.seconds[player - 1]
        self.moves += len(row.played[row.opening + player - 1 :: 2])  # Player 1 began
        self._add_decisions(row, player)
        self.faults.update(fault.kind for fault in row.faults if fault.player == player)
        for exchange in row.exchanges:
            if exchange.player == player:
                self.replies[exchange.kind] += 1
                self.add_cost(exchange)
        if row.forfeit:
            self.forfeits += row.forfeit.player == player
        else:
            self._played.add(start, won)
            self._add_start(row.start.value, player, won, start)

    def add_cost(self, exchange: Exchange) -> None:
        """Count the tokens and the cost of one reply."""
        self.tokens.update(counted_tokens(exchange))
        self.cost += exchange.cost or 0.0

    def _add_decisions(self, row: GameRow, player: int) -> None:
        for decision in row.decisions:
            if decision.player == player:
                if decision.mark in (Mark.GOOD, Mark.MISTAKE):
                    self._right.add(start_of(row), decision.mark is Mark.GOOD)
                if decision.mark is Mark.MISTAKE:
                    plies = None if decision.remoteness is UNSET else decision.remoteness
                    self.mistakes[distance(plies)] += 1

    def _add_start(self, value: str, player: int, won: bool, start: str) -> None:
        if value not in (Value.WIN, Value.LOSS):
            return
        was_won = (value == Value.WIN) == (player == 1)
        (self._converted if was_won else self._saved).add(start, won)

    def scores(self) -> Counts:
        """Return the counts and shares as they are saved."""
        right, decisions = self._right.count
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": self._won.estimate(self._by_start),
            "win_rate_without_forfeits": self._played.estimate(self._by_start),
            "begun": self.begun,
            "begun_wins": self.begun_wins,
            "decisions": decisions,
            "accuracy": self._right.estimate(self._by_start),
            "mistakes": decisions - right,
            "mistakes_per_game": {
                name: self.mistakes[name] / self.games if self.games else 0.0 for name in DISTANCES
            },
            "conversion": self._converted.estimate(self._by_start),
            "resistance": self._saved.estimate(self._by_start),
            "forfeits": self.forfeits,
            "faults": dict(sorted(self.faults.items())),
            "replies": dict(sorted(self.replies.items())),
            "tokens": dict(sorted(self.tokens.items())),
            "cost": round(self.cost, 6),
            "moves": self.moves,
        }


def counted_tokens(exchange: Exchange) -> dict[str, int]:
    """Return the token counts of an exchange that have a known name."""
    counts = exchange.tokens or {}
    return {name: count for name in TOKEN_COUNT_PATHS if type(count := counts.get(name)) is int}


def _object(interval: Interval | None, digits: int = 6) -> Estimate | None:
    if interval is None:
        return None
    value, low, high = (round(part, digits) for part in interval)
    return {"value": value, "low": low, "high": high}


def by_rating(players: Mapping[str, PlayerScores]) -> list[str]:
    """Return the names sorted by rating, best first; players without games come last."""
    rated = {
        name: scores["rating"]["value"] for name, scores in players.items() if scores["rating"]
    }
    return sorted(players, key=lambda name: (name not in rated, -rated.get(name, 0.0)))


def start_of(row: GameRow) -> str:
    """Return the name of a game's start: its set-up and the moves that were given."""
    return f"{row.setup}|{row.first}|{row.played[: row.opening]}"


def distinct_games(rows: Sequence[GameRow]) -> list[GameRow]:
    """Return the games without repetitions.

    If all games of two players from one start are the same, with the same player beginning,
    then both play without chance there, and further games tell nothing: the first one counts.
    """
    groups: defaultdict[tuple[str, ...], list[GameRow]] = defaultdict(list)
    for row in rows:
        groups[(start_of(row), *row.players)].append(row)
    repeated = {
        row.key
        for group in groups.values()
        if len({(tuple(row.played), row.winner) for row in group}) == 1
        for row in group[1:]
    }
    return [row for row in rows if row.key not in repeated]


def tally(
    players: Iterable[str], rows: Iterable[GameRow], by_start: bool = False
) -> dict[str, Tally]:
    """Return the counts of each player."""
    tallies = {name: Tally(by_start) for name in players}
    for row in rows:
        for number, name in enumerate(row.players, 1):
            tallies[name].add(row, number)
    return tallies


def _add_unplayed_costs(tallies: Mapping[str, Tally], rows: Iterable[Row]) -> None:
    """Count what was spent on games that could not be played to the end."""
    for row in rows:
        if isinstance(row, Unplayed):
            for exchange in row.exchanges:
                seat = exchange.player
                name = row.trouble.player if seat is UNSET else row.players[seat - 1]
                tallies[name].add_cost(exchange)


def meetings(rows: Iterable[GameRow]) -> list[Meeting]:
    """Group games with the same start and players, which are not independent."""
    wins: defaultdict[tuple[str, str, str, int], list[int]] = defaultdict(lambda: [0, 0])
    for row in rows:
        one, two = sorted(row.players)
        counts = wins[one, two, row.setup, row.round]
        counts[0] += row.players[row.winner - 1] == one
        counts[1] += 1
    return [Meeting(one, two, *counts) for (one, two, _, _), counts in wins.items()]


def results(plan: Schedule, rows: Sequence[GameRow | Unplayed]) -> Results:
    """Return all scores of a tournament, as written to results.json.

    Everything except ``date`` and ``times`` depends on the games alone.
    """
    names = [entry.name for entry in plan.players]
    every = [row for row in rows if isinstance(row, GameRow)]
    played = distinct_games(every) if plan.clustered else every
    scopes: dict[str, Sequence[GameRow]] = {OVERALL: played}
    if len(plan.setups) > 1:
        for setup in plan.setups:
            scopes[setup.label] = [row for row in played if row.setup == setup.label]
    tallies = {scope: tally(names, chosen, plan.clustered) for scope, chosen in scopes.items()}
    if plan.clustered:
        _add_unplayed_costs(tallies[OVERALL], rows)
    common = common_fields(SCHEMA, plan, rows)
    found: Results = {
        "schema": common["schema"],
        "package": common["package"],
        "date": common["date"],
        "settings": plan.settings(),
        "complete": common["complete"],
        "games": len(played),
        "unplayed": unplayed_reasons(rows),
        "anchor": f"{plan.anchor} is 0" if plan.anchor else "the mean is 0",
        "legal_moves_shown": plan.terms.show_legal,
        "scores": {
            scope: _with_ratings(plan, names, counted, scopes[scope])
            for scope, counted in tallies.items()
        },
        "pairs": _pairs(names, played),
        "pairs_per_game": {
            scope: _pairs(names, chosen) for scope, chosen in scopes.items() if scope != OVERALL
        },
        "faults": msgspec.to_builtins(evidence(played)),
        "times": {
            name: {"seconds": round(counts.seconds, 3), "moves": counts.moves}
            for name, counts in tallies[OVERALL].items()
        },
    }
    if plan.clustered:
        found["repeated"] = len(every) - len(played)
    return found


def common_fields(schema: int, plan: Plan[object], rows: Sequence[Row]) -> CommonFields:
    """Return the fields that every results.json has, next to its settings."""
    return {
        "schema": schema,
        "package": __version__,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "complete": sum(not isinstance(row, Unplayed) for row in rows) == len(plan.tasks()),
    }


def unplayed_reasons(rows: Iterable[Row]) -> list[Undone]:
    """Return the key of each task that could not be done, with the reason."""
    return [
        {"key": row.key, "player": row.trouble.player, "detail": row.trouble.detail}
        for row in rows
        if isinstance(row, Unplayed)
    ]


class Evidence(Struct, kw_only=True):
    """A fault as it is shown: the row that it is from, and the name of the player."""

    key: str
    ply: int | UnsetType = UNSET
    player: str
    kind: str
    detail: str
    reply: str | UnsetType = UNSET
    evidence: str | UnsetType = UNSET


def evidence(rows: Iterable[GameRow]) -> list[Evidence]:
    """Return the first faults of each player and kind, with reply and stderr."""
    return first_faults(
        Evidence(
            key=row.key,
            ply=fault.ply,
            player=row.players[fault.player - 1],
            kind=fault.kind,
            detail=fault.detail,
            reply=fault.reply,
            evidence=fault.evidence,
        )
        for row in rows
        for fault in row.faults
    )


def first_faults(faults: Iterable[Evidence]) -> list[Evidence]:
    """Return up to `MOST_EVIDENCE` faults of each player and kind."""
    first: list[Evidence] = []
    counts: Counter[tuple[str, str]] = Counter()
    for fault in faults:
        counts[fault.player, fault.kind] += 1
        if counts[fault.player, fault.kind] <= MOST_EVIDENCE:
            first.append(fault)
    return first


def _with_ratings(
    plan: Schedule, names: list[str], counted: dict[str, Tally], rows: Sequence[GameRow]
) -> dict[str, PlayerScores]:
    ratings = rate(names, meetings(rows), plan.terms.seed, plan.anchor)
    return {
        name: {
            "rating": _object(ratings.get(name), 1),
            **counted[name].scores(),
        }
        for name in names
    }


def _pairs(names: list[str], rows: Iterable[GameRow]) -> Pairs:
    """Return games won and games played, for each player and opponent."""
    pairs = {one: {two: [0, 0] for two in names if two != one} for one in names}
    for row in rows:
        winner = row.players[row.winner - 1]
        for one, two in (row.players, row.players[::-1]):
            pairs[one][two][0] += winner == one
            pairs[one][two][1] += 1
    return pairs
