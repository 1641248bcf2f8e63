"""What the engine says of a game, over HTTP."""

from __future__ import annotations

import httpx
import msgspec
import pytest

from divisor_duel.games.registry import GAMES
from divisor_duel.web.schema import analysis as findings
from tests.web.players import MakeTable, wait_for_computer

CHAIN: dict[str, int | str] = {"high": 12}


def test_values_are_off_between_people(make_table: MakeTable) -> None:
    """While two people play there are no values, hints or reviews; then there are."""
    for mode in ("here", "link"):
        table = make_table("chain", options=CHAIN, mode=mode)
        for what in ("/analysis", "/analysis?ply=0", "/hint", "/review"):
            assert table.get(what).status_code == 403
        assert not table.state()["values_allowed"]
        table.play(11)
        assert table.state()["values_allowed"]
        assert table.get("/analysis?ply=0").json()["value"] == "win"
        assert table.get("/review").status_code == 200
        assert table.get("/hint").status_code == 422
        assert table.get("/analysis?ply=9").status_code == 422


@pytest.mark.parametrize("game", GAMES)
def test_insight(make_table: MakeTable, game: str) -> None:
    """Against a computer analysis, hint and review answer as their types say."""
    table = make_table(game, players={"2": "random"})
    analysis = msgspec.json.decode(table.get("/analysis").content, type=findings.AnalysisMessage)
    assert {move.move for move in analysis.moves} == set(table.created["legal"])
    assert analysis.reason
    hint = msgspec.json.decode(table.get("/hint").content, type=findings.HintMessage)
    assert hint.move is not None
    assert hint.move in table.created["legal"]
    assert table.get("/hint?step=1").json()["move"] is None
    table.play(hint.move)
    wait_for_computer(table)
    review = msgspec.json.decode(table.get("/review").content, type=findings.ReviewMessage)
    assert len(review.standings) == len(review.moves) + 1


def test_proofs_can_be_drawn(make_table: MakeTable) -> None:
    """Chain comes with pairs of factor and multiple, Divider Duel with separate groups."""
    chain = make_table("chain", options=CHAIN | {"opening": "even"}, players={"2": "easy"})
    proof = chain.get("/analysis").json()["proof"]
    assert proof["pairs"]
    assert all(two % one == 0 for one, two in proof["pairs"])
    assert all(proof["answers"][str(one)] == two for one, two in proof["pairs"])
    assert all(proof["answers"][str(two)] == one for one, two in proof["pairs"])
    divider = make_table("divider", players={"2": "easy"})
    proof = divider.get("/analysis").json()["proof"]
    assert proof["after"] == 4
    assert sorted(n for group in proof["groups"] for n in group["numbers"]) == [2, 3, 5, 6, 7, 9]


def test_misere_is_played_and_analysed(make_table: MakeTable, client: httpx.Client) -> None:
    """A house rule among the options changes the winner, the phrase and the analysis."""
    table = make_table("chain", options={"high": 50, "ending": "misere"})
    assert table.created["options"]["ending"] == "misere"
    assert table.created["phrase"].endswith("misère: making the last possible move loses")
    state = table.play(47)
    assert (state["over"], state["winner"]) == (True, 2)
    asked = {"game": "divider", "high": "9", "ending": "misere"}
    found = client.get("/api/position/analysis", params=asked).json()
    assert (found["value"], found["remoteness"], found["grundy"]) == ("loss", 7, None)
    assert found.get("proof") is None
