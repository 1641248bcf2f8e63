"""Language models as players, behind any endpoint with OpenAI's chat protocol.

A reply is a move, or it is empty, truncated, refused, filtered, a call of a tool,
unreadable or illegal: the arena never makes up a move for a model. All messages are saved,
with their tokens, cost and time.
"""

from __future__ import annotations

from time import monotonic

from divisor_duel.arena.players import chat_responses
from divisor_duel.arena.players.chat_client import ChatClient, request_body
from divisor_duel.arena.players.model_settings import SECONDS, Model
from divisor_duel.arena.players.protocol import Answer, PlayerUnreachable
from divisor_duel.arena.players.terms import PATIENCE
from divisor_duel.questions.prompts import messages
from divisor_duel.questions.question import (
    FILTERED,
    OK,
    REFUSED,
    TOOL_CALL,
    TRUNCATED,
    Exchange,
    Fault,
    Question,
)
from divisor_duel.questions.replies import find_move


def check_finish(reply: chat_responses.Reply) -> None:
    """Raise a Fault, with the text of the reply, if it does not end with an answer."""
    if reply.finish in ("length", "max_tokens"):  # the move at its end may be cut in half
        raise Fault(TRUNCATED, "the reply was cut off by the limit of tokens", reply.text)
    if reply.finish == "content_filter":
        raise Fault(FILTERED, "the endpoint filtered the reply", reply.text or reply.refusal)
    if reply.refusal and not reply.text:
        raise Fault(REFUSED, "the model declines to answer", reply.refusal)
    if reply.tool_calls and not reply.text:
        raise Fault(TOOL_CALL, "the model called a tool instead of answering", reply.tool_calls)


class LanguageModel:
    """A player that is a language model behind an endpoint."""

    def __init__(self, model: Model, client: ChatClient, patience: float = PATIENCE) -> None:
        self._model, self._client, self._patience = model, client, patience

    def choose(self, question: Question) -> Answer:
        """Return the move; Fault if the reply has none, PlayerUnreachable if none arrives."""
        return self._client.wait_for(self.ask(question))

    async def ask(self, question: Question) -> Answer:
        """Like `choose`, for callers that run many questions on one event loop."""
        model = self._model
        chat = messages(question, model.template, model.system)
        problems: list[str] = []
        exchange = Exchange(messages=chat, transport=problems, kind=OK)
        begin = monotonic()
        try:
            reply = await self._client.ask(
                model,
                request_body(model, chat),
                question.seconds,
                self._patience,
                problems,
            )
            move = self._read(question, chat_responses.read(reply), exchange)
        except Fault as fault:
            exchange.kind = fault.kind
            fault.exchanges = (exchange,)
            raise
        except PlayerUnreachable as trouble:
            exchange.kind = "trouble"
            trouble.exchanges = (exchange,)
            raise
        finally:
            exchange.seconds = round(monotonic() - begin, 3)
        return Answer(move, (exchange,))

    def _read(self, question: Question, reply: chat_responses.Reply, exchange: Exchange) -> int:
        """Return the move in a reply, after recording the reply in `exchange`."""
        cost = reply.cost if reply.cost is not None else self._model.cost(reply.tokens)
        self._client.budget.spent += cost
        self._client.budget.tokens += chat_responses.total_tokens(reply.tokens)
        exchange.reply = reply.text
        exchange.finish = reply.finish
        exchange.tokens = dict(reply.tokens)
        exchange.cost = cost
        if reply.reasoning:
            exchange.reasoning = reply.reasoning
        if not reply.text and (reply.refusal or reply.tool_calls):
            exchange.reply = reply.refusal or reply.tool_calls
        check_finish(reply)
        return find_move(question.game, reply.text)

    async def check(self) -> None:
        """Send a small request without retries; PlayerUnreachable or Fault if it fails."""
        chat = [{"role": "user", "content": "Answer with the single word ready."}]
        seconds = self._model.seconds or SECONDS
        reply = await self._client.ask(
            self._model, request_body(self._model, chat), seconds, 0.0, []
        )
        read = chat_responses.read(reply)
        self._client.budget.spent += read.cost or self._model.cost(read.tokens)

    def quit(self) -> None:
        """Do nothing: the client closes the connections."""

    kill = quit
