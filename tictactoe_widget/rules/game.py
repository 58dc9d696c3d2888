"""Immutable game objects, each with a position and the moves that led to it.

Positions on small boards are cached. Errors show whether the rules or a player caused them.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from types import FrameType
from typing import Any, Literal, Self, TypeAlias, TypeVar

from tictactoe_widget.drawing.svg import Evaluations, Scene, draw_board, evaluations_by_cell
from tictactoe_widget.texts import _, join_or, localized
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
from .notation import invalid_input, parse_position, position_name
from .rules import Lines, Rules, SmallBoards
from .state import (
    MARKS,
    Board,
    Mark,
    Position,
    Result,
    State,
    opponent,
    players_alternate,
    read_masks,
    result_message,
)

# Cached position after each move, by the move's cell.
_Successors: TypeAlias = "dict[int, _CachedPosition]"

# State, and the cached positions that follow it.
_CachedPosition: TypeAlias = tuple[State, _Successors]

# Maximum number of cells on a board whose positions are cached.
#
# Programs that search a small board meet the same positions again and again. For example, a
# plain minimax search of 3x3 makes 549,945 moves but meets only 5,478 positions. Caching means
# that each position is computed once.
_MOST_CACHED_CELLS = 12

MOST_CACHED_POSITIONS = 20_000
"""Maximum number of positions to cache for each set of rules.

This limit is enough for all positions on any board of up to 10 cells.
"""

NOT_KEPT: _Successors = {}
"""Marker that replaces the dict of successors if a position is not cached."""

_FINISHED: _Successors = {}  # empty dict that all finished positions share


def _position_of(rules: Rules, state: State) -> _CachedPosition:
    """Return the cached position for a state, or a new position if it can't be cached.

    States with the same `State.key` share one position. If a family forgets to override
    `State.key`, different states can have equal keys. In this case, only the first of these
    states is cached.
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


@lru_cache(maxsize=2)
def _kept(rules: Rules) -> dict[Hashable, _CachedPosition] | None:
    """Return the cache of positions for these rules, or None if positions are not cached.

    Positions that can repeat are not cached, because the rest of the game also depends on
    earlier positions.
    """
    return {} if rules.cell_count <= _MOST_CACHED_CELLS and not rules.repetition else None


_PACKAGE = __name__.partition(".")[0]
_Answer = TypeVar("_Answer")


def _ask_rules(
    rules: Rules, method: str, state: State | None, call: Callable[[], _Answer]
) -> _Answer:
    """Call a method of a `Rules` object and turn any exception into a RulesError.

    Parameters
    ----------
    rules : Rules
        Object that the method belongs to.
    method : str
        Method name for the error message.
    state : State or None
        State that was passed to the method, or None if the method takes no state.
    call : callable
        Function that takes no arguments and calls the method.
    """
    try:
        return call()
    except RulesError:
        raise
    except Exception as error:
        raise blame(rules, method, state, error) from error


def blame(rules: Rules, method: str, state: State | None, error: BaseException) -> RulesError:
    """Return a RulesError for an exception that one of the rules' methods raised."""
    position = "" if state is None else _text_of(rules, state)
    return RulesError(
        type_name(type(rules)), method, position, f"raised {describe_error(error)}"
    )


def fault_of_rules(rules: Rules, state: State, error: BaseException) -> RulesError | None:
    """Return a RulesError if the rules caused a player's exception, or None otherwise.

    A player that searches also calls the rules' methods. The rules are at fault if the
    traceback contains one of their methods, and this method is defined outside the package.

    Parameters
    ----------
    rules : Rules
        Rules of the game.
    state : State
        State in which the player had to move.
    error : BaseException
        Exception to examine, with its traceback.
    """
    if isinstance(error, RulesError):
        return error
    if not isinstance(error, Exception):
        return None  # these errors mean that the player's time is up or the player is stopped
    method = method_at_fault(rules, error)[0]
    return None if method is None else blame(rules, method, state, error)


def method_at_fault(
    rules: Rules, error: BaseException
) -> tuple[str, Position | None] | tuple[None, None]:
    """Return the rules' method that raised an exception, and the position passed to it.

    The method is the first one in the traceback that belongs to the rules and is defined
    outside this package. If there is no such method, both values are None. The position is
    known only for rules that subclass `PlainRules`.
    """
    for frame in _frames_of(error):
        is_theirs = str(frame.f_globals.get("__name__")).partition(".")[0] != _PACKAGE
        values = frame.f_locals
        if is_theirs and type(values.get("self")) is type(rules):
            positions = [value for value in values.values() if type(value) is Position]
            return frame.f_code.co_name, positions[0] if positions else None
    return None, None


def _frames_of(error: BaseException) -> Iterator[FrameType]:
    """Yield the frames in an exception's traceback, starting with the outermost frame.

    If a tracer stops a loop that is written on one line, the traceback lacks the loop's frame.
    This function also yields the missing frame.
    """
    step = error.__traceback__
    caller = None
    while step is not None:
        frame = step.tb_frame
        if caller and frame.f_back and frame.f_back is not caller:
            yield frame.f_back
        yield frame
        caller, step = frame, step.tb_next


def _text_of(rules: Rules, state: State) -> str:
    """Return a position as text, even if ``to_text`` raises an exception."""
    try:
        rows = ("".join(row.split()) for row in rules.to_text(state).splitlines())
        return "/".join(filter(None, rows))
    except Exception:  # noqa: BLE001 - faulty rules can raise anything
        return brief(state, most=200)


_new = object.__new__

_cached_board_of = lru_cache(maxsize=6_000)(read_masks)  # a 3x3 board has 5,478 positions


class Game:
    """Immutable game: a position and the moves that led to it.

    Parameters
    ----------
    rules : Rules or str, default STANDARD
        Rules of the game, or a name that `find_rules` can read, such as ``"4x4"``.
    moves : iterable of int, optional
        Cells to play from the empty board, from the first move to the last. X moves first.

    Raises
    ------
    TypeError
        If `rules` is neither a `Rules` object nor a str, or if `moves` is not an ordered
        iterable (sets are unordered).
    ValueError
        If no rules have the given name.
    InvalidInputError, IllegalMoveError
        If `play` refuses one of the moves.

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
        """Create a game by playing `moves` on an empty board under `rules`."""
        rules = find_rules(rules)
        start = _ask_rules(rules, "initial_state", None, lambda: rules.initial_state)
        return cls._begin(rules, start, None)._play_all(moves)

    @classmethod
    def from_text(
        cls, text: str, rules: Rules | str = STANDARD, moves: Iterable[int] = ()
    ) -> Self:
        """Return a game that begins from a position written as text.

        The number of marks on the board determines who is to move.

        Parameters
        ----------
        text : str
            Rows of ``X``, ``O`` and ``.``, separated by slashes or line breaks. ``.``, ``_``
            and ``-`` all mean an empty cell. Spaces and case do not matter. If the board is a
            single grid, you can also write it without separators: ``"X.O.X...O"``.
        rules : Rules or str, default STANDARD
            Rules of the game, or a name that `find_rules` can read.
        moves : iterable of int, optional
            Cells to play from the given position, from the first move to the last.

        Raises
        ------
        TypeError
            If `text` is not a str, if `rules` is neither a `Rules` object nor a str, or if
            `moves` is not an ordered iterable (sets are unordered).
        ValueError
            If `text` is not a valid board for these rules, if legal moves can't lead to it, or
            if no rules have the given name. On large boards, some rules can't determine whether
            legal moves lead to a position. In that case, no error is raised.
        InvalidInputError, IllegalMoveError
            If `play` refuses one of the moves.

        Examples
        --------
        >>> Game.from_text("X.O/.X./..O").current_player
        'X'
        >>> Game.from_text("X_O_X___O") == Game.from_text("X.O/.X./..O")
        True
        >>> Game.from_text("XXX/OOO/...")
        Traceback (most recent call last):
            ...
        ValueError: X and O both have a row, but the first row ends the game
        """
        check_kind(text, "text", str)
        rules = find_rules(rules)
        return cls._set_up(rules, rules.from_text(text))._play_all(moves)

    @classmethod
    def from_moves(cls, text: str, rules: Rules | str = STANDARD) -> Self:
        """Return the game in which the moves listed in `text` are played from an empty board.

        Parameters
        ----------
        text : str
            Names of the squares, as `parse_position` reads them, separated by spaces or commas.
        rules : Rules or str, default STANDARD
            Rules of the game, or a name that `find_rules` can read.

        Raises
        ------
        TypeError
            If `text` is not a str, or if `rules` is neither a `Rules` object nor a str.
        ValueError
            If no rules have the given name.
        InvalidInputError, IllegalMoveError
            If a name can't be read, or if the rules refuse a move.

        Examples
        --------
        >>> Game.from_moves("5 1 9")
        Game(moves=(4, 0, 8))
        >>> Game.from_moves("b2, a1", "4x4").moves
        (5, 0)
        """
        check_kind(text, "text", str)
        game = cls(rules)
        for number, name in enumerate(text.replace(",", " ").split(), start=1):
            try:
                game = game.play(parse_position(name, game))
            except (InvalidInputError, IllegalMoveError) as error:
                error.add_note(f"move {number} in the text is {brief(name)}")
                raise
        return game

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
        if isinstance(moves, AbstractSet | Mapping):
            raise TypeError(
                f"moves must be an ordered sequence, such as a list, not {brief(moves)}"
            )
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

    def play(self, cell: int, player: Mark | None = None, *, mark: str | None = None) -> Self:
        """Return a new game with one more move. This game stays unchanged.

        Parameters
        ----------
        cell : int
            0-based index of an empty cell. Any type that ``operator.index`` accepts is allowed,
            such as a NumPy integer, but not bool.
        player : {"X", "O"}, optional
            Player who makes the move (must be `current_player`).
        mark : str, optional
            Mark to place, if the rules let the player choose: one of `Rules.choices`, such as
            ``"X"`` or ``"7"``. Under such rules, you can also leave out `mark` and pass one of
            `legal_moves` as `cell`. Under other rules, the move determines the mark. If you
            pass `mark`, it must be the mark that the move determines.

        Raises
        ------
        InvalidInputError
            If `cell` is not an integer.
        IllegalMoveError
            If the rules refuse the move. The subclass depends on the reason.
        TypeError, ValueError
            If `player` is neither ``"X"`` nor ``"O"``, or if these rules don't let the player
            place `mark`.
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
        game._moves = self._moves + (cell,)  # noqa: RUF005 (a third faster)
        game._setup = self._setup
        return game

    def _after(self, move: int) -> _CachedPosition:
        """Return the position after a legal move, and cache it as a successor if possible."""
        state = self._rules.advance(self._state, move)
        if self._successors is NOT_KEPT:
            return state, NOT_KEPT
        after = _position_of(self._rules, state)
        if after[1] is not NOT_KEPT:
            self._successors[move] = after
        return after

    def move_of(self, cell: int, mark: str) -> int:
        """Return the integer that `play` needs to place a given mark in a cell.

        Raises
        ------
        TypeError, ValueError
            If these rules don't let the player place `mark`.
        OutOfBoardError
            If players choose the mark and `cell` is outside the board.
        InvalidInputError
            If `cell` is not an integer.

        Examples
        --------
        >>> Game("wild").move_of(4, "O")
        13
        """
        rules, count = self._rules, self._rules.cell_count
        _check_mark(mark, "mark", rules.choices or MARKS)
        if type(cell) is not int:
            cell = self._as_cell(cell)
        if not rules.choices:
            drawn = rules.mark_of(self._state, cell)
            if mark != drawn and self._state.result is None:
                raise ValueError(
                    f"mark must be {drawn!r}, not {mark!r}: these rules determine the mark"
                )
            return cell
        if not 0 <= cell < count:
            raise self._refusal(cell if cell < 0 else rules.action_count)
        return cell + count * rules.choices.index(mark)

    def is_legal(self, move: int) -> bool:
        """Return whether a move is legal in this position. Only an integer can be a legal move.

        Examples
        --------
        >>> Game(moves=(4,)).is_legal(4)
        False
        """
        try:
            return as_int(move) in self._state.legal_moves
        except TypeError:
            return False

    def move_name(self, move: int) -> str:
        """Return the name that players use for a move in this position.

        The name looks like ``"5"``, ``"b12"``, ``"5=7"`` or ``"a1-b2"``.

        Raises
        ------
        TypeError
            If `move` is not an integer.
        ValueError
            If there is no such move on the board.

        Examples
        --------
        >>> [Game("wild").move_name(move) for move in (4, 13)]
        ['5x', '5o']
        """
        return position_name(move, self)

    def parse_move(self, text: str) -> int:
        """Return the legal move that a player typed, such as ``"5"`` or ``"a1-b2"``.

        Raises
        ------
        TypeError
            If `text` is not a str.
        InvalidInputError
            If the text doesn't name a square (or two squares, if marks slide).
        IllegalMoveError
            If the rules refuse the move. The subclass depends on the reason.

        Examples
        --------
        >>> Game(moves=(4,)).parse_move("5")
        Traceback (most recent call last):
            ...
        tictactoe_widget.rules.errors.CellTakenError: Position already taken
        """
        move = parse_position(text, self)
        if not self.is_legal(move):
            raise self._refusal(move)
        return move

    def _check_turn(self, player: object) -> None:
        _check_mark(player, "player")
        if player != self.current_player and self._state.result is None:
            name = self._rules.player_names[self.current_player]
            raise WrongTurnError(_("Not your turn: {player} to move", player=name))

    def _refusal(self, cell: int) -> IllegalMoveError:
        error = self._rules.refusal(self._state, cell)
        count = self._rules.action_count
        if not 0 <= cell < count:
            error.add_note(
                f"cell must be 0 to {count - 1}, not {brief(cell)} (code counts from 0)"
            )
        return error

    def _as_cell(self, cell: object) -> int:
        try:
            return as_int(cell)
        except TypeError:
            error = invalid_input(self._rules.layout)
            last = self._rules.action_count - 1
            error.add_note(f"cell must be an int from 0 to {last}, not {brief(cell)}")
            raise error from None

    def at(self, ply: int) -> Self:
        """Return the game as it was after the first `ply` moves.

        Parameters
        ----------
        ply : int
            Number of moves to keep, from 0 to ``len(game.moves)``.

        Raises
        ------
        TypeError
            If `ply` is not an integer.
        ValueError
            If `ply` is negative or greater than the number of moves.

        Examples
        --------
        >>> Game(moves=(4, 0, 8)).at(1)
        Game(moves=(4,))
        """
        ply = check_int(ply, "ply", 0, len(self._moves))
        return self._read(self._written._replace(moves=self._moves[:ply]))

    @property
    def parent(self) -> Self | None:
        """Game before the last move, or None if no move has been made.

        Examples
        --------
        >>> Game(moves=(4, 0)).parent
        Game(moves=(4,))
        """
        return self.at(len(self._moves) - 1) if self._moves else None

    def to_text(self) -> str:
        """Return the position as one line of text that `from_text` can read.

        The text contains everything that affects the rest of the game, but not the moves made
        so far. In ultimate, the text also includes the winner of each small board and the
        number of the next board.

        Examples
        --------
        >>> Game(moves=(4, 0)).to_text()
        'O../.X./...'
        """
        return _in_one_row(self._rules.to_text(self._state))

    def to_dict(self) -> dict[str, Any]:
        """Return the game as a JSON-serializable dict that `from_dict` can read.

        Returns
        -------
        dict
            Dict with the keys ``rules`` (name of the rules) and ``moves`` (list of moves). If
            the game began from a set-up position, the key ``start`` contains this position as
            text.

        Raises
        ------
        ValueError
            If `find_rules` can't read the name of the rules.

        Examples
        --------
        >>> Game("4x4", moves=(5, 0)).to_dict()
        {'rules': '4x4', 'moves': [5, 0]}
        """
        return game_to_dict(self._written)

    @classmethod
    def from_dict(cls, parts: object) -> Self:
        """Return the game from a dict that `to_dict` created.

        Parameters
        ----------
        parts : dict
            Dict returned by `to_dict`. You can pass untrusted data, because every value is
            checked.

        Raises
        ------
        ValueError
            If `parts` is damaged or contains an illegal move. The message describes the
            problem.

        Examples
        --------
        >>> Game.from_dict({"rules": "4x4", "moves": [5, 0]})
        Game(MNK(rows=4, columns=4, k=4, misere=False), moves=(5, 0))
        >>> Game.from_dict({"rules": "standard", "moves": [4, 4]})
        Traceback (most recent call last):
            ...
        ValueError: move 2 (cell 4) must be legal: Position already taken
        """
        return cls._read(game_from_dict(parts))

    def to_link(self) -> str:
        """Return the game as link text that `from_link` can read.

        To get an address that opens the game, add ``#`` and this text to the address of the
        project's web page. The text uses the cell names that players see, such as ``b2``.

        Raises
        ------
        ValueError
            If `find_rules` can't read the name of the rules, or if the link would have more
            than 3,000 characters. Only long games in which marks vanish have links that long.

        Examples
        --------
        >>> Game("4x4", moves=(5, 0)).to_link()
        'rules=4x4&moves=b2,a1'
        """
        return game_to_link(self._written)

    @classmethod
    def from_link(cls, link: str) -> Self:
        """Return the game encoded in a link from `to_link` or from the project's web page.

        Parameters
        ----------
        link : str
            Link text, or a whole address with the link text after ``#``. Player names in the
            link are ignored, because they are not part of a game.

        Raises
        ------
        TypeError
            If `link` is not a str.
        ValueError
            If the link is damaged. The message shows the damaged part.

        Examples
        --------
        >>> Game.from_link("rules=4x4&moves=b2,a1&o=casual").moves
        (5, 0)
        >>> Game.from_link("moves=5,5")
        Traceback (most recent call last):
            ...
        ValueError: Move 2 in the link, 5, can't be made (Position already taken).
        """
        return cls._read(game_from_link(link))

    @property
    def _written(self) -> WrittenGame:
        return WrittenGame(self._rules, self._setup, self._moves)

    @classmethod
    def _read(cls, written: WrittenGame) -> Self:
        rules, start, moves = written
        return cls(rules, moves) if start is None else cls.from_text(start, rules, moves)

    @localized
    def to_svg(self, *, size: int | None = None, values: Evaluations | None = None) -> str:
        """Return a picture of the position as an SVG string.

        Equal positions produce equal strings. You can save the string as a file, because the
        picture needs no scripts, other files or network access. The picture is readable on
        light and dark pages, and it includes a title and a description for screen readers.

        Parameters
        ----------
        size : int, optional
            Width in pixels, from 16 to 10,000. The default depends on the board.
        values : Analysis, optional
            Analysis of this game. The picture shows the value of each move in its cell.

        Raises
        ------
        TypeError
            If `size` is not an integer or `values` is not an `Analysis`.
        ValueError
            If `size` is out of range, or if `values` is an analysis of another position.

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
                # If players choose X or O, or S or O, the colours don't show who placed a mark.
                owners=self.owners
                if (self.texts or self._rules.shares_marks) and not self._rules.chooses_mark
                else (),
                texts=self.texts,
                title=_(
                    "{game}: {message}", game=visible(self._rules.title), message=self.message
                ),
                winning_lines=self.winning_lines,
                last_move=None if not self._moves else self._rules.cell_of(self._moves[-1]),
                small_boards=self.small_boards,
                open_boards=self.open_boards,
                vanishing=self.vanishing,
                links=self._rules.links,
                values=evaluations_by_cell(
                    self._checked_values(values),
                    self._rules.cell_of,
                    players_alternate=players_alternate(self._state),
                ),
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
                "values must be an analysis of this game, "
                f"but cell {brief(strange[0])} is not a legal move in it"
            )
        return values

    def canonical(self) -> Self:
        """Return the game that represents all positions symmetric to this one.

        Among all images of the position under ``rules.symmetries``, the canonical position has
        the smallest bit mask for the marks of the player to move. If two images have the same
        bit mask, the bit mask for the other player's marks decides. The canonical game starts
        from this position and contains no moves. Two games therefore have equal canonical games
        if and only if a symmetry maps one position to the other.

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
        first = min(images, key=_rank)
        if rules.repetition:
            return self.from_text(rules.to_text(first), rules)  # without earlier positions
        return self._set_up(rules, first)

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return self._rules

    @property
    def moves(self) -> tuple[int, ...]:
        """Moves made so far, from the first to the last.

        Each move is the index of its cell. If players choose what to place, the number of
        cells times the choice's index in `Rules.choices` is added. If a mark slides, the move
        is the old cell's index times the number of cells, plus the new cell's index.
        """
        return self._moves

    @property
    def start(self) -> str | None:
        """Text of the position from which the game began, or None for the empty board."""
        return self._setup

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """Legal moves in ascending order, or ``()`` after the end of the game."""
        return self._state.legal_moves

    @property
    def state(self) -> State:
        """State of the game as `Rules` objects use it, with bit masks of the marks."""
        return self._state

    @property
    def key(self) -> Hashable:
        """Key for storing the position in a transposition table.

        Two games under the same rules have equal keys if and only if their positions are equal.
        To compare positions, compare the keys. Two games are equal (``==``) only if they also
        have the same rules, the same starting position and the same moves in the same order.

        Examples
        --------
        >>> one, other = Game(moves=(0, 1, 2)), Game(moves=(2, 1, 0))
        >>> one.key == other.key, one == other
        (True, False)
        """
        return self._state.key

    @property
    def board(self) -> Board:
        """Marks on the board, indexed by cell, with None for an empty cell."""
        count = self._rules.cell_count
        board_of = _cached_board_of if count <= _MOST_CACHED_CELLS else read_masks
        return board_of(*self._state.masks, count)

    @property
    def texts(self) -> tuple[str | None, ...]:
        """Text drawn in each cell instead of a mark, or ``()`` if the marks are drawn."""
        return self._rules.texts(self._state)

    @property
    def owners(self) -> Board:
        """Player who placed each mark, indexed by cell, with None for an empty cell.

        The result differs from `board` only if players share marks (`Rules.shares_marks`). A
        set-up position does not show who placed its marks. In such a position, each X counts as
        player X's mark, and each O as player O's mark.

        Examples
        --------
        >>> game = Game("wild").play(4, mark="O").play(0, mark="O")
        >>> game.board[:5], game.owners[:5]
        (('O', None, None, None, 'O'), ('O', None, None, None, 'X'))
        """
        if not self._rules.shares_marks:
            return self.board
        owners = list(self.board)
        for move, player in zip(self._moves, self._movers, strict=True):
            owners[self._rules.cell_of(move)] = player
        return tuple(owners)

    @property
    def _movers(self) -> tuple[Mark, ...]:
        if not players_alternate(self._state):
            return tuple(game._state.to_move for game in list_plies(self)[:-1])
        players = (opponent(self._state.to_move), self._state.to_move)
        return tuple(players[back % 2] for back in reversed(range(len(self._moves))))

    @property
    def current_player(self) -> Mark:
        """Player to move or, if the game is over, the player who made the last move."""
        to_move = self._state.to_move
        if self._state.result is None:
            return to_move
        return self._movers[-1] if self._moves else opponent(to_move)

    @property
    def move_count(self) -> int:
        """Number of moves made so far, counting each mark in a set-up position as a move."""
        return self._state.move_count

    @property
    def last_move(self) -> int | None:
        """Last move made, or None if no move has been made."""
        return self._moves[-1] if self._moves else None

    @property
    def result(self) -> Result:
        """Winner (``"X"`` or ``"O"``), ``"draw"``, or None if the game isn't over."""
        return self._state.result

    @property
    def winner(self) -> Mark | None:
        """Winner of the game, or None for a draw or an unfinished game."""
        result = self._state.result
        return None if result == "draw" else result

    @property
    def winning_lines(self) -> Lines:
        """Lines that ended the game, as tuples of cells, or ``()`` if there are none.

        In misère, the player who completed these lines lost.
        """
        rules, state = self._rules, self._state
        if state.result is None:
            return ()
        return _ask_rules(rules, "winning_lines", state, lambda: rules.winning_lines(state))

    @property
    def small_boards(self) -> SmallBoards:
        """Result on each small board in ultimate: its winner, ``"draw"``, or None if undecided.

        A small board is a draw if it is full and nobody has won it. Under rules without small
        boards, the tuple is empty.
        """
        return self._rules.small_boards(self._state)

    @property
    def open_boards(self) -> tuple[int, ...]:
        """Indices (0 to 8) of the small boards in which the player to move can play.

        If the rules don't use small boards, or if the game is over, the tuple is empty.
        """
        return self._rules.open_boards(self._state)

    @property
    def vanishing(self) -> int | None:
        """Cell of the mark that vanishes with the next move, or None if no mark vanishes.

        Examples
        --------
        >>> Game("infinite", moves=(0, 1, 2, 3, 4, 5)).vanishing
        0
        """
        return self._rules.vanishing(self._state)

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
        """Return the message for the players, with their names instead of X and O.

        Parameters
        ----------
        names : mapping
            Mapping from the marks ``"X"`` and ``"O"`` to player names.

        Examples
        --------
        >>> Game(moves=(4,)).message_for({"X": "Ada", "O": "Grace"})
        "Grace's turn"
        """
        result = self._state.result
        if result is None:
            return _("{player}'s turn", player=names[self.current_player])
        return result_message(result, "wins", names)

    def _repr_svg_(self) -> str:
        """Return the SVG picture of the game for display in a notebook."""
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

    def __deepcopy__(self, _memo: object) -> Self:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        # The pickle includes the state, so that loading doesn't replay the moves.
        parts = (type(self), self._rules, self._state, self._moves, self._setup)
        return (_restore, parts)


def _restore(
    cls: type[Game], rules: Rules, state: State, moves: tuple[int, ...], setup: str | None
) -> Game:
    """Rebuild a game from the parts stored in a pickle."""
    game = cls._begin(rules, state, setup)
    game._moves = moves
    return game


def as_game(value: object) -> Game:
    """Return `value` if it is a Game, otherwise raise a TypeError that shows how to make one.

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
        told = f"a {type_name(type(value))}: pass board.game"
    raise TypeError(f"game must be a Game, not {told}")


def list_plies(game: Game) -> tuple[Game, ...]:
    """Return a tuple of games: the game at the start, and the game after each move.

    >>> [one.moves for one in list_plies(Game(moves=(4, 0)))]
    [(), (4,), (4, 0)]
    """
    games = [game.at(0)]
    for cell in game.moves:
        games.append(games[-1].play(cell))
    return tuple(games)


def _rank(state: State) -> tuple[object, ...]:
    """Return a sort key that is unique to each state."""
    return (state.own, state.other, state.legal_moves, str(state.key))


def _in_one_row(text: str) -> str:
    rows = ("".join(row.split()) for row in text.splitlines())
    return "/".join(filter(None, rows))


def _check_mark(value: object, name: str, marks: tuple[str, ...] = MARKS) -> None:
    expected = join_or(map(repr, marks))
    check_choice(check_kind(value, name, str, expected=expected), name, marks)
