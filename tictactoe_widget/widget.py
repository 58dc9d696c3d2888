"""The board in a notebook cell: a `Session` on the traitlets of an anywidget."""

import inspect
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from traitlets import ObserveHandler
from traitlets.utils.bunch import Bunch

from .rules.base import Mark, Rules
from .rules.game import Game
from .rules.mnk import STANDARD
from .session import Session

_STATIC = Path(__file__).parent / "static"


def _shown(trait: Any) -> Any:
    """Have a trait synced, and written by the session alone."""
    trait.read_only = True
    return trait.tag(sync=True)


class TicTacToe(anywidget.AnyWidget):
    """A tic-tac-toe board to play on in a notebook cell.

    Python holds the game; the front end draws these traits and asks for
    changes. Every trait can be observed and linked; only `names` can be set,
    all others change by the methods below and by what people do on the board.

    Parameters
    ----------
    rules : Rules, default STANDARD
        What is played.
    names : mapping, optional
        What to call the players: text of 1 to 40 characters for ``"X"``, ``"O"``
        or both.

    Raises
    ------
    TypeError
        When an unknown argument is given.

    Examples
    --------
    >>> board = TicTacToe()
    >>> board.play(4)
    >>> board
    . . .
    . X .
    . . .
    Player O's turn
    """

    _esm = _STATIC / "widget.js"
    _css = _STATIC / "widget.css"

    board = _shown(traitlets.Tuple())
    """The mark in each cell, by cell index: "X", "O" or None."""
    current_player = _shown(traitlets.Unicode("X"))
    """Who is to move, "X" or "O"; once the game is over, who made the last move."""
    winner = _shown(traitlets.Unicode(None, allow_none=True))
    """Who has won, "X" or "O"; None for a draw or while the game goes on."""
    winning_lines = _shown(traitlets.Tuple())
    """Every line that ended the game, each as its cells."""
    is_draw = _shown(traitlets.Bool())
    """Whether the game ended without a winner."""
    is_game_over = _shown(traitlets.Bool())
    """Whether the game has ended."""
    move_count = _shown(traitlets.Int())
    """Moves made so far."""
    status = _shown(traitlets.Unicode("playing"))
    """How the game stands: "playing", "won" or "draw"."""
    legal_moves = _shown(traitlets.Tuple())
    """Cells that may be played, ascending; empty once the game is over."""
    last_move = _shown(traitlets.Int(None, allow_none=True))
    """The cell played last; None before the first move."""
    moves = _shown(traitlets.Tuple())
    """Cells played so far, in order."""
    message = _shown(traitlets.Unicode())
    """What a person should read now, such as "Player O's turn"."""
    scores = _shown(traitlets.Dict())
    """Rounds won by "X" and by "O", and "draws", since the last reset."""
    round = _shown(traitlets.Int(1))
    """Number of the round, from 1."""
    rules = _shown(traitlets.Unicode())
    """The rules in code."""
    rules_title = _shown(traitlets.Unicode())
    """A short name of the rules for people."""
    rules_summary = _shown(traitlets.Unicode())
    """The rules in one paragraph."""
    grid = _shown(traitlets.Dict())
    """Where cells are drawn: "rows", "columns", "cells" (the cell at each place, row
    by row) and "block" (side of the small boards, 0 where there are none)."""
    viewed_ply = _shown(traitlets.Int(None, allow_none=True))
    """The ply one looks back at, 0 to `move_count`; None for now."""
    viewed = _shown(traitlets.Dict(None, allow_none=True))
    """The "board", "winning_lines", "last_move" and "message" at `viewed_ply`."""
    names = traitlets.Dict().tag(sync=True)
    """What the players are called, by mark; may be set, for one player or both."""

    def __init__(
        self,
        rules: Rules = STANDARD,
        *,
        names: Mapping[Mark, str] | None = None,
        **unknown: object,
    ) -> None:
        if unknown:
            accepted = list(inspect.signature(TicTacToe).parameters)[:-1]
            raise TypeError(
                f"TicTacToe got {', '.join(map(repr, unknown))}; it takes {', '.join(accepted)}"
            )
        self._untold: deque[Bunch] = deque()
        self._errors: list[Exception] = []
        self._is_setting = self._is_telling = False
        self._session = Session(rules, names=names, publish=self._publish, send=self.send)
        # Before the comm opens, so that its first message is the whole truth.
        self._publish(self._session.state)
        super().__init__()
        self.on_msg(self._handle_request)

    @property
    def game(self) -> Game:
        """The game as it stands, an immutable `Game`."""
        return self._session.game

    def play(self, cell: int) -> None:
        """Make a move for the player whose turn it is.

        Parameters
        ----------
        cell : int
            0-based index of an empty cell.

        Raises
        ------
        InvalidInputError
            When `cell` is no integer.
        IllegalMoveError
            When the rules refuse the move; nothing has changed then.
        """
        with self._observed():
            self._session.play(cell)

    def new_game(self) -> None:
        """Start the next round; a round that is still on counts for nobody."""
        with self._observed():
            self._session.new_game()

    def reset_scores(self) -> None:
        """Set all scores to zero; the game goes on."""
        with self._observed():
            self._session.reset_scores()

    def look_back(self, ply: int | None) -> None:
        """Show the board as it was after `ply` moves; None shows it as it is now.

        Raises
        ------
        ValueError
            When the round has no such ply.
        """
        with self._observed():
            self._session.look_back(ply)

    def set_state(self, sync_data: object) -> None:
        """Refuse what a front end wants to write; send it the true values instead."""
        if isinstance(sync_data, Mapping):
            self.send_state([name for name in sync_data if name in self.keys])

    def __repr__(self) -> str:
        """Show the board and its message as text, the same for the same state."""
        return f"{self.game}\n{self.message}"

    @traitlets.validate("names")
    def _rename(self, proposal: Bunch) -> object:
        # The session may be the one that sets it.
        if proposal.value != self._session.state["names"]:
            with self._observed():
                try:
                    self._session.rename(proposal.value)
                except ValueError as error:
                    raise traitlets.TraitError(str(error)) from None
        return self._session.state["names"]

    def _handle_request(self, _widget: object, message: object, _buffers: object) -> None:
        with self._observed():
            self._session.handle(message)

    def _publish(self, changes: Mapping[str, Any]) -> None:
        """Set the changed traits, send them in one message, then tell the observers.

        A front end that cannot be reached and an observer that raises keep nobody
        else from hearing of it; see `_observed`.
        """
        self._is_setting = True
        try:
            for name, value in changes.items():
                self.set_trait(name, value)
        finally:
            self._is_setting = False
        with self._kept_errors():
            self.send_state(changes)
        self._tell_observers()

    def notify_change(self, change: Bunch) -> None:
        """Tell the front end and the observers of a change, or keep it for `_publish`."""
        if self._is_setting:
            self._untold.append(change)
        else:
            super().notify_change(change)

    def _tell_observers(self) -> None:
        """Tell of each change in turn, also of those that observers make meanwhile.

        Were an observer that plays to have its own changes told first, the observers
        after it would hear of the older one last, and a link would end on it.
        """
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._untold:
                change = self._untold.popleft()
                for observer in self._observers(change.name):
                    with self._kept_errors():
                        observer(change)
        finally:
            self._is_telling = False

    def _observers(self, name: str) -> list[Callable[[Bunch], object]]:
        # What traitlets calls, one by one: by itself it stops at the first that raises.
        found = [
            observer
            for names in (name, traitlets.All)
            for types in ("change", traitlets.All)
            for observer in self._trait_notifiers.get(names, {}).get(types, ())
        ]
        return [
            getattr(self, str(observer.name))
            if isinstance(observer, ObserveHandler)
            else observer
            for observer in found
        ]

    @contextmanager
    def _kept_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever a notebook's function raises
            self._errors.append(error)

    @contextmanager
    def _observed(self) -> Iterator[None]:
        """Raise at the end the first error of the front end's line or an observer."""
        yield
        if not self._is_telling:
            errors, self._errors = self._errors, []
            if errors:
                raise errors[0]
