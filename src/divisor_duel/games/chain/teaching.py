"""Teaching Chain: its lesson, ideas for hints and puzzles, positions in words."""

from __future__ import annotations

from random import Random

from divisor_duel.diagram import Arcs
from divisor_duel.factors import is_prime
from divisor_duel.game import Player
from divisor_duel.games.chain.rules import Chain, ChainPosition
from divisor_duel.games.parts import Ideas
from divisor_duel.learn.lesson import Goal, Step, Steps
from divisor_duel.numbers import runs

PAIRS = ((2, 6), (3, 9), (4, 8), (5, 10))
"""The pairs that the lesson draws first."""

STEPS: Steps = (
    Step(
        Chain(high=10),
        "Your opponent took 6. Take a factor or a multiple of 6 that is left. Here that is 2 or 3.",
        moves=(6,),
        ask=Goal.MOVE,
        right="Now your opponent needs a factor or a multiple of your number. Without one, they "
        "lose.",
    ),
    Step(
        Chain(high=14),
        "Your opponent opened with 14. You can take 2 or 7. One of them leaves no reply. Win now.",
        moves=(14,),
        ask=Goal.END,
        right="14 was the only other multiple of 7, and it is gone. Your opponent has no reply. "
        "You win.",
        wrong="2 has many multiples left. Which number has none?",
        winner=Player.TWO,
    ),
    Step(
        Chain(high=14),
        "A prime above 7 has no factor here, and no other multiple up to 14. Open with such a "
        "prime.",
        ask=Goal.END,
        right="Nothing can follow it, so you win in one move. That is a dull game. So many "
        "players agree to open with an even number.",
        wrong="Your opponent has a reply to that. Try a prime above 7.",
        winner=Player.ONE,
    ),
    Step(
        Chain(high=10, opening="even"),
        "Here is the secret. Pair the numbers: 2-6, 3-9, 4-8, 5-10. In each pair, one divides "
        "the other. Your opponent took 8. Take its partner.",
        moves=(8,),
        ask=Goal.WIN,
        right="Whatever your opponent takes now, you can take its partner.",
        wrong="Now your opponent can take the partner of 8. Take it first.",
        winner=Player.TWO,
        diagrams=(Arcs((2, 3, 4, 5, 6, 8, 9, 10), PAIRS, ((4, 8),)),),
    ),
    Step(
        Chain(high=10, opening="even"),
        "Your opponent took 2. The pairs were 2-6, 3-9, 4-8, 5-10. Take the partner again.",
        moves=(8, 4, 2),
        ask=Goal.WIN,
        right="Your opponent can only take 3, and then you take 9. You never run out first.",
        wrong="10 is the partner of 5, so your opponent takes 5. Stick to the pairs.",
        winner=Player.TWO,
        diagrams=(Arcs((2, 3, 5, 6, 9, 10), (PAIRS[0], PAIRS[1], PAIRS[3]), (PAIRS[0],)),),
    ),
    Step(
        Chain(high=12, opening="even"),
        "Here one number is left over: 2-12, 3-9, 4-8, 5-10, and 6 alone. Open with a number "
        "that the pairs can leave over.",
        ask=Goal.WIN,
        right="Every number your opponent can take has a partner. You take the partner.",
        wrong="Without 10, 5 has no partner. Leave a different number over, such as 6.",
        winner=Player.ONE,
        diagrams=(
            Arcs((2, 3, 4, 5, 6, 8, 9, 10, 12), ((2, 12), (3, 9), (4, 8), (5, 10)), ringed=6),
        ),
    ),
    Step(
        Chain(opening="even"),
        "Take the number left over. Then always take the partner. The hard part is finding the "
        "pairs. The first player can win this game. Play it.",
        winner=Player.ONE,
    ),
)


def nudge(game: Chain, position: ChainPosition) -> str:
    """Say where to look."""
    return "Look at the primes, and at numbers with only one factor or multiple left."


def idea(game: Chain, position: ChainPosition) -> str:
    """Say what decides the position, without the move."""
    return (
        "Pair each number with a factor or a multiple. If you can always take the partner, you "
        "never run out. So take a number that the pairs leave over."
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
        return f"you make the first move, so no number has to be answered; numbers left: {pool}"
    return (
        f"the number to answer, your opponent's last one, is {position.last}; numbers left: {pool}"
    )


IDEAS = Ideas(nudge, idea, puzzle_options, favoured_moves)
