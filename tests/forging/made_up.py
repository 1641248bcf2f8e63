"""Certificates made up from the forms of the proofs, for either player and any kind."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from tests.forging.claims import ALL_KINDS, BY_HAND, SETUPS, Claim, after, kinds_of, random_moves
from tests.reference.brute import Twin, mex
from tests.reference.claims import OWN, memo_of, start_of, winner_from


class Maker:
    """Makes certificates of random kinds, most of which claim what is false."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

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
        """Return the fields of a proof that the player to move loses, without `kind` and `move`."""
        makers: dict[str, Callable[[], dict[str, Any]]] = {
            "tree": lambda: {"branches": self.branches(claim, lost, depth)},
            "answered": lambda: {"answers": self.answers(claim, lost)},
            "remainders": lambda: {"answers": self.answers(claim, lost)},
            "answers": lambda: {"steps": self.steps(lost), "answers": self.answers(claim, lost)},
            "mirror": lambda: self.mirror(claim, lost, depth),
            "pairing": lambda: self.pairing(claim, lost, depth),
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
        return {"steps": steps, "rest": self.rest(claim, lost, paired, depth)}

    def pairing(self, claim: Claim, lost: Twin, depth: int) -> dict[str, Any]:
        """Partners for all numbers or some, and a proof about the numbers that stay."""
        numbers = [*lost.legal()]
        self.rng.shuffle(numbers)
        pairs = list[list[int]]()
        while len(numbers) > 1 and self.rng.random() < 0.95:
            one = numbers.pop()
            apart = [other for other in numbers if other % one and one % other]
            pairs.append([one, self.rng.choice(apart or numbers)])
            numbers.remove(pairs[-1][1])
        paired = {number for pair in pairs for number in pair}
        return {"pairs": pairs, "rest": self.rest(claim, lost, paired, depth)}

    def rest(self, claim: Claim, lost: Twin, paired: set[int], depth: int) -> Claim | None:
        """A proof about the numbers that are not paired; None if there are none."""
        left = set(lost.legal()) - paired
        if not left:
            return None
        rest: Any = deepcopy(getattr(lost, "game", lost))
        rest.numbers = left
        kind = self.rng.choice([*OWN["divider"]]) if depth else "parity"
        return {"kind": kind, "move": 0, **self.fields(claim, kind, rest, depth - 1)}

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
