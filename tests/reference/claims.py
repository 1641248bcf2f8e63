"""Who really wins the position that a certificate names: brute force over the slow twins.

Nothing of the package is imported. A certificate comes as the value that `json.loads` returns,
and must be well formed: `Malformed` says what is wrong with it. `TooLarge` means that brute
force would take too long.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any

from tests.reference.brute import Twin
from tests.reference.chain import Chain
from tests.reference.countdown import Countdown
from tests.reference.digits import Digits
from tests.reference.divider import Divider
from tests.reference.ladder import Ladder
from tests.reference.misere import Misere
from tests.reference.sum import Sum

MOST_POSITIONS = 150_000
"""Limit on the positions of one set-up that brute force visits."""

LARGEST_COUNTDOWN = 4000
"""Countdown is solved by a table of all numbers up to the start; larger starts are too large."""

LARGEST: dict[str, tuple[str, int, int]] = {
    "divider": ("high", 9, 18),
    "ladder": ("high", 50, 22),
    "countdown": ("start", 60, LARGEST_COUNTDOWN),
    "chain": ("high", 50, 16),
    "digits": ("base", 10, 10),
}
"""The option that decides how large a game is, its default, and the most that is tried."""

LIMITS: dict[str, dict[str, Any]] = {
    "divider": {"low": (1, 100_000), "high": (2, 100_000)},
    "ladder": {"high": (2, 100_000)},
    "countdown": {"start": (1, 10**18)},
    "chain": {"low": (1, 100_000), "high": (2, 100_000), "opening": ("any", "even")},
    "digits": {"target": (2, 10**18), "base": (2, 36)},
    "sum": {"one": "set-up", "two": "set-up"},
}
"""What each option may be, from the table in docs/rules.md: a range, words or a set-up."""

TWINS: dict[str, type[Any]] = {
    "divider": Divider,
    "ladder": Ladder,
    "countdown": Countdown,
    "chain": Chain,
    "digits": Digits,
}

NUMBER, PAIR = "a whole number from 0 on", "a pair of whole numbers from 1 on"
Form = str | list[Any] | None
"""The form of a field: a word from the line above, or a list of such forms."""

SHARED: dict[str, dict[str, Form]] = {
    "end": {},
    "tree": {"branches": None},
    "answered": {"answers": [[NUMBER, NUMBER]]},
}
OWN: dict[str, dict[str, dict[str, Form]]] = {
    "divider": {
        "parity": {},
        "mirror": {"steps": [[PAIR]], "rest": None},
        "pairing": {"pairs": [PAIR], "rest": None},
        "answers": {"steps": [[PAIR]], "answers": [PAIR]},
        "groups": {"groups": [[[NUMBER], NUMBER]]},
    },
    "ladder": {"count": {"path": [NUMBER]}, "doubling": {}},
    "countdown": {"parity": {}},
    "chain": {"pairs": {"pairs": [PAIR], "barrier": [NUMBER]}},
    "digits": {
        "safe": {"order": [NUMBER], "ahead": NUMBER},
        "partners": {"sum": NUMBER, "pairs": [PAIR]},
    },
    "sum": {"equal": {"nim": NUMBER}},
    "misere countdown": {"shape": {}},
    "misere digits": {"last": {}, "remainders": {"answers": [[NUMBER, NUMBER]]}},
}
"""The fields that each kind of proof has besides `kind` and `move`, from docs/engine.md.

A list with one form holds any number of such values, one with two forms exactly these two, and
None stands for proofs, which are checked by themselves.
"""

FIELDS = {"certificate", "game", "options", "first", "moves", "winner", "proof"}


class Malformed(ValueError):  # noqa: N818
    """The value is not a certificate of version 1."""


class TooLarge(Exception):  # noqa: N818
    """Brute force would take too long."""


def true_winner(claim: Mapping[str, Any]) -> int:
    """The player who wins the position with best play, 1 or 2."""
    return winner_from(position_of(claim), memo_of(claim))


def check_form(claim: Mapping[str, Any]) -> None:
    """Refuse a proof whose fields are not those of its kind."""
    proof, misere = claim["proof"], claim["options"].get("ending") == "misere"
    own = OWN.get(f"misere {claim['game']}" if misere else claim["game"], {})
    if isinstance(proof, dict) and proof.get("kind") == "strategy":
        _require(set(proof) == {"kind", "replies"}, "a strategy has other fields")
        replies = proof["replies"]
        _require(isinstance(replies, dict), "replies is not an object")
        _require(all(map(_is_number, replies.values())), "a reply is not a whole number")
    else:
        _check_proof(proof, {**SHARED, **own})


def _check_proof(proof: Any, forms: Mapping[str, dict[str, Form]]) -> None:
    _require(isinstance(proof, dict), "a proof is not an object")
    kind = proof.get("kind")
    _require(isinstance(kind, str) and kind in forms, f"there is no such kind: {kind}")
    fields = forms[kind]
    optional = {"rest"} if kind in ("mirror", "pairing") and proof.get("rest") is None else set()
    missing = {"kind", "move", *fields} ^ set(proof)
    _require(missing <= optional, f"{kind} has other fields")
    _require(_is_number(proof["move"]) and proof["move"] >= 0, "move has another form")
    for name, form in fields.items():
        _require(form is None or _has_form(proof[name], form), f"{name} has another form")
    if kind in ("mirror", "pairing") and proof.get("rest") is not None:
        _check_proof(proof["rest"], forms)
    if kind == "tree":
        for branch in proof["branches"]:
            _require(set(branch) == {"replies", "proof"}, "a branch has other fields")
            _require(_has_form(branch["replies"], [NUMBER]), "replies has another form")
            _check_proof(branch["proof"], forms)
    if kind == "groups":
        _require(all(numbers for numbers, _ in proof["groups"]), "a group is empty")


def _has_form(value: Any, form: Form) -> bool:
    if form == NUMBER:
        return _is_number(value) and value >= 0
    if form == PAIR:
        return _has_form(value, [NUMBER, NUMBER]) and min(value) > 0
    assert isinstance(form, list)
    if not isinstance(value, list):
        return False
    if len(form) == 2:
        return len(value) == 2 and all(map(_has_form, value, form))
    return all(_has_form(item, form[0]) for item in value)


def position_of(claim: Mapping[str, Any]) -> Twin:
    """The twin in the position that a certificate names."""
    _require(set(claim) - {"position"} == FIELDS, "the fields are not those of a certificate")
    _require(_is_number(claim["certificate"]) and claim["certificate"] == 1, "not version 1")
    for name in ("first", "winner"):
        _require(_is_number(claim[name]) and claim[name] in (1, 2), f"{name} is not a player")
    _require(isinstance(claim["moves"], list), "moves is not a list")
    _require(all(map(_is_number, claim["moves"])), "a move is not a whole number")
    twin = start_of(claim["game"], claim["options"], claim["first"], claim.get("position", ""))
    for move in claim["moves"]:
        _require(move in twin.legal(), f"{move} is not legal")
        twin = twin.play(move)
    return twin


def start_of(game: object, options: object, first: int = 1, position: object = "") -> Twin:
    """The twin of a set-up, at its start or at a position that was set up by hand."""
    _require(isinstance(game, str) and game in LIMITS, "there is no such game")
    _require(isinstance(options, dict) and isinstance(position, str), "options or position")
    assert isinstance(game, str)
    assert isinstance(options, dict)
    assert isinstance(position, str)
    settings = _checked(game, options)
    misere = settings.pop("ending", "normal") == "misere"
    parts = dict[str, str]()
    for word in position.split():
        name, _, value = word.partition("=")
        _require(name not in parts, f"{name} is set twice")
        parts[name] = value
    twin: Any
    if game == "sum":
        ones = {name[4:]: value for name, value in parts.items() if name.startswith("one.")}
        twos = {name[4:]: value for name, value in parts.items() if name.startswith("two.")}
        _require(len(ones) + len(twos) == len(parts), "a part belongs to neither game")
        one = _part(settings.get("one", "divider:high=9"), ones)
        two = _part(settings.get("two", "countdown:start=60"), twos)
        twin = Sum(one, two, first)
    else:
        twin = _placed(game, settings, first, parts)
    return Misere(twin) if misere else twin


def _checked(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options, if there are such options and values."""
    allowed = {**LIMITS[game], "ending": ("normal", "misere")}
    for name, value in options.items():
        _require(name in allowed, f"{game} has no option {name}")
        limits = allowed[name]
        if limits == "set-up":
            _require(isinstance(value, str), f"{name} is not a set-up")
        elif isinstance(limits[0], str):
            _require(isinstance(value, str) and value in limits, f"{name} is no such word")
        else:
            inside = _is_number(value) and limits[0] <= value <= limits[1]
            _require(inside, f"{name} is out of range")
    return dict(options)


def _part(text: str, parts: Mapping[str, str]) -> Twin:
    """One game of a sum, written as in ``chain:high=30``."""
    name, *words = text.split(":")
    _require(name in ("divider", "countdown", "chain"), f"{name} is not a part of a sum")
    options = dict[str, Any]()
    for word in words:
        option, _, value = word.partition("=")
        options[option] = int(value) if value.isdigit() else value
    settings = _checked(name, options)
    _require(settings.pop("ending", "normal") == "normal", "a misere game is not a part of a sum")
    twin: Twin = _placed(name, settings, 1, parts)
    return twin


def _placed(game: str, settings: dict[str, Any], first: int, parts: Mapping[str, str]) -> Any:
    """A twin whose parts are as the text of a position says."""
    option, default, most = LARGEST[game]
    size = settings.get(option, default)
    _require(settings.get("low", 1) <= size, "low is above high")
    if size > most:
        raise TooLarge
    twin = TWINS[game](**settings, first=first)
    known = {
        "divider": {"left"},
        "ladder": {"one", "two", "pool"},
        "countdown": {"number"},
        "chain": {"last", "pool"},
        "digits": {"number", "left"},
    }[game]
    _require(set(parts) <= known, f"{game} has no such part")
    for name, value in parts.items():
        _set_part(game, twin, name, value)
    if game == "chain":
        twin.pool = twin.pool - {twin.last}
    if game == "ladder":
        twin.pool = twin.pool - set(twin.current.values())
    return twin


def _set_part(game: str, twin: Any, name: str, value: str) -> None:
    """Change one part of a twin at its start."""
    if game == "divider":
        twin.numbers = _numbers(value, twin.numbers)
    elif name in ("pool", "left"):
        twin.pool = _numbers(value, twin.pool)
    elif game == "digits":
        digits = [int(symbol, 36) for symbol in value] if value != "0" else []
        _require(all(0 < digit < twin.base for digit in digits), "number has no such digits")
        twin.placed = digits
    else:
        _require(value.isascii() and value.isdigit(), f"{value} is not a number")
        number = int(value)
        if game == "ladder":
            _require(number >= 1, "a player owns no number")
            twin.current = {**twin.current, 1 if name == "one" else 2: number}
        elif game == "chain":
            twin.last = number or None
        else:
            _require(1 <= number <= twin.number, f"{number} is above the start")
            twin.number = number


def _numbers(text: str, allowed: set[int]) -> set[int]:
    """The set that is written as in ``2-4,9``."""
    numbers = set[int]()
    for word in filter(None, text.split(",")):
        match = re.fullmatch(r"(\d{1,18})(?:-(\d{1,18}))?", word, re.ASCII)
        _require(match is not None, f"{word} is not a number or range")
        assert match
        low, high = int(match[1]), int(match[2] or match[1])
        _require(low <= high and {low, high} <= allowed, f"{word} is out of range")
        numbers |= set(range(low, high + 1))
    return numbers


@cache
def _memo(game: str, options: str) -> dict[Hashable, bool]:
    return {}


def memo_of(claim: Mapping[str, Any]) -> dict[Hashable, bool]:
    """What is known of the positions of a certificate's set-up."""
    return _memo(claim["game"], repr(sorted(claim["options"].items())))


def winner_from(twin: Twin, memo: dict[Hashable, bool]) -> int:
    """The player who wins with best play."""
    inner = twin.game if isinstance(twin, Misere) else twin
    if isinstance(inner, Countdown):
        wins = _countdown_table(isinstance(twin, Misere))[inner.number]
    else:
        wins = _wins(twin, memo)
    return twin.turn if wins else 3 - twin.turn


def _wins(twin: Twin, memo: dict[Hashable, bool]) -> bool:
    """Whether the player to move wins: some move leads to a position that is lost."""
    moves, key = twin.legal(), twin.key()
    if not moves:  # not remembered: in Digits the empty number has the key of a finished one
        return twin.winner() == twin.turn
    if key not in memo:
        if len(memo) > MOST_POSITIONS:
            raise TooLarge
        memo[key] = any(not _wins(twin.play(move), memo) for move in moves)
    return memo[key]


@cache
def _countdown_table(misere: bool) -> list[bool]:
    """Whether the player to move wins from each number."""
    divisors: list[list[int]] = [[] for _ in range(LARGEST_COUNTDOWN + 1)]
    for divisor in range(2, LARGEST_COUNTDOWN + 1):
        for number in range(2 * divisor, LARGEST_COUNTDOWN + 1, divisor):
            divisors[number].append(divisor)
    wins = [False] * (LARGEST_COUNTDOWN + 1)
    for number in range(1, LARGEST_COUNTDOWN + 1):
        moves = divisors[number]
        wins[number] = any(not wins[number - move] for move in moves) if moves else misere
    return wins


def _require(fact: bool, problem: str) -> None:
    if not fact:
        raise Malformed(problem)


def _is_number(value: object) -> bool:
    """Whether it is a whole number and no boolean."""
    return isinstance(value, int) and not isinstance(value, bool)
