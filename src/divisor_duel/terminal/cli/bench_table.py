"""The scores of `duel bench` as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from divisor_duel.arena.bench.scores import BenchResults, PlayerResults, Score, WonGames
    from divisor_duel.terminal.paint import Paint


def table(scores: BenchResults, paint: Paint) -> list[str]:
    """Return the scores as lines of text."""
    from divisor_duel.arena.bench.report import main_score, ranked, set_name
    from divisor_duel.questions.bench_positions import VERSION, WHY_SUPERSEDED

    settings, players = scores["settings"], scores["players"]
    chosen = set_name(settings["set"]["seed"])
    title = f"Divisor Duel Bench {settings['bench']}, tier {settings['tier']}"
    title += f", {chosen}: " if chosen else ": "
    lines = [paint.bold(f"{title}{scores['positions']} positions; 1 is perfect, 0 is random"), ""]
    if settings["bench"] != VERSION:
        lines = [lines[0], WHY_SUPERSEDED, "For the current one, pass --bench 2.", ""]
    room = max(len(name) for name in (*players, "player"))
    parts = list(dict.fromkeys(p for entry in players.values() for p in entry["profile"]["game"]))
    word = "skill" if settings["bench"] == VERSION else "score"
    head = f"{'player':{room}}   {word}          95%"
    if settings["bench"] == VERSION:
        head += f"{'legal':>8}{'95%':>13}{'score':>8}"
    lines.append(paint.dim(head + "  faults" + "".join(f"{p:>10}" for p in parts)))
    for name in ranked(players):
        entry = players[name]
        if main_score(entry)["score"] is None:
            why = entry["headline"]["incomplete"] if "headline" in entry else None
            lines.append(f"{name:{room}}  no score: {why}" if why else f"{name:{room}}  not asked")
            continue
        groups = entry["profile"]["game"]
        shares = [groups[part]["score"] if part in groups else None for part in parts]
        cells = "".join(f"{_decimal(share):>10}" for share in shares)
        faults = sum(entry["faults"].values())
        lines.append(f"{name:{room}}  {_numbers(entry)}{faults:>8}{cells}")
    return lines + _retries(players) + _games(players, paint)


def _numbers(entry: PlayerResults) -> str:
    """Return the headline numbers of a player with their intervals."""
    if "headline" not in entry:
        return _with_interval(entry, 6)
    skill, legal = entry["headline"]["skill"], entry["headline"]["compliance"]
    return f"{_with_interval(skill, 6)}{_with_interval(legal, 8)}{_decimal(entry['score'], 3):>8}"


def _decimal(value: float | None, digits: int = 2) -> str:
    """Return a rounded value, which is never -0.00; a dash without one."""
    return "-" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"


def _with_interval(score: Score, room: int) -> str:
    spread = f"{_decimal(score['low'])}..{_decimal(score['high'])}"
    return f"{_decimal(score['score'], 3):>{room}}{spread:>13}"


def _retries(players: dict[str, PlayerResults]) -> list[str]:
    """Return a line about the retries of each player."""
    lines = []
    for name, entry in players.items():
        if "headline" in entry and entry["headline"]["retries"]:
            fates = ", ".join(
                f"{count} {fate}" for fate, count in entry["headline"]["retried"].items()
            )
            count = entry["headline"]["retries"]
            lines.append(f"{name} was asked again {count} times; retries are not scored: {fates}")
    return ["", *lines] if lines else []


def _games(players: dict[str, PlayerResults], paint: Paint) -> list[str]:
    results = {name: entry["games"] for name, entry in players.items() if "games" in entry}
    if not results:
        return []
    room = max(len(name) for name in (*results, "player"))
    others = list(next(iter(results.values()))["against"])
    head = f"{'player':{room}}" + "".join(f"{x.removeprefix('level-'):>10}" for x in others)
    lines = ["", paint.bold("Games won against"), paint.dim(f"{head}  converts  resists")]
    for name, games in results.items():
        none: WonGames = {"wins": 0, "games": 0}
        counts = [games["against"].get(other, none) for other in others]
        won = [f"{count['wins']}/{count['games']}" for count in counts]
        cells = "".join(f"{share:>10}" for share in won)
        estimates = (games["conversion"], games["resistance"])
        ends = ["-" if share is None else f"{share['value']:.0%}" for share in estimates]
        lines.append(f"{name:{room}}{cells}{ends[0]:>10}{ends[1]:>9}")
    return lines
