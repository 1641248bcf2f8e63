"""Run a bench: ask each player about each position, once or several times."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from time import perf_counter
from typing import Any, NamedTuple

from divisor_duel import jobs
from divisor_duel.arena.players.entries import Entry
from divisor_duel.arena.players.protocol import PlayerUnreachable
from divisor_duel.arena.players.terms import Terms
from divisor_duel.arena.run import worker_players
from divisor_duel.arena.run.output_folder import RunFolder
from divisor_duel.arena.run.referee import PlayerQuestion, QuestionSteps, run_steps
from divisor_duel.arena.run.rows import AnswerFault, AnswerRow, Outage, Unplayed
from divisor_duel.game import Player
from divisor_duel.questions.bench_positions import OPEN, VERSION, Item, hash_of, tier_positions
from divisor_duel.questions.question import ILLEGAL, Fault, Question


class QuestionTask(NamedTuple):
    """One question to one player, with everything a worker must know."""

    key: str
    """Permanent name of the question."""
    item: Item
    """The position."""
    players: tuple[Entry]
    """The player."""
    time: int
    """Number of the repetition, from 0."""
    terms: Terms
    """Time limits and other terms."""


@dataclass(frozen=True)
class BenchPlan:
    """A whole bench."""

    players: tuple[Entry, ...]
    """The players."""
    tier: str = "small"
    """Size of the set of positions."""
    seed: str = OPEN
    """Open or held-out set."""
    times: int = 1
    """How often each position is asked."""
    terms: Terms = field(default_factory=Terms)
    """Time limits and other terms."""

    def items(self) -> tuple[Item, ...]:
        """Return the positions."""
        return tier_positions(self.tier, self.seed)

    def tasks(self) -> list[QuestionTask]:
        """Return every question, position by position, so that all players start early."""
        return [
            QuestionTask(f"{item.id}|{entry.name}|{time}", item, (entry,), time, self.terms)
            for time in range(self.times)
            for item in self.items()
            for entry in self.players
        ]

    def settings(self) -> dict[str, Any]:
        """Return the settings of the bench as they are saved."""
        terms = self.terms.as_object()
        names = ("seconds", "model_seconds", "show_legal", "seed", "start_seconds", "memory")
        return {
            "bench": VERSION,
            "tier": self.tier,
            "set": {"seed": self.seed, "hash": hash_of(self.items())},
            "rounds": self.times,
            "players": {entry.name: entry.as_object() for entry in self.players},
            **{name: terms[name] for name in names},
        }


class BenchFolder(RunFolder[AnswerRow]):
    """The folder of one bench."""

    file = "answers.jsonl"
    form = AnswerRow
    noun = "a bench"


def question_of(task: QuestionTask) -> Question:
    """Return the position as a question to the player."""
    item, (entry,) = task.item, task.players
    game = item.build()
    *_, position = game.positions(item.played)
    seed = int.from_bytes(blake2b(f"{task.terms.seed}/{task.key}".encode()).digest()[:4], "big")
    return Question(
        game,
        position,
        item.played,
        entry.seconds(task.terms),
        seed,
        entry.show_legal and task.terms.show_legal,
        first=Player.ONE,
    )


def steps(task: QuestionTask) -> QuestionSteps[AnswerRow]:
    """Ask one question and return its row; a fault counts as a wrong answer."""
    item, (entry,) = task.item, task.players
    question = question_of(task)
    begin = perf_counter()
    row = AnswerRow(
        key=task.key, item=item.id, players=[entry.name], move=None, faults=[], exchanges=[]
    )
    try:
        answer = yield PlayerQuestion(entry, question)
    except Fault as fault:
        row.faults = [
            AnswerFault(
                kind=fault.kind,
                detail=fault.detail,
                reply=fault.reply[:1000],
                evidence=fault.evidence,
            )
        ]
        row.exchanges = list(fault.exchanges)
    else:
        row.move, row.exchanges = answer.move, list(answer.exchanges)
        if answer.move not in question.game.legal_moves(question.position):
            for exchange in answer.exchanges:
                exchange.kind = ILLEGAL
            row.faults = [AnswerFault(kind=ILLEGAL, detail=f"{answer.move} is not legal")]
    row.seconds = round(perf_counter() - begin, 4)
    return row


def unasked(task: QuestionTask, entry: Entry, trouble: PlayerUnreachable) -> Unplayed:
    """Return the row of a question that never reached the player."""
    return Unplayed(
        key=task.key,
        players=[entry.name],
        trouble=Outage(entry.name, trouble.detail),
        exchanges=list(trouble.exchanges),
    )


def ask_here(task: QuestionTask) -> AnswerRow | Unplayed:
    """Ask one question with the players of this thread, reused for the next one."""
    paused = worker_players.paused.first_of(task.players)
    if paused:
        return unasked(task, *paused)
    with worker_players.players_of_this_thread() as pool:
        row = run_steps(steps(task), pool, task.terms, lambda *why: unasked(task, *why))
    worker_players.paused.count(row)
    return row


def _is_of(task: QuestionTask, row: AnswerRow | Unplayed) -> bool:
    """Return whether a row is the player's answer to the question."""
    expected = (task.item.id, [task.players[0].name])
    return isinstance(row, AnswerRow) and (row.item, row.players) == expected


JOB = jobs.Job(
    do=ask_here,
    key=lambda task: task.key,
    noun="question",
    finish=worker_players.clear,
    is_good_enough=_is_of,
)
"""The job that asks the questions of a bench."""
