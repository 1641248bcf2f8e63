r"""Text questions with exact answers, for libraries that bring their own model.

Prompts and the parsing of replies are those of the arena. A question is a plain
dictionary that can be stored as JSON: ``prompt`` is the text for the model, ``winning``
are the moves that keep the win, ``legal`` all legal moves, and ``chance`` is the score of a
random move.

>>> from divisor_duel.questions.grading import grade, questions
>>> asked = questions("countdown", positions=1, seed=7, start=60)[0]
>>> asked["played"], asked["winning"]
([20, 8, 2, 2, 14], [7])
>>> grade(asked, "An odd number is lost, so\nmove: 7").right
True
>>> print(grade(asked, "move: 3").detail)
3 does not divide 14; choose one of 2, 7
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict

from divisor_duel.errors import IllegalMoveError, OptionsError
from divisor_duel.game import OptionValue, brief
from divisor_duel.games.registry import set_up
from divisor_duel.questions.bench_item import HELD_OUT, OPEN, Item
from divisor_duel.questions.bench_positions import TIERS, VERSION, position_set
from divisor_duel.questions.prompts import question_text
from divisor_duel.questions.question import ILLEGAL, OK, TRUNCATED, Fault, Question
from divisor_duel.questions.random_decisions import decisions
from divisor_duel.questions.replies import find_move


class Asked(TypedDict):
    """What grading needs of a question."""

    game: str
    options: dict[str, OptionValue]
    played: list[int]
    winning: list[int]
    """The moves that keep the win."""


class QuestionRecord(Asked):
    """A question as a plain dictionary, which can be stored as JSON."""

    id: str
    legal: list[int]
    """The legal moves, in the order in which the prompt lists them."""
    prompt: str
    chance: float
    """The score of a random move."""
    depth: str
    size: str
    part: str


class Graded(NamedTuple):
    """A graded reply."""

    move: int | None
    """The move in the reply, legal or not; None if there is none."""
    kind: str
    """``ok``, or the kind of fault, as in the arena."""
    right: bool
    """Whether the move keeps the win."""
    detail: str
    """The grade in a sentence."""


def bench_questions(
    tier: str = "small", held_out: bool = False, show_legal: bool = True, version: str = VERSION
) -> list[QuestionRecord]:
    """Return questions for the frozen positions of a bench, to measure and never to train.

    Only Bench 1 has a second open set, `held_out`. Raises OptionsError for an unknown tier.
    """
    if tier not in TIERS:
        raise OptionsError(f"tier must be one of {', '.join(TIERS)}, not {brief(tier)}")
    if held_out and version == VERSION:
        raise OptionsError(f"bench {version} has no public held-out set; make a secret one")
    chosen = position_set(tier, HELD_OUT if held_out else OPEN, version)
    return [_asked(item, show_legal) for item in chosen.items]


def questions(
    game: str,
    positions: int = 100,
    seed: int = 1,
    show_legal: bool = True,
    **options: OptionValue,
) -> list[QuestionRecord]:
    """Return questions from random games of one set-up.

    In each position some moves win and at least half lose. None is reserved for benches.
    """
    if type(positions) is not int or positions < 1:
        raise OptionsError(f"positions must be a whole number from 1 on, not {brief(positions)}")
    drawn = decisions(set_up(game, options), positions, seed)
    return [_asked(item, show_legal) for item in drawn]


def grade(asked: Asked, reply: str, cut_off: bool = False) -> Graded:
    """Grade a reply to a question; a reply that was cut off is wrong."""
    question = _question(asked["game"], asked["options"], asked["played"])
    try:
        move = move_in_reply(question, reply, cut_off)
        question.game.play(question.position, move)
    except Fault as fault:
        return Graded(None, fault.kind, False, fault.detail)
    except IllegalMoveError as error:
        return Graded(move, ILLEGAL, False, str(error))
    right = move in asked["winning"]
    return Graded(move, OK, right, f"{move} {'keeps the win' if right else 'gives the win away'}")


def move_in_reply(question: Question, reply: str, cut_off: bool) -> int:
    """Return the move in a reply, legal or not; Fault if none or if cut off."""
    if cut_off:
        raise Fault(TRUNCATED, "the reply was cut off by the limit of tokens", reply)
    return find_move(question.game, reply)


def _asked(item: Item, show_legal: bool) -> QuestionRecord:
    game = item.build()
    *_, position = game.positions(item.played)
    legal = item.listed(game.legal_moves(position))
    question = Question(game, position, item.played, 0.0, 0, show_legal, listed=legal)
    return {
        "id": item.id,
        "game": item.game,
        "options": dict(item.options),
        "played": list(item.played),
        "winning": list(item.winning),
        "legal": list(legal),
        "prompt": question_text(question),
        "chance": item.chance,
        "depth": item.depth,
        "size": item.size,
        "part": item.part,
    }


def _question(name: str, options: Mapping[str, OptionValue], played: Sequence[int]) -> Question:
    game = set_up(name, options)
    *_, position = game.positions(played)
    return Question(game, position, tuple(played), 0.0, 0)
