"""Messages of clients: their exact JSON, their limits, and what is refused."""

from __future__ import annotations

from datetime import date
from typing import Any

import msgspec
import pytest

from divisor_duel.learn.progress import DayMessage, ProgressMessage
from divisor_duel.web.schema import requests
from divisor_duel.web.schema.requests import (
    ClockWish,
    Hello,
    JoinRequest,
    MoveMessage,
    MoveRequest,
    NewGame,
    PairRequest,
    Ping,
    PlyRequest,
    PracticeRequest,
    ProgressRequest,
    ReactionRequest,
    RecordText,
    TakebackAnswer,
    Tree,
    VersionRequest,
)

TOKEN = "abcdefghijklmnopqrst"

EXAMPLES: dict[bytes, Any] = {
    b'{"per":"move","seconds":30.0,"increment":0.0}': ClockWish("move", 30.0),
    b'{"ply":3,"move":12,"version":null}': MoveRequest(3, 12),
    b'{"ply":3,"version":7}': PlyRequest(3, 7),
    b'{"accept":true,"version":null}': TakebackAnswer(True),
    b'{"mark":"oops","version":null}': ReactionRequest("oops"),
    b'{"version":1}': VersionRequest(1),
    b'{"token":"%b","invitation":"i.x","name":null}' % TOKEN.encode(): JoinRequest(TOKEN, "i.x"),
    b'{"token":"%b","game":"chain","name":"Ann","clock":null}' % TOKEN.encode(): PairRequest(
        TOKEN, "chain", "Ann"
    ),
    b'{"text":"*"}': RecordText("*"),
    b'{"progress":{"daily":{"3":{"tries":"01","hints":2}},"rating":null,"run":4},"code":"d"}': (
        ProgressRequest(ProgressMessage({"3": DayMessage("01", 2)}, None, 4), "d")
    ),
    b'{"mistakes":[],"today":"2026-11-18","missed":[],"tried":null,"solved":false}': (
        PracticeRequest((), date(2026, 11, 18))
    ),
    b'{"game":"chain","options":{"high":50},"first":2,"position":"","line":"24(6)12","moves":[]}': (
        Tree("chain", {"high": 50}, 2, line="24(6)12")
    ),
    b'{"type":"hello","token":"abc"}': Hello("abc"),
    b'{"type":"move","ply":0,"move":6,"version":2}': MoveMessage(0, 6, 2),
    b'{"type":"ping"}': Ping(),
    b'{"game":"chain","options":{},"first":"random","players":{"2":"easy"},"names":{},"mode":"link",'
    b'"open":false,"clock":null,"moves":[6,12],"position":""}': NewGame(
        "chain", first="random", players={"2": "easy"}, mode="link", moves=(6, 12)
    ),
}


@pytest.mark.parametrize("text", EXAMPLES)
def test_a_message_is_this_json(text: bytes) -> None:
    """The JSON of every kind of message is fixed, reads back, and has no other fields."""
    message = EXAMPLES[text]
    assert msgspec.json.encode(message) == text
    assert msgspec.json.decode(text, type=type(message)) == message
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        msgspec.json.decode(text[:-1] + b',"colour":"red"}', type=type(message))


def test_every_message_of_clients_is_here() -> None:
    """No kind of message is without an example."""
    kinds = [
        kind
        for kind in vars(requests).values()
        if isinstance(kind, type) and kind.__module__ == requests.__name__
    ]
    assert set(kinds) == {type(message) for message in EXAMPLES.values()}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (MoveRequest, b'{"ply":-1,"move":6}'),
        (MoveRequest, b'{"ply":0,"move":1000000000000000001}'),
        (MoveRequest, b'{"ply":0,"move":6,"version":0}'),
        (MoveRequest, b'{"ply":0,"move":6.5}'),
        (MoveRequest, b'{"ply":0}'),
        (JoinRequest, b'{"token":"short"}'),
        (JoinRequest, b'{"token":"abcdefghijklmnopqrs!"}'),
        (ClockWish, b'{"per":"game","seconds":4}'),
        (ClockWish, b'{"per":"week","seconds":60}'),
        (ClockWish, b'{"per":"game","seconds":60,"increment":3601}'),
        (NewGame, b'{"game":"chain","players":{"3":"human"}}'),
        (NewGame, b'{"game":"chain","first":3}'),
        (NewGame, b'{"game":"' + b"x" * 41 + b'"}'),
        (NewGame, b'{"game":"chain","moves":[' + b",".join([b"2"] * 1001) + b"]}"),
        (Hello, b'{"type":"hello","token":"' + b"x" * 101 + b'"}'),
        (Hello, b'{"type":"ping","token":"x"}'),
    ],
)
def test_what_is_out_of_bounds_is_refused(kind: type, text: bytes) -> None:
    """Numbers, lengths, words and types have limits, which decoding checks."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=kind)


def test_the_type_of_a_live_message_is_its_tag() -> None:
    """One decoder reads all three messages of a live connection."""
    read = msgspec.json.Decoder(Hello | Ping | MoveMessage).decode
    assert [read(text) for text in EXAMPLES if b'"type"' in text] == [
        message for text, message in EXAMPLES.items() if b'"type"' in text
    ]
    with pytest.raises(msgspec.ValidationError):
        read(b'{"type":"resign"}')
