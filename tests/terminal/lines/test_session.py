"""At the prompt: commands, bad input, and any text whatever."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from divisor_duel import GAMES, Match, Record, read_records
from divisor_duel.engine import Analysis, Engine
from divisor_duel.game import AnyGame, Position
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.session import COMMANDS, run_match
from tests.conftest import Run, saved_games
from tests.terminal.conftest import Call

BAD = {
    "abc": "'abc' is not a whole number such as 12; type a legal move such as 3, or help.",
    "": "You typed nothing; type a legal move such as 3, or help.",
    "0": "0 is not between 2 and 50; choose one of 3, 5, 30, 45.",
    "-3": "'-3' is not a whole number",
    "3.0": "'3.0' is not a whole number",
    "1e3": "'1e3' is not a whole number",
    "٣": "'٣' is not a whole number",
    "9" * 10_000: "(10002 characters) is not a whole number",
    "9" * 1_000: " is not between 2 and 50",
    "99": "99 is not between 2 and 50; choose one of 3, 5, 30, 45.",
    "15": "15 is already taken; choose one of 3, 5, 30, 45.",
    "12": "12 is neither a factor nor a multiple of 15; choose one of 3, 5, 30, 45.",
    "\x1b[31m": "'\\x1b[31m' is not a whole number",
    "\x00": "'\\x00' is not a whole number",
    "r": "'r' could be rules or redo or resign.",
    "moves now": "Type moves alone.",
    "frobnicate 3": "'frobnicate' is not a command; type help.",
    "save": "Save needs a file name",
    "save /no/such/folder/x": "Cannot write '/no/such/folder/x': No such file or directory.",
    "undo 3": "Type undo alone.",
}


@pytest.mark.parametrize("typed", BAD, ids=lambda text: ascii(text)[:20])
def test_bad_input_gets_a_sentence_and_the_same_prompt_again(typed: str, duel: Run) -> None:
    """After a bad line the reason is said, the prompt returns, and the game goes on."""
    done = duel("play", "chain", typed=f"15\n{typed}\n5\n")
    assert BAD[typed] in done.stdout
    assert done.stdout.count("- Enter your chosen number: ") == 4
    assert "Last Opponent Number: 5" in done.stdout
    assert done.returncode == 0


def test_invalid_utf8_is_one_more_bad_line(duel: Run) -> None:
    """Bytes that are no text are refused like any other nonsense."""
    done = duel("play", "chain", typed=b"15\n\xff\xfe\n5\n")
    assert "'\\\\xff\\\\xfe' is not a whole number" in done.stdout
    assert "Last Opponent Number: 5" in done.stdout


def test_commands_answer_in_place(duel: Run) -> None:
    """Every command that shows something shows it, and short forms and ? do the same."""
    done = duel("play", "chain", typed="help\n?\nru\nmov\n15\nm\nq\n")
    for name, meaning in COMMANDS.items():
        assert done.stdout.count(f"  {name:8}{meaning}") == 2
    assert GAMES["chain"].rules() in done.stdout
    assert "Legal moves: 2-50" in done.stdout
    assert "Legal moves: 3, 5, 30, 45" in done.stdout
    assert done.stdout.endswith("The game is saved. To continue: duel resume\n")


def test_undo_and_redo_at_the_prompt(duel: Run) -> None:
    """Undo takes a move back, redo makes it again, and both say when there is nothing to do."""
    done = duel("play", "divider", typed="undo\n5\nundo\nredo\nredo\nquit\n")
    for line in ("Nothing to undo.", "Took back: 5.", "Played again: 5."):
        assert f"\n{line}\n" in done.stdout.replace("remove: undo\n", "\n").replace("redo\n", "\n")
    assert "Nothing to redo." in done.stdout
    assert "Shared List: [2, 3, 4, 6, 7, 8, 9]" in done.stdout


def test_resigning_ends_the_round(duel: Run) -> None:
    """A player who resigns has lost, and the record says so."""
    done = duel("play", "chain", "--name1", "Ann", "--name2", "Ben", typed="15\nresign\n")
    assert done.stdout.endswith("Ben resigns.\nAnn wins the game!\n")


def test_save_writes_a_record_that_reads_back(duel: Run, tmp_path: Path) -> None:
    """`save FILE` writes the match so far and never overwrites."""
    file = tmp_path / "my game.duel"
    done = duel("play", "chain", typed=f"15\nsave {file}\n5\nsave {file}\nquit\n")
    assert f"Saved to {file}." in done.stdout
    assert "exists already; choose another name." in done.stdout
    (record,) = read_records(file.read_text())
    assert record.moves == (15,)


def test_computers_play_by_themselves_and_the_seed_decides(duel: Run) -> None:
    """Two random players finish a match alone; the same seed gives the same output."""
    arguments = ("play", "chain", "--p1", "random", "--p2", "random", "--rounds", "3")
    one = duel(*arguments, "--seed", "5")
    assert one.returncode == 0
    assert one.stdout == duel(*arguments, "--seed", "5").stdout
    assert one.stdout != duel(*arguments, "--seed", "6").stdout
    assert "Score: Computer 1" in one.stdout
    assert "wins the match" in one.stdout


def test_the_proof_names_its_rule_after_each_move(duel: Run) -> None:
    """It keeps to the partners of its first move, and speaks of the list that is then shown."""
    out = duel("play", "divider", "--p1", "proof", typed="2\n5\n").stdout
    first = "(Every number has a partner: 2-3, 5-7, 6-9. Whatever you take, your opponent takes its"
    rule = "(Its rule: \u201cTake the partner of the number just taken. Partners: 2-3, 5-7, 6-9."
    assert f"Updated Shared List: [2, 3, 5, 6, 7, 9]\n\n{first}" in out
    assert f"Updated Shared List: [5, 7]\n\n{rule}" in out
    assert out.count("\n(") == 2
    assert out.endswith("Computer wins the game!\n")


def test_a_tie_is_a_tie(duel: Run) -> None:
    """When both won equally often the match is called a tie."""
    done = duel("play", "digits", "--rounds", "2", typed="7\n7\n")
    assert done.stdout.endswith("The match is a tie, 1 to 1.\n\n")


texts = st.lists(
    st.one_of(
        st.text(st.characters(exclude_characters="\n\r")),
        st.integers(0, 60).map(str),
        st.sampled_from([*COMMANDS, "?", "u", "re", "hint why"]),
    ).filter(lambda text: not text.strip().startswith("sa")),
    max_size=30,
)


@settings(max_examples=200)
@given(st.sampled_from(list(GAMES)), texts)
def test_any_text_at_any_prompt(id: str, lines: list[str]) -> None:
    """Whatever is typed, the session ends in its own words with exit code 0."""
    out = io.StringIO()
    console = Console(io.StringIO("".join(f"{line}\n" for line in lines)), out)
    assert run_match(Match([Record(GAMES[id]())]), None, console) == 0
    last = out.getvalue().rstrip().splitlines()[-1]
    assert any(words in last for words in ("wins", "could not be saved", "-----"))


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_only_the_name_of_the_mover_is_coloured() -> None:
    """A player called "a" is coloured at the head of the turn, and no other a is."""
    screen = Screen()
    match = Match([Record(GAMES["chain"](high=6), names=("a", "b"))])
    run_match(match, None, Console(io.StringIO(""), screen))
    shown = screen.getvalue()
    assert "ma\x1b[0m's Turn:" in shown
    assert "- Last Opponent Number" in shown
    assert "- Available Numbers" in shown


def test_misere_is_said_at_the_beginning_and_at_the_end(duel: Run) -> None:
    """Line mode tells the house rule, among the rules too, and who wins by it."""
    arguments = ("play", "chain", "--ending", "misere", "--name1", "Ann", "--name2", "Ben")
    out = duel(*arguments, typed="46\nrules\n23\n").stdout
    rule = "Misère Chain: making the last possible move loses."
    assert out.startswith(f"{rule}\n\nShared Numbers: [2, 3, 4")
    assert out.count(rule) == 2
    assert "and loses." not in out
    assert out.endswith("in misère, making the last possible move loses.\nAnn wins the game!\n")


def test_a_pool_of_any_numbers_is_played(duel: Run, tmp_path: Path) -> None:
    """--numbers is the whole pool: nothing else is listed, and what it never held is not taken."""
    file = tmp_path / "numbers.duel"
    typed = f"12\nsave {file}\n3\n9\n"
    out = duel("play", "chain", "--numbers", "2,3,5-12", typed=typed).stdout
    assert out.startswith("Shared Numbers: [2, 3, 5, 6, 7, ..., 12]\n")
    assert "- Available Numbers: [2, 5, 6, 7, 8, ..., 11] (excluding 3, 12)\n" in out
    assert out.endswith("Player 1 wins the game!\n")
    (record,) = read_records(file.read_text())
    assert (record.start, record.moves) == ("last=0 pool=2-3,5-12", (12,))
    again = duel("play", "countdown", "--numbers", "2,3")
    assert (again.returncode, again.stderr) == (
        2,
        "duel: Divisor Duel: Countdown has no list of numbers that could be chosen\n",
    )


def test_hints_in_play(duel: Run) -> None:
    """`hint` says where to look, then the idea, then the move and why; `hint why` all at once."""
    typed = "hint\nhint\nhint\nhint\nhint no\n15\nhint\nhint why\n"
    out = duel("play", "countdown", typed=typed).stdout
    steps = [line for line in out.splitlines() if line.startswith("Hint ")]
    assert [line[:11] for line in steps] == [f"Hint {step} of 3" for step in (1, 2, 3, 3, 1, 3)]
    assert not any(move in line for line in steps[:2] for move in ("3 wins", "15"))
    assert ": Take 3 to leave 57. An odd number has only odd divisors" in steps[2]
    assert "Every move loses against best play" in steps[4]
    assert "holds out" in steps[5]
    assert "Type hint, or hint why." in out


def test_help_is_noted_in_the_record(duel: Run, home: Path) -> None:
    """Asking for a hint is saved with the next move; playing without one is not."""
    duel("play", "countdown", typed="15\nhint\n3\nquit\n")
    (helped,) = saved_games(home)
    assert '[Helped "2"]' in helped.read_text()
    helped.unlink()
    duel("play", "countdown", typed="15\nhint no\n3\nquit\n")
    (alone,) = saved_games(home)
    assert "Helped" not in alone.read_text()


@pytest.mark.parametrize("typed", ["", "help\n", "15x\nquit\n"])
def test_a_piped_game_without_a_move_is_not_saved(typed: str, duel: Run, home: Path) -> None:
    """Nothing was played, so there is nothing to resume, and the last line says so."""
    done = duel("play", "chain", typed=typed)
    assert done.stdout.endswith("No move was made, so the game is not saved.\n")
    assert (done.returncode, saved_games(home)) == (0, [])


def test_a_piped_game_resigned_without_a_move_is_not_saved(duel: Run, home: Path) -> None:
    """It ends as ever, and leaves no finished game behind."""
    done = duel("play", "chain", typed="resign\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert saved_games(home) == saved_games(home, "finished") == []


def test_further_hints_cost_no_time(
    call: Call, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    """All hints about a position come from one analysis; the next position has its own."""
    asked: list[object] = []
    analyze = Engine.analyze

    def counting(engine: Engine, game: AnyGame, position: Position, seconds: float) -> Analysis:
        asked.append(position)
        return analyze(engine, game, position, seconds)

    monkeypatch.setattr(Engine, "analyze", counting)
    assert call("play", "countdown", typed="hint\nhint\nhint\n3\nhint\nhint why\nquit\n") == 0
    assert len(asked) == 2
