"""One game: an immutable state with the moves that led to it."""

from collections.abc import Hashable, Iterable
from operator import index
from typing import Literal, Self

from .base import (
    Board,
    Lines,
    Mark,
    Result,
    Rules,
    SmallBoards,
    State,
    opponent,
    result_message,
)
from .errors import InvalidInputError, WrongTurnError
from .mnk import STANDARD
from .successors import NOT_KEPT, Successors, position_after, position_of

_new = object.__new__


class Game:
    """One game, at one moment, by one set of rules; `play` returns the next one.

    Parameters
    ----------
    rules : Rules, default STANDARD
        What is legal and who has won.
    moves : iterable of int, optional
        Cells to play from the empty board, X first.

    Raises
    ------
    IllegalMoveError
        When one of `moves` is refused.

    Examples
    --------
    >>> game = Game().play(4).play(0)
    >>> print(game)
    O . .
    . X .
    . . .
    >>> game.message
    "Player X's turn"
    >>> game.play(4)
    Traceback (most recent call last):
        ...
    tictactoe_widget.rules.errors.CellTakenError: Position already taken
    """

    __slots__ = ("_moves", "_rules", "_setup", "_state", "_successors")

    _rules: Rules
    _state: State
    _successors: Successors
    _moves: tuple[int, ...]
    _setup: str | None

    def __new__(cls, rules: Rules = STANDARD, moves: Iterable[int] = ()) -> Self:
        """Play `moves` on the empty board of `rules`."""
        return cls._begin(_checked(rules), rules.initial_state, None)._play_all(moves)

    @classmethod
    def from_text(cls, text: str, rules: Rules = STANDARD, moves: Iterable[int] = ()) -> Self:
        """Set up a position; who moves next follows from the marks.

        Parameters
        ----------
        text : str
            Rows of ``X``, ``O`` and ``.``, split by slashes or line breaks.
        rules : Rules, default STANDARD
            What is legal and who has won.
        moves : iterable of int, optional
            Cells to play from there.

        Raises
        ------
        TypeError
            When `text` is no str or `rules` are no rules.
        ValueError
            When `text` is no board of these rules or no play can reach it.

        Examples
        --------
        >>> Game.from_text("X.O/.X./..O").current_player
        'X'
        >>> Game.from_text("XXX/OOO/...")
        Traceback (most recent call last):
            ...
        ValueError: both players have a line: the first one ended the game
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {text!r}")
        state = _checked(rules).from_text(text)
        rows = ("".join(row.split()) for row in rules.to_text(state).splitlines())
        setup = "/".join(filter(None, rows))
        return cls._begin(rules, state, setup)._play_all(moves)

    @classmethod
    def _begin(cls, rules: Rules, state: State, setup: str | None) -> Self:
        game = _new(cls)
        game._rules = rules
        game._state, game._successors = position_of(rules, state)
        game._moves = ()
        game._setup = setup
        return game

    def _play_all(self, moves: Iterable[int]) -> Self:
        game = self
        for cell in moves:
            game = game.play(cell)
        return game

    def play(self, cell: int, player: Mark | None = None) -> Self:
        """Return the game after a move; this one stays as it is.

        Parameters
        ----------
        cell : int
            0-based index of an empty cell. Anything that is an integer by
            ``operator.index`` will do (a NumPy integer, say), a bool will not.
        player : {"X", "O"}, optional
            Who makes the move, where that is to be checked.

        Raises
        ------
        InvalidInputError
            When `cell` is no integer.
        IllegalMoveError
            When the rules refuse the move; its subclass tells why.
        """
        if type(cell) is not int:
            cell = self._as_cell(cell)
        if player is not None:
            self._check_turn(player)
        after = self._successors.get(cell)
        if after is None:
            if cell not in self._state.legal_moves:
                raise self._rules.refusal(self._state, cell)
            if self._successors is NOT_KEPT:
                after = self._rules.advance(self._state, cell), NOT_KEPT
            else:
                after = position_after(self._rules, (self._state, self._successors), cell)
        game = _new(self.__class__)
        game._rules = self._rules
        game._state, game._successors = after
        game._moves = self._moves + (cell,)  # noqa: RUF005 (a third quicker)
        game._setup = self._setup
        return game

    def _check_turn(self, player: object) -> None:
        if player != self.current_player and self._state.result is None:
            raise WrongTurnError(f"Not your turn: Player {self.current_player} to move")

    def _as_cell(self, cell: object) -> int:
        try:
            if isinstance(cell, bool):
                raise TypeError
            return index(cell)  # type: ignore[arg-type]
        except TypeError:
            count = self._rules.cell_count
            error = InvalidInputError(f"Invalid input: enter a number 1-{count}")
            error.add_note(f"in code a cell is an int from 0 to {count - 1}, not {cell!r}")
            raise error from None

    def at(self, ply: int) -> Self:
        """Return the game as it stood after the first `ply` of its `moves`.

        Examples
        --------
        >>> Game(moves=(4, 0, 8)).at(1)
        Game(moves=(4,))
        """
        if not 0 <= ply <= len(self._moves):
            raise ValueError(f"ply must be from 0 to {len(self._moves)}, not {ply!r}")
        kind = type(self)
        if self._setup is None:
            return kind(self._rules, self._moves[:ply])
        return kind.from_text(self._setup, self._rules, self._moves[:ply])

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self._rules

    @property
    def moves(self) -> tuple[int, ...]:
        """Cells played so far, in order."""
        return self._moves

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Cells that may be played, ascending; ``()`` once the game is over."""
        return self._state.legal_moves

    @property
    def state(self) -> State:
        """The bit masks the rules work on."""
        return self._state

    @property
    def key(self) -> Hashable:
        """Equal for two games of one set of rules exactly when they stand alike.

        What a transposition table is keyed by.
        """
        return self._state.key

    @property
    def board(self) -> Board:
        """The mark in each cell, by cell index; None where it is empty."""
        x, o = self._state.masks
        return tuple(
            "X" if x >> cell & 1 else "O" if o >> cell & 1 else None
            for cell in range(self._rules.cell_count)
        )

    @property
    def current_player(self) -> Mark:
        """Who is to move; once the game is over, who made the last move."""
        to_move = self._state.to_move
        return to_move if self._state.result is None else opponent(to_move)

    @property
    def move_count(self) -> int:
        """Plies made so far, those of a set-up position included."""
        return self._state.move_count

    @property
    def last_move(self) -> int | None:
        """The cell played last, None where no move was made."""
        return self._moves[-1] if self._moves else None

    @property
    def result(self) -> Result:
        """``"X"`` or ``"O"`` for the winner, ``"draw"``, or None while it goes on."""
        return self._state.result

    @property
    def winner(self) -> Mark | None:
        """Who has won; None for a draw or while the game goes on."""
        result = self._state.result
        return None if result == "draw" else result

    @property
    def winning_lines(self) -> Lines:
        """Every line that ended the game, as tuples of cells; ``()`` otherwise.

        In misère these are the lines that lost it.
        """
        return () if self._state.result is None else self._rules.winning_lines(self._state)

    @property
    def small_boards(self) -> SmallBoards:
        """Ultimate: who has won each small board, ``"draw"`` where it is full.

        None where nobody has yet; ``()`` where the rules know one board only.
        """
        return self._rules.small_boards(self._state)

    @property
    def open_boards(self) -> tuple[int, ...]:
        """Ultimate: the small boards (0 to 8) that may be played now, else ``()``."""
        return self._rules.open_boards(self._state)

    @property
    def is_draw(self) -> bool:
        """Whether the game ended without a winner."""
        return self._state.result == "draw"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.result is not None

    @property
    def status(self) -> Literal["playing", "won", "draw"]:
        """``"playing"``, ``"won"`` or ``"draw"``."""
        result = self._state.result
        if result is None:
            return "playing"
        return "draw" if result == "draw" else "won"

    @property
    def message(self) -> str:
        """What a person should read now."""
        result = self._state.result
        if result is None:
            return f"Player {self.current_player}'s turn"
        return result_message(result, "wins")

    def __str__(self) -> str:
        return self._rules.to_text(self._state)

    def __repr__(self) -> str:
        arguments = [] if self._setup is None else [repr(self._setup)]
        if self._rules != STANDARD:
            arguments.append(repr(self._rules) if not arguments else f"rules={self._rules!r}")
        if self._moves:
            arguments.append(f"moves={self._moves!r}")
        maker = "Game" if self._setup is None else "Game.from_text"
        return f"{maker}({', '.join(arguments)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> Hashable:
        return (self._rules, self._setup, self._moves)

    def __reduce__(self) -> tuple[object, ...]:
        if self._setup is None:
            return (type(self), (self._rules, self._moves))
        return (type(self).from_text, (self._setup, self._rules, self._moves))


def _checked(rules: Rules) -> Rules:
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be rules such as MNK(3, 3, 3), not {rules!r}")
    return rules
