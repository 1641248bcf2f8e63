"""What players can do to a game over HTTP: undo, redo, resign and swap sides."""

from __future__ import annotations

from tests.web.players import MakeTable, timeless, wait_for_computer

CHAIN = {"high": 12}


def test_undo_and_redo_alone(make_table: MakeTable) -> None:
    """Against a computer a move is taken back with its answer, and both come again."""
    table = make_table("chain", players={"2": "perfect"})
    table.play(15)
    before = wait_for_computer(table)
    undone = table.post(1, "undo", ply=2).json()
    assert (undone["ply"], undone["redo"], undone["to_move"]) == (0, 2, 1)
    assert table.post(1, "undo", ply=2).status_code == 409
    assert table.post(1, "undo", ply=0).status_code == 422
    redone = table.post(1, "redo", ply=0).json()
    assert (redone["played"], redone["redo"]) == (before["played"], 0)
    assert table.post(1, "redo", ply=2).status_code == 422


def test_undo_at_one_screen(make_table: MakeTable) -> None:
    """Two people at one screen take back at once, to the turn of the player who asks."""
    table = make_table("chain", options=CHAIN)
    table.play(6, 12, 4)
    assert table.post(1, "undo", ply=3).json()["played"] == [6, 12]
    assert table.post(1, "undo", ply=2).json()["played"] == []
    assert table.post(1, "redo", ply=0).json()["played"] == [6, 12]
    state = table.play(3)
    assert (state["played"], state["redo"]) == ([6, 12, 3], 0)


def test_takeback_needs_consent(make_table: MakeTable) -> None:
    """By link a player asks for a takeback, and the opponent agrees or refuses."""
    table = make_table("chain", options=CHAIN, mode="link")
    table.play(6, 12)
    asked = table.post(1, "undo", ply=2).json()
    assert (asked["takeback"], asked["played"]) == ({"by": 1, "ply": 2}, [6, 12])
    assert timeless(table.post(1, "undo", ply=2).json()) == timeless(asked)
    assert table.post(1, "takeback", accept=True).status_code == 403
    assert table.post(2, "takeback", accept=False).json()["takeback"] is None
    assert table.post(2, "takeback", accept=True).status_code == 409
    table.post(1, "undo", ply=2)
    agreed = table.post(2, "takeback", accept=True).json()
    assert (agreed["played"], agreed["takeback"], agreed["redo"]) == ([], None, 0)
    assert table.post(1, "redo", ply=0).status_code == 422
    table.play(6)
    table.post(1, "undo", ply=1)
    assert table.play(12)["takeback"] is None


def test_resigning(make_table: MakeTable) -> None:
    """A player who resigns loses, once, and no more moves are made."""
    table = make_table("chain", options=CHAIN, mode="link")
    table.play(6)
    state = table.post(1, "resign").json()
    assert (state["over"], state["winner"], state["resigned"]) == (True, 2, 1)
    assert state["reason"] == "Player 1 resigned"
    assert state["score"] == {"1": 0, "2": 1}
    assert table.post(1, "resign").status_code == 200
    assert table.post(2, "resign").status_code == 422
    assert table.move(2, 1, 12).status_code == 422


def test_swapping_sides(make_table: MakeTable) -> None:
    """Before the first move sides change; the token goes with its player."""
    table = make_table("chain", players={"2": "easy"}, names={"1": "Ann"})
    state = table.post(1, "swap").json()
    assert state["players"] == {"1": "easy", "2": "human"}
    assert (state["names"]["2"], state["you"]) == ("Ann", 2)
    wait_for_computer(table)
    assert table.post(1, "swap").status_code == 422
    assert make_table("chain", mode="link").post(1, "swap").status_code == 422


def test_a_reaction_shows_until_the_next_move(make_table: MakeTable) -> None:
    """Each player has one mark; the same mark again hides it, and so does a move."""
    table = make_table("chain", mode="link")
    assert table.post(1, "reaction", mark="oops").json()["reactions"] == {"1": "oops"}
    both = table.post(2, "reaction", mark="again").json()
    assert both["reactions"] == {"1": "oops", "2": "again"}
    assert table.post(2, "reaction", mark="again").json()["reactions"] == {"1": "oops"}
    assert table.post(1, "reaction", mark="hello").status_code == 422
    assert table.play(6)["reactions"] == {}


def test_no_reaction_where_no_one_sees_it(make_table: MakeTable) -> None:
    """At one screen, or against the computer, a mark is refused in one sentence."""
    refused = make_table("chain").post(1, "reaction", mark="oops")
    assert (refused.status_code, refused.json()["error"]) == (
        422,
        "there is no one else to see it",
    )
