"""Answers of programs: a move or a fault, whatever the line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from divisor_duel.arena.players.protocol import POLICY_OF_FAULT, read_move
from divisor_duel.arena.players.terms import Terms
from divisor_duel.questions.question import Fault

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(
    st.binary()
    | ANY_JSON.map(lambda value: json.dumps(value).encode())
    | ANY_JSON.map(lambda value: json.dumps({"type": "move", "move": value}).encode())
)
def test_a_line_is_a_move_or_a_fault(line: bytes) -> None:
    """Only a whole number in a message of the right type is ever a move."""
    try:
        move = read_move(line)
    except Fault:
        return
    assert type(move) is int
    assert json.loads(line) == {"type": "move", "move": move}


@pytest.mark.parametrize("line", [b"1e999", b"[" * 100_000, b"9" * 5000, b'{"move": 3}', b"\xff"])
def test_hostile_lines_are_faults(line: bytes) -> None:
    """Lines that are deep, long, of no type or no text are faults and nothing worse."""
    with pytest.raises(Fault):
        read_move(line)


def test_every_family_of_faults_has_a_policy() -> None:
    """The terms say what follows each of them."""
    assert set(POLICY_OF_FAULT.values()) <= set(Terms._fields)
