"""Certificates with something changed: a number, a list, a player, a position, the form."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tests.forging.claims import BY_HAND, SETUPS, Claim, kind_of, random_moves
from tests.forging.made_up import Maker
from tests.reference.claims import TooLarge, position_of

Path = tuple[Any, ...]
"""Keys and indices that lead to a value inside a certificate."""

ODD_VALUES: list[Any] = [
    *(0, 1, -1, -6, -(10**9), 10**9, 10**18, 2**63, 2**64, 10**30),
    *(True, False, None, 1.0, 2.0, 0.5, -0.0, 1e30),
    *("", "2", "parity", "end", [], {}, [[]], [[2, 3]], {"kind": "end", "move": 0}),
]
"""Values that no field expects, or few."""

HUGE_OPTIONS: dict[str, list[dict[str, Any]]] = {
    "divider": [{"high": 100_000}, {"low": 50_001, "high": 100_000}, {"high": 401}],
    "ladder": [{"high": 100_000}, {"high": 4096}],
    "countdown": [{"start": 10**18}, {"start": 2**59}, {"start": 963_761_198_400}],
    "chain": [{"high": 100_000}, {"low": 50_001, "high": 100_000}],
    "digits": [{"base": 36, "target": 10**18}, {"base": 36, "target": 35}, {"base": 20}],
    "sum": [{"one": "chain:high=100000"}, {"one": "countdown:start=1000000000000000000"}],
}
"""Options with which a certificate of a few bytes asks for much work."""


class Forger:
    """Makes certificates, most of them wrong."""

    def __init__(self, rng: Random, true: list[Claim]) -> None:
        self.rng, self.true, self.maker = rng, true, Maker(rng)

    def forge(self) -> tuple[str, str]:
        """What was done, and the certificate as text."""
        if self.rng.random() < 0.5:
            claim, label = deepcopy(self.rng.choice(self.true)), "changed"
            changes = self.rng.choice((1, 1, 1, 2, 3))
        else:
            claim, label = self.maker.made_up(), "made up"
            changes = self.rng.choice((0, 0, 0, 1, 2))
        for _ in range(changes):
            claim = self.changed(claim)
        text = json.dumps(claim)
        if self.rng.random() < 0.03:
            text, label = self.damaged(text), "damaged"
        return f"{label} {kind_of(claim)}", text

    def changed(self, claim: Claim) -> Claim:
        """A certificate that differs in one place."""
        change: Callable[[Claim], Claim] = self.rng.choice(
            [
                self.with_other_number,
                self.with_other_number,
                self.with_other_number,
                self.with_odd_value,
                self.with_other_list,
                self.with_other_list,
                self.with_other_player,
                self.with_other_position,
                self.with_other_options,
                self.with_other_fields,
                self.with_part_of_another,
                self.with_empty_groups,
            ]
        )
        return change(deepcopy(claim))

    def with_other_number(self, claim: Claim) -> Claim:
        """Another number in range: another move, reply, answer, partner or nim-value."""
        paths = [path for path in places(claim) if isinstance(value_at(claim, path), int)]
        path = self.rng.choice(paths)
        number = value_at(claim, path)
        near = [number + 1, number - 1, 2 * number, number // 2, *self.numbers(claim)]
        return put(claim, path, self.rng.choice([other for other in near if other >= 0]))

    def with_odd_value(self, claim: Claim) -> Claim:
        """A value of the wrong type or size."""
        path = self.rng.choice(list(places(claim)))
        return put(claim, path, deepcopy(self.rng.choice(ODD_VALUES)))

    def with_other_list(self, claim: Claim) -> Claim:
        """A list with an item dropped, doubled, moved, swapped or added."""
        lists = [path for path in places(claim) if isinstance(value_at(claim, path), list)]
        values = [path for path in lists if value_at(claim, path)]
        if not values:
            return claim
        items = list(value_at(claim, path := self.rng.choice(values)))
        index, other = self.rng.randrange(len(items)), self.rng.randrange(len(items))
        change = self.rng.randrange(5)
        if change == 0:
            del items[index]
        elif change == 1:
            items.insert(other, deepcopy(items[index]))
        elif change == 2:
            items[index], items[other] = items[other], items[index]
        elif change == 3:
            self.rng.shuffle(items)
        else:
            items[index] = deepcopy(items[other])
        return put(claim, path, items)

    def with_other_player(self, claim: Claim) -> Claim:
        """Another winner, or another player who began."""
        name = self.rng.choice(("winner", "winner", "first"))
        other = {1: 2, 2: 1}.get(claim[name], 1) if type(claim.get(name)) is int else 1
        return {**claim, name: other}

    def with_other_position(self, claim: Claim) -> Claim:
        """One move more or fewer, other moves, or a position set up by hand."""
        moves, change = claim.get("moves"), self.rng.randrange(4)
        if change == 0 and isinstance(moves, list) and moves:
            return {**claim, "moves": moves[:-1]}
        if change == 1:
            return {**claim, "position": self.rng.choice(BY_HAND.get(str(claim.get("game")), [""]))}
        try:
            twin = position_of(claim)
            start = position_of({**claim, "moves": []})
        except (ValueError, TooLarge, TypeError, AttributeError, KeyError):
            return {**claim, "moves": [2]}
        if change == 2 and twin.legal():
            return {**claim, "moves": [*claim["moves"], self.rng.choice(twin.legal())]}
        return {**claim, "moves": random_moves(self.rng, start)}

    def with_other_options(self, claim: Claim) -> Claim:
        """Other options, or another game with its own."""
        name, options = self.rng.choice(SETUPS)
        change = self.rng.randrange(4)
        if change == 0:
            return {**claim, "game": name}
        if change == 1:
            return {**claim, "game": name, "options": dict(options)}
        own = str(claim.get("game"))
        if change == 2 and own in HUGE_OPTIONS and self.rng.random() < 0.2:
            return {**claim, "options": dict(self.rng.choice(HUGE_OPTIONS[own]))}
        fitting = [options for name, options in SETUPS if name == own] or [{}]
        return {**claim, "options": dict(self.rng.choice(fitting))}

    def with_other_fields(self, claim: Claim) -> Claim:
        """A field dropped, added or renamed."""
        objects = [path for path in places(claim) if isinstance(value_at(claim, path), dict)]
        path = self.rng.choice([(), *objects])
        fields = dict(value_at(claim, path))
        names = sorted(fields) or [""]
        name, change = self.rng.choice(names), self.rng.randrange(3)
        if change == 0:
            fields["note"] = 1
        elif change == 1:
            fields.pop(name, None)
        else:
            fields[self.rng.choice(("kind", "move", "groups", "rest", "x"))] = fields.pop(name, 0)
        return put(claim, path, fields) if path else fields

    def with_part_of_another(self, claim: Claim) -> Claim:
        """The whole proof, or some value in it, of another certificate."""
        other = deepcopy(self.rng.choice(self.true))
        if self.rng.random() < 0.5 or not isinstance(claim.get("proof"), dict):
            return {**claim, "proof": other["proof"]}
        path = self.rng.choice(list(places(claim)))
        return put(claim, path, value_at(other, self.rng.choice(list(places(other)))))

    def with_empty_groups(self, claim: Claim) -> Claim:
        """Groups without numbers whose nim-values make all of them cancel."""
        for path in places(claim):
            if path[-1] == "groups" and isinstance(value_at(claim, path), list):
                return put(claim, path, self.maker.cancelled(value_at(claim, path)))
        return self.with_other_number(claim)

    def damaged(self, text: str) -> str:
        """A text cut off, doubled or with other characters in it."""
        place = self.rng.randrange(len(text))
        return self.rng.choice(
            [
                text[:place],
                text + text,
                text[:place] + self.rng.choice('{}[]",:-.0e9\\\x00\ud7ff') + text[place + 1 :],
                text.replace("1", "1e1", 1),
                text.replace("{", '{"winner": 1, "kind": "end", ', 1),
                text.replace("[", "[" * 3000, 1),
                text.replace("2", "9" * 5000, 1),
                text.replace("2", "NaN", 1),
                "\ufeff" + text,
            ]
        )

    def numbers(self, claim: Claim) -> list[int]:
        """Numbers that are moves somewhere in the position."""
        try:
            return position_of(claim).legal() or [1]
        except (ValueError, TooLarge, TypeError, AttributeError, KeyError):
            return [1, 2, 3]


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all values inside a value."""
    items: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        yield (*path, key)
        yield from places(inner, (*path, key))


def value_at(value: Any, path: Path) -> Any:
    """The value at a path."""
    for key in path:
        value = value[key]
    return value


def put(claim: Claim, path: Path, value: Any) -> Claim:
    """The certificate with another value at a path; it is changed in place."""
    value_at(claim, path[:-1])[path[-1]] = value
    return claim
