"""The form of proofs: each kind has its fields, and nothing else is read as one."""

from __future__ import annotations

import json
import pickle
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from divisor_duel import GAMES, DuelError, Player
from divisor_duel.errors import CertificateError
from divisor_duel.game import AnyGame
from divisor_duel.games.chain.proofs import Pairs
from divisor_duel.games.divider.proofs import Groups, Mirror
from divisor_duel.games.registry import find_game
from divisor_duel.proof import Answered, Branch, End, Proof, Strategy, Tree
from divisor_duel.proofs.certificate import Certificate, read_certificate, write_certificate
from divisor_duel.proofs.checker import check
from divisor_duel.proofs.kinds import DEEPEST, kinds, name_of, read_proof, write_proof
from tests.proofs.data import check_data

ENDED = {"kind": "end", "move": 3}
PROOFS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("divider", {}, ENDED),
    ("divider", {}, {"kind": "tree", "move": 4, "branches": [{"replies": [2, 5], "proof": ENDED}]}),
    ("chain", {"ending": "misere"}, {"kind": "answered", "move": 0, "answers": [[2, 4], [3, 0]]}),
    ("divider", {}, {"kind": "strategy", "replies": {"Player 1 to move": 3}}),
    ("divider", {}, {"kind": "parity", "move": 0}),
    ("divider", {}, {"kind": "mirror", "move": 0, "steps": [[[2, 3]]], "rest": ENDED}),
    ("divider", {}, {"kind": "pairing", "move": 0, "pairs": [[2, 3], [5, 7]], "rest": ENDED}),
    ("divider", {}, {"kind": "answers", "move": 2, "steps": [[[5, 7]]], "answers": [[2, 3]]}),
    ("divider", {}, {"kind": "groups", "move": 2, "groups": [[[2, 4], 2], [[3, 9], 2]]}),
    ("ladder", {}, {"kind": "count", "move": 2, "path": [3, 6]}),
    ("ladder", {}, {"kind": "doubling", "move": 2}),
    ("countdown", {}, {"kind": "parity", "move": 2}),
    ("countdown", {"ending": "misere"}, {"kind": "shape", "move": 2}),
    ("chain", {}, {"kind": "pairs", "move": 2, "pairs": [[2, 4], [3, 9]], "barrier": [2]}),
    ("digits", {}, {"kind": "safe", "move": 2, "order": [1, 2], "ahead": 1}),
    ("digits", {}, {"kind": "partners", "move": 2, "sum": 5, "pairs": [[1, 4]]}),
    ("digits", {"ending": "misere"}, {"kind": "last", "move": 0}),
    ("digits", {"ending": "misere"}, {"kind": "remainders", "move": 0, "answers": [[1, 0]]}),
    ("sum", {}, {"kind": "equal", "move": 4, "nim": 0}),
]
"""A proof of every kind that has its form, whether or not it holds."""

each_kind = pytest.mark.parametrize(
    ("name", "options", "proof"), PROOFS, ids=[f"{one[0]}-{one[2]['kind']}" for one in PROOFS]
)


def refusal(game: AnyGame, proof: Any) -> str:
    """The sentence with which a proof is refused for its form."""
    with pytest.raises(DuelError) as caught:
        read_proof(game, proof)
    assert not isinstance(caught.value, CertificateError)
    sentence = str(caught.value)
    assert sentence.startswith("this is not a certificate: ")
    assert "\n" not in sentence
    return sentence


def test_a_list_of_answers_has_at_least_one() -> None:
    """A position with a single reply needs a single answer, and one without replies is over."""
    proof: dict[str, Any] = {"kind": "answered", "move": 0, "answers": [[2, 4]]}
    assert read_proof(GAMES["chain"](), proof)
    assert "expected `array` of length >= 1" in refusal(GAMES["chain"](), {**proof, "answers": []})


def test_every_kind_is_tried() -> None:
    """The proofs above are of all kinds that the games of this package have."""
    tried = {(name, bool(options), proof["kind"]) for name, options, proof in PROOFS}
    for name in [*GAMES, "sum"]:
        for options in ({}, {"ending": "misere"}):
            own = kinds(find_game(name)(**options))[3:]
            assert {(name, bool(options), name_of(kind)) for kind in own} <= tried


@each_kind
def test_fields_are_neither_missing_nor_unknown(
    name: str, options: dict[str, Any], proof: dict[str, Any]
) -> None:
    """Each kind is read with just its fields, and refused with one less or one more."""
    game = find_game(name)(**options)
    assert name_of(type(read_proof(game, proof))) == proof["kind"]
    for field in proof.keys() - {"kind"}:
        less = {key: value for key, value in proof.items() if key != field}
        assert f"missing required field `{field}`" in refusal(game, less)
    assert "unknown field `more`" in refusal(game, proof | {"more": 1})
    assert "an object with a kind" in refusal(game, {"move": 0})


def changed(value: Any, new: Any) -> Iterator[Any]:
    """The value with each of its whole numbers replaced in turn."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from (value | {key: other} for other in changed(part, new))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            for other in changed(part, new):
                yield [*value[:index], other, *value[index + 1 :]]
    elif type(value) is int:
        yield new


@each_kind
@pytest.mark.parametrize("new", [True, False, 1.0, float("nan"), "1", None, -1, 2**63, 10**400, []])
def test_numbers_are_whole_and_within_limits(
    name: str, options: dict[str, Any], proof: dict[str, Any], new: Any
) -> None:
    """No number of any kind may be a boolean, a float, a text, negative or huge."""
    game = find_game(name)(**options)
    tried = [refusal(game, other) for other in changed(proof, new)]
    assert tried
    assert all("xpected" in sentence or "nvalid" in sentence for sentence in tried)


def emptied(value: Any) -> Iterator[Any]:
    """The value with each of its lists emptied in turn."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from (value | {key: other} for other in emptied(part))
    elif isinstance(value, list):
        yield []
        for index, part in enumerate(value):
            for other in emptied(part):
                yield [*value[:index], other, *value[index + 1 :]]


MAY_BE_EMPTY = {
    ("answers", "steps"),  # nothing need mirror anything
    ("answers", "answers"),  # everything may mirror something
    ("count", "path"),  # an opponent who cannot climb has lost
    ("pairs", "pairs"),
    ("pairs", "barrier"),
    ("safe", "order"),  # refused when it is compared with the digits
    ("partners", "pairs"),
}
"""Lists that a kind may have empty."""


@each_kind
def test_lists_are_not_empty(name: str, options: dict[str, Any], proof: dict[str, Any]) -> None:
    """Groups, steps, branches, replies and answers hold something."""
    game = find_game(name)(**options)
    for other in emptied(proof):
        fields = {(proof["kind"], key) for key, value in other.items() if value == []}
        if not fields <= MAY_BE_EMPTY or not fields:
            assert "xpected `array`" in refusal(game, other)


def test_a_kind_belongs_to_its_game() -> None:
    """Another game's kind is refused, and so is a normal kind in misere, with those there are."""
    sentence = refusal(GAMES["chain"](), {"kind": "groups", "move": 2, "groups": [[[2], 1]]})
    assert sentence.endswith("one of strategy, end, tree, answered, pairs, not 'groups'")
    sentence = refusal(GAMES["chain"](ending="misere"), {"kind": "pairs", "move": 2})
    assert sentence.endswith("one of strategy, end, tree, answered, not 'pairs'")
    inner = {"replies": [2], "proof": {"kind": "strategy", "replies": {}}}
    sentence = refusal(GAMES["chain"](), {"kind": "tree", "move": 2, "branches": [inner]})
    assert sentence.endswith("one of end, tree, answered, pairs, not 'strategy'")


def test_nesting_is_bounded() -> None:
    """Proofs may be nested so deep and no deeper, in trees, mirrors and pairings."""
    for wrapped in (
        lambda inner: {
            "kind": "tree",
            "move": 0,
            "branches": [{"replies": [2], "proof": inner}],
        },
        lambda inner: {"kind": "mirror", "move": 0, "steps": [[[2, 3]]], "rest": inner},
        lambda inner: {"kind": "pairing", "move": 0, "pairs": [[2, 3]], "rest": inner},
    ):
        proof: dict[str, Any] = ENDED
        for _ in range(DEEPEST - 1):
            proof = wrapped(proof)
        assert read_proof(GAMES["divider"](), proof)
        sentence = refusal(GAMES["divider"](), wrapped(proof))
        assert sentence.endswith(f"nested more than {DEEPEST} deep")


CERTIFICATE = '''
"""Heap's own kind of proof."""

from divisor_duel.games.parts import ProofKinds
from divisor_duel.proof import Checked, Number, Proof, require


class Fours(Proof, frozen=True, tag="fours"):
    """The size of the heap, divided by four."""

    fours: Number


def verify(game, lost, proof, budget):
    """Check the count."""
    budget.spend()
    require(lost.heap == 4 * proof.fours, "it is another number")
    return Checked(f"Fours: {proof.fours}", ("a theorem of its own",))


PROOFS = ProofKinds((Fours,), verify)
'''


def test_a_game_of_another_package_declares_its_own_kinds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its kinds are read by the schema that it declares and checked by its own code."""
    package = tmp_path / "heap_with_proofs"
    shutil.copytree(Path(__file__).parents[1] / "heap_package" / "heap_game", package)
    (package / "proofs.py").write_text(CERTIFICATE)
    monkeypatch.syspath_prepend(tmp_path)
    game: AnyGame = import_module("heap_with_proofs.rules").Heap(size=9)
    proof = {"kind": "fours", "move": 1, "fours": 2}
    found = check_data(game, game.start(), Player.ONE, proof)
    assert (found.what, found.theorems) == ("Fours: 2", ("a theorem of its own",))
    assert found.positions == 2
    assert "expected `int` >= 1, at fours" in refusal(game, proof | {"fours": -2})
    with pytest.raises(CertificateError, match="it is another number"):
        check_data(game, game.start(), Player.ONE, proof | {"fours": 3})
    for name in [name for name in sys.modules if name.startswith("heap_with_proofs")]:
        monkeypatch.delitem(sys.modules, name)


@each_kind
def test_what_is_read_is_what_was_written(
    name: str, options: dict[str, Any], proof: dict[str, Any]
) -> None:
    """A certificate with a proof of any kind survives being written and read."""
    game = find_game(name)(**options)
    certificate = Certificate(game, Player.ONE, (), Player.ONE, read_proof(game, proof))
    assert read_certificate(write_certificate(certificate)) == certificate


FORGED: list[tuple[Proof | Strategy, str]] = [
    (Groups(4, (((2, 3), -1),)), "expected `int` >= 0, at groups[0][1]"),
    (Groups(4, (((), 0),)), "expected `array` of length >= 1, at groups[0][0]"),
    (Mirror(4, (((5, 7),),), End(True)), "expected `int`, got `bool`, at move"),
    (Tree(4, (Branch((2,), Answered(3, ())),)), "expected `array` of length >= 1, at answers"),
    (Tree(4, (Branch((2,), Pairs(3, (), ())),)), "answers, groups, not 'pairs'"),
    (Pairs(4, (), ()), "answers, groups, not 'pairs'"),
    (Strategy({"x": 2**63}), "expected `int` <= 9223372036854775807, at replies[...]"),
]
"""Proofs that Python makes although their kinds, or the game, do not allow them."""


@pytest.mark.parametrize(("proof", "words"), FORGED)
def test_what_an_engine_makes_is_checked_by_the_same_schema(
    proof: Proof | Strategy, words: str
) -> None:
    """A certificate that was never written is refused for its form as well."""
    certificate = Certificate(GAMES["divider"](), Player.ONE, (), Player.ONE, proof)
    with pytest.raises(DuelError) as caught:
        check(certificate)
    assert not isinstance(caught.value, CertificateError)
    assert str(caught.value).endswith(words)


@each_kind
def test_a_proof_is_written_as_json(
    name: str, options: dict[str, Any], proof: dict[str, Any]
) -> None:
    """The kind and the move come first, then the fields of the kind."""
    read = read_proof(find_game(name)(**options), proof)
    assert json.dumps(write_proof(read)) == json.dumps(proof)


@each_kind
def test_a_proof_goes_to_another_process(
    name: str, options: dict[str, Any], proof: dict[str, Any]
) -> None:
    """A proof of any kind survives being pickled."""
    read = read_proof(find_game(name)(**options), proof)
    assert pickle.loads(pickle.dumps(read)) == read


def test_names_from_a_text_are_shown_safely() -> None:
    """A field's name cannot send control characters to a terminal, nor fill it."""
    proof = {"kind": "parity", "move": 0}
    sentence = refusal(GAMES["divider"](), proof | {"\x1b[2J\u202e\n": 1})
    assert sentence.isprintable()
    assert "unknown field `\\x1b[2J\\u202e\\n`" in sentence
    assert len(refusal(GAMES["divider"](), proof | {"x" * 100_000: 1})) < 200
    sentence = refusal(GAMES["divider"](), proof | {"kind": [[["parity"]]]})
    assert sentence.endswith(
        "kind must be one of strategy, end, tree, answered, parity, mirror, pairing, answers, "
        "groups"
    )


def test_the_limits_of_the_form_are_these() -> None:
    """Numbers of 63 bits are read, 60 levels of nesting, and 160 characters are shown."""
    game = GAMES["divider"]()
    assert read_proof(game, {"kind": "end", "move": 2**63 - 1})
    assert DEEPEST == 60
    start = "this is not a certificate: "
    around = len(refusal(game, ENDED | {"x": 1})) - len(start) - 1
    fits = refusal(game, ENDED | {"x" * (160 - around): 1})
    assert len(fits) == len(start) + 160
    assert not fits.endswith("...")
    cut = refusal(game, ENDED | {"x" * (161 - around): 1})
    assert len(cut) == len(start) + 163
    assert cut.endswith("...")


@each_kind
def test_a_proof_that_was_read_cannot_change(
    name: str, options: dict[str, Any], proof: dict[str, Any]
) -> None:
    """The form of every kind is frozen, so checking a proof twice checks the same proof."""
    form: Any = read_proof(find_game(name)(**options), proof)
    for field in form.__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(form, field, 1)
    for branch in getattr(form, "branches", ()):
        with pytest.raises(AttributeError):
            branch.replies = ()


def test_a_branch_has_just_its_fields() -> None:
    """A branch of a tree is refused with one field less or one more."""
    branch = {"replies": [2, 5], "proof": ENDED}
    for wrong in ({"replies": [2, 5]}, {"proof": ENDED}, branch | {"more": 1}):
        proof = {"kind": "tree", "move": 4, "branches": [wrong]}
        assert refusal(GAMES["divider"](), proof).endswith("at branches[0]")
