"""The command line: subcommands, their help, and what wrong arguments get."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from divisor_duel import GAMES, __version__
from divisor_duel.terminal.cli.parser import SUBCOMMANDS
from tests.conftest import COMMAND, Run
from tests.play.test_record import SAMPLE


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("play digits --target 1", "target must be a whole number from 2"),
        ("play ladder --high 1", "high must be a whole number from 2"),
        ("play chain --low 9 --high 4", "low must not be above high, but 9 is above 4"),
        ("play chain --high -5", "high must be a whole number"),
        ("play chain --high ٥", "high must be a whole number"),
        ("play chain --high " + "9" * 10000, "high must be a whole number"),
        ("play chain --high 1e3", "high must be"),
        ("play chain --opening odd", "opening must be 'any' or 'even', not 'odd'"),
        ("play chain --preset unfair", "preset must be fair or book"),
        (
            "play chain --p1 grandmaster",
            "p1 must be one of human, random, easy, medium, hard, perfect",
        ),
        ("play chain --first 3", "first must be 1, 2 or random, not '3'"),
        ("play chain --rounds 0", "rounds must be a whole number from 1"),
        ("play chain --seed x", "seed must be a whole number"),
        ("play chain --name1 \x07", "name1 must be 1 to 40 printable characters"),
        ("play chain --name1 A --name2 A", "need different names"),
        ("play poker", "invalid choice: 'poker'"),
        ("rules chian", "invalid choice: 'chian'; did you mean chain? Try: duel rules --help"),
        ("replai", "did you mean replay?"),
        ("frobnicate", "invalid choice: 'frobnicate'"),
        ("play chain --frob", "unrecognized arguments: '--frob'. Try: duel play chain --help"),
        ("play chain --hihg 20", "did you mean --high? Try: duel play chain --help"),
        ("rules poker", "invalid choice: 'poker'"),
        ("replay /no/such/file", "cannot read '/no/such/file': No such file or directory"),
        ("replay /", "cannot read '/': it is a folder"),
    ],
)
def test_wrong_arguments_get_one_sentence_and_exit_code_2(
    arguments: str, words: str, duel: Run
) -> None:
    """What is wrong is said in one line on standard error, and nothing else happens."""
    done = duel(*arguments.split(" "))
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_help_is_everywhere_and_shows_examples(duel: Run) -> None:
    """Every command explains itself with at least one example."""
    commands = [[], *([name] for name in SUBCOMMANDS), *(["play", game] for game in GAMES)]
    for command in commands:
        done = duel(*command, "--help")
        assert done.returncode == 0
        assert re.search(r"examples?:\n  .*duel", done.stdout), command


def test_version(duel: Run) -> None:
    """`duel --version` tells the version."""
    assert duel("--version").stdout == f"duel {__version__}\n"


def test_games_lists_every_game_with_options_and_preset(duel: Run) -> None:
    """`duel games` tells what there is to play and how it can be set up."""
    out = duel("games").stdout
    for game in GAMES.values():
        assert game.title in out
        assert game.summary in out
        assert game.fair.why in out
        for spec in game.option_specs():
            assert f"--{spec.name}" in out


@pytest.mark.parametrize("id", GAMES)
def test_rules_are_shown(id: str, duel: Run) -> None:
    """`duel rules` prints the rules in our own words."""
    assert duel("rules", id).stdout == GAMES[id].rules() + "\n"


def test_replay_shows_every_move(duel: Run, tmp_path: Path) -> None:
    """A record is told as it was played, from a file or from standard input."""
    file = tmp_path / "game.duel"
    file.write_text(SAMPLE)
    out = duel("replay", str(file)).stdout
    assert "Ann's Turn\nCurrent Number: 60" in out
    assert "Enter your chosen divisor: 15\nNew Current Number is 45" in out
    assert out.endswith("Computer wins the game!\n" + "-" * 40 + "\n")
    assert duel("replay", "-", typed=SAMPLE).stdout == out


def test_replay_names_the_damaged_line(duel: Run, tmp_path: Path) -> None:
    """A damaged file is refused with its name and the line."""
    file = tmp_path / "game.duel"
    file.write_text(SAMPLE.replace("1. 15", "1. 16"))
    done = duel("replay", str(file))
    assert done.returncode == 2
    assert f"{file}, line 11: move 1 (16) is not legal" in done.stderr


def test_an_unfinished_record_says_so(duel: Run) -> None:
    """Replaying a game that was not over ends with that sentence."""
    text = '[Game "chain"]\n[Result "*"]\n1. 15 5\n*\n'
    assert duel("replay", "-", typed=text).stdout.endswith("the game was not over.\n")


def test_the_fair_preset_can_be_changed(duel: Run) -> None:
    """Options on the command line win over the preset's."""
    assert "Starting Number: 144" in duel("play", "countdown", "--preset", "fair").stdout
    out = duel("play", "countdown", "--preset", "fair", "--start", "96").stdout
    assert "Starting Number: 96" in out


def test_who_begins(duel: Run) -> None:
    """`--first` decides who begins; a coin toss follows the seed."""
    assert "Player 2, it's your turn." in duel("play", "divider", "--first", "2").stdout
    outs = {duel("play", "divider", "--first", "random", "--seed", str(n)).stdout for n in range(9)}
    assert len(outs) == 2


def test_output_can_be_cut_short() -> None:
    """Piping into a reader that stops early ends quietly."""
    command = f"'{sys.executable}' -m divisor_duel games | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.startswith("divider")
    assert done.stderr == ""


def test_large_set_ups_start_at_once(duel: Run) -> None:
    """Pools of thousands and numbers of eighteen digits are listed and played."""
    out = duel("play", "countdown", "--start", "963761198400", typed="481880599200\n").stdout
    assert "New Current Number is 481880599200" in out
    assert "[2, 3, 4, 5, 6, 7, 8, 9, 10" in out
    assert (
        "Last Opponent Number: 9973"
        in duel("play", "chain", "--high", "20000", typed="9973\n").stdout
    )


def test_no_command_opens_the_menu(duel: Run) -> None:
    """`duel` alone asks for game, set-up, players and beginner, then plays."""
    out = duel(typed="digits\n2\n1\n1\n7\nn\n").stdout
    for words in ("Which game?", "Which set-up?", "Who plays?", "Who begins?"):
        assert words in out
    assert "Result: Player 1 wins." in out


def test_the_menu_refuses_nonsense_and_keeps_asking(duel: Run) -> None:
    """Wrong answers in the menu get a sentence and the same question again."""
    out = duel(typed="poker\nnumber\n4\n3\n9\n4\n\n2\n60\nodd\neven\n1\n1\n").stdout
    assert "'poker' is none of these; type a number from 1 to 5, or help." in out
    assert "'number' is none of these; type a number from 1 to 5, or help." in out
    assert "Low must not be above high, but 9 is above 4." in out
    assert "Opening must be 'any' or 'even', not 'odd'." in out
    assert "Valid choices (even numbers): 2, 4, 6" in out


def test_the_menu_goes_back_helps_and_leaves(duel: Run) -> None:
    """`back` asks the question before again, `help` lists the words, and `q` leaves."""
    done = duel(typed="countdown\nback\ndi\nchain\nhelp\n2\nq\n")
    assert done.returncode == 0
    assert done.stdout.count("Which game?") == 2
    assert "'di' begins more than one line; type a number" in done.stdout
    assert "  back  the question before" in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


def test_the_first_choice_is_a_real_game(duel: Run) -> None:
    """Enter at every question starts the recommended set-up, and the computer's levels are told."""
    out = duel(typed="chain\n\n2\n\n\nq\n").stdout
    assert "1  recommended: numbers 2 to 50, an even one first. No large prime" in out
    assert "2  the rule book's own: numbers 2 to 50\n" in out
    assert "easy     sees a win in one move, and little beyond" in out
    assert "Valid choices (even numbers): 2, 4, 6" in out


def test_the_end_of_input_in_the_menu_is_a_goodbye(duel: Run) -> None:
    """No input at all ends politely."""
    done = duel(typed="")
    assert done.returncode == 0
    assert done.stdout.endswith("Goodbye.\n")


def test_play_alone_opens_the_chooser(duel: Run) -> None:
    """`duel play` without a game asks which."""
    assert duel("play", typed="q\n").stdout.startswith("Divisor Duel: five games")


def test_a_coin_is_announced(duel: Run) -> None:
    """With `--first random` the coin's word comes first."""
    out = duel("play", "chain", "--first", "random", "--seed", "3").stdout
    assert re.match(r"The coin says: Player [12] begins\.\n\n", out)


def test_what_was_typed_is_shown_as_typed(duel: Run) -> None:
    """Letters beyond ASCII come back as they were typed."""
    assert "'fünf' is not a whole number" in duel("play", "chain", typed="fünf\n").stdout


@pytest.mark.parametrize("arguments", ["games", "--version", "rules chain"])
def test_a_full_disk_is_a_sentence(arguments: str) -> None:
    """What cannot be written is told in one line, without a traceback."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, *arguments.split()],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "duel: cannot go on: No space left on device\n"


def test_ascii_terminals_get_ascii_marks() -> None:
    """Where there is only ASCII the discs and squares are letters, and other text is escaped."""
    sweep = [*COMMAND, "sweep", "countdown", "--over", "start=4..9"]
    environment = dict(os.environ, PYTHONIOENCODING="ascii")
    done = subprocess.run(sweep, env=environment, capture_output=True, text=True, check=False)
    assert re.search(r"^o +4 ", done.stdout, re.MULTILINE)
    assert re.search(r"^# +5 ", done.stdout, re.MULTILINE)
    assert "\\u" not in done.stdout
