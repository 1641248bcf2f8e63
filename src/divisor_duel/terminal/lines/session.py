"""A match in line mode: asks people, lets computers choose, saves and shows.

Moves are saved before they are shown, so a closed window or a killed process
loses nothing that a player has seen.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random

from divisor_duel.engine import Analysis
from divisor_duel.engine.levels import COACH, Effort
from divisor_duel.engine.proof_player import next_choice
from divisor_duel.errors import DuelError, IllegalMoveError, MoveTextError, SavedGameError
from divisor_duel.game import AnyGame, Outcome, Player, Position, brief
from divisor_duel.learn import coach
from divisor_duel.learn.hints import STEPS, hint_from
from divisor_duel.play.match import Command, Match, play_match
from divisor_duel.play.record import HUMAN
from divisor_duel.terminal.command_name import command_name
from divisor_duel.terminal.engine import command_engine
from divisor_duel.terminal.finished_games import export
from divisor_duel.terminal.lines.board import board
from divisor_duel.terminal.lines.console import Console
from divisor_duel.terminal.lines.wording import legal_text, unreadable, wording_for
from divisor_duel.terminal.saved_games import SavedMatch
from divisor_duel.terminal.words import as_sentence
from divisor_duel.text import clean_text

COMMANDS = {
    "help": "show this list",
    "rules": "the rules of this game",
    "moves": "list the legal moves",
    "undo": "take back your last move",
    "redo": "play it again",
    "hint": "a nudge; again: the idea; again: the move (hint why: the move now)",
    "save": "save FILE: save a record of the match",
    "resign": "give up this game",
    "quit": "quit; the game is saved, and `duel resume` continues it",
}


HINT_SECONDS = 2.0
"""Time limit of a hint, in seconds."""


class LeaveError(Exception):
    """The player wants to leave; the match can be resumed later."""


def run_match(match: Match, saved: SavedMatch | None, console: Console) -> int:
    """Play `match` until it ends or the players leave; return the exit code."""
    session = Session(match, saved, console)
    try:
        play_match(match, dict.fromkeys(Player, session.choose), session)
    except (LeaveError, EOFError):
        session.show_how_to_resume()
        return 0
    except KeyboardInterrupt:
        console.show([""])
        session.show_how_to_resume()
        return 130
    finally:
        if saved:
            saved.close()
    return 0


class Session:
    """Chooses the moves of a match at one terminal, and shows what happens."""

    def __init__(self, match: Match, saved: SavedMatch | None, console: Console) -> None:
        self._console = console
        self._saved = saved
        self._wording = wording_for(match.game, match.names, match.round.start)
        self._note = ""  # the computer's comment on its move
        self._announced: Position | None = None  # the position that was announced last
        self._hinted: tuple[Position | None, int] = (None, 0)  # position and step of the last hint
        self._analysis: Analysis | None = None  # of that position, for the next hint too

    # --- showing -------------------------------------------------------------------------

    def began(self, match: Match) -> None:
        self._save(match)
        if match.rounds > 1:
            begins = match.names[match.round.first]
            text = f"Round {match.number} of {match.rounds}: {begins} goes first."
            self._console.show([self._console.paint.bold(text), ""])
        self._console.show(self._wording.beginning(match.round.position))

    def moved(self, match: Match, before: Position, move: int) -> None:
        """Save the match, then show the move."""
        self._save(match)
        level = match.levels[before.to_move]
        if level != HUMAN:
            question = self._wording.question(before)
            self._console.show(
                [*self._wording.turn(before), question + match.game.format_move(move)]
            )
        who = "You" if level == HUMAN else match.names[before.to_move]
        self._console.show(self._wording.moved(before, move, match.round.position, who))
        if self._note:
            self._console.show([f"({self._note})", ""])
            self._note = ""

    def refused(self, match: Match, error: IllegalMoveError) -> None:
        self._refuse(str(error))

    def changed(self, match: Match, command: Command, moves: Sequence[int]) -> None:
        self._save(match)
        if not moves:
            self._console.show([f"Nothing to {command.value}."])
            return
        listed = ", ".join(match.game.format_move(move) for move in moves)
        done = "Took back" if command is Command.UNDO else "Played again"
        self._announced = None
        self._console.show([f"{done}: {listed}.", "", *self._wording.recall(match.round.position)])

    def ended(self, match: Match, outcome: Outcome) -> None:
        self._save(match)
        if match.round.resigned:
            self._console.show(self._wording.resigned(outcome))
        else:
            self._console.show(self._wording.closing(match.round.position, outcome))
        if match.rounds > 1:
            self._console.show(["", *_score_lines(match), ""])
        if match.over and self._saved:
            if self._saved.path.exists():
                self._saved.finish()
            self._saved = None

    def _save(self, match: Match) -> None:
        if not self._saved or not self._worth_saving(match):
            return
        try:
            self._saved.save(match.records())
        except SavedGameError as error:
            self._saved.close()
            self._saved = None
            print(f"{error}; the game continues but is no longer saved.", file=sys.stderr)

    def _worth_saving(self, match: Match) -> bool:
        """Return whether a person is typing, a move was made, or the match is saved already."""
        moved = any(record.moves for record in match.records())
        return self._console.typed or moved or bool(self._saved and self._saved.path.exists())

    def show_how_to_resume(self) -> None:
        """Show how to resume the match."""
        if self._saved and not self._saved.path.exists():
            self._console.show(["No move was made, so the game is not saved."])
        elif self._saved:
            self._console.show([f"The game is saved. To continue: {command_name()} resume"])
        else:
            self._console.show(["The game could not be saved."])

    # --- asking --------------------------------------------------------------------------

    def choose(self, match: Match) -> int | Command:
        """Return the move, or a command such as undo, of the player to move."""
        position = match.round.position
        level = match.levels[position.to_move]
        if level != HUMAN:
            rng, effort = Random(match.move_seed), Effort(engine=command_engine())
            positions = [*match.round.positions()]
            chosen = next_choice(level, match.game, positions, rng, effort)
            self._note = chosen.note
            return chosen.move
        self._announce(match, position)
        words = [*map(match.game.format_move, match.game.legal_moves(position)), *COMMANDS]
        while True:
            text = self._console.ask(self._wording.question(position), words)
            choice = self._understand(match, position, text)
            if choice is not None:
                return choice

    def _announce(self, match: Match, position: Position) -> None:
        if position is self._announced:
            return
        self._announced = position
        console = self._console
        drawing = board(match.game, position, console.paint, console.width)
        if console.paint.terminal and drawing:
            console.show([*drawing, ""])
        mover = match.names[position.to_move]
        paint = console.paint
        console.show(
            paint.player(position.to_move, mover) + line[len(mover) :]
            if line.startswith((f"{mover}'", f"{mover},"))  # not elsewhere: "a" may be a name
            else line
            for line in self._wording.turn(position)
        )

    def _understand(self, match: Match, position: Position, text: str) -> int | Command | None:
        """Return the move or command that `text` stands for; None if that is settled here."""
        word, _, rest = text.partition(" ")
        try:
            if word not in COMMANDS and not rest:
                move = match.game.parse_move(text)
                return move if self._coached(match, position, move) else None
        except MoveTextError as error:
            if not text or not _commands_for(word):
                legal = match.game.format_move(match.game.legal_moves(position)[0])
                self._refuse(unreadable(text, error, f"a legal move such as {legal}, or help"))
                return None
        return self._obey(match, position, word, rest.strip())

    def _sure(self, question: str) -> bool:
        """Ask a person at the terminal to confirm; through a pipe, return True."""
        if not self._console.typed:
            return True
        return self._console.ask(f"{question} [y/N]: ", ["yes", "no"]).lower() in ("y", "yes")

    def _coached(self, match: Match, position: Position, move: int) -> bool:
        """Show the coach's comments on a move; return whether to make it.

        The match refuses an illegal move.
        """
        coached = match.levels[position.to_move.other] == COACH
        if not coached or move not in match.game.legal_moves(position):
            return True
        warning = coach.warning(match.game, position, move, engine=command_engine())
        if warning and self._console.typed and not self._sure(f"Coach: {warning} Play it?"):
            return False
        remark = coach.remark(match.game, position, move, engine=command_engine())
        if remark:
            self._console.show(self._console.fit(f"Coach: {remark}"))
        return True

    def _refuse(self, problem: str) -> None:
        self._console.show([self._console.paint.warning(as_sentence(problem))])

    def _obey(self, match: Match, position: Position, word: str, rest: str) -> Command | None:
        names = _commands_for(word)
        if len(names) != 1:
            several = f"{brief(word)} could be {' or '.join(names)}"
            self._refuse(several if names else f"{brief(word)} is not a command; type help")
            return None
        command = names[0]
        if rest and command not in ("save", "hint"):
            self._refuse(f"type {command} alone")
        elif command == "resign" and not self._sure("Resign this game?"):
            self._console.show(["The game continues."])
        elif command in ("undo", "redo", "resign"):
            return Command(command)
        elif command == "quit":
            raise LeaveError
        elif command == "save":
            self._write_record(match, rest)
        elif command == "hint":
            self._console.show(self._hint(match, rest))
        else:
            self._console.show(self._answer(match.game, position, command))
        return None

    def _answer(self, game: AnyGame, position: Position, command: str) -> list[str]:
        if command == "help":
            lines = [f"  {name:8}{meaning}" for name, meaning in COMMANDS.items()]
            return [
                "Type a legal move, or one of these (short forms work; ? means help):",
                *lines,
            ]
        if command == "rules":
            return [*game.agreed_rules().splitlines(), ""]
        return [f"Legal moves: {legal_text(game, position)}"]

    def _hint(self, match: Match, rest: str) -> list[str]:
        """Return the next hint for this position; `why` skips to the last one."""
        if rest not in ("", "why"):
            return ["Type hint, or hint why."]
        match.note_help()
        game, position = match.game, match.round.position
        if self._analysis is None or self._hinted[0] is not position:
            self._analysis = command_engine().analyze(game, position, HINT_SECONDS)
        before = self._hinted[1] if self._hinted[0] is position else 0
        step = STEPS if rest else min(STEPS, before + 1)
        self._hinted = position, step
        text = hint_from(self._analysis, step).text
        more = "" if step == STEPS else " (hint again: more)"
        return self._console.fit(f"Hint {step} of {STEPS}: {text}{more}")

    def _write_record(self, match: Match, rest: str) -> None:
        if not rest:
            self._refuse("save needs a file name, such as: save game.duel")
            return
        try:
            export(rest, match.records())
        except DuelError as error:
            self._refuse(str(error))
        else:
            self._console.show([f"Saved to {clean_text(rest)}."])


def _commands_for(word: str) -> list[str]:
    """Return the commands that `word` may abbreviate; a full name is itself only."""
    word = "help" if word == "?" else word.lower()
    if word in COMMANDS:
        return [word]
    return [name for name in COMMANDS if word and name.startswith(word)]


def _score_lines(match: Match) -> list[str]:
    score = match.score()
    listed = ", ".join(f"{match.names[player]} {score[player]}" for player in Player)
    lines = [f"Score: {listed}"]
    if match.over:
        one, two = score[Player.ONE], score[Player.TWO]
        if one == two:
            lines.append(f"The match is a tie, {one} to {two}.")
        else:
            winner = Player.ONE if one > two else Player.TWO
            high, low = max(one, two), min(one, two)
            lines.append(f"{match.names[winner]} wins the match {high} to {low}.")
    return lines
