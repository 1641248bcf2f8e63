"""TextArena's own agents and loop play the games."""

from __future__ import annotations

from typing import Any

import pytest

from divisor_duel import GAMES
from divisor_duel.batch.exact_values import values
from divisor_duel.learn.review import mark_of
from divisor_duel.questions.text_game import REWARDS
from tests.arena.endpoint import as_asked, chat_endpoint, first_legal


@pytest.fixture(scope="module")
def textarena() -> Any:
    """TextArena with our games; slow to import, so only the process that runs these tests does."""
    import textarena

    import divisor_duel.adapters.textarena  # noqa: F401 - registers the games

    return textarena


def play(env: Any, agents: dict[int, Any]) -> tuple[list[dict[str, Any]], Any, Any]:
    """TextArena's usual loop: the infos of all steps, the rewards and what it says of the game."""
    env.reset(num_players=2, seed=1)
    infos, done = [], False
    while not done:
        player, observation = env.get_observation()
        done, info = env.step(action=agents[player](observation))
        infos.append(info)
    return infos, *env.close()


def test_its_agents_play_every_game_over_http(textarena: Any) -> None:
    """Two of its agents behind a real endpoint finish every game; each move has its exact worth."""
    with chat_endpoint(lambda body, _: as_asked(body, first_legal(body))) as endpoint:
        agent = textarena.agents.OpenAIAgent("fake", api_key="none", base_url=endpoint.url)
        for name, kind in GAMES.items():
            env = textarena.make(f"DivisorDuel-{name.title()}-v0")
            infos, rewards, told = play(env, {0: agent, 1: agent})
            game, position, worth = kind(), kind().start(), []
            for move in env.played:
                assert move == game.legal_moves(position)[0]
                worth.append(REWARDS.get(mark_of(values(game, position), move), 0))
                position = game.play(position, move)
            outcome = game.outcome(position)
            assert outcome is not None
            assert [info["reward"] for info in infos] == worth
            assert rewards == {outcome.winner - 1: 1, outcome.winner.other - 1: -1}
            assert told[0]["reason"] == outcome.reason


def test_one_more_try_then_the_game(textarena: Any) -> None:
    """A reply that is not a legal move is refused with the reason once; the second one loses."""
    env = textarena.make("DivisorDuel-Countdown-v0", start=12)
    env.reset(num_players=2)
    assert "You are Player 1." in env.get_observation()[1]
    assert env.step("move: 5") == (False, {})
    player, told = env.get_observation()
    assert player == 0
    assert "5 does not divide 12; choose one of 2, 3, 4, 6" in told
    assert env.step("I resign") == (True, {})
    assert env.close()[0] == {0: -1, 1: 1}


def test_legal_moves_can_be_hidden(textarena: Any) -> None:
    """Without the list neither the board nor a refusal names the legal moves."""
    env = textarena.make("DivisorDuel-Chain-v0", high=20, legal=False)
    env.reset(num_players=2)
    env.step("move: 10")
    env.step("move: 3")
    told = env.get_observation()[1]
    assert "3 is neither a factor nor a multiple of 10" in told
    assert "choose" not in told
    assert "legal moves:" not in told


def test_registering_twice_does_no_harm(textarena: Any) -> None:
    """Every game is known, once."""
    from divisor_duel.adapters.textarena import register_environments

    register_environments()
    for name in GAMES:
        textarena.check_env_exists(f"DivisorDuel-{name.title()}-v0")


def test_a_game_that_is_over_at_the_start_has_a_winner(textarena: Any) -> None:
    """Countdown from a prime is lost before the first move."""
    env = textarena.make("DivisorDuel-Countdown-v0", start=7)
    env.reset(num_players=2)
    assert env.close()[0] == {1: 1, 0: -1}


@pytest.mark.parametrize("options", [{"high": 1}, {"deep": 3}])
def test_bad_options_are_refused(textarena: Any, options: dict[str, int]) -> None:
    """A set-up that the game cannot have raises with the reason."""
    with pytest.raises(ValueError, match=r"high|deep"):
        textarena.make("DivisorDuel-Ladder-v0", **options)
