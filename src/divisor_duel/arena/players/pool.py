"""The running players, reused from game to game."""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import Protocol

from divisor_duel.arena.players.chat_client import ChatClient
from divisor_duel.arena.players.entries import MEGABYTE, Entry, command_of
from divisor_duel.arena.players.language_model import LanguageModel
from divisor_duel.arena.players.levels import built_in_player, is_built_in
from divisor_duel.arena.players.program import Program
from divisor_duel.arena.players.protocol import POLICY_OF_FAULT, Answer
from divisor_duel.arena.players.terms import Terms
from divisor_duel.questions.question import ILLEGAL, START, Fault, Question

MOST_PROGRAMS = 16
"""Limit on programs left running between games."""

MOST_FAILED_STARTS = 2
"""Failed starts in a row after which a program is not started again."""


class AskablePlayer(Protocol):
    """A player that can be asked for a move."""

    def choose(self, question: Question) -> Answer:
        """Return the move; raise Fault if there is none."""
        ...

    def quit(self) -> None:
        """End the player in an orderly way."""
        ...

    def kill(self) -> None:
        """End the player at once."""
        ...


class PlayerPool:
    """The running players; at most `MOST_PROGRAMS` programs run between games."""

    def __init__(self) -> None:
        self._players: OrderedDict[str, AskablePlayer] = OrderedDict()
        self._failed: dict[str, Fault] = {}
        self._failures: Counter[str] = Counter()
        self._client: ChatClient | None = None

    def get(self, entry: Entry, terms: Terms) -> AskablePlayer:
        """Return the player, starting it if necessary; Fault if it cannot be started."""
        key = entry.name if entry.model else entry.spec
        if key not in self._players:
            if self._failures[key] >= MOST_FAILED_STARTS:
                raise Fault(START, self._failed[key].detail, evidence=self._failed[key].evidence)
            try:
                self._players[key] = self._start(entry, terms)
            except Fault as fault:
                self._failures[key] += 1
                self._failed[key] = fault
                raise
            self._failures[key] = 0
            self._make_room()
        self._players.move_to_end(key)
        return self._players[key]

    def _make_room(self) -> None:
        """End the least recently used programs if too many run; other players are free."""
        programs = [key for key, player in self._players.items() if isinstance(player, Program)]
        for key in programs[:-MOST_PROGRAMS]:
            self._players.pop(key).quit()

    def _start(self, entry: Entry, terms: Terms) -> AskablePlayer:
        """Start a player and return it once it is ready; Fault if that takes too long."""
        if entry.model:
            self._client = self._client or ChatClient()
            return LanguageModel(entry.model, self._client, terms.patience)
        if is_built_in(entry.spec):
            return built_in_player(entry.spec)
        return Program(command_of(entry.spec), terms.start_seconds, terms.memory * MEGABYTE)

    def ask(self, entry: Entry, terms: Terms, question: Question) -> Answer:
        """Return the player's answer; end a program that crashed or was too slow."""
        try:
            return self.get(entry, terms).choose(question)
        except Fault as fault:
            if POLICY_OF_FAULT[fault.kind] != ILLEGAL:
                self.dismiss(entry)
            raise

    @property
    def has_programs(self) -> bool:
        """Whether any program is running."""
        return any(isinstance(player, Program) for player in self._players.values())

    def dismiss(self, entry: Entry) -> None:
        """Kill a player after a fault; the next question starts a new one."""
        player = self._players.pop(entry.name if entry.model else entry.spec, None)
        if player:
            player.kill()

    def close(self) -> None:
        """End all players."""
        while self._players:
            self._players.popitem()[1].quit()
        if self._client:
            self._client.close()

    def kill(self) -> None:
        """Kill all players at once, whatever they are doing."""
        while self._players:
            self._players.popitem()[1].kill()
