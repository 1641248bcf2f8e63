"""Models as files and as words: everything about their requests, and never a key."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from divisor_duel import DuelError, OptionsError
from divisor_duel.arena import read_players
from divisor_duel.arena.players.chat_client import completions_url, request_body
from divisor_duel.arena.players.model_settings import build, read_chat
from tests.arena.endpoint import chat_endpoint, first_legal, streamed
from tests.arena.playing import play

FILE = """
model = "tiny"
url = "URL?api-version=3"
key = "TINY_API_KEY"
temperature = 0.25
max_tokens = 50
reasoning_effort = "low"
system = "You play to win."
template = "words.txt"
seconds = 60
stream = true
calls = 3
price = {input = 1.0, output = 10.0, cached = 0.5}
extra = {seed = 7}
"""


def test_a_file_says_how_a_model_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Key, query, settings, system prompt and template all reach the endpoint; cost is counted."""
    monkeypatch.setenv("TINY_API_KEY", "sesame")
    monkeypatch.setenv("DUEL_API_KEY", "other")
    usage: dict[str, Any] = {"prompt_tokens": 100, "completion_tokens": 10}
    usage |= {"prompt_tokens_details": {"cached_tokens": 60}}

    def script(request: dict[str, Any], number: int) -> Any:
        half = {"choices": [{"delta": {"content": first_legal(request)}}]}
        thought = {"choices": [{"delta": {"reasoning_content": "hm"}}]}
        return streamed(thought, half, {"choices": [], "usage": usage})

    (tmp_path / "words.txt").write_text("$rules {as is} $nonsense\n$legal\nPlay, $you.")
    with chat_endpoint(script) as endpoint:
        (tmp_path / "tiny.toml").write_text(FILE.replace("URL", endpoint.url))
        lines = play(str(tmp_path / "tiny.toml"), "random", games="countdown")
    assert lines[0]["players"] == ["tiny", "random"]
    assert set(endpoint.keys) == {"Bearer sesame"}
    assert set(endpoint.paths) == {"/v1/chat/completions?api-version=3"}
    request = endpoint.requests[0]
    system, question = request.pop("messages")
    assert system == {"role": "system", "content": "You play to win."}
    assert "{as is} $nonsense\nYour legal moves: " in question["content"]
    assert question["content"].endswith("Play, Player 1.")
    assert request == {
        "model": "tiny",
        "temperature": 0.25,
        "max_tokens": 50,
        "reasoning_effort": "low",
        "seed": 7,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    exchange = lines[0]["exchanges"][0]
    assert exchange["reasoning"] == "hm"
    assert exchange["cost"] == pytest.approx((40 * 1.0 + 60 * 0.5 + 10 * 10.0) / 1e6)
    assert "sesame" not in repr(lines)


def test_options_stand_after_the_name() -> None:
    """The same can be said in one word, and query strings of URLs stay."""
    model = read_chat("org/m,temperature=0,max_tokens=9,key=MY_KEY,input=2@https://h.org/v1?a=b,c")
    assert (model.model, model.url, model.key) == ("org/m", "https://h.org/v1?a=b,c", "MY_KEY")
    assert (model.temperature, model.max_tokens, model.price) == (0.0, 9, (("input", 2.0),))
    assert completions_url(model) == "https://h.org/v1/chat/completions?a=b,c"
    assert request_body(model, [])["max_tokens"] == 9


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"temperature": "hot"}, "temperature must be a number from 0 to 10"),
        ({"max_tokens": True}, "max_tokens must be a whole number"),
        ({"stream": 1}, "stream must be true or false"),
        ({"key": "sk-123"}, "key must be the name of an environment variable"),
        ({"colour": 1}, "a model has no option 'colour'"),
        ({"price": {"tea": 1}}, "price has input, output and cached"),
        ({"price": {"input": "x"}}, "the price input must be a number from 0"),
        ({"template": "no-such-file"}, "cannot read the template"),
        ({"url": "ftp://x"}, "a chat player is written chat:MODEL@URL"),
    ],
)
def test_wrong_options_are_sentences(change: dict[str, Any], words: str) -> None:
    """Each wrong option of a model is named with what it should be."""
    with pytest.raises(DuelError, match=words):
        build({"model": "m", "url": "http://h/v1", **change}, Path())


def test_files_that_cannot_be_are_sentences(tmp_path: Path) -> None:
    """A file that is missing or is not TOML is named."""
    (tmp_path / "bad.toml").write_text("model = ")
    for name, words in (("bad", "is not TOML"), ("none", "cannot read the player")):
        with pytest.raises(DuelError, match=words):
            read_players([str(tmp_path / f"{name}.toml"), "random"])


@pytest.mark.parametrize(
    "url",
    [
        "https://me:open-sesame@example.org/v1",
        "https://example.org/v1?key=open-sesame",
        "https://example.org/v1?api-version=3&api_key=open-sesame",
        "https://example.org/v1?access_token=open-sesame",
    ],
)
def test_a_key_in_a_url_is_refused(url: str, tmp_path: Path) -> None:
    """URLs are saved with the results, so none may have a key; the refusal does not repeat it."""
    file = tmp_path / "model.toml"
    file.write_text(f'model = "tiny"\nurl = "{url}"\n')
    for player in (str(file), f"m=chat:tiny@{url}"):
        with pytest.raises(OptionsError, match="a key in the URL would be saved") as refused:
            read_players([player, "random"])
        assert "sesame" not in str(refused.value)
