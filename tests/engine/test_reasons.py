"""Sentences that every game has: trees, lists of answers and ends, against brute force."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from divisor_duel.engine import Engine, StepClock
from divisor_duel.engine.analysis import Analysis, analysis_of
from divisor_duel.engine.reasons import common_reason, full_reason, reason_in_words
from divisor_duel.game import Game
from divisor_duel.games.parts import REASONS, find
from divisor_duel.games.registry import every_game
from divisor_duel.proof import Answered, Proof
from tests.reference.brute import Solved, Twin, solve
from tests.setups import Setup

MISERE = [
    Setup("ladder", {"high": 12, "ending": "misere"}),
    Setup("ladder", {"high": 17, "ending": "misere"}),
    Setup("chain", {"high": 12, "ending": "misere"}),
    Setup("chain", {"high": 14, "opening": "even", "ending": "misere"}),
]

NAMES = r"(?P<names>\w+(?:, \w+)*(?: or \w+)?)"
ENDS = re.compile(rf"{NAMES} ends the game, and (?P<winner>you|they) win")
MET = re.compile(rf"{NAMES} is met by (?P<answer>\w+)")
ANSWERED = re.compile(
    r"(?:(?P<ends>[\w, ]+) ends the game, and (?:you|they) win\. )?(?:You|They) answer "
    r"(?P<answers>[^.]*), and have an answer again every time\."
)
ALL_END = re.compile(r"Whatever (?:you|they) play ends the game: (?:you|they) win\.")
AT_ONCE = re.compile(r"(?P<move>\w+) wins at once: (?P<why>.*)\.")
SEARCHED = re.compile(
    r"Every move was worked out: (?:all (?P<count>\d+) moves lose|the only move loses)\..*"
)
WINS = re.compile(r"(?P<move>\w+) wins against every reply\..*")


class Checked:
    """Sentences of one set-up, held against brute force."""

    def __init__(self, setup: Setup) -> None:
        self.game: Game[Any] = setup.game
        self.memo: dict[Any, Solved] = {}
        self.kinds = set[str]()

    def moves(self, names: str) -> list[int]:
        """The moves of a list in words."""
        return [self.game.parse_move(name) for name in re.split(r", | or ", names)]

    def is_lost(self, twin: Twin) -> bool:
        """Whether the player to move loses, or has lost."""
        winner = twin.winner()
        return winner != twin.turn if winner is not None else not solve(twin, self.memo).value

    def check(self, twin: Twin, analysis: Analysis) -> None:
        """Check the sentence shown to the player to move."""
        reason, won = analysis.reason, not self.is_lost(twin)
        if found := AT_ONCE.fullmatch(reason) or WINS.fullmatch(reason):
            after = twin.play(self.game.parse_move(found["move"]))
            assert won
            assert self.is_lost(after)
            assert (after.winner() is not None) == (found.re is AT_ONCE)
            self.kinds.add("end")
            return
        if found := SEARCHED.fullmatch(reason):
            assert not won
            assert len(twin.legal()) == int(found["count"] or 1)
            self.kinds.add("searched")
            return
        begin = re.match(r"Play (\w+)\. ", reason)
        assert bool(begin) == won, reason
        if begin:
            twin, reason = twin.play(self.game.parse_move(begin[1])), reason[begin.end() :]
        self.check_lost(twin, reason, "you" if won else "they")

    def check_lost(self, lost: Twin, reason: str, winner: str) -> None:
        """Check what answers each reply in a position that is lost for the player to move."""
        if ALL_END.fullmatch(reason):
            assert all(self.is_won_end(lost, move) for move in lost.legal())
            self.kinds.add("ends")
        elif found := ANSWERED.fullmatch(reason):
            ends = self.moves(found["ends"]) if found["ends"] else []
            assert all(self.is_won_end(lost, move) for move in ends)
            told = list(ends)
            for said in found["answers"].split("; "):
                names, answer = said.split(" with ")
                for reply in self.moves(names):
                    told.append(reply)
                    assert self.is_lost(lost.play(reply).play(self.game.parse_move(answer)))
            assert sorted(told) == lost.legal()
            self.kinds.add("answered")
        else:
            end = self.check_tree(lost, reason, 0, winner)
            assert reason[end:] == ".", reason
            self.kinds.add("tree")

    def check_tree(self, lost: Twin, text: str, end: int, winner: str) -> int:
        """Check the branches of a tree up to the bracket that closes it, and where that is."""
        told = list[int]()
        while found := ENDS.match(text, end) or MET.match(text, end):
            replies, end = self.moves(found["names"]), found.end()
            told += replies
            if found.re is ENDS:
                assert found["winner"] == winner
                assert all(self.is_won_end(lost, move) for move in replies)
            else:
                answer = self.game.parse_move(found["answer"])
                reached = [lost.play(reply).play(answer) for reply in replies]
                assert all(self.is_lost(after) for after in reached)
                if text.startswith(" (and then ", end):
                    start = end + len(" (and then ")
                    (close,) = {self.check_tree(each, text, start, winner) for each in reached}
                    end = close + 1
            end = next((end + len(s) for s in (", ", " and ") if text.startswith(s, end)), end)
        assert sorted(told) == lost.legal(), text
        return end

    def is_won_end(self, lost: Twin, move: int) -> bool:
        """Whether a move of the loser ends the game, and loses it."""
        winner = lost.play(move).winner()
        return winner is not None and winner != lost.turn


@pytest.mark.parametrize("ending", ["normal", "misere"])
@pytest.mark.parametrize("name", every_game())
def test_a_list_of_answers_has_the_same_words_in_every_game(name: str, ending: str) -> None:
    """Neither the sentence nor the full one is the game's own; a game can word it, too."""
    game = every_game()[name](ending=ending)
    start = game.start()
    first, *others = game.legal_moves(start)
    proof = Answered(0, ((first, 0), *((reply, first) for reply in others)))
    said = common_reason(game, start, proof)
    assert said.startswith(f"{game.format_move(first)} ends the game, and they win.")
    assert reason_in_words(game, start, proof) == full_reason(game, start, proof) == said
    own = find(game, REASONS)
    assert own is None or own.sentence(game, start, proof) == said


class Unworded(Proof, frozen=True, tag="unworded"):
    """A kind of proof that no game puts in words."""


def test_a_kind_without_words_is_a_mistake_of_its_game() -> None:
    """A game without `reasons.py` explains only with the kinds that every game has."""
    game = every_game()["ladder"](ending="misere")
    with pytest.raises(AssertionError, match=r"own kinds of proof need a reasons\.py"):
        reason_in_words(game, game.start(), Unworded(0))


@pytest.mark.parametrize("setup", MISERE, ids=str)
def test_what_is_said_in_misere_is_true(setup: Setup) -> None:
    """Ends are ends, answers win, and every reply is named, at all depths of random games."""
    checked, engine, rng = Checked(setup), Engine(clock=StepClock), Random(7)
    for _ in range(60):
        twin, played = setup.twin(), list[int]()
        for _ in range(rng.randint(0, 7)):
            move = rng.choice(twin.legal())
            if twin.play(move).winner() is not None:
                break
            played.append(move)
            twin = twin.play(move)
        *_, position = setup.game.positions(played)
        with engine.theory(setup.game) as theory:
            analysis = analysis_of(theory, position, engine.budget(60, 0.02))
        checked.check(twin, analysis)
    assert "tree" in checked.kinds
