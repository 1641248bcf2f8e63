"""A leaderboard of benches: what was checked, and what only the submitter knows.

Every folder listed is consistent: its scores follow from its answers, replies and games.
Whether the player really gave these answers, only another run shows. So an entry is
`RERUN` if a folder of our own has the same player on the same positions with a similar skill,
or if the player is built in, whose answers are computed again. It is `DISPUTED` if our own
run has another skill: the intervals do not overlap. All others are `REPORTED`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from divisor_duel.arena.bench.comparison import SavedBench
from divisor_duel.arena.bench.report import cell, main_score, rank, set_name
from divisor_duel.arena.bench.run import BenchPlan, question_of
from divisor_duel.arena.bench.scores import PlayerResults, Score
from divisor_duel.arena.bench.verification import plan_of, read_verified
from divisor_duel.arena.players.levels import built_in_player, is_built_in
from divisor_duel.arena.results.page_style import html_page
from divisor_duel.arena.results.report import table
from divisor_duel.errors import DuelError
from divisor_duel.questions.bench_positions import VERSION, WHY_SUPERSEDED
from divisor_duel.questions.prompts import template_hash
from divisor_duel.text import clean_text

REPORTED, RERUN, DISPUTED = "self-reported", "re-run by us", "our run differs"
"""How far an entry is verified."""

BUILT_IN, STANDARD, CUSTOM, TOOLS = "built in", "standard prompt", "custom prompt", "tools"
"""The tracks. A program or a function may use any tool."""


class Listed(NamedTuple):
    """One consistent entry."""

    name: str
    """The player."""
    version: str
    """Version of the bench."""
    tier: str
    """Size of the set of positions."""
    set_name: str
    """Which set; empty for the open one."""
    scores: PlayerResults
    """The checked scores."""
    date: str
    """Date of the results."""
    track: str
    """What the player was given."""
    model: str
    """The model, or the player as it was named on the command line."""
    legal: bool
    """Whether the legal moves were shown."""
    template: str
    """Hash of the prompt template; empty for players that get no prompt."""
    proof: str
    """`REPORTED`, `RERUN` or `DISPUTED`."""
    times: int = 1
    """How often each position was asked."""

    @property
    def table_key(self) -> tuple[str, str, str]:
        """What entries of one table have in common."""
        return self.version, self.tier, self.set_name


def track_of(player: Mapping[str, object]) -> str:
    """Return the track of a player, as saved in the settings."""
    request = player.get("request")
    if isinstance(request, Mapping):
        return CUSTOM if "template" in request or "system" in request else STANDARD
    return BUILT_IN if is_built_in(player["player"]) else TOOLS


def entries_of(folder: Path, ours: Sequence[SavedBench] = ()) -> list[Listed]:
    """Return the entries of a folder; DuelError naming the first thing that is wrong."""
    bench = read_verified(folder)
    return [listed(bench, name, _proof(bench, name, ours)) for name in bench.results["players"]]


def listed(bench: SavedBench, name: str, proof: str = REPORTED) -> Listed:
    """Return what is known of a player, from the results as they are saved."""
    settings = bench.results["settings"]
    player = settings["players"][name]
    request = player.get("request", {})
    template = request.get("template")
    return Listed(
        name,
        settings["bench"],
        settings["tier"],
        set_name(settings["set"]["seed"]),
        bench.results["players"][name],
        clean_text(str(bench.results["date"])),
        track_of(player),
        clean_text(str(request.get("model", player["player"]))),
        bool(settings["show_legal"] and player.get("show_legal", True)),
        template_hash(template if isinstance(template, str) else None) if request else "",
        proof,
        settings["rounds"],
    )


def _proof(bench: SavedBench, name: str, ours: Sequence[SavedBench]) -> str:
    """Return how far an entry is verified by our own runs of the same player."""
    player = bench.results["settings"]["players"][name]
    if is_built_in(player["player"]):
        return RERUN if _answers_match(plan_of(bench), bench, name) else REPORTED
    claim = main_score(bench.results["players"][name])
    found = [
        main_score(own.results["players"][other])
        for own in ours
        if own.positions.hash == bench.positions.hash
        for other, same in own.results["settings"]["players"].items()
        if same == player and other in own.results["players"]
    ]
    if not found:
        return REPORTED
    return RERUN if all(_overlap(claim, score) for score in found) else DISPUTED


def _overlap(one: Score, two: Score) -> bool:
    ends = one["low"], one["high"], two["low"], two["high"]
    if None in ends:
        return False
    return max(one["low"] or 0.0, two["low"] or 0.0) <= min(one["high"] or 0.0, two["high"] or 0.0)


def _answers_match(plan: BenchPlan, bench: SavedBench, name: str) -> bool:
    """Compute the answers of a built-in player again; DuelError if one is another."""
    saved = {row.key: row.move for row in bench.rows}
    for task in plan.tasks():
        if task.players[0].name == name:
            question = question_of(task)
            if saved[task.key] != built_in_player(task.players[0].spec).choose(question).move:
                raise DuelError(f"{name} is not that player: it answers {task.key} differently")
    return True


def leaderboard(folders: Sequence[Path], ours: Sequence[Path] = ()) -> tuple[str, list[str]]:
    """Return the page, and a message for each folder that is not listed.

    `ours` are folders of runs that we made ourselves, with which entries are compared.
    """
    entries: list[Listed] = []
    refused: list[str] = []
    own: list[SavedBench] = []
    for folder in ours:
        try:
            own.append(read_verified(folder))
        except (DuelError, ValueError, LookupError, TypeError, OSError) as problem:
            refused.append(f"{folder} is not listed: {problem}")
    for folder in folders:
        try:
            entries += entries_of(folder, own)
        except (DuelError, ValueError, LookupError, TypeError, OSError) as problem:
            refused.append(f"{folder} is not listed: {problem}")
    return html_page("Divisor Duel Bench: leaderboard", _parts(entries), wide=True), refused


HEAD = ("player", "source", "skill", "compliance", "score")
CONDITIONS = ("track", "model", "legal moves", "faults", "attempts", "cost", "date")
"""The columns of every table, before and after those for each game."""


def _parts(entries: list[Listed]) -> Iterator[str]:
    yield "<h1>Divisor Duel Bench: leaderboard</h1>"
    yield (
        "<p>The scores of each entry follow from its answers, replies and games, which we graded "
        "and replayed. <b>Self-reported</b>: only the submitter saw the player answer. "
        "<b>Re-run by us</b>: we asked the same player about the same positions, with a similar "
        "skill; <b>our run differs</b>: the intervals do not overlap. 1 is perfect, 0 is what "
        "random moves get; small figures are 95% intervals.</p>"
    )
    for key in sorted({entry.table_key for entry in entries}, key=lambda key: (-int(key[0]), key)):
        version, tier, name = key
        chosen = [entry for entry in entries if entry.table_key == key]
        chosen.sort(key=lambda entry: rank(main_score(entry.scores)))
        yield f"<h2>Bench {version}, tier {escape(tier)}{name and f', {escape(name)}'}</h2>"
        if version != VERSION:
            yield f"<p>{escape(WHY_SUPERSEDED)}</p>"
        yield _table(chosen)
    if not entries:
        yield "<p>No entry yet.</p>"


def _table(entries: list[Listed]) -> str:
    games = list(dict.fromkeys(g for entry in entries for g in entry.scores["profile"]["game"]))
    head = [*HEAD, *map(escape, games), *CONDITIONS]
    return table(head, [_row(entry, games) for entry in entries], "entries")


def _row(entry: Listed, games: list[str]) -> list[str]:
    scores = entry.scores
    top = scores.get("headline")
    template = f" <small>template {entry.template}</small>" if entry.template else ""
    retries = f" <small>{top['retries']} retries</small>" if top and top["retries"] else ""
    return [
        escape(entry.name),
        entry.proof,
        cell(top["skill"] if top else None),
        cell(top["compliance"] if top else None),
        cell(scores),
        *(cell(scores["profile"]["game"].get(game)) for game in games),
        f"{entry.track}{template}",
        escape(entry.model),
        "shown" if entry.legal else "hidden",
        str(sum(scores["faults"].values())),
        f"{entry.times}{retries}",
        f"{scores['cost']:.4f}" if scores["cost"] else "-",
        escape(entry.date[:10]),
    ]
