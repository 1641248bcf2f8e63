"""Choose the positions of Bench 2: decisions that no rule of thumb gets right.

Candidates come from random games of many set-ups. A candidate is reserved for benches
(`reserved`), has three legal moves or more of which at most two in five win, and has no win in
one move. They are grouped by depth and by how many levels miss them, and the groups take
turns. From a group the candidate is taken that keeps all of `one_ply_rules.RULES` closest
to chance, so that none of them scores above `MOST_BY_RULE` in any family, and doing the
opposite of a rule does not pay either.

Normal Countdown (leave an odd number) and Ladder (take the smallest multiple) are one rule
each: they are only in the small part about the rules, where every position has a win in
one move. Random numbers come from a hash, so a seed makes the same set on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, cycle, islice
from random import Random
from typing import NamedTuple

from divisor_duel.engine.levels import choose_move
from divisor_duel.engine.lookahead import Lookahead
from divisor_duel.errors import DuelError
from divisor_duel.game import MISERE, AnyGame, OptionValue, Position, Value
from divisor_duel.games.registry import set_up
from divisor_duel.play.random_games import random_game
from divisor_duel.questions.bench_item import RULES_PART, SKILL_PART, HashRandom, Item
from divisor_duel.questions.exact_values import effort, values
from divisor_duel.questions.one_ply_rules import RULES, Choice
from divisor_duel.questions.reserved import canonical_form, is_reserved

MOST_BY_RULE = 0.2
"""Limit on the score of the best published rule, in each family of positions."""

TARGET = 0.1
"""Score of the best rule above which the balance between groups gives way."""

DEEPEST = 7
"""Depth limit, in plies; all deeper wins are one group."""

STEPS = 20_000
"""Limit on the positions searched for the depth of a win."""

LEVELS = ("easy", "medium", "hard")
"""The levels whose misses measure the difficulty of a position."""

LEAST_COUNT = 12
"""Small sets search as many games as one with this many positions in each family would."""

CANDIDATES = 9
"""Candidates to collect for each position used."""

Options = Mapping[str, OptionValue]


class Family(NamedTuple):
    """Positions of one game with one ending."""

    game: str
    """The game's id."""
    setups: Mapping[str, Options | range]
    """Options by size; a range stands for Countdown's starting numbers."""
    ending: str = ""
    """Empty, or `MISERE`."""

    @property
    def name(self) -> str:
        """Name in ids and tables."""
        return f"{self.game}-{self.ending}" if self.ending else self.game

    def options(self, size: str, chance: HashRandom) -> dict[str, OptionValue]:
        """Return the options of one game; a starting number is drawn from its range."""
        setup = self.setups[size]
        given: dict[str, OptionValue] = {}
        given |= {"start": chance.choice(setup)} if isinstance(setup, range) else setup
        return {**given, "ending": self.ending} if self.ending else given


DIGITS = (
    {"target": 15, "base": 11},
    {"target": 18, "base": 13},
    {"target": 26, "base": 14},
)

FAMILIES = tuple(
    Family(game, dict(zip(("small", "middle", "large"), setups, strict=True)), ending)
    for game, ending, setups in (
        ("divider", "", ({"high": 18}, {"high": 24}, {"high": 28})),
        ("divider", MISERE, ({"high": 15}, {"high": 17}, {"high": 19})),
        ("chain", "", ({"high": 50}, {"high": 80}, {"high": 120})),
        ("chain", MISERE, ({"high": 20}, {"high": 25}, {"high": 30})),
        ("digits", "", DIGITS),
        ("digits", MISERE, DIGITS),
    )
)
"""The families of the skill part."""

RULE_FAMILIES = (
    Family("ladder", {"small": {"high": 100}}),
    Family("countdown", {"small": range(20, 2000)}),
    Family("chain", {"small": {"high": 50}}),
    Family("digits", {"small": {"target": 18}}),
)
"""The families of the part about the rules: wins in one move.

Random games of Divider Duel have a handful of those, too few to reserve any.
"""


class Candidate(NamedTuple):
    """A position that may be chosen."""

    item: Item
    form: str
    """The canonical form of the position."""
    right: frozenset[str]
    """The rules that find a winning move."""

    @property
    def group(self) -> tuple[str, int]:
        """The group that takes turns with others: depth, and how many levels miss it."""
        return self.item.depth, self.item.missed


def select(seed: str, skill: int, rules: int, taken: Iterable[str] = ()) -> tuple[Item, ...]:
    """Return `skill` positions of each family, and `rules` about the rules of each game.

    No skill position has its canonical form in `taken`; wins in one move are too few to be
    new in every set. DuelError if there are too few positions, or if a rule of thumb scores
    too much.
    """
    forms = set(taken)
    items: list[Item] = []
    for family in FAMILIES:
        items += choose(family, seed, skill, forms, SKILL)
    forms = set()
    for family in RULE_FAMILIES:
        items += choose(family, seed, rules, forms, RULES_OF_THE_GAME)
    return tuple(items)


class Part(NamedTuple):
    """What makes a position a candidate for one part of the bench."""

    name: str
    least_moves: int
    """Fewest legal moves of a position that can be chosen."""
    most_winning: float
    """Limit on the share of legal moves that win."""
    games: int
    """Limit on the random games of one set-up, for each position used."""
    most_by_rule: float
    """Limit on the score of the best rule."""

    def fits(self, depth: int | None) -> bool:
        """Return whether a win of this depth belongs to the part."""
        return (depth == 1) == (self.name == RULES_PART)


SKILL = Part(SKILL_PART, 3, 0.4, 250, MOST_BY_RULE)
RULES_OF_THE_GAME = Part(RULES_PART, 2, 0.5, 2000, 1.0)


def choose(family: Family, seed: str, count: int, forms: set[str], part: Part) -> list[Item]:
    """Return the positions of one family; their forms are added to `forms`."""
    name = f"{seed}/{part.name}/{family.name}"
    seen = set(forms)
    found = list(
        chain.from_iterable(
            islice(
                _candidates(
                    family, size, f"{name}/{size}", seen, part, part.games * max(count, LEAST_COUNT)
                ),
                CANDIDATES * count // len(family.setups),
            )
            for size in family.setups
        )
    )
    chosen = balanced(found, count)
    if len(chosen) < count:
        raise DuelError(f"{family.name} has only {len(chosen)} of {count} positions")
    rule, best = best_rule(chosen)
    if best > part.most_by_rule:
        raise DuelError(f"the rule {rule} scores {best:.2f} on {family.name}")
    prefix = family.name if part is SKILL else f"rules-{family.name}"
    forms.update(candidate.form for candidate in chosen)
    return [
        candidate.item._replace(id=f"{prefix}-{number}", part=part.name)
        for number, candidate in enumerate(chosen, 1)
    ]


def _candidates(
    family: Family,
    size: str,
    seed: str,
    seen: set[str],
    part: Part,
    games: int,
) -> Iterator[Candidate]:
    """Yield the candidates of one size, from up to `games` random games.

    No position has its form in `seen`, to which the forms of all positions are added.
    """
    chance = HashRandom(seed)
    for _ in range(games):
        game = set_up(family.game, family.options(size, chance))
        turns = random_game(game, chance)
        for turn in islice(turns, 1) if isinstance(family.setups[size], range) else turns:
            if len(turn.legal) < part.least_moves or not is_reserved(game, turn.position):
                continue
            form = canonical_form(game, turn.position)
            if form in seen:
                continue
            seen.add(form)
            candidate = candidate_of(game, size, turn.moves, turn.position, form, part)
            if candidate:
                yield candidate


def candidate_of(
    game: AnyGame,
    size: str,
    played: tuple[int, ...],
    position: Position,
    form: str,
    part: Part,
) -> Candidate | None:
    """Return the candidate; None if its depth or its share of winning moves does not fit."""
    look = Lookahead(game, STEPS)
    if not part.fits(look.depth(position, 1)):
        return None
    worth = values(game, position)
    wins = tuple(sorted(move for move, value in worth.items() if value is Value.WIN))
    if Value.UNKNOWN in worth.values() or not 0 < len(wins) <= part.most_winning * len(worth):
        return None
    depth = look.depth(position, DEEPEST - 2)
    item = Item(
        "",
        game.id,
        size,
        tuple(game.options.items()),
        played,
        len(worth),
        wins,
        str(depth) if depth else f"{DEEPEST}+",
        missed=sum(_move(level, game, position, form) not in wins for level in LEVELS),
        shuffle=form,
    )
    choice = Choice.of(game, position, item.listed(worth), played[-1] if played else 0)
    right = frozenset(name for name, rule in RULES.items() if rule(choice) in wins)
    return Candidate(item, form, right)


def _move(level: str, game: AnyGame, position: Position, form: str) -> int:
    return choose_move(level, game, position, Random(f"{level}/{form}"), effort(game))


def balanced(candidates: Sequence[Candidate], count: int) -> list[Candidate]:
    """Choose from the groups in turn, so that every rule scores about what chance does.

    Rules that score below chance would be as bad as rules that score above it, since doing
    the opposite would pay. A group whose candidates would all lift the best rule above
    `TARGET` gives its turn to the best candidate of any group.
    """
    left = list(candidates)
    chosen: list[Candidate] = []
    tally = _Tally()
    for group in cycle(sorted({candidate.group for candidate in candidates})):
        if len(chosen) == count or not left:
            break
        own = [candidate for candidate in left if candidate.group == group]
        if not own:
            continue
        best = min(own, key=tally.worst_with)
        if tally.worst_with(best)[0] > 0:
            best = min(left, key=tally.worst_with)
        left.remove(best)
        tally.add(best)
        chosen.append(best)
    return chosen


class _Tally:
    """The rules' right answers on the positions chosen so far."""

    def __init__(self) -> None:
        self._right = dict.fromkeys(RULES, 0)
        self._count, self._chance = 0, 0.0

    def add(self, candidate: Candidate) -> None:
        """Count one position."""
        for name in candidate.right:
            self._right[name] += 1
        self._count += 1
        self._chance += candidate.item.chance

    def worst_with(self, candidate: Candidate) -> tuple[float, float]:
        """Return how far the best rule is above `TARGET` with one more position, if at all.

        Then return how far all rules are from chance, as a sum of squares.
        """
        chance = self._chance + candidate.item.chance
        excess = [right + (name in candidate.right) - chance for name, right in self._right.items()]
        best = max(excess) / (self._count + 1 - chance)
        return max(0.0, best - TARGET), sum(gap * gap for gap in excess)


def best_rule(candidates: Sequence[Candidate]) -> tuple[str, float]:
    """Return the rule with the highest score on these positions, and its score."""
    chance = sum(candidate.item.chance for candidate in candidates)
    scores = {
        name: (sum(name in candidate.right for candidate in candidates) - chance)
        / (len(candidates) - chance)
        for name in RULES
    }
    return max(scores.items(), key=lambda entry: entry[1])
