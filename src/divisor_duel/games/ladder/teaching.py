"""Teaching Ladder: lesson, ideas for hints and puzzles, positions in words."""

from __future__ import annotations

from random import Random

from divisor_duel.game import Player
from divisor_duel.games.ladder.rules import Ladder, LadderPosition
from divisor_duel.games.parts import Ideas
from divisor_duel.learn.lesson import Goal, Step, Steps
from divisor_duel.numbers import runs

STEPS: Steps = (
    Step(
        Ladder(20),
        "You own 2 and they own 3. Take a multiple of your own number: it is yours instead of 2.",
        moves=(2, 3),
        ask=Goal.MOVE,
        right="From now on you climb the multiples of that number.",
    ),
    Step(
        Ladder(20),
        "They opened with 15, and no multiple of 15 is left up to 20. Take anything.",
        moves=(15,),
        ask=Goal.END,
        right="They cannot climb and have lost. A large number is the top of its ladder.",
        winner=Player.TWO,
    ),
    Step(
        Ladder(20),
        "They own 7, and their only rung is 14. It is on your ladder too: you own 2. Take it away.",
        moves=(2, 7),
        ask=Goal.END,
        right="14 is gone, so they cannot climb. You have won at once.",
        wrong="They would climb to 14. Take the number that they need.",
        winner=Player.ONE,
    ),
    Step(
        Ladder(30),
        "Every step at least doubles. They own 12 and can climb once more, to 24. You own 3: "
        "climb so that you can still climb after that.",
        moves=(3, 12),
        ask=Goal.WIN,
        right="They climb once at the most, and you climb once more after them.",
        at_once="24 was their only step, and you took it. You have won at once.",
        wrong="Too high, too soon: then you are the one who is stuck.",
        winner=Player.ONE,
    ),
    Step(
        Ladder(40),
        "You own 2, they own 3. They can double 3 at most three times up to 40. Which step "
        "leaves you at least as many?",
        moves=(2, 3),
        ask=Goal.WIN,
        right="From 4 you have 8, 16 and 32, which no multiple of 3 ever takes away. They run out "
        "first.",
        wrong="That is a long step, and it costs you a rung. The smallest one lasts longest.",
        winner=Player.ONE,
    ),
    Step(
        Ladder(50),
        "They opened with 2. If you take 3, they go on to 4 and stay ahead. Which number "
        "comes right after 2 on their ladder?",
        moves=(2,),
        ask=Goal.WIN,
        right="You took their best rung, and 8, 16 and 32 are now yours as much as theirs.",
        wrong="That lets them climb on ahead of you. Take the next rung of theirs.",
        winner=Player.TWO,
    ),
    Step(
        Ladder(100),
        "So: small steps last, and the best rung is the one that they need too. Whoever begins "
        "this one can win. Play it.",
        winner=Player.ONE,
    ),
)


def nudge(game: Ladder, position: LadderPosition) -> str:
    """Say where to look."""
    return "Count how often each of you can still climb."


def idea(game: Ladder, position: LadderPosition) -> str:
    """Say what decides the position, without the move."""
    return (
        "Every step at least doubles, so small steps leave the most rungs. And a rung that they "
        "need is worth taking if it is on your ladder too."
    )


def favoured_moves(game: Ladder, position: LadderPosition) -> tuple[int, ...]:
    """Return the two smallest steps."""
    return game.legal_moves(position)[:2]


def puzzle_options(rng: Random) -> dict[str, int]:
    """Return a set-up worth a puzzle."""
    return {"high": rng.randint(30, 120)}


def situation(game: Ladder, position: LadderPosition, you: Player) -> str:
    """Describe the position to `you`, in one sentence without its full stop."""
    yours, theirs = (position.one, position.two)[:: 1 if you == 1 else -1]
    pool = runs(position.pool)
    return f"your own number is {yours}, your opponent's own number is {theirs}; pool: {pool}"


IDEAS = Ideas(nudge, idea, puzzle_options, favoured_moves)
