"""Text tables of a tournament: the live standings and the final scores."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from divisor_duel.terminal.cli.progress_bar import Progress
from divisor_duel.terminal.paint import Paint
from divisor_duel.text import clean_text

if TYPE_CHECKING:
    from divisor_duel.arena.players.budget import CostBudget
    from divisor_duel.arena.results.ratings import Estimate
    from divisor_duel.arena.results.scores import PlayerScores, Results
    from divisor_duel.arena.run.rows import GameRow, Unplayed

SHOWN_NAME = 28
"""Width of the column of names, in characters."""

PACE_SAMPLES = 150
"""How many samples the rate of calls is computed from; there are five a second."""


class CallRate:
    """Computes the rate of calls to models from recent samples."""

    def __init__(self) -> None:
        self._samples: deque[tuple[float, int]] = deque(maxlen=PACE_SAMPLES)

    def texts(self, calls: int, tokens: int, cost: float) -> Iterator[str]:
        """Yield calls, rate, tokens and cost as text; nothing before the first call."""
        if calls:
            self._samples.append((monotonic(), calls))
            (begin, before), (now, _) = self._samples[0], self._samples[-1]
            yield f"{calls} calls"
            yield f"{(calls - before) / max(1e-3, now - begin):.1f} calls/s"
            yield f"{tokens:,} tokens"
        if cost:
            yield f"cost {cost:.4f}"


class ModelProgress(Progress):
    """A progress bar that also shows calls, tokens and cost if there is room."""

    def __init__(self, total: int, noun: str, stream: TextIO, budget: CostBudget) -> None:
        super().__init__(total, noun, stream)
        self._budget, self._pace = budget, CallRate()

    def more(self) -> Iterator[str]:
        """Yield calls, tokens and cost."""
        budget = self._budget
        return self._pace.texts(budget.calls, budget.tokens, budget.spent)


@dataclass
class Spent:
    """What the models of some games have cost."""

    calls: int = 0
    """Calls to models."""
    tokens: int = 0
    """Tokens of prompts and replies."""
    cost: float = 0.0
    """Cost of the replies."""


class LiveTable(Progress):
    """The current standings above the progress bar."""

    def __init__(
        self, names: Sequence[str], total: int, stream: TextIO, budget: CostBudget | None = None
    ) -> None:
        """`budget` counts calls as they are made, not only when their games end."""
        super().__init__(total, "games", stream)
        self._names = names
        self._budget = budget
        self._games: Counter[str] = Counter()
        self._wins: Counter[str] = Counter()
        self._faults: Counter[str] = Counter()
        self._pace = CallRate()
        self._spent, self._before = Spent(), Spent()
        self._unplayed = 0

    def __enter__(self) -> LiveTable:
        super().__enter__()
        return self

    def add(self, row: GameRow | Unplayed) -> None:
        """Count a game that has just ended."""
        self._count(row, self._spent)
        self.step()

    def count(self, row: GameRow | Unplayed) -> None:
        """Count a game saved by an earlier run."""
        self._count(row, self._before)

    def _count(self, row: GameRow | Unplayed, spent: Spent) -> None:
        from divisor_duel.arena.players.chat_responses import total_tokens
        from divisor_duel.arena.results.scores import counted_tokens
        from divisor_duel.arena.run.rows import Unplayed

        for exchange in row.exchanges:
            spent.calls += 1
            spent.tokens += total_tokens(counted_tokens(exchange))
            spent.cost += exchange.cost or 0.0
        if isinstance(row, Unplayed):
            self._unplayed += 1
            return
        self._games.update(row.players)
        self._wins[row.players[row.winner - 1]] += 1
        self._faults.update(row.players[fault.player - 1] for fault in row.faults)

    def rows(self, width: int) -> list[str]:
        """Return the standings, best first, in lines of at most `width` columns."""
        from divisor_duel.arena.results.ratings import wilson

        order = sorted(self._names, key=lambda name: -self._wins[name] / (self._games[name] or 1))
        head = f"{'player':{SHOWN_NAME}}{'games':>7}{'win rate':>10}{'95%':>12}{'faults':>8}"
        rows = [self._paint.dim(head[:width])]
        for name in order:
            shares = wilson(self._wins[name], self._games[name])
            text = f"{shares.value:>10.1%}{shares.low:>7.0%}-{shares.high:.0%}" if shares else ""
            shown = f"{_cut(name):{SHOWN_NAME}}{self._games[name]:>7}{text:<22}"
            rows.append(f"{shown}{self._faults[name]:>8}"[:width])
        calls = [*self._call_texts()]
        return [*rows, *([self._paint.dim(", ".join(calls)[:width])] if calls else []), ""]

    def _call_texts(self) -> Iterator[str]:
        """Yield calls, tokens and cost as text, and how many games were not played."""
        yield from self._pace.texts(*self._totals())
        if self._unplayed:
            yield f"{self._unplayed} games not played"

    def _totals(self) -> tuple[int, int, float]:
        """Return calls, tokens and cost of all runs, up to the latest call if known."""
        now, before, budget = self._spent, self._before, self._budget
        if budget and budget.calls:
            return before.calls + budget.calls, before.tokens + budget.tokens, budget.spent
        return before.calls + now.calls, before.tokens + now.tokens, before.cost + now.cost


def _cut(name: str) -> str:
    name = clean_text(name)
    return name if len(name) < SHOWN_NAME else f"{name[: SHOWN_NAME - 4]}..."


COLUMNS = {
    "rating": 7,
    "95%": 13,
    "wins": 7,
    "95% ": 9,
    "accuracy": 9,
    "converts": 9,
    "resists": 8,
    "faults": 7,
}
"""Columns of a table of players, with their widths in characters."""


def table(scores: Results, paint: Paint) -> list[str]:
    """Return all scores, overall and for each game, as lines of text."""
    from divisor_duel.arena.results.scores import by_rating

    shown = "" if scores["legal_moves_shown"] else "; models did not see the legal moves"
    judged = "" if scores["settings"]["judge"] else "; moves were not judged"
    title = f"{scores['games']} games, ratings where {scores['anchor']}{shown}{judged}"
    lines = [paint.bold(title)]
    for scope, players in scores["scores"].items():
        room = max(len(_cut(name)) for name in (*players, "player"))
        head = f"{'player':{room}}" + "".join(f"{name:>{COLUMNS[name]}}" for name in COLUMNS)
        lines += ["", paint.bold(scope), paint.dim(head)]
        lines += [_row(name, players[name], room) for name in by_rating(players)]
    return [*lines, *_costs(scores["scores"]["overall"])]


def _costs(players: dict[str, PlayerScores]) -> list[str]:
    """Return the tokens and costs of the models as lines of text."""
    spent = {name: score for name, score in players.items() if score["tokens"] or score["cost"]}
    lines = [""] if spent else []
    for name, score in spent.items():
        tokens = {key.removesuffix("_tokens"): count for key, count in score["tokens"].items()}
        counts = ", ".join(f"{count:,} {key}" for key, count in tokens.items())
        cost = f"; cost {score['cost']:.4f}" if score["cost"] else ""
        lines.append(f"{_cut(name)}: {counts} tokens{cost}")
    return lines


def _row(name: str, score: PlayerScores, room: int) -> str:
    rating, rate = score["rating"], score["win_rate"]
    spread = f"{rating['low']:.0f}..{rating['high']:.0f}" if rating else ""
    between = f"{100 * rate['low']:.0f}-{100 * rate['high']:.0f}%" if rate else ""
    cells = [f"{rating['value']:.0f}" if rating else "-", spread, _share(rate), between]
    cells += map(_share, (score["accuracy"], score["conversion"], score["resistance"]))
    cells.append(str(sum(score["faults"].values())))
    widths = COLUMNS.values()
    return f"{_cut(name):{room}}" + "".join(
        f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)
    )


def _share(interval: Estimate | None) -> str:
    return "-" if interval is None else f"{interval['value']:.1%}"
