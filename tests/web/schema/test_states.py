"""Messages of the server: their exact JSON."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from divisor_duel.web.schema.states import (
    ClockMessage,
    Created,
    ErrorMessage,
    Health,
    Interrupted,
    Lobby,
    NextGame,
    OpenGame,
    OptionMessage,
    PlainView,
    Pong,
    PresetMessage,
    Readiness,
    RecordedGame,
    RefusedMessage,
    Rematch,
    StaleMessage,
    Standing,
    State,
    StateMessage,
    Takeback,
    encode,
)

STATE = State(
    version=3,
    ply=1,
    played=(6,),
    redo=0,
    to_move=2,
    legal=(2, 3),
    problems={"{} is taken": (6,)},
    over=False,
    winner=None,
    reason=None,
    resigned=None,
    ended=None,
    takeback=None,
    reactions={},
    rematch=Rematch(()),
    score={"1": 0, "2": 0},
    away={"1": False, "2": False},
    gone={"1": False, "2": False},
    values_allowed=True,
    thinking=False,
    trouble=None,
    note=None,
    vacant=(),
    open=False,
    clock=None,
    view=PlainView("6 is taken", {"2": "2"}),
    id="abc",
    game="chain",
    title="Divisor Duel: Chain",
    short_title="Chain",
    summary="Climb.",
    options={"high": 6},
    phrase="2..6",
    mode="here",
    first=1,
    start="",
    players={"1": "human", "2": "easy"},
    names={"1": "Ann", "2": "Computer"},
)

STATE_JSON = (
    b'{"version":3,"ply":1,"played":[6],"redo":0,"to_move":2,"legal":[2,3],'
    b'"problems":{"{} is taken":[6]},"over":false,"winner":null,"reason":null,"resigned":null,'
    b'"ended":null,"takeback":null,"reactions":{},"rematch":{"offers":[],"next":null},"score":{"1":0,"2":0},'
    b'"away":{"1":false,"2":false},"gone":{"1":false,"2":false},"values_allowed":true,'
    b'"thinking":false,"trouble":null,"note":null,"vacant":[],"open":false,"clock":null,'
    b'"view":{"told":"6 is taken","symbols":{"2":"2"}},"you":null,"id":"abc","game":"chain",'
    b'"title":"Divisor Duel: Chain","short_title":"Chain","summary":"Climb.","options":{"high":6},'
    b'"phrase":"2..6","mode":"here","first":1,"start":"",'
    b'"players":{"1":"human","2":"easy"},"names":{"1":"Ann","2":"Computer"}}'
)

CLOCK = ClockMessage("game", 60.0, 2.0, {"1": 59.5, "2": 60.0}, True)
CLOCK_JSON = (
    b'{"per":"game","seconds":60.0,"increment":2.0,"left":{"1":59.5,"2":60.0},"running":true}'
)

EXAMPLES: dict[bytes, Any] = {
    STATE_JSON: STATE,
    CLOCK_JSON: CLOCK,
    b'{"type":"state","state":%b}' % STATE_JSON: StateMessage(STATE),
    b'{"error":"stale","state":%b}' % STATE_JSON: StaleMessage("stale", STATE),
    b'{"id":"abc","seats":{"1":"x"},"state":%b,"invitations":{"2":"i.y"}}' % STATE_JSON: Created(
        "abc", {"1": "x"}, STATE, {"2": "i.y"}
    ),
    b'{"error":"no such game"}': ErrorMessage("no such game"),
    b'{"error":"busy","busy":true}': Interrupted("busy", True),
    b'{"type":"refused","error":"6 is taken","ply":1,"again":false}': RefusedMessage(
        "6 is taken", 1, False
    ),
    b'{"type":"pong"}': Pong(),
    b'{"by":1,"ply":4}': Takeback(1, 4),
    b'{"offers":[1,2],"next":{"id":"z","seat_token_for_you":null,"seats":{}}}': Rematch(
        (1, 2), NextGame("z")
    ),
    b'{"games":[{"id":"a","game":"chain","phrase":"2..6","name":"Ann","clock":null}]}': Lobby(
        [OpenGame("a", "chain", "2..6", "Ann", None)]
    ),
    b'{"status":"ok"}': Health(),
    b'{"ready":false,"problems":["disk"],"database_seconds":0.5,"sweep_age":1.0,'
    b'"listener_age":null}': Readiness(False, ["disk"], 0.5, 1.0, None),
    b'{"name":"high","default":50,"help":"h","least":2,"most":99,"choices":[],"house":false,'
    b'"set_up":false}': OptionMessage("high", 50, "h", 2, 99, (), False, False),
    b'{"options":{"high":12},"phrase":"2..12","why":"short","winner":1}': PresetMessage(
        {"high": 12}, "2..12", "short", 1
    ),
    b'{"game":"chain","options":{"high":6},"moves":[6],"first":1,"players":["human","easy"],'
    b'"names":["Ann","Bo"],"date":"2026-11-19","resigned":null,"start":""}': RecordedGame(
        "chain", {"high": 6}, (6,), 1, ("human", "easy"), ("Ann", "Bo"), "2026-11-19", None
    ),
}


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: type(EXAMPLES[text]).__name__)
def test_a_message_is_this_json(text: bytes) -> None:
    """The names of fields, their order and their values are fixed."""
    assert encode(EXAMPLES[text]) == text


@pytest.mark.parametrize("kind", [ErrorMessage, Takeback, RecordedGame, ClockMessage, Readiness])
def test_a_message_reads_back(kind: type) -> None:
    """What a worker or a client in Python decodes equals what was sent."""
    text, message = next(pair for pair in EXAMPLES.items() if type(pair[1]) is kind)
    assert msgspec.json.decode(text, type=kind) == message


def test_the_reader_is_the_last_field_of_a_standing() -> None:
    """`you` can be replaced in the JSON of a state without decoding it."""
    assert Standing.__struct_fields__[-1] == "you"
