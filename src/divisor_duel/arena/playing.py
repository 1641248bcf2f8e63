"""One game of a tournament: refereed and judged against exact play.

The referee asks, checks and times. A player who does not answer with a legal
move in time is at fault, and after as many tries as the policy allows loses the
game. Nobody's move is ever replaced by another. Who carries the questions to the
players, one at a time or hundreds at once, is not the referee's business: a game
is a generator that yields what it asks and is sent the answers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from hashlib import blake2b
from time import perf_counter
from typing import Any, NamedTuple

from divisor_duel.arena.exact import remoteness, values
from divisor_duel.arena.players import Entry, Troupe
from divisor_duel.arena.protocol import FAMILIES, Answer, Trouble
from divisor_duel.arena.schedule import GameTask, Terms
from divisor_duel.arena.starts import SAMPLED, sample
from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Game, Outcome, Player, Value
from divisor_duel.review import Mark, mark_of
from divisor_duel.words.question import ILLEGAL, Fault, Question, Refusal

Line = dict[str, Any]
"""A game as it is kept: one JSON object."""


class Addressed(NamedTuple):
    """A question on its way to a player."""

    entry: Entry
    """Who is asked."""
    question: Question
    """What."""


Steps = Generator[Addressed, Answer, Line]
"""A game under way: it yields questions, takes answers (or is thrown faults), and returns."""


def play_game(task: GameTask, troupe: Troupe) -> Line:
    """Play one game to its end, one question after the other."""
    return carried(referee(task), troupe, task.terms, lambda *why: unplayed(task, *why))


def carried(
    steps: Steps, troupe: Troupe, terms: Terms, blocked: Callable[[Entry, Trouble], Line]
) -> Line:
    """What comes of some questions, put to the players of `troupe` one after the other."""

    async def ask(asked: Addressed) -> Answer:
        return troupe.ask(asked.entry, terms, asked.question)

    try:
        conduct(steps, ask, blocked).send(None)  # nothing in it waits, so it runs to its end
    except StopIteration as end:
        line: Line = end.value
        return line
    raise AssertionError("a troupe answers at once")


async def conduct(
    steps: Steps,
    ask: Callable[[Addressed], Awaitable[Answer]],
    blocked: Callable[[Entry, Trouble], Line],
) -> Line:
    """The one loop between a game under way and whoever answers its questions."""
    asked: Addressed | None = None
    try:
        asked = next(steps)
        while True:
            try:
                answer = await ask(asked)
            except (Fault, Trouble) as problem:
                asked = steps.throw(problem)
            else:
                asked = steps.send(answer)
    except StopIteration as end:
        line: Line = end.value
        return line
    except Trouble as trouble:
        assert asked
        return blocked(asked.entry, trouble)


def unplayed(task: GameTask, entry: Entry, trouble: Trouble) -> Line:
    """What is kept of a game that could not be played: no score, but what was in the way."""
    return {
        "key": task.key,
        "setup": task.setup.label,
        "players": [one.name for one in task.players],
        "trouble": {"player": entry.name, "detail": trouble.detail},
        "exchanges": list(trouble.exchanges),
    }


def is_played(line: Line) -> bool:
    """Whether a line is that of a game, and not of what was in the way of one."""
    return "trouble" not in line


def referee(task: GameTask) -> Steps:
    """A game, as the questions that it asks."""
    return _Referee(task).play()


class _ForfeitError(Exception):
    """A player has lost by a fault."""


class _Referee:
    def __init__(self, task: GameTask) -> None:
        self._task = task
        self._game: Game[Any] = task.setup.build()
        opening = _opening(task, self._game)
        self._first = Player.ONE if len(opening) % 2 == 0 else Player.TWO
        self._position = self._game.start(self._first)
        for move in opening:
            self._position = self._game.play(self._position, move)
        self._played, self._opening = list(opening), len(opening)
        self._start = _worth(self._game, self._position, task.terms.judge)
        key = f"{task.terms.seed}/{task.key}/".encode(errors="backslashreplace")
        self._chance = blake2b(key, digest_size=4)
        self._seconds = [0.0, 0.0]
        self._decisions: list[Line] = []
        self._faults: list[Line] = []
        self._exchanges: list[Line] = []

    def play(self) -> Steps:
        outcome, forfeit = self._game.outcome(self._position), None
        while not outcome:
            position = self._position
            try:
                move, self._position = yield from self._move(position.to_move)
            except _ForfeitError:
                forfeit = self._faults[-1]
                loser = Player(forfeit["player"])
                outcome = Outcome(loser.other, f"Player {int(loser)} forfeits ({forfeit['kind']})")
            else:
                self._played.append(move)
                if self._task.terms.judge:
                    ply = {"ply": len(self._played)}
                    self._decisions.append(_judge(self._game, position, move) | ply)
                outcome = self._game.outcome(self._position)
        return self._line(outcome, forfeit)

    def _move(self, player: Player) -> Generator[Addressed, Answer, tuple[int, Any]]:
        """A legal move of the player, asked for if there is a choice, and the position after."""
        entry, terms = self._task.players[player - 1], self._task.terms
        if terms.skip_forced:
            legal = self._game.legal_moves(self._position)
            if len(legal) == 1:
                return legal[0], self._game.play(self._position, legal[0])
        faults: dict[str, int] = {}
        refused: tuple[Refusal, ...] = ()
        while True:
            begin = perf_counter()
            try:
                answer = yield Addressed(entry, self._question(entry, refused))
                return answer.move, self._after(answer)
            except Fault as fault:
                family = FAMILIES[fault.kind]
                self._note(player, fault)
                faults[family] = faults.get(family, 0) + 1
                if faults[family] > getattr(terms, family).retries:
                    raise _ForfeitError from None
                if family == "illegal":
                    refused += (Refusal(fault.reply, fault.detail, fault.problem),)
            except Trouble as trouble:
                trouble.exchanges = (*self._exchanges, *trouble.exchanges)
                raise
            finally:
                self._seconds[player - 1] += perf_counter() - begin

    def _question(self, entry: Entry, refused: tuple[Refusal, ...]) -> Question:
        return Question(
            self._game,
            self._position,
            tuple(self._played),
            entry.seconds(self._task.terms),
            self._seed(),
            entry.show_legal and self._task.terms.show_legal,
            refused,
            self._first,
        )

    def _after(self, answer: Answer) -> Any:
        """The position after a move, which is a fault if it is not legal."""
        try:
            after = self._game.play(self._position, answer.move)
        except IllegalMoveError as error:
            for exchange in answer.exchanges:
                exchange["class"] = ILLEGAL
            text = answer.exchanges[0]["reply"] if answer.exchanges else str(answer.move)
            raise Fault(ILLEGAL, str(error), text, answer.exchanges, error.problem) from None
        if answer.exchanges:
            self._keep(answer.exchanges)
        return after

    def _seed(self) -> int:
        """The chance of this very question: whoever is asked, whenever and wherever."""
        chance = self._chance.copy()
        chance.update(b"%d" % len(self._played))
        return int.from_bytes(chance.digest(), "big")

    def _note(self, player: Player, fault: Fault) -> None:
        self._keep(fault.exchanges)
        self._faults.append(
            {
                "ply": len(self._played) + 1,
                "player": int(player),
                "kind": fault.kind,
                "detail": fault.detail,
                "reply": fault.reply[:1000],
                **({"evidence": fault.evidence} if fault.evidence else {}),
            }
        )

    def _keep(self, exchanges: tuple[Any, ...]) -> None:
        ply, player = len(self._played) + 1, int(self._position.to_move)
        self._exchanges += [{"ply": ply, "player": player, **told} for told in exchanges]

    def _line(self, outcome: Outcome, forfeit: Line | None) -> Line:
        task = self._task
        return {
            "key": task.key,
            "setup": task.setup.label,
            "game": task.setup.game,
            "options": dict(task.setup.options),
            "round": task.round,
            "players": [entry.name for entry in task.players],
            "first": int(self._first),
            "opening": self._opening,
            "played": self._played,
            "winner": int(outcome.winner),
            "reason": outcome.reason,
            "forfeit": forfeit,
            "faults": self._faults,
            "start": self._start,
            "decisions": self._decisions,
            "exchanges": self._exchanges,
            "seconds": [round(spent, 4) for spent in self._seconds],
        }


def retold(task: GameTask, line: Line) -> Line:
    """What must be true of a kept game, told anew from its moves; ValueError if they are wrong."""
    game = task.setup.build()
    opening = _opening(task, game)
    first = Player.ONE if len(opening) % 2 == 0 else Player.TWO
    positions = list(game.positions(line["played"], first))
    given = len(opening)
    if line["forfeit"]:
        winner = Player(line["forfeit"]["player"]).other
    else:
        outcome = game.outcome(positions[-1])
        if outcome is None:
            raise ValueError("it is not over")
        winner = outcome.winner
    judged = zip(positions[given:], line["played"][given:], strict=False)
    return {
        "winner": int(winner),
        "first": int(first),
        "opening": given,
        "played": [*opening, *line["played"][given:]],
        "start": _worth(game, positions[given], task.terms.judge),
        "decisions": [
            _judge(game, position, move) | {"ply": ply}
            for ply, (position, move) in enumerate(judged, given + 1)
        ],
    }


def _opening(task: GameTask, game: Game[Any]) -> tuple[int, ...]:
    if task.terms.starts != SAMPLED:
        return ()
    return sample(game, task.terms.seed, task.round)


def _worth(game: Game[Any], position: Any, judge: bool) -> Line:
    """What a start is worth to Player 1, who begins there; unknown where nothing is judged."""
    if not judge:
        return {"value": Value.UNKNOWN, "winning": None, "moves": len(game.legal_moves(position))}
    worth = list(values(game, position).values())
    winning = None if Value.UNKNOWN in worth else worth.count(Value.WIN)
    value = next((v for v in (Value.WIN, Value.UNKNOWN) if v in worth), Value.LOSS)
    return {"value": value, "winning": winning, "moves": len(worth)}


def _judge(game: Game[Any], position: Any, move: int) -> Line:
    """What a move was worth: a decision only where some moves win and some lose."""
    worth = values(game, position)
    mark = mark_of(worth, move)
    line: Line = {"player": int(position.to_move), "mark": mark}
    if mark is Mark.MISTAKE:
        line["remoteness"] = remoteness(game, position)
        line["better"] = [choice for choice, value in worth.items() if value is Value.WIN]
    return line
