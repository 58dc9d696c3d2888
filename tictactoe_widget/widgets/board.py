"""The board in a notebook cell: a `Session` on the traitlets of an anywidget."""

from __future__ import annotations  # `Shown` is there for type checkers alone

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import traitlets
from traitlets.utils.bunch import Bunch

from tictactoe_widget.players.calling import Player
from tictactoe_widget.rules.base import Rules
from tictactoe_widget.rules.game import Game
from tictactoe_widget.session import Session
from tictactoe_widget.session.seats import HUMAN

from .notify import SyncedWidget, front_end, settable, shown

if TYPE_CHECKING:
    from .notify import Shown

_HERE = Path(__file__).parent


class TicTacToe(SyncedWidget):
    """A tic-tac-toe board to play on in a notebook cell.

    Python holds the game; the front end draws these traits and asks for
    changes. Every trait can be observed and linked; `names` and `hints` can be set,
    all others change by the methods below and by what people do on the board.

    Parameters
    ----------
    rules : str or Rules, default "standard"
        What is played: the name of rules such as ``"4x4"``, or rules such as
        ``MNK(4, 5, 3)``.
    game : Game, optional
        Where the first round begins, by the rules of this game; a round that begins
        with marks on the board is practice and not scored.
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
    ValueError
        When rules or a player of that name are not known, or the rules are not those
        of `game`.

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

    _esm = front_end(_HERE / "board.js")
    _css = front_end(_HERE / "board.css")

    board: Shown[tuple[str | None, ...]] = shown(traitlets.Tuple())
    """Mark in each cell, by cell index: "X", "O" or None."""
    current_player: Shown[str] = shown(traitlets.Unicode("X"))
    """Who is to move, "X" or "O"; once the game is over, who made the last move."""
    winner: Shown[str | None] = shown(traitlets.Unicode(None, allow_none=True))
    """Who has won, "X" or "O"; None for a draw or while the game goes on."""
    winning_lines: Shown[tuple[tuple[int, ...], ...]] = shown(traitlets.Tuple())
    """Every line that ended the game, each as its cells."""
    is_draw: Shown[bool] = shown(traitlets.Bool())
    """Whether the game ended without a winner."""
    is_game_over: Shown[bool] = shown(traitlets.Bool())
    """Whether the game has ended."""
    move_count: Shown[int] = shown(traitlets.Int())
    """Number of moves made so far."""
    status: Shown[str] = shown(traitlets.Unicode("playing"))
    """How the game stands: "playing", "won" or "draw"."""
    legal_moves: Shown[tuple[int, ...]] = shown(traitlets.Tuple())
    """Cells that may be played, ascending; empty once the game is over."""
    last_move: Shown[int | None] = shown(traitlets.Int(None, allow_none=True))
    """Cell that was played last; None before the first move."""
    moves: Shown[tuple[int, ...]] = shown(traitlets.Tuple())
    """Cells played so far, in order."""
    message: Shown[str] = shown(traitlets.Unicode())
    """What a person should read now, such as "Player O's turn"."""
    scores: Shown[dict[str, int]] = shown(traitlets.Dict())
    """Rounds won by "X" and by "O", and "draws", since the last reset."""
    round: Shown[int] = shown(traitlets.Int(1))
    """Number of the round, from 1."""
    guide: Shown[str] = shown(traitlets.Unicode())
    """What must not be forgotten before the next move, such as "Play in board 5"."""
    small_boards: Shown[tuple[str | None, ...]] = shown(traitlets.Tuple())
    """Ultimate: who has won each small board, "X", "O", "draw" or None; else empty."""
    open_boards: Shown[tuple[int, ...]] = shown(traitlets.Tuple())
    """Ultimate: the small boards, 0 to 8, that may be played now; else empty."""
    players: Shown[dict[str, str]] = shown(traitlets.Dict())
    """Who plays each mark: "human", the name of a player, or that of a function."""
    player_choices: Shown[tuple[str, ...]] = shown(traitlets.Tuple())
    """Who can be chosen to play by these rules: "human", then players, weakest first."""
    thinking: Shown[str | None] = shown(traitlets.Unicode(None, allow_none=True))
    """Mark, "X" or "O", whose player is finding a move; None when a person is to move."""
    notice: Shown[str] = shown(traitlets.Unicode())
    """What went wrong with a player, and what to do; empty when all is well."""
    rules: Shown[str] = shown(traitlets.Unicode())
    """Name of the rules."""
    rules_choices: Shown[tuple[tuple[str, str], ...]] = shown(traitlets.Tuple())
    """Rules that can be chosen on the board: pairs of name and title."""
    rules_title: Shown[str] = shown(traitlets.Unicode())
    """Short name of the rules for people."""
    rules_summary: Shown[str] = shown(traitlets.Unicode())
    """The rules in one paragraph."""
    grid: Shown[dict[str, Any]] = shown(traitlets.Dict())
    """Where cells are drawn: "rows", "columns", "cells" (the cell at each place, row
    by row) and "block" (side of the small boards, 0 where there are none)."""
    viewed_ply: Shown[int | None] = shown(traitlets.Int(None, allow_none=True))
    """Ply that is looked back at, 0 to the last; None for now."""
    viewed: Shown[dict[str, Any] | None] = shown(traitlets.Dict(None, allow_none=True))
    """What `board`, `winning_lines`, `last_move`, `message`, `guide`, `small_boards` and
    `open_boards` were at `viewed_ply`; None for now."""
    values: Shown[tuple[dict[str, Any], ...]] = shown(traitlets.Tuple())
    """What each legal move is worth while `hints` are on: for each a "cell", its "value"
    ("win", "draw" or "loss" for who makes it; None where it is not proved), "remoteness"
    (plies to the end, None where unknown), "score" (-1 to 1) and "is_best"."""
    comment: Shown[str] = shown(traitlets.Unicode())
    """Why the last move was good or bad, while `hints` are on."""
    review: Shown[tuple[dict[str, Any], ...]] = shown(traitlets.Tuple())
    """After the game, for each move its "ply" (moves before it), "player", "cell",
    "verdict" ("best", "slower", "worse" or "unknown") and the values "best" and "played";
    where the rules are too large to be solved only while `hints` are on."""
    hints: traitlets.TraitType[bool, bool] = settable(traitlets.Bool())
    """Whether the board says what each move is worth; may be set."""
    names: traitlets.TraitType[dict[str, str], Mapping[str, str]] = settable(traitlets.Dict())
    """What the players are called, by mark; may be set, for one player or both."""

    def __init__(  # noqa: PLR0913 - one argument a choice
        self,
        rules: str | Rules = "standard",
        *,
        game: Game | None = None,
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
        self._session = Session(
            rules,
            game=game,
            x=x,
            o=o,
            names=names,
            hints=hints,
            publish=self._publish,
            send=self.send,
        )
        super().__init__(self._session.state)
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
            When `cell` is not an int.
        IllegalMoveError
            When the rules refuse the move, or it is not a person's turn; nothing
            has changed then.
        """
        with self._reporting():
            self._session.play(cell)

    def new_game(self, rules: str | Rules | None = None, *, game: Game | None = None) -> None:
        """Start the next round; a round that is still on counts for nobody.

        Parameters
        ----------
        rules : str or Rules, optional
            What is played from now on; as before when neither this nor `game` is
            given. Scores belong to the rules they were made under.
        game : Game, optional
            Where the round begins, by the rules of this game; a round that begins
            with marks on the board is practice and not scored.

        Raises
        ------
        ValueError
            When rules of that name are not known, or are not those of `game`.
        """
        with self._reporting():
            self._session.new_game(rules, game=game)

    def seat(self, mark: str, who: str | Player) -> None:
        """Let somebody else play a mark from here on; the game goes on.

        Parameters
        ----------
        mark : {"X", "O"}
            The seat to take.
        who : str or callable
            As `x` and `o` of the constructor.

        Raises
        ------
        TypeError, ValueError
            When there is no such seat or player, or the player cannot play by
            these rules.
        """
        with self._reporting():
            self._session.seat(mark, who)

    def reset_scores(self) -> None:
        """Set all scores to zero; the game goes on."""
        with self._reporting():
            self._session.reset_scores()

    def look_back(self, ply: int | None) -> None:
        """Show the board as it was after `ply` moves; None shows it as it is now.

        Raises
        ------
        TypeError, ValueError
            When the round has no such ply.
        """
        with self._reporting():
            self._session.look_back(ply)

    def save(self) -> dict[str, Any]:
        """Return the game, scores, names and players as JSON values, for `restore`.

        A function that plays is saved as a person.
        """
        return self._session.save()

    def restore(self, saved: object) -> None:
        """Set the board up as it was when `saved` was made.

        Raises
        ------
        ValueError
            When `saved` is damaged; the message says where. Nothing has changed then.
        """
        with self._reporting():
            self._session.restore(saved)

    def close(self) -> None:
        """End all thinking and take the board off the page; a second time does nothing.

        The game can still be read, and moves made in Python still count, but no
        front end shows them and no player thinks about an answer. Once your own
        variables let go of the board, its memory is free.
        """
        # Python deletes a board whose arguments were refused by closing it.
        try:
            if hasattr(self, "_session"):
                with self._reporting():
                    self._session.close()
        finally:
            super().close()

    def __repr__(self) -> str:
        """Return the board and its message as text, the same for the same state."""
        return f"{self.game}\n{self.message}"

    def send_state(self, key: Any = None) -> None:
        """Send traits to the front end: all of them, or those named by `key`."""
        # Or a move on another thread could be told before what is older.
        with self._session.locked():
            super().send_state(key)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute; the session decides what becomes of `names` and `hints`."""
        if name not in ("names", "hints"):
            super().__setattr__(name, value)
            return
        # The trait is set once the session has changed; no other change comes between.
        with self._reporting(), self._session.locked():
            super().__setattr__(name, value)

    @traitlets.validate("names")
    def _rename(self, proposal: Bunch) -> object:
        return self._ask_session("names", proposal.value, self._session.rename)

    @traitlets.validate("hints")
    def _show_hints(self, proposal: Bunch) -> object:
        return self._ask_session("hints", proposal.value, self._session.show_hints)

    def _ask_session(self, name: str, value: Any, change: Callable[[Any], None]) -> object:
        """Let the session decide what becomes of a trait that was set."""
        # The session may be the one that sets it.
        if value != self._session.read(name):
            try:
                change(value)
            except (TypeError, ValueError) as error:
                raise traitlets.TraitError(str(error)) from None
        return self._session.read(name)

    def _handle_request(self, _widget: object, message: object, _buffers: object) -> None:
        with self._reporting():
            self._session.handle(message)
