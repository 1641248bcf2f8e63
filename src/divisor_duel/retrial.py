"""Who loses, found again by trying every move: what a certificate need not write down.

Nothing is used but the rules of the game, so it serves any game, and only small positions.
"""

from __future__ import annotations

from typing import Any

from divisor_duel.allowance import too_many
from divisor_duel.game import Game, Player
from divisor_duel.proof import demand


class Retrial:
    """Positions of one game; what was found is remembered."""

    def __init__(self, game: Game[Any], most: int) -> None:
        self._game, self._most = game, most
        self._lost: dict[Any, bool] = {}

    def __len__(self) -> int:
        return len(self._lost)

    def is_lost(self, position: Any) -> bool:
        """Whether the player to move loses; TooManyPositionsError if that takes too long.

        The path is kept in a list, since games may last longer than Python lets calls nest.
        """
        lost, path, waiting = self._lost, [position], dict[Any, list[Any]]()
        while path:
            here = path[-1]
            after = waiting.get(here)
            if after is None:
                outcome = self._game.outcome(here)
                if outcome:
                    lost[here] = outcome.winner != here.to_move
                after = waiting[here] = list(self._game.children(here))
            if here not in lost and any(map(lost.get, after)):
                lost[here] = False
            unknown = None if here in lost else next((x for x in after if x not in lost), None)
            if unknown is None:
                lost.setdefault(here, True)
                del waiting[path.pop()]
            else:
                path.append(unknown)
            if len(lost) > self._most:
                raise too_many(self._most)
        return lost[position]


def check_answers(game: Game[Any], lost: Any, winner: Player, answers: object, most: int) -> str:
    """Every reply ends the game well or has an answer after which the other player loses again."""
    pairs = answers if isinstance(answers, list) else []
    sound = all(isinstance(pair, list) and [*map(type, pair)] == [int, int] for pair in pairs)
    demand(bool(pairs) and sound, "answers must be pairs of whole numbers")
    again, known, replies = Retrial(game, most), dict(pairs), game.legal_moves(lost)
    for reply in replies:
        told, after = game.format_move(reply), game.play(lost, reply)
        outcome, answer = game.outcome(after), known.get(reply)
        if outcome and answer == 0:
            demand(outcome.winner == winner, f"{told} wins for the other player")
            continue
        demand(answer in game.legal_moves(after), f"{told} has no answer")
        found = again.is_lost(game.play(after, answer or 0))
        demand(found, f"{game.format_move(answer or 0)} is no answer to {told}")
    return f"Answers: {len(replies)}; positions worked out again: {len(again)}"
