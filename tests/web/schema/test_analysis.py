"""Messages about positions: their exact JSON, and the parts of a position."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel.games.registry import GAMES
from divisor_duel.play.record import Record
from divisor_duel.web.schema.analysis import (
    AnalysisMessage,
    CoachMessage,
    DiagramMessage,
    Group,
    HintMessage,
    JudgedMessage,
    MarkMessage,
    MoveValueMessage,
    ProofDrawing,
    ReplyMessage,
    ReviewMessage,
    StandingMessage,
    StrategyMessage,
    WhyMessage,
    setting_of,
)
from divisor_duel.web.schema.states import encode

EXAMPLES: dict[bytes, Any] = {
    b'{"ply":1,"value":"win","remoteness":3,"grundy":2,"moves":[{"move":4,"value":"win",'
    b'"remoteness":3,"grundy":0}],"line":[4,2],"reason":"r","proof":null,"symbols":{},'
    b'"strategy":null}': (
        AnalysisMessage(1, "win", 3, 2, [MoveValueMessage(4, "win", 3, 0)], (4, 2), "r", None)
    ),
    b'{"winner":1,"by_rules":true,"steps":["Take 4."],"move":4,"answers":[{"reply":2,"answer":3,'
    b'"to_winner":"w","to_loser":"l","step":null}],"diagrams":[]}': (
        StrategyMessage(1, True, ("Take 4.",), 4, [ReplyMessage(2, 3, "w", "l", None)])
    ),
    b'{"width":320.0,"height":60.0,"caption":"c","description":"d","marks":[{"tag":"text","role":"number",'
    b'"at":{"x":1.5},"text":"2","about":[2]},{"tag":"path","role":"arc","at":{"d":"M0 0"}}]}': (
        DiagramMessage(
            320.0,
            60.0,
            "c",
            "d",
            [
                MarkMessage("text", "number", {"x": 1.5}, "2", (2,)),
                MarkMessage("path", "arc", {"d": "M0 0"}),
            ],
        )
    ),
    b"{}": ProofDrawing(),
    b'{"answers":{"2":3},"pairs":[[2,3]],"groups":[{"numbers":[5],"nim":1}],"after":4}': (
        ProofDrawing({2: 3}, [(2, 3)], [Group((5,), 1)], 4)
    ),
    b'{"move":null,"why":"look at 6","step":1}': HintMessage(None, "look at 6", 1),
    b'{"move":2,"value":"loss","answer":3,"why":"w"}': WhyMessage(2, "loss", 3, "w"),
    b'{"warning":null}': CoachMessage(None),
    b'{"moves":[{"ply":0,"player":1,"move":2,"mark":"?","better":[4],"reason":"r","solved":true}],'
    b'"standings":[{"winner":1,"remoteness":5},{"winner":null,"remoteness":null}],'
    b'"accuracy":{"1":0.0,"2":null},"turning_point":0,"symbols":{}}': ReviewMessage(
        [JudgedMessage(0, 1, 2, "?", (4,), "r", True)],
        [StandingMessage(1, 5), StandingMessage(None, None)],
        {"1": 0.0, "2": None},
        0,
    ),
}


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: type(EXAMPLES[text]).__name__)
def test_a_message_is_this_json(text: bytes) -> None:
    """The names of fields, their order and their values are fixed; a proof omits what it lacks."""
    assert encode(EXAMPLES[text]) == text


def test_the_parts_of_a_position() -> None:
    """A set lists all possible members and those chosen; a number has only its value."""
    setting = setting_of(Record(GAMES["chain"](high=6), (4,)))
    assert setting.to_move == 2
    parts = {part.name: part for part in setting.parts}
    assert parts["pool"].symbols == {str(number): str(number) for number in range(2, 7)}
    assert parts["pool"].chosen == (2, 3, 5, 6)
    assert (parts["last"].symbols, parts["last"].chosen, parts["last"].value) == (None, (), "4")
