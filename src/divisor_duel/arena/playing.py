"""One game of a tournament: played, refereed and judged against exact play.

The referee asks, checks and times. A player who does not answer with a legal
move in time is at fault, and after as many tries as the policy allows loses the
game. Nobody's move is ever replaced by another.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from time import perf_counter
from typing import Any

from divisor_duel.arena.exact import remoteness, values
from divisor_duel.arena.players import Entry, Troupe
from divisor_duel.arena.protocol import FAMILIES, ILLEGAL, Fault, Question, Refusal
from divisor_duel.arena.schedule import Task
from divisor_duel.arena.starts import SAMPLED, sample
from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import Game, Outcome, Player, Value
from divisor_duel.review import Mark, mark_of

MEGABYTE = 1 << 20

Line = dict[str, Any]
"""A game as it is kept: one JSON object."""


def play_game(task: Task, troupe: Troupe) -> Line:
    """Play one game to its end."""
    return _Referee(task, troupe).play()


class _ForfeitError(Exception):
    """A player has lost by a fault."""


class _Referee:
    def __init__(self, task: Task, troupe: Troupe) -> None:
        self._task, self._troupe = task, troupe
        self._game: Game[Any] = task.setup.build()
        opening = _opening(task, self._game)
        self._first = Player.ONE if len(opening) % 2 == 0 else Player.TWO
        self._position = self._game.start(self._first)
        for move in opening:
            self._position = self._game.play(self._position, move)
        self._played, self._opening = list(opening), len(opening)
        self._start = _worth(self._game, self._position)
        self._seconds = [0.0, 0.0]
        self._decisions: list[Line] = []
        self._faults: list[Line] = []
        self._exchanges: list[Line] = []

    def play(self) -> Line:
        outcome, forfeit = self._game.outcome(self._position), None
        while not outcome:
            try:
                self._turn()
            except _ForfeitError:
                forfeit = self._faults[-1]
                loser = Player(forfeit["player"])
                outcome = Outcome(loser.other, f"Player {int(loser)} forfeits ({forfeit['kind']})")
            else:
                outcome = self._game.outcome(self._position)
        return self._line(outcome, forfeit)

    def _turn(self) -> None:
        """One move: asked for, made and judged."""
        position = self._position
        move, after = self._ask(position.to_move)
        ply = len(self._played) + 1
        self._decisions.append(_judge(self._game, position, move) | {"ply": ply})
        self._played.append(move)
        self._position = after

    def _ask(self, player: Player) -> tuple[int, Any]:
        """A legal move of the player and the position after it."""
        entry, terms = self._task.players[player - 1], self._task.terms
        faults: Counter[str] = Counter()
        refused: tuple[Refusal, ...] = ()
        while True:
            begin = perf_counter()
            try:
                return self._try(entry, refused)
            except Fault as fault:
                family = FAMILIES[fault.kind]
                self._note(player, fault)
                if family != "illegal":
                    self._troupe.dismiss(entry.spec)
                faults[family] += 1
                if faults[family] > getattr(terms, family).retries:
                    raise _ForfeitError from None
                if family == "illegal":
                    refused += (Refusal(fault.reply, fault.detail, fault.problem),)
            finally:
                self._seconds[player - 1] += perf_counter() - begin

    def _try(self, entry: Entry, refused: tuple[Refusal, ...]) -> tuple[int, Any]:
        terms = self._task.terms
        player = self._troupe.get(entry.spec, terms.start_seconds, terms.memory * MEGABYTE)
        question = Question(
            self._game,
            self._position,
            tuple(self._played),
            terms.seconds,
            self._seed(),
            terms.show_legal,
            refused,
        )
        answer = player.choose(question)
        move = answer.move
        try:
            after = self._game.play(self._position, move)
        except IllegalMoveError as error:
            for exchange in answer.exchanges:
                exchange["class"] = ILLEGAL
            text = answer.exchanges[0]["reply"] if answer.exchanges else str(move)
            raise Fault(ILLEGAL, str(error), text, answer.exchanges, error.problem) from None
        if answer.exchanges:
            self._keep(answer.exchanges)
        return move, after

    def _seed(self) -> int:
        """The chance of this very question: whoever is asked, whenever and wherever."""
        key = f"{self._task.terms.seed}/{self._task.key}/{len(self._played)}"
        return int.from_bytes(
            blake2b(key.encode(errors="backslashreplace"), digest_size=4).digest(), "big"
        )

    def _note(self, player: Player, fault: Fault) -> None:
        self._keep(fault.exchanges)
        self._faults.append(
            {
                "ply": len(self._played) + 1,
                "player": int(player),
                "kind": fault.kind,
                "detail": fault.detail,
                "reply": fault.reply[:1000],
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


def _opening(task: Task, game: Game[Any]) -> tuple[int, ...]:
    if task.terms.starts != SAMPLED:
        return ()
    return sample(game, task.terms.seed, task.round)


def _worth(game: Game[Any], position: Any) -> Line:
    """What a start is worth to Player 1, who begins there."""
    worth = list(values(game, position).values())
    value = next((v for v in (Value.WIN, Value.UNKNOWN) if v in worth), Value.LOSS)
    return {"value": value, "winning": worth.count(Value.WIN), "moves": len(worth)}


def _judge(game: Game[Any], position: Any, move: int) -> Line:
    """What a move was worth: a decision only where some moves win and some lose."""
    worth = values(game, position)
    mark = mark_of(worth, move)
    line: Line = {"player": int(position.to_move), "mark": mark}
    if mark is Mark.MISTAKE:
        line["remoteness"] = remoteness(game, position)
        line["better"] = [choice for choice, value in worth.items() if value is Value.WIN]
    return line
