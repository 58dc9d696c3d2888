"""The board in a notebook cell: a `Session` on the traitlets of an anywidget."""

import inspect
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anywidget
import traitlets
from traitlets import ObserveHandler
from traitlets.utils.bunch import Bunch

from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.base import Mark, Rules
from tictactoe_widget.rules.game import Game
from tictactoe_widget.session import Session
from tictactoe_widget.session.seats import HUMAN

_HERE = Path(__file__).parent


def _shown(trait: Any) -> Any:
    """Have a trait synced, and written by the session alone."""
    trait.read_only = True
    return trait.tag(sync=True)


class _Turn(threading.local):
    """What a thread that changes a board has come to; each thread has its own."""

    is_setting = False
    """Whether it sets traits now."""
    is_asked = False
    """Whether somebody called, who is to hear of errors."""

    def __init__(self) -> None:
        self.errors: list[Exception] = []
        """What the front end's line and the observers raised."""


class TicTacToe(anywidget.AnyWidget):
    """A tic-tac-toe board to play on in a notebook cell.

    Python holds the game; the front end draws these traits and asks for
    changes. Every trait can be observed and linked; `names` and `hints` can be set,
    all others change by the methods below and by what people do on the board.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        What is played: a name in `NAMED`, or rules such as ``MNK(4, 5, 3)``.
    x, o : str or callable, default "human"
        Who plays: ``"human"``, the name of a player such as ``"perfect"``, or a
        function that takes a `Game` and returns a cell.
    names : mapping, optional
        What to call the players: text of 1 to 40 characters for ``"X"``, ``"O"``
        or both.
    hints : bool, default False
        Whether the board says what each move is worth.

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

    _esm = _HERE / "board.js"
    _css = _HERE / "board.css"

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
    guide = _shown(traitlets.Unicode())
    """What must not be forgotten before the next move, such as "Play in board 5"."""
    small_boards = _shown(traitlets.Tuple())
    """Ultimate: who has won each small board, "X", "O", "draw" or None; else empty."""
    open_boards = _shown(traitlets.Tuple())
    """Ultimate: the small boards, 0 to 8, that may be played now; else empty."""
    players = _shown(traitlets.Dict())
    """Who plays each mark: "human", the name of a player, or that of a function."""
    player_choices = _shown(traitlets.Tuple())
    """Who can be chosen to play by these rules: "human", then players, weakest first."""
    thinking = _shown(traitlets.Unicode(None, allow_none=True))
    """Whose player is finding a move, "X" or "O"; None when a person is to move."""
    notice = _shown(traitlets.Unicode())
    """What went wrong with a player, and what to do; empty when all is well."""
    rules = _shown(traitlets.Unicode())
    """The name of the rules, or the rules in code where they have none."""
    rules_choices = _shown(traitlets.Tuple())
    """The rules that go by a name: pairs of name and title."""
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
    """What `board`, `winning_lines`, `last_move`, `message`, `guide`, `small_boards` and
    `open_boards` were at `viewed_ply`; None for now."""
    values = _shown(traitlets.Tuple())
    """What each legal move is worth while `hints` are on: for each a "cell", its "value"
    ("win", "draw" or "loss" for who makes it; None where it is not proved), "remoteness"
    (plies to the end, None where unknown), "score" (-1 to 1) and "is_best"."""
    comment = _shown(traitlets.Unicode())
    """Why the last move was good or bad, while `hints` are on."""
    review = _shown(traitlets.Tuple())
    """After the game, for each move its "ply" (moves before it), "player", "cell",
    "verdict" ("best", "slower", "worse" or "unknown") and the values "best" and "played";
    where the rules are too large to be solved only while `hints` are on."""
    hints = traitlets.Bool().tag(sync=True)
    """Whether the board says what each move is worth; may be set."""
    names = traitlets.Dict().tag(sync=True)
    """What the players are called, by mark; may be set, for one player or both."""

    def __init__(
        self,
        rules: str | Rules = "standard",
        *,
        x: str | Player = HUMAN,
        o: str | Player = HUMAN,
        names: Mapping[str, str] | None = None,
        hints: bool = False,
        **unknown: object,
    ) -> None:
        if unknown:
            accepted = list(inspect.signature(TicTacToe).parameters)[:-1]
            raise TypeError(
                f"TicTacToe got {', '.join(map(repr, unknown))}; it takes {', '.join(accepted)}"
            )
        self._untold: deque[Bunch] = deque()
        self._is_telling = False
        self._turn = _Turn()
        self._session = Session(
            rules, x=x, o=o, names=names, hints=hints, publish=self._publish, send=self.send
        )
        # Before the comm opens, so that its first message is the whole truth.
        self._publish(self._session.state)
        super().__init__()
        self.on_msg(self._handle_request)

    @property
    def game(self) -> Game:
        """The game as it stands, an immutable `Game`."""
        return self._session.game

    def picture(self, *, size: int | None = None) -> str:
        """Draw what the board shows as the text of an SVG.

        That is the position that is looked back at or the present one, with the
        values of the moves while `hints` are on and known.

        Parameters
        ----------
        size : int, optional
            Width in pixels, 16 to 10,000; by default what the board needs.

        Raises
        ------
        TypeError, ValueError
            When `size` is not an integer or out of range.
        """
        return self._session.picture(size=size)

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the live board, and a picture of it for where there is no front end."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "image/svg+xml": self.picture()}, metadata

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
            When the rules refuse the move, or it is not a person's turn; nothing
            has changed then.
        """
        with self._observed():
            self._session.play(cell)

    def new_game(self, rules: str | Rules | None = None) -> None:
        """Start the next round; a round that is still on counts for nobody.

        Parameters
        ----------
        rules : str or Rules, optional
            What is played from now on; as before when not given. Scores belong to
            the rules they were made under.

        Raises
        ------
        ValueError
            When rules of that name are not known.
        """
        with self._observed():
            self._session.new_game(rules)

    def seat(self, mark: Mark, who: str | Player) -> None:
        """Let somebody else play a mark from here on; the game goes on.

        Parameters
        ----------
        mark : {"X", "O"}
            The seat to take.
        who : str or callable
            As `x` and `o` of the constructor.

        Raises
        ------
        ValueError
            When there is no such seat or player, or the player cannot play by
            these rules.
        """
        with self._observed():
            self._session.seat(mark, who)

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
        return self._ask_session("names", proposal.value, self._session.rename)

    @traitlets.validate("hints")
    def _show_hints(self, proposal: Bunch) -> object:
        return self._ask_session("hints", proposal.value, self._session.show_hints)

    def _ask_session(self, name: str, value: Any, change: Callable[[Any], None]) -> object:
        """Let the session decide what becomes of a trait that was set."""
        # The session may be the one that sets it.
        if value != self._session.state[name]:
            with self._observed():
                try:
                    change(value)
                except ValueError as error:
                    raise traitlets.TraitError(str(error)) from None
        return self._session.state[name]

    def _handle_request(self, _widget: object, message: object, _buffers: object) -> None:
        with self._observed():
            self._session.handle(message)

    def _publish(self, changes: Mapping[str, Any]) -> None:
        """Set the changed traits, send them in one message, then tell the observers.

        A front end that cannot be reached and an observer that raises keep nobody
        else from hearing of it; see `_observed`.
        """
        self._turn.is_setting = True
        try:
            for name, value in changes.items():
                self.set_trait(name, value)
        finally:
            self._turn.is_setting = False
        with self._kept_errors():
            # Not `send_state`: it looks into every cell of the board for binary data.
            self._send(
                {"method": "update", "state": self.get_state(changes), "buffer_paths": []}
            )
        self._tell_observers()
        if not self._turn.is_asked:
            errors, self._turn.errors = self._turn.errors, []
            for error in errors:
                self.log.error("After a move of the board", exc_info=error)

    def notify_change(self, change: Bunch) -> None:
        """Tell the front end and the observers of a change, or keep it for `_publish`."""
        if self._turn.is_setting:
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
            self._turn.errors.append(error)

    @contextmanager
    def _observed(self) -> Iterator[None]:
        """Raise at the end the first error of the front end's line or an observer."""
        outer, self._turn.is_asked = self._turn.is_asked, True
        try:
            yield
        finally:
            self._turn.is_asked = outer
        if not outer:
            errors, self._turn.errors = self._turn.errors, []
            if errors:
                raise errors[0]
