"""Every thread has players of its own, which end when they are no longer needed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from divisor_duel import GAMES
from divisor_duel.arena.players.entries import read_players
from divisor_duel.arena.players.terms import Terms
from divisor_duel.arena.run import worker_players
from divisor_duel.arena.run.referee import PlayerQuestion
from divisor_duel.questions.question import Question
from tests.arena.playing import BOTS, bot, living
from tests.conftest import wait_until

PATIENT = Terms(start_seconds=100.0)


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    """End whatever a test left running."""
    yield
    worker_players.clear(gently=False)


def asked(kind: str) -> PlayerQuestion:
    """A question to one of the programs of `bots.py`."""
    game = GAMES["chain"]()
    (entry,) = read_players([bot(kind)], least=1)
    return PlayerQuestion(entry, Question(game, game.play(game.start(), 15), (15,), 100.0, 1))


def test_a_thread_keeps_its_pool_and_shares_it_with_none() -> None:
    """The same thread gets the same pool again; another thread gets another."""
    with worker_players.players_of_this_thread() as one:
        pass
    with worker_players.players_of_this_thread() as two:
        assert two is one
        with ThreadPoolExecutor(1) as threads:

            def pool() -> int:
                with worker_players.players_of_this_thread() as own:
                    return id(own)

            assert threads.submit(pool).result() != id(one)


def test_a_program_is_asked_again_without_a_new_start() -> None:
    """Two questions start one process, and the end of the run ends it."""
    for _ in range(2):
        assert worker_players.ask_program(asked("smallest"), PATIENT).move == 3
        assert len(living(f"{BOTS} smallest")) == 2  # the supervisor and the program
    worker_players.clear(gently=True)
    wait_until(lambda: not living(f"{BOTS} smallest"))


def test_idle_programs_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the idle time a program is gone, and the next question starts it again."""
    monkeypatch.setattr(worker_players, "IDLE_SECONDS", 0.01)
    assert worker_players.ask_program(asked("smallest"), PATIENT).move == 3
    wait_until(lambda: not living(f"{BOTS} smallest"))
    assert worker_players.ask_program(asked("smallest"), PATIENT).move == 3


def test_players_of_a_game_in_progress_stay_unless_killed() -> None:
    """A gentle end leaves a game alone; otherwise its players are killed at once."""
    with worker_players.players_of_this_thread() as pool:
        pool.ask(asked("stays").entry, PATIENT, asked("stays").question)
        worker_players.clear(gently=True)
        assert living(f"{BOTS} stays")
        worker_players.clear(gently=False)
        wait_until(lambda: not living(f"{BOTS} stays"))
