"""Teaching Chain: its lesson, ideas for hints and puzzles, positions in words."""

from __future__ import annotations

from random import Random

from divisor_duel.factors import is_prime
from divisor_duel.game import Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.parts import Ideas
from divisor_duel.learn.lesson import Goal, Step, Steps
from divisor_duel.numbers import runs

STEPS: Steps = (
    Step(
        Chain(high=10),
        "They took 6. Answer with a number that divides 6 or that 6 divides, if it is still "
        "there. Here that is 2 or 3.",
        moves=(6,),
        ask=Goal.MOVE,
        right="Now they must answer your number in the same way. Who has no answer loses.",
    ),
    Step(
        Chain(high=14),
        "They opened with 14. One of your two answers leaves them nothing. Win at once.",
        moves=(14,),
        ask=Goal.END,
        right="The only multiple of 7 here was 14, and it is gone. They have no answer: you win.",
        wrong="2 has many multiples left. Which number has none?",
        winner=Player.TWO,
    ),
    Step(
        Chain(high=14),
        "A prime above half of the largest number has no factor and no multiple here. Open with "
        "such a prime.",
        ask=Goal.END,
        right="Nothing answers it: won in one move, and a dull game. That is why many agree that "
        "the first number must be even.",
        wrong="That can be answered. Look at the primes above 7.",
        winner=Player.ONE,
    ),
    Step(
        Chain(high=10, opening="even"),
        "Now the secret. Pair the numbers: 2-6, 3-9, 4-8, 5-10, each with a factor or multiple. "
        "They took 8: answer with its partner.",
        moves=(8,),
        ask=Goal.WIN,
        right="Whatever they take now, its partner is still there for you.",
        wrong="Then 8's partner is left for them. Answer 8 with the number it is paired with.",
        winner=Player.TWO,
    ),
    Step(
        Chain(high=10, opening="even"),
        "They took 2. The pairs were 2-6, 3-9, 4-8, 5-10. Go on.",
        moves=(8, 4, 2),
        ask=Goal.WIN,
        right="They can only take 3, and you have 9. You never run out before they do.",
        wrong="10 is the partner of 5, and they would take 5. Keep to the pairs.",
        winner=Player.TWO,
    ),
    Step(
        Chain(high=12, opening="even"),
        "Here one number with a neighbour is left over: 2-12, 3-9, 4-8, 5-10, and 6 alone. Open "
        "with a number that can be left over, and all others are paired.",
        ask=Goal.WIN,
        right="Everything they can answer has a partner, and the partner is yours.",
        wrong="10 must be paired with 5, or 5 has nobody. Leave another one over, such as 6.",
        winner=Player.ONE,
    ),
    Step(
        Chain(opening="even"),
        "So: take the number left over, then always answer with the partner. Finding the pairs "
        "is the game. Whoever opens can win this one. Play it.",
        winner=Player.ONE,
    ),
)


def nudge(game: Chain, position: ChainPosition) -> str:
    """Say where to look."""
    return "Look at the primes, and at every number that has only one neighbour left."


def idea(game: Chain, position: ChainPosition) -> str:
    """Say what decides the position, without the move."""
    return (
        "Pair the numbers off, each with a factor or a multiple. Whoever can always answer with "
        "the partner never runs out: take a number that the pairs can leave over."
    )


def favoured_moves(game: Chain, position: ChainPosition) -> tuple[int, ...]:
    """Return the moves that are not prime, or all moves if every move is.

    A prime usually leaves the opponent a free choice of multiples.
    """
    moves = game.legal_moves(position)
    return tuple(move for move in moves if not is_prime(move)) or moves


def puzzle_options(rng: Random) -> dict[str, int]:
    """Return a set-up worth a puzzle."""
    return {"high": rng.randint(16, 40)}


def situation(game: Chain, position: ChainPosition, you: Player) -> str:
    """Describe the position to `you`, the player to move, without a full stop."""
    pool = runs(position.pool)
    if not position.last:
        return f"you make the first move, so no number has to be answered; pool: {pool}"
    return f"the number to answer, your opponent's last one, is {position.last}; pool: {pool}"


IDEAS = Ideas(nudge, idea, puzzle_options, favoured_moves)
