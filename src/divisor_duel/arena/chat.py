"""Language models as players, behind any endpoint that speaks OpenAI's chat protocol.

A reply is a move, or it is empty, truncated, unreadable or illegal, and never
anything else: no move is made up for a model. All that was said is kept, with its
tokens, its cost and its time.
"""

from __future__ import annotations

from time import monotonic
from typing import Any

from divisor_duel.arena import streams
from divisor_duel.arena.endpoint import Switchboard, request_body
from divisor_duel.arena.models import SECONDS, Model
from divisor_duel.arena.protocol import Answer, Trouble
from divisor_duel.words.prompts import messages
from divisor_duel.words.question import TRUNCATED, Fault, Question
from divisor_duel.words.replies import read_reply

PATIENCE = 300.0
"""How many seconds a move may wait for an endpoint that does not answer."""


class Chat:
    """One model behind one endpoint."""

    def __init__(self, model: Model, board: Switchboard, patience: float = PATIENCE) -> None:
        self._model, self._board, self._patience = model, board, patience

    def choose(self, question: Question) -> Answer:
        """The move that the model names; a fault that says what it did instead."""
        return self._board.wait_for(self.ask(question))

    async def ask(self, question: Question) -> Answer:
        """The same, while other questions are under way."""
        model = self._model
        said = messages(question, model.template, model.system)
        kept: dict[str, Any] = {"messages": said, "transport": []}
        begin = monotonic()
        try:
            reply = await self._board.ask(
                model,
                request_body(model, said),
                question.seconds,
                self._patience,
                kept["transport"],
            )
            move = self._read(question, streams.read(reply), kept)
            kept["class"] = "ok"
        except Fault as fault:
            kept["class"] = fault.kind
            fault.exchanges = (kept,)
            raise
        except Trouble as trouble:
            kept["class"] = "trouble"
            trouble.exchanges = (kept,)
            raise
        finally:
            kept["seconds"] = round(monotonic() - begin, 3)
        return Answer(move, (kept,))

    def _read(self, question: Question, reply: streams.Reply, kept: dict[str, Any]) -> int:
        """The move in a reply; what the reply says is kept in any case."""
        cost = reply.cost if reply.cost is not None else self._model.cost(reply.tokens)
        self._board.ledger.spent += cost
        self._board.ledger.tokens += streams.total(reply.tokens)
        kept["reply"], kept["finish"], kept["tokens"] = reply.text, reply.finish, reply.tokens
        kept["cost"] = cost
        if reply.reasoning:
            kept["reasoning"] = reply.reasoning
        if reply.finish == "length":  # what looks like a move may be half of one
            raise Fault(TRUNCATED, "the reply was cut off by the limit of tokens", reply.text)
        return read_reply(question, reply.text)

    async def check(self) -> None:
        """Ask for something small: trouble that only a change can end is told now."""
        said = [{"role": "user", "content": "Answer with the single word ready."}]
        seconds = self._model.seconds or SECONDS
        reply = await self._board.ask(
            self._model, request_body(self._model, said), seconds, 0.0, []
        )
        read = streams.read(reply)
        self._board.ledger.spent += read.cost or self._model.cost(read.tokens)

    def quit(self) -> None:
        """The switchboard hangs up for all."""

    kill = quit
