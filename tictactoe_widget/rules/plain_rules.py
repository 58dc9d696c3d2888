"""Base class for rules in plain Python, in which you override only what differs."""

import re
import warnings
from abc import ABCMeta
from collections.abc import Hashable, Iterable, Mapping
from difflib import get_close_matches
from functools import cached_property
from inspect import cleandoc, isgenerator
from typing import Any, ClassVar, Literal, Self

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import _
from tictactoe_widget.validation import as_int, brief, describe_error, type_name, visible

from .errors import IllegalMoveError, RulesError
from .mnk import MNK, mnk_rules, read_marks, seen_by_mover, write_marks
from .rules import SHORT_NAMES, Lines, Rules, Symmetry, read_name, register_family
from .state import (
    MARKS,
    Mark,
    Position,
    Result,
    State,
    move_bits,
    new_drawn_state,
    new_state,
    opponent,
    read_masks,
)

# Pattern for the places at which a class name is split into words.
_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_+")
# Methods that a class of rules may define, in addition to the attributes of `PlainRules`.
_METHODS = ("legal_moves", "result", "lines")
# Minimum similarity, 0 to 1, of two names for a warning about a spelling mistake.
_ALMOST = 0.8
# Maximum number of positions to examine when checking that a game can lead to a position.
_MOST_EARLIER = 1_000
_RESULTS: tuple[Mark | Literal["draw"], ...] = ("X", "O", "draw")

TWO_ANSWERS = "gave two different answers"
"""Problem in the RulesError for a method whose answer changed when it was asked again."""


class _PlainRulesMeta(ABCMeta):
    """Metaclass that records the arguments of rules, and refuses incomparable attributes."""

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        rules = super().__call__(*arguments, **named)
        vars(rules)["_arguments"] = (arguments, named)
        hash(rules)
        return rules


@register_family
class PlainRules(Rules, metaclass=_PlainRulesMeta):
    """Base class for rules that you write in plain Python.

    In a subclass, define only what differs from the defaults. Class attributes set the size of
    the board and the same options as in `Variant`. The methods `legal_moves`, `result` and
    `lines` each take a `Position`. By default, these methods follow the attributes. The name
    and title come from the class name, and the summary comes from the class docstring.

    Each method must return a value that depends only on the position. To find violations of
    this condition and many other mistakes, call `check_rules`. If a method raises an exception
    or returns an invalid value during a game, the package raises a `RulesError` that names the
    method.

    Rules can take arguments if you define ``__init__``. Two rules are equal if they have the
    same class and all their attributes are equal.

    Examples
    --------
    >>> class NoCentre(PlainRules):
    ...     '''Three in a row wins, but nobody may begin in the centre.'''
    ...     def legal_moves(self, position):
    ...         return [cell for cell in position.free if position.move_count or cell != 4]
    >>> NoCentre().title, NoCentre().name
    ('No centre', 'no-centre')
    >>> from tictactoe_widget import Game
    >>> Game(NoCentre()).legal_moves
    (0, 1, 2, 3, 5, 6, 7, 8)
    """

    rows: int = 3
    """Number of rows of the board, 1 to 19."""
    columns: int = 3
    """Number of columns of the board: 1 to 19, or 1 to 14 if players choose the mark."""
    k: int = 3
    """Number of marks in a line, from 1 to the length of the board's longer side."""
    misere: bool = False
    """True if the player who completes a line loses instead of winning."""
    marks: Literal["own", "same", "chosen"] = "own"
    """Marks that players use: ``"own"``, ``"same"`` (both X) or ``"chosen"`` (free choice)."""
    drop: bool = False
    """True if each mark falls to the lowest free cell of its column."""
    torus: bool = False
    """True if the edges wrap: a line can cross an edge and continue at the opposite edge."""
    order: bool = False
    """True for order and chaos, in which only the first player wants a line."""

    # Latest class for each name of rules.
    _by_name: ClassVar[dict[str, type["PlainRules"]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        _warn_of_misspelt_names(cls)
        name = _name_of(cls)
        if not name:
            raise ValueError(
                f"the name of a class of rules must contain a letter or digit, not "
                f"{brief(cls.__name__)}: give the class another name"
            )
        known = read_name(name) if name not in PlainRules._by_name else None
        taken = known or next((r for r, short in SHORT_NAMES.items() if short == name), None)
        if taken is not None:
            raise ValueError(
                f"the name {name!r} is already taken by the rules {taken.title!r}: rename the "
                f"class {type_name(cls)}"
            )
        if not cls.__name__.startswith("_"):
            PlainRules._by_name[name] = cls

    def __init__(self) -> None:
        self.base_rules  # noqa: B018 (refuses a board or options that make no game)

    def __setattr__(self, name: str, value: object) -> None:
        # The cached properties may depend on this attribute.
        for computed in vars(self).keys() - self.__getstate__().keys():
            del vars(self)[computed]
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, PlainRules)
            and type(self) is type(other)
            and self._attributes == other._attributes
        )

    def __hash__(self) -> int:
        return hash((type(self), self._attributes))

    def __repr__(self) -> str:
        unnamed, named = vars(self).get("_arguments", ((), {}))
        arguments = [
            *map(repr, unnamed),
            *(f"{name}={value!r}" for name, value in named.items()),
        ]
        return f"{type_name(type(self))}({', '.join(arguments)})"

    def __getstate__(self) -> dict[str, Any]:
        # Leave out the cached properties, which a copy computes again.
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(type(self), name, None), cached_property)
        }

    @cached_property
    def _attributes(self) -> Hashable:
        """Attributes of these rules as a hashable value."""
        own = {
            name: value for name, value in self.__getstate__().items() if name != "_arguments"
        }
        return frozenset(
            (name, _frozen(f"{type_name(type(self))}.{name}", value))
            for name, value in own.items()
        )

    def legal_moves(self, position: Position) -> Iterable[int]:
        """Return the legal moves, in any order.

        The package calls this method only for unfinished games. By default, all free cells are
        legal. If marks fall, only the lowest free cell of each column is legal. If players
        choose the mark, the move for X is the cell index. The move for O is the cell index plus
        the number of cells on the board.

        Parameters
        ----------
        position : Position
            Position before the move.
        """
        free: Iterable[int] = position.free
        if self.drop:
            free = {cell % self.columns: cell for cell in free}.values()
        if not self.chooses_mark:
            return free
        return [cell + second for second in (0, self.cell_count) for cell in free]

    def result(self, position: Position) -> Result:
        """Return the winner (``"X"`` or ``"O"``), ``"draw"``, or None for an unfinished game.

        By default, a completed line decides the game. If nobody has a line and nobody can
        move, the game is a draw.

        Parameters
        ----------
        position : Position
            Position after a move, or the empty board at the start of the game.
        """
        if self._completed_lines(position):
            return self.base_rules.decided_by(opponent(position.to_move))
        if self._moves_in(position):
            return None
        return "O" if self.order else "draw"

    def lines(self, position: Position) -> Iterable[Iterable[int]]:
        """Return all lines on the board, each as an iterable of cells.

        A line decides the game if all of its cells contain the same mark. The default lines are
        all rows of `k` cells, straight or diagonal.

        Parameters
        ----------
        position : Position
            Position for which to return the lines. Under most rules, all positions have the
            same lines.
        """
        del position
        return self.base_rules.lines

    @cached_property
    def base_rules(self) -> MNK:
        """Rules with the same board and options, but without the methods that you override.

        Raises
        ------
        TypeError, ValueError
            If the board size is invalid, or if the options don't make a game.
        """
        return mnk_rules(
            self.rows,
            self.columns,
            self.k,
            self.misere,
            marks=self.marks,
            drop=self.drop,
            torus=self.torus,
            order=self.order,
        )

    @property
    def systematic_name(self) -> str:
        """Name of the rules: the class name in lower case, such as ``"no-centre"``.

        If the rules have arguments that this name doesn't include, the name is the ``repr``,
        which `find_rules` cannot read.
        """
        name = _name_of(type(self))
        if not self._attributes or self.from_name(name) == self:
            return name
        return super().systematic_name

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the plain rules with the given name, or None if no rules have this name."""
        found = PlainRules._by_name.get(name)
        if found is None or not issubclass(found, cls):
            return None
        try:
            return found()
        except TypeError:  # its __init__ needs values that a name does not include
            return None

    @property
    def title(self) -> str:
        """Title of the game: the class name as words, such as ``"No centre"``."""
        return _name_of(type(self)).replace("-", " ").capitalize()

    @property
    def summary(self) -> str:
        """Paragraph that explains the rules: the first paragraph of the docstring, if any."""
        families = type(self).__mro__
        for family in families[: families.index(PlainRules)]:
            if family.__doc__:
                return visible(" ".join(cleandoc(family.__doc__).partition("\n\n")[0].split()))
        if any(
            getattr(type(self), name) is not getattr(PlainRules, name)
            for name in ("legal_moves", "result", "lines")
        ):
            return _("These rules have no description yet.")
        return self.base_rules.summary

    @property
    def layout(self) -> Layout:
        """Grid for drawing the board, with one place for each cell.

        You can draw the same cells in another order or in another number of rows. To change the
        layout, override this property, as in ``layout = Layout(2, 8, cells)``.
        """
        return self.base_rules.layout

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """Mark that each player places, or None for both if players choose the mark."""
        return self.base_rules.drawn_marks

    @cached_property
    def initial_state(self) -> State:
        """State at the start of the game: an empty board, with X to move."""
        return self._state_of(0, 0)

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move.

        Raises
        ------
        RulesError
            If a method of these rules raises an exception or returns an invalid value.
        """
        x, o = state.masks
        drawn = 1 << self.cell_of(cell)
        if self.mark_of(state, cell) == "X":
            return self._state_of(x | drawn, o)
        return self._state_of(x, o | drawn)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state after applying a symmetry from `Rules.symmetries` to every mark."""
        x, o = state.masks
        return self._state_of(move_bits(x, symmetry), move_bits(o, symmetry))

    def winning_lines(self, state: State) -> Lines:
        """Return the completed lines that decide the game, or ``()`` if none do.

        A line decides the game if the result would be the same without all other lines. If no
        single line decides the game, the method returns several lines, with the same mark if
        possible.
        """
        position = self._position_of(*state.masks)
        completed = self._completed_lines(position)

        def decides(lines: Lines) -> bool:
            return self._result_given(position, lines) == state.result

        if not completed or decides(()):
            return ()
        deciding = tuple(line for line in completed if decides((line,)))
        together = (
            tuple(line for line in completed if position.board[line[0]] == mark)
            for mark in MARKS
        )
        return deciding or next(filter(decides, together), completed)

    def _result_given(self, position: Position, lines: Lines) -> object:
        """Return the result that a position would have with the given lines."""
        # `copy` imports a module, which fails while Python exits.
        other = object.__new__(type(self))
        vars(other).update(vars(self), lines=lambda _position: lines)
        try:
            return other.result(position)
        except Exception:  # noqa: BLE001 - some rules fail without lines
            return None

    def landing(self, state: State, cell: int) -> int:
        """Return the cell in which a mark placed in `cell` ends up (lower if marks fall)."""
        return self.base_rules.landing(state, cell)

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the exception for an illegal move, with a message that gives the reason."""
        x, o = state.masks
        is_free = 0 <= cell < self.action_count and not (x | o) >> self.cell_of(cell) & 1
        if not is_free or state.result is not None:
            return super().refusal(state, cell)
        if type(self).legal_moves is PlainRules.legal_moves:
            return self.base_rules.refusal(state, cell)
        return IllegalMoveError(_("The rules don't allow this move now: choose another"))

    def to_text(self, state: State) -> str:
        """Return the board as text: rows of ``X``, ``O`` and ``.``."""
        return write_marks(state, self.layout)

    def from_text(self, text: str) -> State:
        """Return the state for a board written as rows of ``X``, ``O`` and ``.``.

        Raises
        ------
        ValueError
            If the text doesn't describe a valid board, or if legal moves can't lead to it. On
            large boards, the method may read a position even if legal moves can't lead to it,
            because the search for such moves stops after 1,000 earlier positions.
        """
        x, o = read_marks(text, self.layout)
        if not self.shares_marks:
            seen_by_mover(x, o)
        if self.marks == "same" and o:
            raise ValueError(_("There can't be an O, because both players place X"))
        if x | o and not self._can_be_reached(x, o):
            raise ValueError(_("No legal move leads to this position"))
        return self._state_of(x, o)

    def _can_be_reached(self, x: int, o: int) -> bool:
        """Return whether legal moves lead from the empty board to this one.

        The search goes backwards. The result is also True if the search gives up.
        """
        after: dict[tuple[int, int], tuple[int, int] | None] = {(x, o): None}
        waiting = [(x, o)]
        while waiting:
            board = waiting.pop()
            if board in self._reached:
                found: tuple[int, int] | None = board
                while found is not None:
                    self._reached.add(found)
                    found = after[found]
                return True
            if len(after) > _MOST_EARLIER:
                return True
            for before in self._boards_before(*board):
                if before not in after:
                    after[before] = board
                    waiting.append(before)
        return False

    @cached_property
    def _reached(self) -> set[tuple[int, int]]:
        """Boards to which legal moves are known to lead, as bit masks."""
        return {(0, 0)}

    def _boards_before(self, x: int, o: int) -> Iterable[tuple[int, int]]:
        """Yield all boards from which one legal move leads to this board."""
        board = read_masks(x, o, self.cell_count)
        last_mover = opponent(Position(board).to_move)
        for cell, mark in enumerate(board):
            removed = 1 << cell
            if mark is None or not (self.shares_marks or mark == last_mover):
                continue
            second = self.cell_count if self.chooses_mark and mark == "O" else 0
            try:
                before = self._state_of(x & ~removed, o & ~removed)
            except RulesError:  # rules need no answer for positions that never occur
                continue
            if cell + second in before.legal_moves:
                yield x & ~removed, o & ~removed

    def _position_of(self, x: int, o: int) -> Position:
        return Position(read_masks(x, o, self.cell_count))

    def _state_of(self, x: int, o: int) -> State:
        position = self._position_of(x, o)
        result = self._result_in(position)
        legal = self._moves_in(position) if result is None else ()
        if result is None and not legal:
            # The inherited `result` returns None only if it has just seen a legal move.
            if type(self).result is PlainRules.result or self._moves_in(position):
                raise self._fault("legal_moves", position, TWO_ANSWERS)
            raise self._fault(
                "result",
                position,
                "returned None (the game continues), but legal_moves returned no moves",
            )
        if self.shares_marks:
            return new_drawn_state(x, o, legal, result)
        own, other = (x, o) if position.to_move == "X" else (o, x)
        return new_state(own, other, legal, result)

    def _result_in(self, position: Position) -> Result:
        """Call `result`, and return its value after checking it."""
        answer = self._ask("result", position)
        if answer is None:
            return None
        for result in _RESULTS:
            if isinstance(answer, str) and answer == result:
                return result
        problem = f"returned {brief(answer)}, but must return 'X', 'O', 'draw' or None"
        raise self._fault("result", position, problem)

    def _moves_in(self, position: Position) -> tuple[int, ...]:
        """Call `legal_moves`, and return the checked moves in ascending order."""
        answer = self._ask("legal_moves", position)
        moves = set()
        for move in self._items("legal_moves", position, answer):
            if not 0 <= move < self.action_count:
                problem = f"returned {brief(answer)}, but there is no cell {brief(move)}"
                raise self._fault("legal_moves", position, problem)
            if position.board[self.cell_of(move)] is not None:
                cell = self.cell_of(move)
                problem = f"returned {brief(answer)}, but cell {cell} has a mark"
                raise self._fault("legal_moves", position, problem)
            moves.add(move)
        return tuple(sorted(moves))

    def _completed_lines(self, position: Position) -> Lines:
        board = position.board
        return tuple(
            line
            for line in self._lines_in(position)
            if board[line[0]] is not None and len({board[cell] for cell in line}) == 1
        )

    def _lines_in(self, position: Position) -> Lines:
        """Call `lines`, and return the checked lines."""
        if type(self).lines is PlainRules.lines and "lines" not in vars(self):
            return self.base_rules.lines
        answer = self._ask("lines", position)
        try:
            lines = list(answer)
        except TypeError:
            problem = f"returned {brief(answer)}, but must return lines of cells"
            raise self._fault("lines", position, problem) from None
        return tuple(self._checked_line(position, line) for line in lines)

    def _checked_line(self, position: Position, line: Any) -> tuple[int, ...]:
        cells = self._items("lines", position, line)
        if not cells or len(set(cells)) < len(cells):
            problem = (
                f"returned the line {brief(line)}, but a line must consist of different cells"
            )
            raise self._fault("lines", position, problem)
        if not all(0 <= cell < self.cell_count for cell in cells):
            problem = (
                f"returned the line {brief(line)}, but some of these numbers are not cells"
            )
            raise self._fault("lines", position, problem)
        return tuple(sorted(cells))

    def _items(self, method: str, position: Position, answer: Any) -> list[int]:
        """Convert the value that a method returned to a list of int."""
        try:
            return [as_int(item) for item in answer]
        except TypeError:
            problem = f"returned {brief(answer)}, but must return cells (whole numbers)"
            raise self._fault(method, position, problem) from None

    def _ask(self, method: str, position: Position) -> Any:
        """Call a method with a position, and turn any exception into a RulesError."""
        try:
            answer = getattr(self, method)(position)
            return list(answer) if isgenerator(answer) else answer
        except RulesError:
            raise
        except (Exception, SystemExit) as error:
            problem = f"raised {describe_error(error)}"
            raise self._fault(method, position, problem) from error

    def _fault(self, method: str, position: Position, problem: str) -> RulesError:
        marks = [mark or "." for mark in position.board]
        rows = range(0, len(marks), self.columns)
        text = "/".join("".join(marks[at : at + self.columns]) for at in rows)
        return RulesError(type_name(type(self)), method, text, problem)


def _frozen(name: str, value: Any) -> Hashable:
    """Return a hashable value that is equal for two attributes only if they are equal."""
    if isinstance(value, list | tuple):
        return type(value), tuple(_frozen(name, item) for item in value)
    if isinstance(value, set | frozenset):
        return type(value), frozenset(value)
    if isinstance(value, Mapping):
        return type(value), frozenset((key, _frozen(name, item)) for key, item in value.items())
    try:
        hash(value)
    except TypeError:
        raise TypeError(
            f"{name} must be hashable, not {brief(value)}: "
            "otherwise, two sets of rules can't be compared. Use a tuple, for example"
        ) from None
    return type(value), value


def _name_of(family: type[PlainRules]) -> str:
    """Return the name of a class in lower case, with hyphens between words."""
    return "-".join(filter(None, _WORD.split(type_name(family)))).lower()


def _warn_of_misspelt_names(family: type[PlainRules]) -> None:
    """Warn about attributes of a class that look like misspelt attributes of `PlainRules`."""
    options = (name for name in PlainRules.__annotations__ if not name.startswith("_"))
    asked = [name for name in (*options, *_METHODS) if name not in vars(family)]
    for name in vars(family):
        meant = get_close_matches(name, asked, n=1, cutoff=_ALMOST)
        if meant and not hasattr(PlainRules, name):
            warnings.warn(
                f"{family.__name__} defines {name!r}, which has no effect: "
                f"did you mean {meant[0]!r}?",
                stacklevel=3,
            )
