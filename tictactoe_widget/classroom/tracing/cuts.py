"""Moves that a recorded search cut: those that its calls did not try."""

from collections.abc import Sequence
from functools import cached_property

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import Board
from tictactoe_widget.rules.rules import Rules

from .call import game_of_call
from .entries import Entry
from .tries import Tries, is_helper


class Cuts:
    """Moves that the calls of a search did not try, although they tried others.

    Only calls are seen. Where no call in the record is made twice, the search may keep
    a table, and a move to a position that was called before may have been answered
    from it; where none is made on a finished position, moves that end the game may
    have been valued without a call. Such moves are not counted as cut.
    """

    def __init__(self, entries: Sequence[Entry], rules: Rules, tries: Tries) -> None:
        self._entries = entries
        self._rules = rules
        self._tries = tries
        self._is_whole = entries[0].calls == len(entries)

    def of(self, entry: Entry) -> tuple[int, ...]:
        """Return the moves that a call did not try, ascending.

        Those of a position are said of one call on it: the innermost that was to try all.
        """
        board = entry.board
        if board is None or not entry.has_returned:
            return ()
        tried = self._tries.cells(entry)
        if not tried or len(tried) == board.count(None) or self._tries.is_part(entry):
            return ()
        if any(self._is_handed(child, tried) for child in entry.children):
            return ()
        game = self._game(entry)
        if game is None:
            cells = [cell for cell, mark in enumerate(board) if mark is None]
            return tuple(cell for cell in cells if cell not in tried)
        cells = [cell for cell in game.legal_moves if cell not in tried]
        return tuple(cell for cell in cells if self._is_cut(game.play(cell)))

    def _is_handed(self, call: Entry, tried: set[int]) -> bool:
        """Return whether a call was to try all moves for the call around it."""
        return (
            call.board is not None
            and is_helper(call)
            and not self._tries.is_part(call)
            and self._tries.cells(call) == tried
        )

    def _is_cut(self, after: Game) -> bool:
        """Return whether a move to a position was left out for certain."""
        if self._may_have_table and (not self._is_whole or after.board in self._positions):
            return False
        return not after.is_over or self._calls_finished

    def _game(self, entry: Entry) -> Game | None:
        return game_of_call(entry.given, self._rules)

    @cached_property
    def _may_have_table(self) -> bool:
        """True where no call is made twice."""
        keys = {
            (entry.function, entry.board, tuple(entry.arguments.values()))
            for entry in self._entries
        }
        return len(keys) == len(self._entries)

    @cached_property
    def _positions(self) -> set[Board | None]:
        """Positions that calls were made on."""
        return {entry.board for entry in self._entries}

    @cached_property
    def _calls_finished(self) -> bool:
        """True when a call was made on a finished position."""
        games = (self._game(entry) for entry in self._entries if not entry.children)
        return any(game is not None and game.is_over for game in games)
