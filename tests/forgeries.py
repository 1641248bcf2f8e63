"""Certificates to try a checker with: true ones, true ones changed, and made-up ones.

The moves and answers in them come from the slow twins of `tests/reference`, never from the
package, so that a mistake in the rules cannot hide a mistake in the checker. Only `true_claims`
asks the package, for what `duel prove` writes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from divisor_duel import Player
from divisor_duel.certificate import write_certificate
from divisor_duel.errors import DuelError
from divisor_duel.games import set_up
from divisor_duel.prove import prove
from tests.reference.brute import Twin, mex
from tests.reference.claims import (
    OWN,
    SHARED,
    TooLarge,
    memo_of,
    position_of,
    start_of,
    winner_from,
)

Claim = dict[str, Any]
Path = tuple[Any, ...]
"""Keys and indices that lead to a value inside a certificate."""

SETUPS: list[tuple[str, dict[str, Any]]] = [
    *(("divider", {"high": high}) for high in (4, 9, 12, 14, 16)),
    ("divider", {"low": 1, "high": 8}),
    ("divider", {"low": 3, "high": 14}),
    *(("divider", {"high": high, "ending": "misere"}) for high in (6, 9, 11)),
    *(("ladder", {"high": high}) for high in (4, 9, 14, 18)),
    *(("ladder", {"high": high, "ending": "misere"}) for high in (6, 12)),
    *(("countdown", {"start": start}) for start in (9, 36, 60, 128, 1024, 2310)),
    *(("countdown", {"start": s, "ending": "misere"}) for s in (12, 36, 128, 1200, 2310)),
    ("chain", {"high": 10}),
    ("chain", {"high": 13}),
    ("chain", {"high": 14, "opening": "even"}),
    ("chain", {"low": 1, "high": 9}),
    *(("chain", {"high": high, "ending": "misere"}) for high in (6, 10)),
    *(("digits", {"base": 6, "target": target}) for target in (4, 7, 15, 40)),
    *(("digits", {"base": 7, "target": target}) for target in (6, 12, 50)),
    *(("digits", {"base": 10, "target": target}) for target in (6, 15, 18)),
    *(("digits", {"base": base, "target": 14}) for base in (7, 8)),
    *(("digits", {"base": 9, "target": target}) for target in (6, 12)),
    *(("digits", {"base": 6, "target": t, "ending": "misere"}) for t in (4, 7, 200)),
    ("digits", {"base": 5, "target": 90, "ending": "misere"}),
    ("sum", {"one": "divider:high=5", "two": "countdown:start=9"}),
    ("sum", {"one": "divider:high=6", "two": "chain:high=5"}),
    ("sum", {"one": "countdown:start=12", "two": "countdown:start=36"}),
    ("sum", {"one": "chain:high=4", "two": "countdown:start=12", "ending": "misere"}),
]
"""Set-ups that brute force solves in a moment."""

BY_HAND = {
    "divider": ("left=4,6,8,9", "left=2,3,5-7", "left=4"),
    "ladder": ("one=4 two=6 pool=8,9", "one=2 two=3", "pool=4-6"),
    "countdown": ("number=6", "number=8", "number=9"),
    "chain": ("last=6 pool=2-4,8", "last=0 pool=2,3,4,6", "pool=5"),
    "digits": ("number=31 left=2,4", "number=0 left=1-4", "left=3"),
    "sum": ("two.number=4", "one.left=2,3", "one.number=6 two.number=8"),
}
"""Positions set up by hand, as texts."""

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


PARTNERS: Claim = {
    "certificate": 1,
    "game": "digits",
    "options": {"target": 14, "base": 8},
    "first": 1,
    "moves": [5, 7, 1],
    "winner": 1,
    "proof": {"kind": "partners", "move": 0, "sum": 7, "pairs": [[2, 5], [6, 1], [3, 4]]},
}
"""A true certificate of the one kind that the engine writes only for larger set-ups."""


def kinds_of(game: str, options: dict[str, Any]) -> tuple[str, ...]:
    """The kinds of proof that a set-up may have, without strategies."""
    misere = options.get("ending") == "misere"
    return (*SHARED, *OWN.get(f"misere {game}" if misere else game, ()))


ALL_KINDS = sorted(
    {
        (f"{'misere ' if options.get('ending') == 'misere' else ''}{name}", kind)
        for name, options in SETUPS
        for kind in kinds_of(name, options)
    }
)
"""Every game, normal and misere, with every kind of proof that it has."""


def after(twin: Twin, moves: Iterable[int]) -> Twin:
    """The twin once the moves are played."""
    for move in moves:
        twin = twin.play(move)
    return twin


def true_claims(rng: Random, each: int) -> Iterator[Claim]:
    """What the package proves of random positions of every set-up."""
    yield PARTNERS
    for name, options in SETUPS:
        for number in range(each):
            position = rng.choice(BY_HAND[name]) if number % 6 == 5 else ""
            first = rng.choice((1, 2))
            try:
                twin = start_of(name, options, first, position)
            except ValueError:
                continue  # this set-up has no such position
            moves = random_moves(rng, twin)
            game = set_up(name, options)
            strategy = number % 3 == 2 and name != "sum"
            try:
                made = prove(game, moves, Player(first), strategy=strategy, start=position)
            except DuelError:
                continue  # some sums have no proof that is small enough
            claim: Claim = json.loads(write_certificate(made))
            if len(json.dumps(claim)) < 20_000:
                yield claim


def random_moves(rng: Random, twin: Twin) -> list[int]:
    """The first moves of a random game, perhaps none."""
    moves = list[int]()
    for _ in range(rng.choice((0, 0, 1, 1, 2, 3, 5))):
        legal = twin.legal()
        if not legal:
            break
        moves.append(rng.choice(legal))
        twin = twin.play(moves[-1])
    return moves


class Forger:
    """Makes certificates, most of them wrong."""

    def __init__(self, rng: Random, true: list[Claim]) -> None:
        self.rng, self.true = rng, true

    def forge(self) -> tuple[str, str]:
        """What was done, and the certificate as text."""
        if self.rng.random() < 0.5:
            claim, label = deepcopy(self.rng.choice(self.true)), "changed"
            changes = self.rng.choice((1, 1, 1, 2, 3))
        else:
            claim, label = self.made_up(), "made up"
            changes = self.rng.choice((0, 0, 0, 1, 2))
        for _ in range(changes):
            claim = self.changed(claim)
        text = json.dumps(claim)
        if self.rng.random() < 0.03:
            text, label = self.damaged(text), "damaged"
        return f"{label} {kind_of(claim)}", text

    # Changes

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
                return put(claim, path, self.cancelled(value_at(claim, path)))
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

    # Made up from the forms of the proofs

    def made_up(self) -> Claim:
        """A certificate of a random kind whose fields are in range, or nearly."""
        game, kind = self.rng.choice(ALL_KINDS)
        name = game.removeprefix("misere ")
        ending = "misere" if game != name else "normal"
        fitting = [each for own, each in SETUPS if own == name]
        fitting = [each for each in fitting if each.get("ending", "normal") == ending]
        options, first = self.rng.choice(fitting), self.rng.choice((1, 2))
        position = self.rng.choice(BY_HAND[name]) if self.rng.random() < 0.15 else ""
        try:
            start = start_of(name, options, first, position)
        except ValueError:
            position, start = "", start_of(name, options, first)
        moves = random_moves(self.rng, start)
        twin = after(start, moves)
        claim = {
            "certificate": 1,
            "game": name,
            "options": dict(options),
            "first": first,
            "moves": moves,
            "winner": 1,
            "proof": {},
        }
        if position:
            claim["position"] = position
        winner = winner_from(twin, memo_of(claim))
        claim["winner"] = winner = winner if self.rng.random() < 0.3 else 3 - winner
        move = 0
        if twin.turn == winner and twin.legal():
            move = self.answer(claim, twin)
            twin = twin.play(move)
        claim["proof"] = {"kind": kind, "move": move, **self.fields(claim, kind, twin, 2)}
        return claim

    def fields(self, claim: Claim, kind: str, lost: Twin, depth: int) -> dict[str, Any]:
        """What a kind of proof that the player to move loses needs besides its move."""
        makers: dict[str, Callable[[], dict[str, Any]]] = {
            "tree": lambda: {"branches": self.branches(claim, lost, depth)},
            "answered": lambda: {"answers": self.answers(claim, lost)},
            "remainders": lambda: {"answers": self.answers(claim, lost)},
            "answers": lambda: {"steps": self.steps(lost), "answers": self.answers(claim, lost)},
            "mirror": lambda: self.mirror(claim, lost, depth),
            "groups": lambda: {"groups": self.groups(lost)},
            "pairs": lambda: {"pairs": self.pairs(lost), "barrier": self.some(lost)},
            "count": lambda: {"path": self.path(lost)},
            "safe": lambda: {"order": self.order(lost), "ahead": self.rng.choice((1, 2))},
            "partners": lambda: self.partners(lost),
            "equal": lambda: {"nim": self.nim(lost)},
        }
        return makers.get(kind, dict)()

    def branches(self, claim: Claim, lost: Twin, depth: int) -> list[dict[str, Any]]:
        """A proof for each reply, with an answer that wins if there is one."""
        kinds = kinds_of(claim["game"], claim["options"])
        made = []
        for reply in lost.legal():
            here = lost.play(reply)
            move = self.answer(claim, here) if here.legal() else 0
            reached = here.play(move) if move else here
            kind = "end" if not reached.legal() or not depth else self.rng.choice(kinds)
            fields = self.fields(claim, kind, reached, depth - 1)
            proof: Claim = {"kind": kind, "move": move, **fields}
            made.append({"replies": [reply], "proof": proof})
        return made

    def answers(self, claim: Claim, lost: Twin) -> list[list[int]]:
        """An answer for each reply."""
        made = []
        for reply in lost.legal():
            here = lost.play(reply)
            made.append([reply, self.answer(claim, here) if here.legal() else 0])
        return made

    def answer(self, claim: Claim, here: Twin) -> int:
        """A legal move: mostly one that wins, if there is one."""
        legal = here.legal()
        if self.rng.random() < 0.9:
            memo = memo_of(claim)
            for move in legal:
                if winner_from(here.play(move), memo) == here.turn:
                    return move
        return self.rng.choice(legal)

    def mirror(self, claim: Claim, lost: Twin, depth: int) -> dict[str, Any]:
        """Steps, and a proof about the numbers that stay."""
        steps = self.steps(lost)
        paired = {number for step in steps for pair in step for number in pair}
        left = set(lost.legal()) - paired
        if not left:
            return {"steps": steps, "rest": None}
        rest: Any = deepcopy(getattr(lost, "game", lost))
        rest.numbers = left
        kind = self.rng.choice([*OWN["divider"]]) if depth else "parity"
        fields = self.fields(claim, kind, rest, depth - 1)
        return {"steps": steps, "rest": {"kind": kind, "move": 0, **fields}}

    def steps(self, lost: Twin) -> list[list[list[int]]]:
        """Pairs of numbers that do not divide each other, in some steps."""
        numbers = [*lost.legal()]
        self.rng.shuffle(numbers)
        pairs = [[one, two] for one, two in zip(numbers[::2], numbers[1::2], strict=False)]
        pairs = pairs[: self.rng.randrange(len(pairs) + 1)]
        return [[pair] for pair in pairs] if self.rng.random() < 0.5 else [pairs] if pairs else []

    def groups(self, lost: Twin) -> list[list[Any]]:
        """Numbers that no divisibility joins, with their nim-values, made to cancel."""
        made: list[list[Any]] = [
            [group, grundy(frozenset(group))] for group in components(lost.legal())
        ]
        if made and self.rng.random() < 0.4:
            group = self.rng.choice(made)
            group[1] = self.rng.choice((group[1] + 1, group[1] - 1, -1, -group[1], 0, 1))
        return self.cancelled(made) if self.rng.random() < 0.6 else made

    def cancelled(self, groups: list[Any]) -> list[Any]:
        """The groups and empty ones, with nim-values whose nim-sum is 0."""
        total = 0
        for group in groups:
            if isinstance(group, list) and len(group) == 2 and type(group[1]) is int:
                total ^= group[1]
        if self.rng.random() < 0.5:
            return [*groups, [[], -1], [[], total ^ -1]]
        return [*groups, [[], total]]

    def pairs(self, lost: Twin) -> list[list[int]]:
        """Some pairs of numbers that are free."""
        numbers = sorted(self.free(lost))
        self.rng.shuffle(numbers)
        pairs = list[list[int]]()
        while len(numbers) > 1 and self.rng.random() < 0.95:
            one = numbers.pop()
            near = [other for other in numbers if other % one == 0 or one % other == 0]
            two = self.rng.choice(near or numbers)
            numbers.remove(two)
            pairs.append([one, two])
        return pairs

    def some(self, lost: Twin) -> list[int]:
        """Some of the free numbers."""
        return [number for number in sorted(self.free(lost)) if self.rng.random() < 0.2]

    def path(self, lost: Twin) -> list[int]:
        """Numbers of the pool, each a multiple of the one before."""
        twin: Any = getattr(lost, "game", lost)
        number, path = twin.current[3 - lost.turn], list[int]()
        while True:
            near = [step for step in twin.pool if step > number and step % number == 0]
            if not near or self.rng.random() < 0.1:
                return path
            number = self.rng.choice(sorted(near))
            path.append(number)

    def order(self, lost: Twin) -> list[int]:
        """All digits in some order."""
        twin: Any = getattr(lost, "game", lost)
        digits = list(range(1, twin.base))
        self.rng.shuffle(digits)
        return digits

    def partners(self, lost: Twin) -> dict[str, Any]:
        """A divisor of the base less one, and pairs of digits: mostly sums that it divides."""
        twin: Any = getattr(lost, "game", lost)
        both = [n for n in range(1, twin.base) if (twin.base - 1) % n == 0 == twin.target % n]
        modulus = self.rng.choice([both[-1], both[-1], *both])
        digits, pairs = self.order(lost), list[list[int]]()
        while len(digits) > 1:
            one = digits.pop()
            fitting = [other for other in digits if (one + other) % modulus == 0]
            if fitting or self.rng.random() < 0.1:
                pairs.append([one, self.rng.choice(fitting or digits)])
                digits.remove(pairs[-1][1])
        return {"sum": modulus, "pairs": pairs}

    def nim(self, lost: Twin) -> int:
        """The nim-value of one of the games of a sum, or a small number."""
        game: Any = self.rng.choice(lost.games) if hasattr(lost, "games") else None
        return nim_value(game) if game and self.rng.random() < 0.8 else self.rng.randrange(4)

    def free(self, lost: Twin) -> set[int]:
        """The numbers that are in the pool."""
        twin: Any = getattr(lost, "game", lost)
        return set(getattr(twin, "pool", None) or twin.legal())

    def numbers(self, claim: Claim) -> list[int]:
        """Numbers that are moves somewhere in the position."""
        try:
            return position_of(claim).legal() or [1]
        except (ValueError, TooLarge, TypeError, AttributeError, KeyError):
            return [1, 2, 3]


def kind_of(claim: Claim) -> str:
    """The game and kind that a certificate names, as far as it names any."""
    proof = claim.get("proof")
    kind = proof.get("kind") if isinstance(proof, dict) else None
    options = claim.get("options")
    misere = isinstance(options, dict) and options.get("ending") == "misere"
    return f"{'misere ' if misere else ''}{claim.get('game')!s:.12} {kind!s:.12}"


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


def components(numbers: list[int]) -> list[list[int]]:
    """The numbers in groups that no divisibility joins."""
    waiting, groups = set(numbers), list[list[int]]()
    while waiting:
        group, edge = set[int](), {min(waiting)}
        while edge:
            group |= edge
            edge = {
                other
                for other in waiting - group
                if any(other % number == 0 or number % other == 0 for number in group)
            }
        groups.append(sorted(group))
        waiting -= group
    return groups


_nim_values: dict[Any, int] = {}


def grundy(numbers: frozenset[int]) -> int:
    """The nim-value of numbers in Divider Duel."""
    if numbers not in _nim_values:
        _nim_values[numbers] = mex(
            {grundy(frozenset(n for n in numbers if n % move)) for move in numbers}
        )
    return _nim_values[numbers]


def nim_value(twin: Twin) -> int:
    """The nim-value of a game that a sum may have."""
    key = type(twin).__name__, twin.key()
    if key not in _nim_values:
        _nim_values[key] = mex({nim_value(twin.play(move)) for move in twin.legal()})
    return _nim_values[key]
