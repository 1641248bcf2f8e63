"""Run a bench: ask each player about each position, once or several times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from itertools import count, takewhile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple, TypedDict

from msgspec import UNSET

from divisor_duel import jobs
from divisor_duel.arena.players.entries import Entry, SavedPlayer
from divisor_duel.arena.players.protocol import PlayerUnreachable
from divisor_duel.arena.players.terms import PlayingTerms, Terms
from divisor_duel.arena.run import worker_players
from divisor_duel.arena.run.output_folder import RunFolder
from divisor_duel.arena.run.referee import PlayerQuestion, QuestionSteps, run_steps
from divisor_duel.arena.run.rows import AnswerFault, AnswerRow, Outage, Unplayed
from divisor_duel.arena.run.schedule import Settings
from divisor_duel.errors import DuelError
from divisor_duel.game import Player, brief
from divisor_duel.questions.bench_item import Item
from divisor_duel.questions.bench_positions import VERSION, PositionSet, position_set
from divisor_duel.questions.prompts import template_hash
from divisor_duel.questions.question import ILLEGAL, Fault, Question

SET_FILE = "set.json"
"""Name of the file with the positions of a secret set, in the folder of a bench."""


class SavedSet(TypedDict):
    """Which positions were asked, as it is saved."""

    seed: str
    hash: str


class TemplateHash(TypedDict, total=False):
    """Hash of the prompt template; empty in Bench 1."""

    template: str


class BenchSettings(PlayingTerms, TemplateHash):
    """The settings of a bench as they are saved."""

    bench: str
    tier: str
    set: SavedSet
    rounds: int
    players: dict[str, SavedPlayer]


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
    retry: int = 0
    """Number of the retry; 0 for the first attempt, which is scored."""


@dataclass(frozen=True)
class BenchPlan:
    """A whole bench."""

    players: tuple[Entry, ...]
    """The players."""
    positions: PositionSet = field(default_factory=position_set)
    """The positions."""
    times: int = 1
    """How often each position is asked."""
    terms: Terms = field(default_factory=Terms)
    """Time limits and other terms."""

    @property
    def version(self) -> str:
        """Version of the bench."""
        return self.positions.version

    @property
    def keeps_answers(self) -> bool:
        """Whether answers are append-only, which they were not in Bench 1."""
        return self.version == VERSION

    def tasks(self) -> list[QuestionTask]:
        """Return every question, position by position, so that all players start early."""
        return [
            QuestionTask(f"{item.id}|{entry.name}|{time}", item, (entry,), time, self.terms)
            for time in range(self.times)
            for item in self.positions.items
            for entry in self.players
        ]

    def settings(self) -> BenchSettings:
        """Return the settings of the bench as they are saved."""
        template: TemplateHash = {"template": template_hash()} if self.keeps_answers else {}
        return {
            "bench": self.version,
            "tier": self.positions.tier,
            "set": {"seed": self.positions.seed, "hash": self.positions.hash},
            "rounds": self.times,
            "players": {entry.name: entry.as_object() for entry in self.players},
            **self.terms.playing(),
            **template,
        }


class BenchFolder(RunFolder[AnswerRow]):
    """The folder of one bench.

    Since Bench 2, no answer is ever deleted. Asking again adds retries, which are counted
    and never scored.
    """

    file = "answers.jsonl"
    form = AnswerRow
    noun = "a bench"

    def __init__(
        self,
        path: Path,
        plan: BenchPlan,
        fresh: bool = False,
        redo: str | None = None,
        keep: bool = False,
    ) -> None:
        self._plan = plan
        self._to_retry: frozenset[str] = frozenset()
        if fresh and self.is_append_only and (path / self.file).exists():
            raise DuelError(
                f"{brief(str(path))} holds answers, and those of a bench are never deleted; "
                "name another folder",
                arguments=("output",),
            )
        super().__init__(path, plan, fresh, redo, keep)

    @property
    def is_append_only(self) -> bool:
        """Whether no answer is ever deleted, which was not so in Bench 1."""
        return self._plan.keeps_answers

    def _forget(self, redo: str, settings: Settings) -> None:
        if not self.is_append_only:
            super()._forget(redo, settings)
            return
        self._to_retry = frozenset(self.keys_to_redo(redo, settings))

    def tasks(self) -> list[QuestionTask]:
        """Return all questions of the plan, the retries made before, and those asked for."""
        tasks = self._plan.tasks()
        return tasks + [retry for task in tasks for retry in self._retries(task)]

    def _retries(self, task: QuestionTask) -> Iterator[QuestionTask]:
        saved = takewhile(
            lambda key: key in self.games.rows, map(partial(retry_key, task), count(1))
        )
        made = len(list(saved))
        for number in range(1, made + 1 + (task.key in self._to_retry)):
            yield task._replace(key=retry_key(task, number), retry=number)


def retry_key(task: QuestionTask, number: int) -> str:
    """Return the permanent name of a retry."""
    return f"{task.key}|retry {number}"


def question_of(task: QuestionTask) -> Question:
    """Return the position as a question to the player.

    Since Bench 2 its seed does not depend on the player's name.
    """
    item, (entry,) = task.item, task.players
    game = item.build()
    *_, position = game.positions(item.played)
    key = f"{item.id}|{task.time}|{task.retry}" if item.shuffle else task.key
    seed = int.from_bytes(blake2b(f"{task.terms.seed}/{key}".encode()).digest()[:4], "big")
    return Question(
        game,
        position,
        item.played,
        entry.seconds(task.terms),
        seed,
        entry.show_legal and task.terms.show_legal,
        first=Player.ONE,
        listed=item.listed(game.legal_moves(position)) if item.shuffle else (),
    )


def steps(task: QuestionTask) -> QuestionSteps[AnswerRow]:
    """Ask one question and return its row; a fault counts as a wrong answer."""
    item, (entry,) = task.item, task.players
    question = question_of(task)
    begin = perf_counter()
    row = AnswerRow(
        key=task.key,
        item=item.id,
        players=[entry.name],
        move=None,
        faults=[],
        exchanges=[],
        retry=task.retry or UNSET,
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
