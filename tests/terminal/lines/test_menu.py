"""The menu of line mode: questions, wrong answers and the way back."""

from __future__ import annotations

from tests.conftest import Run


def test_no_command_opens_the_menu(duel: Run) -> None:
    """`duel` alone asks for game, set-up, players and beginner, then plays."""
    out = duel(typed="digits\n2\n1\n1\n7\nn\n").stdout
    for words in ("Which game?", "Which set-up?", "Who plays?", "Who goes first?"):
        assert words in out
    assert "Result: Player 1 wins." in out


def test_the_menu_refuses_nonsense_and_keeps_asking(duel: Run) -> None:
    """Wrong answers in the menu get a sentence and the same question again."""
    out = duel(typed="poker\nnumber\n4\n3\n9\n4\n\n2\n60\nodd\neven\n1\n1\n").stdout
    assert "'poker' is not one of these; type a number from 1 to 6, or help." in out
    assert "'number' is not one of these; type a number from 1 to 6, or help." in out
    assert "Low must not be above high, but 9 is above 4." in out
    assert "Opening must be 'any' or 'even', not 'odd'." in out
    assert "Valid choices (even numbers): 2, 4, 6" in out


def test_the_menu_goes_back_helps_and_leaves(duel: Run) -> None:
    """`back` asks the previous question again, `help` lists the words, and `q` leaves."""
    done = duel(typed="countdown\nback\ndi\nchain\nhelp\n2\nq\n")
    assert done.returncode == 0
    assert done.stdout.count("Which game?") == 2
    assert "'di' matches more than one line; type a number" in done.stdout
    assert "  back  the previous question" in done.stdout
    assert done.stdout.endswith("Goodbye.\n")


def test_the_first_choice_is_a_real_game(duel: Run) -> None:
    """Enter at every question starts the recommended set-up; levels come with explanations."""
    out = duel(typed="chain\n\n2\n\n\nq\n").stdout
    assert (
        "1  recommended: numbers 2 to 50, an even one first. You can't open with a large prime"
        in out
    )
    assert "2  the rule book's: numbers 2 to 50\n" in out
    assert "easy     sees a win in one move, and little beyond" in out
    assert "Valid choices (even numbers): 2, 4, 6" in out


def test_the_end_of_input_in_the_menu_is_a_goodbye(duel: Run) -> None:
    """No input at all ends politely."""
    done = duel(typed="")
    assert done.returncode == 0
    assert done.stdout.endswith("Goodbye.\n")
