"""A position of a bench: its order of moves, and what its hash covers."""

from __future__ import annotations

from divisor_duel.questions.bench_item import HashRandom, Item, hash_of, shuffled

ITEM = Item("chain-7", "chain", "small", (("high", 30),), (12,), 5, (6,), "3")


def test_the_order_of_moves_depends_on_the_seed_alone() -> None:
    """The same seed gives the same order; without a seed the moves stay as they are."""
    assert shuffled([2, 3, 4, 6, 24], "a") == shuffled([24, 6, 4, 3, 2], "a")
    assert len({shuffled([2, 3, 4, 6, 24], str(seed)) for seed in range(20)}) > 10
    assert ITEM.listed((2, 3)) == (2, 3)
    assert ITEM._replace(shuffle="b").listed(range(9)) == shuffled(range(9), "b")


def test_the_hash_covers_question_and_answers() -> None:
    """Another id, move, answer or part is another set; old sets have no parts."""
    new = ITEM._replace(shuffle="b")
    changed = [
        ITEM,
        ITEM._replace(id="x"),
        ITEM._replace(winning=(2,)),
        new,
        new._replace(part="rules"),
    ]
    assert len({hash_of([item]) for item in changed}) == len(changed)
    assert hash_of([ITEM._replace(part="rules")]) == hash_of([ITEM])


def test_names_and_chances() -> None:
    """The family has the ending, and the number is that of the id."""
    misere = ITEM._replace(options=(("high", 30), ("ending", "misere")))
    assert (ITEM.family, misere.family, ITEM.number, ITEM.chance) == (
        "chain",
        "chain-misere",
        7,
        0.2,
    )


def test_the_generator_is_the_same_everywhere() -> None:
    """The numbers follow from the hash of the seed, so they are these for ever."""
    chance = HashRandom("seed")
    assert [chance.choice(range(1000)) for _ in range(3)] == [679, 593, 568]
