"""One game of a tournament: refereed and judged against exact play.

The referee asks the players, checks their moves and times them. A player who does not
answer with a legal move in time commits a fault, and loses the game after as many
retries as the policy allows. The referee never replaces a player's move by another. A
game is a generator that yields questions and is sent the answers, so callers can play
one game at a time or hundreds at once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from hashlib import blake2b
from time import perf_counter
from typing import NamedTuple, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from divisor_duel.arena.players.entries import Entry
from divisor_duel.arena.players.pool import PlayerPool
from divisor_duel.arena.players.protocol import POLICY_OF_FAULT, Answer, PlayerUnreachable
from divisor_duel.arena.players.terms import SAMPLED, Terms
from divisor_duel.arena.run.rows import (
    Decision,
    Finished,
    GameFault,
    GameRow,
    Outage,
    Start,
    Unplayed,
)
from divisor_duel.arena.run.schedule import GameTask
from divisor_duel.arena.run.start_positions import sample
from divisor_duel.errors import IllegalMoveError
from divisor_duel.game import AnyGame, Outcome, Player, Position, Value
from divisor_duel.learn.review import Mark, mark_of
from divisor_duel.questions.exact_values import remoteness, values
from divisor_duel.questions.question import ILLEGAL, Exchange, Fault, Question, Refusal, Seat


class PlayerQuestion(NamedTuple):
    """A question and the player it is for."""

    entry: Entry
    """The player."""
    question: Question
    """The question."""


QuestionSteps: TypeAlias = Generator[PlayerQuestion, Answer, Finished]
"""A game in progress: yields questions, is sent answers or thrown faults, returns its row."""


def play_game(task: GameTask, pool: PlayerPool) -> GameRow | Unplayed:
    """Play one game to the end, one question at a time."""
    return run_steps(referee(task), pool, task.terms, lambda *why: unplayed_row(task, *why))


def run_steps(
    steps: QuestionSteps[Finished],
    pool: PlayerPool,
    terms: Terms,
    blocked: Callable[[Entry, PlayerUnreachable], Unplayed],
) -> Finished | Unplayed:
    """Run `steps` to the end with the players of `pool`, and return the row."""

    async def ask(asked: PlayerQuestion) -> Answer:
        return pool.ask(asked.entry, terms, asked.question)

    try:
        run_steps_async(steps, ask, blocked).send(None)  # never awaits, so it runs to the end
    except StopIteration as end:
        row: Finished | Unplayed = end.value
        return row
    raise AssertionError("a pool never awaits")


async def run_steps_async(
    steps: QuestionSteps[Finished],
    ask: Callable[[PlayerQuestion], Awaitable[Answer]],
    blocked: Callable[[Entry, PlayerUnreachable], Unplayed],
) -> Finished | Unplayed:
    """Run `steps` to the end: pass each question to `ask` and send back the answer.

    Returns the row of `steps`, or that of `blocked` if a player could not be reached.
    """
    asked: PlayerQuestion | None = None
    try:
        asked = next(steps)
        while True:
            try:
                answer = await ask(asked)
            except (Fault, PlayerUnreachable) as problem:
                asked = steps.throw(problem)
            else:
                asked = steps.send(answer)
    except StopIteration as end:
        row: Finished = end.value
        return row
    except PlayerUnreachable as trouble:
        assert asked
        return blocked(asked.entry, trouble)


def unplayed_row(task: GameTask, entry: Entry, trouble: PlayerUnreachable) -> Unplayed:
    """Return the row of a game that could not be played: the reason and no score."""
    return Unplayed(
        key=task.key,
        setup=task.setup.label,
        players=[player.name for player in task.players],
        trouble=Outage(entry.name, trouble.detail),
        exchanges=list(trouble.exchanges),
    )


def referee(task: GameTask) -> QuestionSteps[GameRow]:
    """Start a game, as a generator of its questions."""
    return _Referee(task).play()


class _ForfeitError(Exception):
    """A player has lost by a fault."""


class _Referee:
    def __init__(self, task: GameTask) -> None:
        self._task = task
        self._game: AnyGame = task.setup.build()
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
        self._decisions: list[Decision] = []
        self._faults: list[GameFault] = []
        self._exchanges: list[Exchange] = []

    def play(self) -> QuestionSteps[GameRow]:
        outcome = self._game.outcome(self._position)
        forfeit: GameFault | None = None
        while not outcome:
            position = self._position
            try:
                move, self._position = yield from self._move(position.to_move)
            except _ForfeitError:
                forfeit = self._faults[-1]
                loser = Player(forfeit.player)
                outcome = Outcome(loser.other, f"Player {int(loser)} forfeits ({forfeit.kind})")
            else:
                self._played.append(move)
                if self._task.terms.judge:
                    ply = len(self._played)
                    self._decisions.append(_judge(self._game, position, move, ply))
                outcome = self._game.outcome(self._position)
        return self._row(outcome, forfeit)

    def _move(self, player: Player) -> Generator[PlayerQuestion, Answer, tuple[int, Position]]:
        """Return a legal move of the player and the position after it.

        A forced move is played without asking if the terms say so.
        """
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
                answer = yield PlayerQuestion(entry, self._question(entry, refused))
                return answer.move, self._after(answer)
            except Fault as fault:
                policy = POLICY_OF_FAULT[fault.kind]
                self._record_fault(player, fault)
                faults[policy] = faults.get(policy, 0) + 1
                if faults[policy] > getattr(terms, policy).retries:
                    raise _ForfeitError from None
                if policy == ILLEGAL:
                    refused += (Refusal(fault.reply, fault.detail, fault.problem),)
            except PlayerUnreachable as trouble:
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

    def _after(self, answer: Answer) -> Position:
        """Return the position after a move; Fault if it is not legal."""
        try:
            after: Position = self._game.play(self._position, answer.move)
        except IllegalMoveError as error:
            for exchange in answer.exchanges:
                exchange.kind = ILLEGAL
            text = answer.exchanges[0].reply if answer.exchanges else str(answer.move)
            assert text is not UNSET, "a move was found in a reply"
            raise Fault(ILLEGAL, str(error), text, answer.exchanges, error.problem) from None
        if answer.exchanges:
            self._record_exchanges(answer.exchanges)
        return after

    def _seed(self) -> int:
        """Return the seed of the current question, from the game's key and the ply."""
        chance = self._chance.copy()
        chance.update(b"%d" % len(self._played))
        return int.from_bytes(chance.digest(), "big")

    def _record_fault(self, player: Player, fault: Fault) -> None:
        self._record_exchanges(fault.exchanges)
        self._faults.append(
            GameFault(
                ply=len(self._played) + 1,
                player=seat_of(player),
                kind=fault.kind,
                detail=fault.detail,
                reply=fault.reply[:1000],
                evidence=fault.evidence or UNSET,
            )
        )

    def _record_exchanges(self, exchanges: tuple[Exchange, ...]) -> None:
        ply, player = len(self._played) + 1, seat_of(self._position.to_move)
        self._exchanges += [replace(exchange, ply=ply, player=player) for exchange in exchanges]

    def _row(self, outcome: Outcome, forfeit: GameFault | None) -> GameRow:
        task = self._task
        return GameRow(
            key=task.key,
            setup=task.setup.label,
            game=task.setup.game,
            options=dict(task.setup.options),
            round=task.round,
            players=[entry.name for entry in task.players],
            first=seat_of(self._first),
            opening=self._opening,
            played=self._played,
            winner=seat_of(outcome.winner),
            reason=outcome.reason,
            forfeit=forfeit,
            faults=self._faults,
            start=self._start,
            decisions=self._decisions,
            exchanges=self._exchanges,
            seconds=[round(spent, 4) for spent in self._seconds],
        )


def seat_of(player: Player) -> Seat:
    """Return the number of a player."""
    return 1 if player is Player.ONE else 2


def recompute(task: GameTask, row: GameRow) -> GameRow:
    """Return a saved game with the fields that follow from its moves; ValueError if invalid."""
    game = task.setup.build()
    opening = _opening(task, game)
    first = Player.ONE if len(opening) % 2 == 0 else Player.TWO
    positions = list(game.positions(row.played, first))
    given = len(opening)
    if row.forfeit:
        winner = Player(row.forfeit.player).other
    else:
        outcome = game.outcome(positions[-1])
        if outcome is None:
            raise ValueError("it is not over")
        winner = outcome.winner
    judged = zip(positions[given:], row.played[given:], strict=False)
    return replace(
        row,
        winner=seat_of(winner),
        first=seat_of(first),
        opening=given,
        played=[*opening, *row.played[given:]],
        start=_worth(game, positions[given], task.terms.judge),
        decisions=[
            _judge(game, position, move, ply)
            for ply, (position, move) in enumerate(judged, given + 1)
        ],
    )


def _opening(task: GameTask, game: AnyGame) -> tuple[int, ...]:
    if task.terms.starts != SAMPLED:
        return ()
    return sample(game, task.terms.seed, task.round)


def _worth(game: AnyGame, position: Position, judge: bool) -> Start:
    """Return the value of a start for Player 1, who begins; unknown if not judged."""
    if not judge:
        return Start(Value.UNKNOWN, None, len(game.legal_moves(position)))
    worth = list(values(game, position).values())
    winning = None if Value.UNKNOWN in worth else worth.count(Value.WIN)
    value = next((v for v in (Value.WIN, Value.UNKNOWN) if v in worth), Value.LOSS)
    return Start(value, winning, len(worth))


def _judge(game: AnyGame, position: Position, move: int, ply: int) -> Decision:
    """Return the mark of a move; for a mistake also remoteness and better moves."""
    worth = values(game, position)
    mark, player = mark_of(worth, move), seat_of(position.to_move)
    if mark is not Mark.MISTAKE:
        return Decision(player=player, mark=mark, ply=ply)
    return Decision(
        player=player,
        mark=mark,
        remoteness=remoteness(game, position),
        better=[choice for choice, value in worth.items() if value is Value.WIN],
        ply=ply,
    )
