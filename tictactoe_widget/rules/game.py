"""One game: a state and the moves that led to it, both immutable.

Positions of small boards are cached. Errors show whether the rules or a player caused them.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from typing import Any, Literal, Self, TypeAlias, TypeVar

from tictactoe_widget.drawing.svg import Evaluations, Scene, draw_board, evaluations_by_cell
from tictactoe_widget.validation import (
    as_int,
    brief,
    check_choice,
    check_int,
    check_kind,
    describe_error,
    type_name,
    visible,
)

from .errors import IllegalMoveError, InvalidInputError, RulesError, WrongTurnError
from .links import WrittenGame, game_from_dict, game_from_link, game_to_dict, game_to_link
from .mnk import STANDARD
from .names import find_rules
from .rules import Lines, Rules, SmallBoards
from .state import (
    MARKS,
    Board,
    Mark,
    Position,
    Result,
    State,
    opponent,
    read_masks,
    result_message,
)

# Cached next positions, by the cell of the move.
_Successors: TypeAlias = "dict[int, _CachedPosition]"

# State with the cached positions after it.
_CachedPosition: TypeAlias = tuple[State, _Successors]

# Size of the largest board with cached positions, in cells.
#
# Programs that search a small board meet the same positions over and over: a plain minimax of
# 3x3 makes 549,945 moves among 5,478 positions. Each position is therefore computed once.
_MOST_CACHED_CELLS = 12

MOST_CACHED_POSITIONS = 20_000
"""Maximum number of cached positions per set of rules, enough for any board of 10 cells."""

NOT_KEPT: _Successors = {}
"""Empty dict of successors for positions that are not cached."""

_FINISHED: _Successors = {}  # successors of every finished cached position, always empty


def _position_of(rules: Rules, state: State) -> _CachedPosition:
    """Return the position of a state, from the cache if the board has few cells.

    States with the same `State.key` share one position. If a family doesn't override
    `State.key`, different states may have equal keys. Such states are not cached.
    """
    kept = _kept(rules)
    if kept is None:
        return state, NOT_KEPT
    key = state.key
    position = kept.get(key)
    if position is None:
        if len(kept) >= MOST_CACHED_POSITIONS:
            return state, NOT_KEPT
        position = kept[key] = (state, {} if state.legal_moves else _FINISHED)
    first = position[0]
    if (first.legal_moves, first.result) != (state.legal_moves, state.result):
        return state, NOT_KEPT
    return position


def _position_after(rules: Rules, position: _CachedPosition, cell: int) -> _CachedPosition:
    """Return the position after a legal move, and cache it as a successor.

    The position before the move must be in the cache.
    """
    state, successors = position
    after = _position_of(rules, rules.advance(state, cell))
    if after[1] is not NOT_KEPT:
        successors[cell] = after
    return after


@lru_cache(maxsize=2)
def _kept(rules: Rules) -> dict[Hashable, _CachedPosition] | None:
    """Return the cache of these rules, by key, or None if the board has too many cells."""
    return {} if rules.cell_count <= _MOST_CACHED_CELLS else None


_PACKAGE = __name__.partition(".")[0]
_Answer = TypeVar("_Answer")


def _ask_rules(
    rules: Rules, method: str, state: State | None, call: Callable[[], _Answer]
) -> _Answer:
    """Call a method of rules, and turn its exceptions into RulesError.

    Parameters
    ----------
    rules : Rules
        The rules.
    method : str
        Name of the method that `call` calls, for the message.
    state : State or None
        Position passed to the method, for the message, or None.
    call : callable
        The call.
    """
    try:
        return call()
    except RulesError:
        raise
    except Exception as error:
        raise blame(rules, method, state, error) from error


def blame(rules: Rules, method: str, state: State | None, error: BaseException) -> RulesError:
    """Return the RulesError for an exception raised by a method of rules."""
    position = "" if state is None else _text_of(rules, state)
    return RulesError(
        type_name(type(rules)), method, position, f"raised {describe_error(error)}"
    )


def fault_of_rules(rules: Rules, state: State, error: BaseException) -> RulesError | None:
    """Return the RulesError for an exception in a player, or None if the player is at fault.

    A player that searches also calls the rules. They are at fault if the exception came from
    their own code, outside this package.

    Parameters
    ----------
    rules : Rules
        The rules of the game.
    state : State
        Position in which the player had to move.
    error : BaseException
        The exception, with its traceback.
    """
    if isinstance(error, RulesError):
        return error
    if not isinstance(error, Exception):
        return None  # the player's time is up, or the player is stopped
    method = method_at_fault(rules, error)[0]
    return None if method is None else blame(rules, method, state, error)


def method_at_fault(
    rules: Rules, error: BaseException
) -> tuple[str, Position | None] | tuple[None, None]:
    """Return the method of rules that raised an exception, and its position.

    The method is the first one in the traceback that is defined outside this package, or
    None. The position is known only for plain rules.
    """
    step = error.__traceback__
    while step is not None:
        frame = step.tb_frame
        is_theirs = str(frame.f_globals.get("__name__")).partition(".")[0] != _PACKAGE
        values = frame.f_locals
        if is_theirs and type(values.get("self")) is type(rules):
            positions = [value for value in values.values() if type(value) is Position]
            return frame.f_code.co_name, positions[0] if positions else None
        step = step.tb_next
    return None, None


def _text_of(rules: Rules, state: State) -> str:
    """Return a position as text, even if its rules cannot write it."""
    try:
        rows = ("".join(row.split()) for row in rules.to_text(state).splitlines())
        return "/".join(filter(None, rows))
    except Exception:  # noqa: BLE001 - these are rules that are at fault
        return brief(state, most=200)


_new = object.__new__

_cached_board_of = lru_cache(maxsize=6_000)(read_masks)  # a board of 3x3 has 5,478 positions


class Game:
    """Immutable game: a position and its moves.

    Parameters
    ----------
    rules : Rules or str, default STANDARD
        Rules to play by, or a name that `find_rules` reads, such as ``"4x4"``.
    moves : iterable of int, optional
        Cells to play from the empty board, X first.

    Raises
    ------
    TypeError
        If `rules` are neither rules nor a name, or `moves` have no order or are not
        iterable.
    ValueError
        If no rules have that name.
    InvalidInputError, IllegalMoveError
        If one of `moves` is refused (see `play`).

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
    _successors: _Successors
    _moves: tuple[int, ...]
    _setup: str | None

    def __new__(cls, rules: Rules | str = STANDARD, moves: Iterable[int] = ()) -> Self:
        """Return the game after `moves` on the empty board of `rules`."""
        rules = find_rules(rules)
        start = _ask_rules(rules, "initial_state", None, lambda: rules.initial_state)
        return cls._begin(rules, start, None)._play_all(moves)

    @classmethod
    def from_text(
        cls, text: str, rules: Rules | str = STANDARD, moves: Iterable[int] = ()
    ) -> Self:
        """Return the game that begins from a position written as text.

        The number of marks determines the player to move.

        Parameters
        ----------
        text : str
            Rows of ``X``, ``O`` and ``.``, separated by slashes or line breaks. ``_`` and
            ``-`` also mean empty cells. Spaces and case do not matter. A single board may
            also be written in one row, ``"X.O.X...O"``.
        rules : Rules or str, default STANDARD
            Rules to play by, or their name.
        moves : iterable of int, optional
            Cells to play from that position, in order.

        Raises
        ------
        TypeError
            If `text` is not a str, `rules` are neither rules nor a name, or `moves` have no
            order or are not iterable.
        ValueError
            If `text` is not a board of these rules or cannot be reached by legal moves, or
            no rules have the name.
        InvalidInputError, IllegalMoveError
            If one of `moves` is refused (see `play`).

        Examples
        --------
        >>> Game.from_text("X.O/.X./..O").current_player
        'X'
        >>> Game.from_text("X_O_X___O") == Game.from_text("X.O/.X./..O")
        True
        >>> Game.from_text("XXX/OOO/...")
        Traceback (most recent call last):
            ...
        ValueError: both players have a line: the first one ended the game
        """
        check_kind(text, "text", str)
        rules = find_rules(rules)
        return cls._set_up(rules, rules.from_text(text))._play_all(moves)

    @classmethod
    def _set_up(cls, rules: Rules, state: State) -> Self:
        return cls._begin(rules, state, _in_one_row(rules.to_text(state)))

    @classmethod
    def _begin(cls, rules: Rules, state: State, setup: str | None) -> Self:
        game = _new(cls)
        game._rules = rules
        game._state, game._successors = _position_of(rules, state)
        game._moves = ()
        game._setup = setup
        return game

    def _play_all(self, moves: Iterable[int]) -> Self:
        if isinstance(moves, AbstractSet):
            raise TypeError(f"moves must be in the order of play, which {brief(moves)} has not")
        try:
            cells = iter(moves)
        except TypeError:
            raise TypeError(f"moves must be a sequence of cells, not {brief(moves)}") from None
        game = self
        for at, cell in enumerate(cells):
            try:
                game = game.play(cell)
            except (InvalidInputError, IllegalMoveError) as error:
                error.add_note(f"moves[{at}] is {brief(cell)}")
                raise
        return game

    def play(self, cell: int, player: Mark | None = None, *, mark: Mark | None = None) -> Self:
        """Return the game after a move, and leave this game unchanged.

        Parameters
        ----------
        cell : int
            0-based index of an empty cell. Any type that ``operator.index`` accepts works,
            such as a NumPy integer, except bool.
        player : {"X", "O"}, optional
            Player making the move, which must be `current_player`.
        mark : {"X", "O"}, optional
            Mark to draw, if the rules let the player choose. `cell` may then also be one of
            `legal_moves`: the cell for X, or the cell + the number of cells for O. With
            other rules, `mark` must be the mark that the move draws anyway.

        Raises
        ------
        InvalidInputError
            If `cell` is not an integer.
        IllegalMoveError
            If the rules refuse the move. The subclass gives the reason.
        TypeError, ValueError
            If `player` or `mark` is neither ``"X"`` nor ``"O"``, or `mark` cannot be drawn.
        """
        if type(cell) is not int:
            cell = self._as_cell(cell)
        if player is not None:
            self._check_turn(player)
        if mark is not None:
            cell = self.move_of(cell, mark)
        after = self._successors.get(cell)
        if after is None:
            if cell not in self._state.legal_moves:
                raise self._refusal(cell)
            after = _ask_rules(self._rules, "advance", self._state, partial(self._after, cell))
        game = _new(self.__class__)
        game._rules = self._rules
        game._state, game._successors = after
        game._moves = self._moves + (cell,)  # noqa: RUF005 (a third quicker)
        game._setup = self._setup
        return game

    def _after(self, move: int) -> _CachedPosition:
        if self._successors is NOT_KEPT:
            return self._rules.advance(self._state, move), NOT_KEPT
        return _position_after(self._rules, (self._state, self._successors), move)

    def move_of(self, cell: int, mark: Mark) -> int:
        """Return the move that draws a mark in a cell, in the form that `play` reads.

        Raises
        ------
        TypeError, ValueError
            If `mark` is neither ``"X"`` nor ``"O"``, or cannot be drawn by these rules.
        OutOfBoardError
            If marks are chosen and the board has no such cell.

        Examples
        --------
        >>> Game("wild").move_of(4, "O")
        13
        """
        _check_mark(mark, "mark")
        rules, count = self._rules, self._rules.cell_count
        if not rules.chooses_mark:
            drawn = rules.mark_of(self._state, cell)
            if mark != drawn and self._state.result is None:
                raise ValueError(f"mark cannot be chosen by these rules: {drawn} is drawn")
            return cell
        if not 0 <= cell < count:
            raise self._refusal(cell if cell < 0 else 2 * count)
        return cell + count if mark == "O" else cell

    def _check_turn(self, player: object) -> None:
        _check_mark(player, "player")
        if player != self.current_player and self._state.result is None:
            name = self._rules.player_names[self.current_player]
            raise WrongTurnError(f"Not your turn: {name} to move")

    def _refusal(self, cell: int) -> IllegalMoveError:
        error = self._rules.refusal(self._state, cell)
        count = self._rules.action_count
        if not 0 <= cell < count:
            error.add_note(f"code counts cells from 0 to {count - 1}, not {brief(cell)}")
        return error

    def _as_cell(self, cell: object) -> int:
        try:
            return as_int(cell)
        except TypeError:
            expected = self._rules.layout.expected_input
            error = InvalidInputError(f"Invalid input: enter {expected}")
            last = self._rules.action_count - 1
            error.add_note(f"cell must be an int from 0 to {last}, not {brief(cell)}")
            raise error from None

    def at(self, ply: int) -> Self:
        """Return the game after the first `ply` of its `moves`.

        Parameters
        ----------
        ply : int
            Number of moves to keep, from 0 to ``len(game.moves)``.

        Raises
        ------
        TypeError
            If `ply` is not an integer.
        ValueError
            If there are fewer moves, or `ply` is negative.

        Examples
        --------
        >>> Game(moves=(4, 0, 8)).at(1)
        Game(moves=(4,))
        """
        ply = check_int(ply, "ply", 0, len(self._moves))
        return self._read(self._written._replace(moves=self._moves[:ply]))

    def to_text(self) -> str:
        """Return the position as text in one row, which `from_text` reads.

        The text contains everything that affects the rest of the game, but not the moves
        made so far. For ultimate it includes the winner of each board and the next board.

        Examples
        --------
        >>> Game(moves=(4, 0)).to_text()
        'O../.X./...'
        """
        return _in_one_row(self._rules.to_text(self._state))

    def to_dict(self) -> dict[str, Any]:
        """Return the game as JSON values, which `from_dict` reads.

        Returns
        -------
        dict
            ``rules`` is the name of the rules and ``moves`` the cells played. If the game
            began from a set-up position, ``start`` is that position as text.

        Raises
        ------
        ValueError
            If the rules have no name that `find_rules` reads.

        Examples
        --------
        >>> Game("4x4", moves=(5, 0)).to_dict()
        {'rules': '4x4', 'moves': [5, 0]}
        """
        return game_to_dict(self._written)

    @classmethod
    def from_dict(cls, parts: object) -> Self:
        """Return the game written by `to_dict`.

        Parameters
        ----------
        parts : dict
            Result of `to_dict`. It may come from anywhere, so everything in it is checked.

        Raises
        ------
        ValueError
            If it is damaged or contains an illegal move. The message names the fault.

        Examples
        --------
        >>> Game.from_dict({"rules": "4x4", "moves": [5, 0]})
        Game(MNK(rows=4, columns=4, k=4, misere=False), moves=(5, 0))
        >>> Game.from_dict({"rules": "standard", "moves": [4, 4]})
        Traceback (most recent call last):
            ...
        ValueError: move 2, cell 4, cannot be made: Position already taken
        """
        return cls._read(game_from_dict(parts))

    def to_link(self) -> str:
        """Return the game as a link, which `from_link` reads.

        The project's page opens the game if its address ends with ``#`` and the link. Moves
        are written as the names that people see.

        Raises
        ------
        ValueError
            If the rules have no name that `find_rules` reads.

        Examples
        --------
        >>> Game("4x4", moves=(5, 0)).to_link()
        'rules=4x4&moves=b2,a1'
        """
        return game_to_link(self._written)

    @classmethod
    def from_link(cls, link: str) -> Self:
        """Return the game of a link, made by `to_link` or shared from the page.

        Parameters
        ----------
        link : str
            The link, or a whole address with the link after ``#``. A link from the page may
            also name the players, which are ignored because they are not part of a game.

        Raises
        ------
        TypeError
            If `link` is not a str.
        ValueError
            If the link is damaged. The message shows the place.

        Examples
        --------
        >>> Game.from_link("rules=4x4&moves=b2,a1&o=casual").moves
        (5, 0)
        >>> Game.from_link("moves=5,5")
        Traceback (most recent call last):
            ...
        ValueError: Move 2 of the link, 5, cannot be made (Position already taken)
        """
        return cls._read(game_from_link(link))

    @property
    def _written(self) -> WrittenGame:
        return WrittenGame(self._rules, self._setup, self._moves)

    @classmethod
    def _read(cls, written: WrittenGame) -> Self:
        rules, start, moves = written
        return cls(rules, moves) if start is None else cls.from_text(start, rules, moves)

    def to_svg(self, *, size: int | None = None, values: Evaluations | None = None) -> str:
        """Return the position as SVG text, which is the same for equal positions.

        The picture needs no script, no other file and no network, so you can save it as a
        file. It is readable on light and dark pages, and has a title and description for
        screen readers.

        Parameters
        ----------
        size : int, optional
            Width in pixels, 16 to 10,000. By default it depends on the board.
        values : Analysis, optional
            Analysis of this game, to show its values in the cells.

        Raises
        ------
        TypeError
            If `size` is not an integer or `values` are not an analysis.
        ValueError
            If `size` is out of range, or `values` belong to another position.

        Examples
        --------
        >>> picture = Game(moves=(4, 0)).to_svg(size=120)
        >>> picture.startswith("<svg "), 'width="120"' in picture
        (True, True)
        """
        return draw_board(
            Scene(
                layout=self._rules.layout,
                marks=self.board,
                owners=self.owners if self._rules.shares_marks else (),
                title=f"{visible(self._rules.title)}: {self.message}",
                winning_lines=self.winning_lines,
                last_move=None if not self._moves else self._rules.cell_of(self._moves[-1]),
                small_boards=self.small_boards,
                open_boards=self.open_boards,
                values=evaluations_by_cell(self._checked_values(values), self._rules.cell_of),
            ),
            None if size is None else check_int(size, "size", 16, 10_000),
        )

    def _checked_values(self, values: Evaluations | None) -> Evaluations | None:
        if values is None:
            return None
        if not isinstance(getattr(values, "moves", None), Mapping):
            raise TypeError(f"values must be an Analysis, not {brief(values)}")
        strange = sorted(values.moves.keys() - set(self.legal_moves))
        if strange:
            raise ValueError(
                "values must be an analysis of this game: "
                f"cell {brief(strange[0])} is not a legal move of it"
            )
        return values

    def canonical(self) -> Self:
        """Return the position that represents all positions symmetric to this one.

        Of all images of the position under ``rules.symmetries``, it has the smallest bit
        mask for the marks of the player to move. The other player's marks break ties. The
        canonical game is set up without moves. Two games therefore have equal canonical
        games exactly if a symmetry maps one position to the other.

        Examples
        --------
        >>> Game(moves=(8,)).canonical() == Game(moves=(2,)).canonical()
        True
        >>> print(Game(moves=(8,)).canonical())
        X . .
        . . .
        . . .
        """
        rules, state = self._rules, self._state
        images = [rules.transform(state, symmetry) for symmetry in rules.symmetries]
        return self._set_up(rules, min(images, key=_rank))

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return self._rules

    @property
    def moves(self) -> tuple[int, ...]:
        """Moves made so far, in order, as cells unless players choose the mark."""
        return self._moves

    @property
    def start(self) -> str | None:
        """Position set up before the first of `moves`, as text, or None."""
        return self._setup

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Legal moves as ascending cells, or ``()`` after the end."""
        return self._state.legal_moves

    @property
    def state(self) -> State:
        """Immutable state with the bit masks that the rules use."""
        return self._state

    @property
    def key(self) -> Hashable:
        """Key of the position in a transposition table.

        Two games by the same rules have equal keys exactly if their positions are the same.
        """
        return self._state.key

    @property
    def board(self) -> Board:
        """Mark in each cell, by cell index, or None for an empty cell."""
        count = self._rules.cell_count
        board_of = _cached_board_of if count <= _MOST_CACHED_CELLS else read_masks
        return board_of(*self._state.masks, count)

    @property
    def owners(self) -> Board:
        """Player of the mark in each cell, by cell index, or None for an empty cell.

        It differs from `board` only if players share marks (`Rules.shares_marks`). In a
        set-up position it isn't known which player made a mark, so each X counts for player
        X and each O for player O.

        Examples
        --------
        >>> game = Game("wild").play(4, mark="O").play(0, mark="O")
        >>> game.board[:5], game.owners[:5]
        (('O', None, None, None, 'O'), ('O', None, None, None, 'X'))
        """
        if not self._rules.shares_marks:
            return self.board
        owners = list(self.board)
        player = self._state.to_move
        for move in reversed(self._moves):
            player = opponent(player)
            owners[self._rules.cell_of(move)] = player
        return tuple(owners)

    @property
    def current_player(self) -> Mark:
        """Player to move, or after the end the player of the last move."""
        to_move = self._state.to_move
        return to_move if self._state.result is None else opponent(to_move)

    @property
    def move_count(self) -> int:
        """Number of marks on the board, including those of a set-up position."""
        return self._state.move_count

    @property
    def last_move(self) -> int | None:
        """Last of `moves`, or None before the first one."""
        return self._moves[-1] if self._moves else None

    @property
    def result(self) -> Result:
        """Winner (``"X"`` or ``"O"``), ``"draw"``, or None while the game continues."""
        return self._state.result

    @property
    def winner(self) -> Mark | None:
        """Winner, or None for a draw or an unfinished game."""
        result = self._state.result
        return None if result == "draw" else result

    @property
    def winning_lines(self) -> Lines:
        """Lines that ended the game, as tuples of cells, or ``()``.

        In misère these lines lost the game.
        """
        rules, state = self._rules, self._state
        if state.result is None:
            return ()
        return _ask_rules(rules, "winning_lines", state, lambda: rules.winning_lines(state))

    @property
    def small_boards(self) -> SmallBoards:
        """Result of each small board (ultimate): its winner, or ``"draw"`` if it is full.

        An undecided board has None. Rules without small boards have ``()``.
        """
        return self._rules.small_boards(self._state)

    @property
    def open_boards(self) -> tuple[int, ...]:
        """Small boards (0 to 8) open for the next move (ultimate), otherwise ``()``."""
        return self._rules.open_boards(self._state)

    @property
    def is_draw(self) -> bool:
        """True if the game ended without a winner."""
        return self._state.result == "draw"

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self._state.result is not None

    @property
    def status(self) -> Literal["playing", "won", "draw"]:
        """State of the game: ``"playing"``, ``"won"`` or ``"draw"``."""
        result = self._state.result
        if result is None:
            return "playing"
        return "draw" if result == "draw" else "won"

    @property
    def message(self) -> str:
        """Message for the players, such as ``"Player X's turn"``."""
        return self.message_for(self._rules.player_names)

    def message_for(self, names: Mapping[Mark, str]) -> str:
        """Return the message for players with names.

        Parameters
        ----------
        names : mapping
            Name of each player, by mark.

        Examples
        --------
        >>> Game(moves=(4,)).message_for({"X": "Ada", "O": "Grace"})
        "Grace's turn"
        """
        result = self._state.result
        if result is None:
            return f"{names[self.current_player]}'s turn"
        return result_message(result, "wins", names)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows for a game."""
        return self.to_svg()

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

    def __copy__(self) -> Self:
        game = _new(self.__class__)
        game._rules = self._rules
        game._state, game._successors = self._state, self._successors
        game._moves = self._moves
        game._setup = self._setup
        return game

    def __reduce__(self) -> tuple[object, ...]:
        if self._setup is None:
            return (type(self), (self._rules, self._moves))
        return (type(self).from_text, (self._setup, self._rules, self._moves))


def as_game(value: object) -> Game:
    """Return a game, or raise a TypeError that explains how to make one.

    >>> as_game("X.O/.X./...")
    Traceback (most recent call last):
        ...
    TypeError: game must be a Game, not 'X.O/.X./...': make one with Game.from_text(text)
    >>> as_game([4, 0])
    Traceback (most recent call last):
        ...
    TypeError: game must be a Game, not [4, 0]: make one with Game(moves=cells)
    """
    if isinstance(value, Game):
        return value
    told = brief(value)
    if isinstance(value, str):
        told += ": make one with Game.from_text(text)"
    elif isinstance(value, list | tuple):
        told += ": make one with Game(moves=cells)"
    elif isinstance(getattr(type(value), "game", None), property):
        told = f"a {type_name(type(value))}: its game is board.game"
    raise TypeError(f"game must be a Game, not {told}")


def list_plies(game: Game) -> tuple[Game, ...]:
    """List the game before its first move and after each move.

    >>> [one.moves for one in list_plies(Game(moves=(4, 0)))]
    [(), (4,), (4, 0)]
    """
    games = [game.at(0)]
    for cell in game.moves:
        games.append(games[-1].play(cell))
    return tuple(games)


def _rank(state: State) -> tuple[object, ...]:
    """Return a sort key of a state, which differs for different states."""
    return (state.own, state.other, state.legal_moves, str(state.key))


def _in_one_row(text: str) -> str:
    rows = ("".join(row.split()) for row in text.splitlines())
    return "/".join(filter(None, rows))


def _check_mark(value: object, name: str) -> None:
    check_choice(check_kind(value, name, str, expected="'X' or 'O'"), name, MARKS)
