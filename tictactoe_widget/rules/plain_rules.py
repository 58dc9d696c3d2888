"""Base class for rules in plain Python, in which you override only what differs."""

import re
import warnings
from abc import ABCMeta
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from inspect import cleandoc, isgenerator
from itertools import chain, product
from traceback import walk_tb
from typing import Any, ClassVar, Literal, Self

from tictactoe_widget.drawing.layout import Layout
from tictactoe_widget.texts import _, join_or
from tictactoe_widget.validation import (
    as_int,
    brief,
    check_int,
    check_kind,
    describe_error,
    type_name,
    visible,
)

from .errors import IllegalMoveError, RulesError
from .mnk import (
    MNK,
    MOST_VANISHING_CELLS,
    mnk_rules,
    place_and_age,
    place_or_take,
    read_ages,
    read_marks,
    read_taken_over,
    seen_by_mover,
    write_marks,
    write_turn,
)
from .rules import SHORT_NAMES, Lines, Rules, Symmetry, read_name, register_family
from .sliding import REPETITION, place_or_slide, read_placed, refuse_slide, transform_slides
from .state import (
    MARKS,
    AgedState,
    CountedState,
    Mark,
    Position,
    RepeatableState,
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
# Methods that a subclass can define, in addition to the attributes of `PlainRules`.
_METHODS = ("legal_moves", "moves", "result", "lines", "choices", "scored", "next_player")
# Minimum similarity (0 to 1) between two names at which one is reported as a spelling mistake.
_ALMOST = 0.8
# Maximum number of positions to examine when checking whether a game can reach a position.
_MOST_EARLIER = 1_000
_MOST_PLAYED = 10_000  # same maximum for rules with `scored` or `next_player`
_MOST_REACHED = 20_000  # maximum number of positions to remember as reachable
_NO_CHOICE = "/,.-_="  # characters that a cell's text can't contain
_MOST_POINTS = 1_000  # maximum number of points for a move
_RESULTS: tuple[Mark | Literal["draw"], ...] = ("X", "O", "draw")

# Pattern for the last row of a position with points: X's points, O's points and the player to
# move.
_SCORE = re.compile(r"(-?[0-9]{1,6}):(-?[0-9]{1,6})([XO])")

TWO_ANSWERS = "gave two different answers"
"""Description in the RulesError for a method that returns different values for one position."""


class _PlainRulesMeta(ABCMeta):
    """Metaclass that records arguments, and refuses attributes that can't be compared."""

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        rules = super().__call__(*arguments, **named)
        vars(rules)["_arguments"] = (arguments, named)
        hash(rules)
        return rules


@dataclass(frozen=True, eq=False)
class _TextState(State):
    """State with a text in each cell. X's marks are always in `own`."""

    __slots__ = ("texts",)

    texts: tuple[str | None, ...]

    @property
    def key(self) -> Hashable:
        return (self.own, self.other, self.texts)

    @property
    def masks(self) -> tuple[int, int]:
        return self.own, self.other


@dataclass(frozen=True, eq=False)
class _PointState(_TextState):
    """State of a game in which moves give points."""

    __slots__ = ("points", "turn")

    points: tuple[int, int]
    turn: Mark

    @property
    def key(self) -> Hashable:
        return (self.own, self.other, self.texts, self.points, self.turn)


@dataclass(frozen=True, eq=False)
class _TurnState(_PointState):
    """State of a game in which the players don't take turns."""

    __slots__ = ()

    @property
    def to_move(self) -> Mark:
        return self.turn


@register_family
class PlainRules(Rules, metaclass=_PlainRulesMeta):
    """Base class for rules that you write in plain Python.

    In a subclass, define only what differs from the defaults. Class attributes set the size of
    the board and the same options as in `Variant`. The methods `legal_moves`, `result` and
    `lines` each take a `Position`. By default, these methods follow the attributes. The name
    and title come from the class name, and the summary comes from the class docstring.

    If players choose what to write, such as a number, set the class attribute ``choices`` to a
    tuple of strings. To give points, override `scored`. If players don't take turns, override
    `next_player`. If players slide their marks after placing all of them, set `pieces` and
    override `moves`.

    Each method must return a value that depends only on the position. To find violations of
    this condition and many other mistakes, call `check_rules`. If a method raises an exception
    or returns an invalid value during a game, the package raises a `RulesError` that names the
    method.

    Rules can take arguments if you define ``__init__``. Two sets of rules are equal if they
    have the same class and all their attributes are equal.

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
    """Number of rows on the board, 1 to 19."""
    columns: int = 3
    """Number of columns on the board: 1 to 19, or 1 to 14 if players choose the mark."""
    k: int = 3
    """Number of marks in a line, from 1 to the length of the board's longer side."""
    misere: bool = False
    """True if the player who completes a line loses instead of winning."""
    marks: Literal["own", "same", "chosen"] = "own"
    """Marks that players use: ``"own"``, ``"same"`` (both X) or ``"chosen"`` (free choice)."""
    drop: bool = False
    """True if each mark falls to the lowest free cell in its column."""
    torus: bool = False
    """True if the edges wrap: a line can cross an edge and continue at the opposite edge."""
    order: bool = False
    """True for order and chaos, in which only the first player wants a line."""

    keep: int | None = None
    """Number of marks that each player keeps on the board, or None if all marks stay."""
    pie: bool = False
    """True for the pie rule: on the second move, O can take over X's mark."""
    pieces: int | None = None
    """Number of marks that each player places before sliding them, or None if marks stay."""

    # Most recently defined class for each rules name.
    _by_name: ClassVar[dict[str, type["PlainRules"]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        _warn_of_misspelt_names(cls)
        name = _name_of(cls)
        if not name:
            raise ValueError(
                f"the name of a rules class must contain a letter or digit, not "
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
        if self._has_texts:
            self._check_choices()
        if self.keep is not None and (self._has_texts or self._has_turns):
            raise ValueError(
                "keep must be None if choices, scored or next_player is defined, not "
                f"{brief(self.keep)}: marks vanish only in games in which X and O take turns"
            )
        if self.pie and (self._has_texts or self._has_turns):
            raise ValueError(
                "pie must be False if choices, scored or next_player is defined, not "
                f"{brief(self.pie)}: O takes over a mark only in games in which X and O take "
                "turns"
            )
        self.base_rules  # noqa: B018 (refuses a board or options that make no game)
        self._check_pieces()
        if self._chooses_player and self.shares_marks and not self.order:
            self._check_result()

    def _check_result(self) -> None:
        """Raise an error if the inherited method `result` can't know who completed a line."""
        if type(self).result is PlainRules.result:
            raise TypeError(
                f"{type_name(type(self))} must define result, because it defines next_player "
                "and the marks in a line don't show who completed it"
            )

    def _check_choices(self) -> None:
        """Raise an error unless every choice is a string that a board can show."""
        name = f"{type_name(type(self))}.choices"
        choices = check_kind(self.choices, name, tuple)
        for choice in choices:
            check_kind(choice, f"each of {name}", str)
            is_plain = choice.isprintable() and set(choice).isdisjoint(f" {_NO_CHOICE}")
            if not (is_plain and 1 <= len(choice) <= 3):
                raise ValueError(
                    f"each of {name} must have 1 to 3 printable characters, but no space and "
                    f"none of {' '.join(_NO_CHOICE)}, not {brief(choice)}"
                )
        if not choices or len({choice.lower() for choice in choices}) < len(choices):
            raise ValueError(f"{name} must contain different texts, not {brief(choices)}")
        if self.marks != "own":
            raise ValueError(
                f"marks must be 'own' if choices is defined, not {self.marks!r}: the texts "
                "replace the marks"
            )

    def _check_pieces(self) -> None:
        """Raise an error if a game in which marks slide would make no sense."""
        pieces = self.pieces
        if pieces is None:
            if type(self).moves is not PlainRules.moves:
                raise ValueError(
                    "pieces must be a number of marks if moves is defined, not None: players "
                    "slide their marks after they have placed all of them"
                )
            return
        has_others = self._has_texts or self._has_turns or self.drop or self.marks != "own"
        if has_others or self.pie or self.keep is not None:
            raise ValueError(
                "pieces must be None if choices, scored, next_player, keep, pie, drop or marks "
                f"is defined, not {brief(pieces)}: marks slide only in games without these "
                "options"
            )
        count = self.rows * self.columns
        if not 5 <= count <= MOST_VANISHING_CELLS:
            raise ValueError(
                f"rows and columns must make 5 to {MOST_VANISHING_CELLS} squares if pieces is "
                f"given, not {count}: games on larger boards hardly ever end"
            )
        check_int(pieces, "pieces", 2, (count - 1) // 2)

    @property
    def _has_texts(self) -> bool:
        """True if players write texts of their choice instead of placing marks."""
        return type(self).choices is not Rules.choices

    @property
    def _has_turns(self) -> bool:
        """True if the position contains points and the player to move."""
        return self._chooses_player or type(self).scored is not PlainRules.scored

    @property
    def _chooses_player(self) -> bool:
        """True if the players don't take turns."""
        return type(self).next_player is not PlainRules.next_player

    def __setattr__(self, name: str, value: object) -> None:
        # The cached properties can depend on this attribute.
        for computed in vars(self).keys() - self.__getstate__().keys():
            del vars(self)[computed]
        try:
            super().__setattr__(name, value)
        except AttributeError as error:
            family = type_name(type(self))
            raise AttributeError(
                f"{family}.{name} must be set in the class, not on an object: write {name} = … "
                f"in the class {family}, or define {name} as a property"
            ) from error

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
        # Don't pickle the cached properties, because a copy can compute them again.
        return {
            name: value
            for name, value in vars(self).items()
            if not isinstance(getattr(type(self), name, None), cached_property)
        }

    @cached_property
    def _attributes(self) -> Hashable:
        own = {
            name: value for name, value in self.__getstate__().items() if name != "_arguments"
        }
        return frozenset(
            (name, _frozen(f"{type_name(type(self))}.{name}", value))
            for name, value in own.items()
        )

    def legal_moves(self, position: Position) -> Iterable[int | tuple[int, str]]:
        """Return the legal moves, in any order.

        The package calls this method only for unfinished games. By default, all free cells are
        legal. If marks fall, only the lowest free cell in each column is legal. If players
        choose the mark, the move for X is the cell index. The move for O is the cell index plus
        the number of cells on the board. If the rules have ``choices``, a move can also be a
        pair of a cell and a text. If the rules have `pieces`, this method is called only until
        all marks are placed (see `moves`). If `pie` is True, the package adds the move with
        which O takes over X's mark.

        Parameters
        ----------
        position : Position
            Position before the move.
        """
        free: Iterable[int] = position.free
        if self.drop:
            free = {cell % self.columns: cell for cell in free}.values()
        count = self.cell_count
        return [
            cell + count * choice
            for choice in range(max(1, len(self.choices)))
            for cell in free
        ]

    def moves(self, position: Position) -> Iterable[tuple[int, int]]:
        """Return the legal slides, each as a pair: the mark's old cell and its new cell.

        If the rules have `pieces`, the package calls this method as soon as all marks are
        placed. By default, each mark of the player to move can go to any free cell.

        Parameters
        ----------
        position : Position
            Position before the move.
        """
        own = (cell for cell, held in enumerate(position.board) if held == position.to_move)
        return product(own, position.free)

    def result(self, position: Position) -> Result:
        """Return the winner (``"X"`` or ``"O"``), ``"draw"``, or None for an unfinished game.

        By default, a completed line decides the game. If nobody has a line and the player to
        move can't move, the game is a draw. If players can move several times in a row, the
        default works only if each player has their own mark.

        Parameters
        ----------
        position : Position
            Position after a move, or the empty board at the start of the game.
        """
        lines = self._completed_lines(position)
        if lines:
            owner = position.board[lines[0][0]]
            has_own = position.turn is not None and not self.shares_marks
            return self.base_rules.decided_by(
                owner if has_own and owner else opponent(position.to_move)
            )
        if self.moves_in(position):
            return None
        return "O" if self.order else "draw"

    def lines(self, position: Position) -> Iterable[Iterable[int]]:
        """Return all lines on the board, each as an iterable of cells.

        A line decides the game if all of its cells contain the same mark. By default, the lines
        are all horizontal, vertical and diagonal rows of `k` cells.

        Parameters
        ----------
        position : Position
            Position for which to return the lines. Under most rules, all positions have the
            same lines.
        """
        del position
        return self.base_rules.lines

    def scored(self, before: Position, after: Position) -> int:
        """Return how many points a move gives to the player who makes it.

        By default, moves give no points. Each player's total is in `Position.points`. A move
        can give from -1,000 to 1,000 points.

        Parameters
        ----------
        before, after : Position
            Positions before and after the move. Both contain the points as they were before the
            move.
        """
        del before, after
        return 0

    def next_player(self, before: Position, after: Position) -> Mark:
        """Return the player to move after a move. By default, the players take turns.

        Parameters
        ----------
        before, after : Position
            Positions before and after the move. In `after`, the opponent is to move.
        """
        del before
        return after.to_move

    @cached_property
    def base_rules(self) -> MNK:
        """Rules with the same board and options, but without the methods that you override.

        Raises
        ------
        TypeError, ValueError
            If the board size is invalid, or if no game is possible with these options.
        """
        return mnk_rules(
            self.rows,
            self.columns,
            self.k,
            self.misere,
            marks="same" if self._has_texts else self.marks,
            drop=self.drop,
            torus=self.torus,
            order=self.order,
            keep=self.keep,
            pie=self.pie,
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
        except TypeError:  # because `__init__` needs values that the name doesn't include
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
        own = [
            name
            for name in _METHODS
            if getattr(type(self), name) is not getattr(PlainRules, name)
        ]
        if own or self.pieces is not None:
            return _("These rules have no description yet.")
        return self.base_rules.summary

    @property
    def layout(self) -> Layout:
        """Grid for drawing the board, with one place for each cell.

        You can draw the same cells in a different order or in a different number of rows. To
        change the layout, override this property, as in ``layout = Layout(2, 8, cells)``.
        """
        return self.base_rules.layout

    @property
    def drawn_marks(self) -> Mapping[Mark, Mark | None]:
        """Mark that each player places, or None for both if players choose the mark."""
        return self.base_rules.drawn_marks

    @cached_property
    def names_players_by_marks(self) -> bool:
        """True if the players are called X and O, or False if they are First and Second."""
        return self.base_rules.names_players_by_marks

    @property
    def repetition(self) -> int:
        """Number of times a position must occur for a draw, or 0 if repetitions don't count."""
        return self.base_rules.repetition if self.pieces is None else REPETITION

    @property
    def can_slide(self) -> bool:
        """True if players slide their marks after they have placed all of them."""
        return self.pieces is not None

    def slides(self, state: State) -> bool:
        """Return whether all marks have been placed and players slide them."""
        return self.pieces is not None and state.move_count >= 2 * self.pieces

    def vanishing(self, state: State) -> int | None:
        """Return the cell of the mark that the next move removes, or None if there is none."""
        return self.base_rules.vanishing(state)

    def takeover(self, state: State) -> int | None:
        """Return the cell of X's mark if O can take it over, otherwise None."""
        return None if state.result else self.base_rules.takeover(state)

    def texts(self, state: State) -> tuple[str | None, ...]:
        """Return the text in each cell if players choose texts, or ``()``."""
        return self.position_of(state).texts

    @cached_property
    def initial_state(self) -> State:
        """State at the start of the game: an empty board, with X to move."""
        return self._state_after(self._empty_position)

    @property
    def _empty_position(self) -> Position:
        cells = (None,) * self.cell_count
        return Position(
            cells,
            texts=cells if self._has_texts else (),
            turn="X" if self._has_turns or self.repetition or self.pie else None,
        )

    def position_of(self, state: State) -> Position:
        """Return the position that the methods of these rules receive for a state."""
        board = read_masks(*state.masks, self.cell_count)
        if isinstance(state, AgedState):
            return Position(board, order=state.order, turn=state.to_move)
        if isinstance(state, CountedState):
            return Position(board, turn=state.to_move)
        if isinstance(state, _PointState):
            return Position(board, state.texts, state.points, turn=state.turn)
        return Position(board, state.texts if isinstance(state, _TextState) else ())

    def advance(self, state: State, cell: int) -> State:
        """Return the state after a legal move.

        Raises
        ------
        RulesError
            If a method of these rules raises an exception or returns an invalid value.
        """
        if isinstance(state, AgedState):
            return self._advance_aged(state, cell)
        if isinstance(state, RepeatableState):
            return self._place_or_slide(state, cell)
        if isinstance(state, CountedState):
            own, other = place_or_take(state, cell)
            return self._counted_state(other, own, state.ply + 1)
        if self._has_texts or self._has_turns:
            return self._state_after(self._position_after(self.position_of(state), cell))
        x, o = state.masks
        drawn = 1 << self.cell_of(cell)
        if self.mark_of(state, cell) == "X":
            return self._state_of(x | drawn, o)
        return self._state_of(x, o | drawn)

    def _position_after(self, before: Position, move: int) -> Position:
        """Return the position after a move, with texts, points and the player to move."""
        cell = self.cell_of(move)
        board, texts = list(before.board), list(before.texts)
        board[cell] = self.mark_drawn_by(before.to_move, move)
        if texts:
            texts[cell] = self.choice_of(move)
        if not self._has_turns:
            return Position(tuple(board), tuple(texts))
        rival = opponent(before.to_move)
        after = Position(tuple(board), tuple(texts), before.points, turn=rival)
        gained = self._points_of(before, after)
        x, o = before.points
        points = (x + gained, o) if before.to_move == "X" else (x, o + gained)
        after = replace(after, points=points)
        turn = self._ask("next_player", before, after)
        if turn not in MARKS:
            problem = f"returned {brief(turn)}, but must return 'X' or 'O'"
            raise self._fault("next_player", after, problem)
        return replace(after, turn=turn)

    def _points_of(self, before: Position, after: Position) -> int:
        """Call `scored` and return its value after checking it."""
        answer = self._ask("scored", before, after)
        try:
            points = as_int(answer)
        except TypeError:
            points = _MOST_POINTS + 1
        if abs(points) > _MOST_POINTS:
            problem = (
                f"returned {brief(answer)}, but must return a whole number from "
                f"{-_MOST_POINTS} to {_MOST_POINTS}"
            )
            raise self._fault("scored", after, problem)
        return points

    def _advance_aged(self, state: AgedState, cell: int) -> AgedState:
        """Return the state after a move that can make the player's oldest mark vanish."""
        own, order, earlier = place_and_age(state, cell, self.keep)
        after = self._aged_state(state.other, own, state.ply + 1, order, earlier)
        return after.settle_repetition(self.repetition)

    def _place_or_slide(self, state: RepeatableState, move: int) -> RepeatableState:
        """Return the state after a player places a mark or, later in the game, slides one."""
        _cell, own, earlier = place_or_slide(self, state, move)
        after = self._repeatable_state(state.other, own, state.ply + 1, earlier)
        return after.settle_repetition(self.repetition)

    def _counted_state(self, own: int, other: int, ply: int) -> CountedState:
        result, legal = self._outcome_in(self._repeatable_position(own, other, ply))
        return CountedState(own, other, legal, result, ply)

    def _repeatable_state(
        self, own: int, other: int, ply: int, earlier: tuple[Any, ...] = ()
    ) -> RepeatableState:
        result, legal = self._outcome_in(self._repeatable_position(own, other, ply))
        return RepeatableState(own, other, legal, result, ply, earlier)

    def _aged_state(
        self,
        own: int,
        other: int,
        ply: int,
        order: tuple[int, ...],
        earlier: tuple[Any, ...] = (),
    ) -> AgedState:
        result, legal = self._outcome_in(self._repeatable_position(own, other, ply, order))
        return AgedState(own, other, legal, result, ply, earlier, order)

    def _repeatable_position(
        self, own: int, other: int, ply: int, order: tuple[int, ...] = ()
    ) -> Position:
        """Return a position, given the bit masks of the player to move and the opponent."""
        turn = MARKS[ply & 1]
        x, o = (own, other) if turn == "X" else (other, own)
        return Position(read_masks(x, o, self.cell_count), order=order, turn=turn)

    def transform(self, state: State, symmetry: Symmetry) -> State:
        """Return the state after applying a symmetry from `Rules.symmetries` to every mark."""
        if isinstance(state, RepeatableState) and not isinstance(state, AgedState):
            return transform_slides(self, state, symmetry)
        if isinstance(state, CountedState):
            return self.base_rules.transform(state, symmetry)
        if isinstance(state, _TextState):
            now = self.position_of(state)
            board, texts = list(now.board), list(now.texts)
            for cell, moved in enumerate(symmetry):
                board[moved] = now.board[cell]
                if texts:
                    texts[moved] = now.texts[cell]
            return self._state_after(replace(now, board=tuple(board), texts=tuple(texts)))
        x, o = state.masks
        return self._state_of(move_bits(x, symmetry), move_bits(o, symmetry))

    def winning_lines(self, state: State) -> Lines:
        """Return the completed lines that decide the game, or ``()`` if none do.

        A line decides the game if the result would be the same without any other line. If no
        single line decides the game, the method returns several lines, all with the same
        mark if possible.
        """
        position = self.position_of(state)
        completed = self._completed_lines(position)

        def decides(lines: Lines) -> bool:
            return self._result_given(position, lines) == state.result

        if not completed or decides(()):
            return ()
        deciding = tuple(line for line in completed if decides((line,)))
        held = position.texts or position.board
        together = (
            tuple(line for line in completed if held[line[0]] == mark)
            for mark in dict.fromkeys(held)
        )
        return deciding or next(filter(decides, together), completed)

    def _result_given(self, position: Position, lines: Lines) -> object:
        """Return the result that a position would have with the given lines."""
        # `copy` imports a module, and imports fail while Python exits.
        other = object.__new__(type(self))
        vars(other).update(vars(self), lines=lambda _position: lines)
        try:
            return other.result(position)
        except Exception:  # noqa: BLE001 - some rules fail without lines
            return None

    def landing(self, state: State, cell: int) -> int:
        """Return the cell in which a mark placed in `cell` ends up (lower if marks fall)."""
        if not (self._has_texts and self.drop):
            return self.base_rules.landing(state, cell)
        column = cell % self.columns
        landing = {self.cell_of(move) for move in state.legal_moves}
        return next((one for one in landing if one % self.columns == column), cell)

    def refusal(self, state: State, cell: int) -> IllegalMoveError:
        """Return the exception for an illegal move, with a message that gives the reason."""
        if state.result is None and 0 <= cell < self.action_count and self.can_slide:
            if self.slides(state):
                return refuse_slide(self, state, cell)
            if cell >= self.cell_count:
                return super().refusal(state, self.action_count)
        x, o = state.masks
        is_free = 0 <= cell < self.action_count and not (x | o) >> self.cell_of(cell) & 1
        if not is_free or state.result is not None:
            return super().refusal(state, cell)
        if type(self).legal_moves is PlainRules.legal_moves:
            return self.base_rules.refusal(
                state, self.cell_of(cell) if self._has_texts else cell
            )
        return IllegalMoveError(_("The rules don't allow this move now: choose another"))

    def to_text(self, state: State) -> str:
        """Return the board as text: rows of ``X``, ``O`` and ``.``, or of the chosen texts.

        If the rules have points or choose the next player, the last row is like ``2:1 X``. This
        row gives X's points, O's points and the player to move. If marks vanish, each mark has
        a number that shows its age. If marks slide because all of them have been placed, or if
        O has taken over X's first mark, the last row gives the player to move.
        """
        if not isinstance(state, _TextState):
            board = write_marks(state, self.layout)
            if self.pie:
                return write_turn(board, state)
            return f"{board}\n{state.to_move}" if self.slides(state) else board
        now = self.position_of(state)
        held: Sequence[str | None] = now.texts or now.board
        between = ", " if self._is_wide else " "
        cells = [held[cell] or "." for cell in self.layout.cells]
        columns = self.layout.columns
        rows = [between.join(cells[at : at + columns]) for at in range(0, len(cells), columns)]
        if now.turn is not None:
            rows.append("{}:{} {}".format(*now.points, now.turn))
        return "\n".join(rows)

    @property
    def _is_wide(self) -> bool:
        """True if the text in a cell can have several characters."""
        return any(len(choice) > 1 for choice in self.choices)

    def from_text(self, text: str) -> State:
        """Return the state for a board written as rows of ``X``, ``O`` and ``.``.

        Raises
        ------
        ValueError
            If the text doesn't describe a valid board, or if legal moves can't lead to it. On
            large boards, the method might also accept an unreachable position, because the
            search for moves that lead there stops after 1,000 earlier positions. If the rules
            have `scored` or `next_player`, the search stops after 10,000 positions.
        """
        if self.pieces is not None:
            placed = read_placed(text, self.pieces, self.layout)
            self._check_reachable(self._repeatable_position(*placed))
            return self._repeatable_state(*placed)
        if self.keep is not None:
            return self._read_ages(text, self.keep)
        if self.pie:
            counted = read_taken_over(text, self.layout)
            self._check_reachable(self._repeatable_position(*counted))
            return self._counted_state(*counted)
        if self._has_texts or self._has_turns:
            position = self._read_position(text)
            if self._has_turns:
                self._check_playable(position)
            else:
                self._check_reachable(position)
            return self._state_after(position)
        x, o = read_marks(text, self.layout)
        if not self.shares_marks:
            seen_by_mover(x, o)
        if self.marks == "same" and o:
            raise ValueError(_("There can't be an O, because both players place X"))
        self._check_reachable(self._position_of(x, o))
        return self._state_of(x, o)

    def _read_ages(self, text: str, keep: int) -> AgedState:
        order, ply = read_ages(text, keep, self.layout)
        other, own = (sum(1 << cell for cell in order[::-1][first::2]) for first in (0, 1))
        self._check_reachable(self._repeatable_position(own, other, ply, order))
        return self._aged_state(own, other, ply, order)

    def _read_position(self, text: str) -> Position:
        """Read a position with texts, or with points and the player to move."""
        rows = ["".join(row.split()) for row in text.strip().replace("/", "\n").splitlines()]
        score = _SCORE.fullmatch(rows.pop().upper()) if self._has_turns and rows else None
        if self._has_turns and score is None:
            raise ValueError(
                "text must end with the points and the player to move, as in 0:0 X, not "
                f"{brief(text)}"
            )
        layout = self.layout
        grid = [row.split(",") if self._is_wide else [*row] for row in rows]
        sizes = [len(row) for row in grid]
        is_one_row = sizes == [layout.rows * layout.columns] and not layout.block
        if sizes != [layout.columns] * layout.rows and not is_one_row:
            raise ValueError(
                f"text must have {layout.rows} rows of {layout.columns} cells, with / or a "
                f"line break between rows, not {brief(text)}"
            )
        known = self.choices if self._has_texts else MARKS
        held: list[str | None] = [None] * self.cell_count
        by_case: dict[str, str | None] = {one.lower(): one for one in known}
        by_case |= dict.fromkeys(".-_")
        for cell, written in zip(layout.cells, chain(*grid), strict=True):
            if written.lower() not in by_case:
                raise ValueError(
                    f"each cell must be {join_or((*known, '. (empty)'))}, not {brief(written)}"
                )
            held[cell] = by_case[written.lower()]
        board: list[Any] = ["X" if one else None for one in held] if self._has_texts else held
        texts = tuple(held) if self._has_texts else ()
        if score is None:
            return Position(tuple(board), texts)
        points = (int(score[1]), int(score[2]))
        turn: Mark = "X" if score[3] == "X" else "O"
        mover = Position(tuple(board)).to_move
        if not self._chooses_player and turn != mover:
            raise ValueError(f"the last row must show {mover} (the player to move), not {turn}")
        return Position(tuple(board), texts, points, turn=turn)

    def _check_reachable(self, position: Position) -> None:
        """Raise ValueError if legal moves can't lead from the empty board to a position.

        The search goes backwards. If the search gives up, no error is raised.
        """
        after: dict[Position, Position | None] = {position: None}
        waiting = [position]
        while waiting and len(after) <= _MOST_EARLIER:
            now = waiting.pop()
            if now in self._reached:
                found: Position | None = now
                while found is not None and len(self._reached) < _MOST_REACHED:
                    self._reached.add(found)
                    found = after[found]
                return
            for before, move in self._moves_before(now):
                if before in after:
                    continue
                # Rules are allowed to fail in positions that never occur.
                with suppress(RulesError):
                    if move in self.moves_in(before) and self._result_in(before) is None:
                        after[before] = now
                        waiting.append(before)
        if not waiting:
            raise ValueError(_("No legal moves lead to this position"))

    def _check_playable(self, position: Position) -> None:
        """Raise ValueError if moves under `scored` or `next_player` can't lead to a position.

        The search goes forwards, because `scored` and `next_player` need the points before each
        move. The search tries a move only if the position contains its mark. If the search
        gives up, no error is raised.
        """
        seen: set[Position] = set()
        waiting = [] if position in self._reached else [self._empty_position]
        while waiting and len(seen) <= _MOST_PLAYED:
            now = waiting.pop()
            if len(self._reached) < _MOST_REACHED:
                self._reached.add(now)
            if now == position:
                return
            if now in seen:
                continue
            seen.add(now)
            try:
                if self._result_in(now) is None:
                    waiting += [
                        self._position_after(now, move)
                        for move in self.moves_in(now)
                        if self._is_in(position, now, move)
                    ]
            except RulesError:
                return  # the fault is reported when it occurs in a game
        if seen and not waiting:
            raise ValueError(_("No legal moves lead to this position"))

    def _is_in(self, position: Position, before: Position, move: int) -> bool:
        """Return whether a position contains the mark that a move places."""
        cell = self.cell_of(move)
        if position.texts:
            return position.texts[cell] == self.choice_of(move)
        return position.board[cell] == self.mark_drawn_by(before.to_move, move)

    @cached_property
    def _reached(self) -> set[Position]:
        """Positions that are known to be reachable by legal moves."""
        return {self._empty_position}

    def _moves_before(self, position: Position) -> Iterable[tuple[Position, int]]:
        """Yield each position from which a move might lead to this position, and the move."""
        mover = opponent(position.to_move)
        if self.pie and position.turn == "X" and position.move_count == 1:
            cell = position.board.index("O")
            yield (
                Position(tuple("X" if held else None for held in position.board), turn="O"),
                cell,
            )
        # Once all marks are on the board, each move slides a mark or makes one vanish.
        is_full = position.move_count == 2 * (self.pieces or self.keep or self.cell_count)
        for cell, mark in enumerate(position.board):
            is_last = cell in position.order[-1:] if position.order else mark is not None
            if not is_last or not (self.shares_marks or mark == mover):
                continue
            board, texts = list(position.board), list(position.texts)
            move = cell
            if self.choices:
                choice = texts[cell] if texts else mark
                move += self.cell_count * self.choices.index(str(choice))
            board[cell] = None
            if texts:
                texts[cell] = None
            turn, order = position.turn and mover, position.order[:-1]
            for old in position.free if is_full else ():
                earlier = (*board[:old], mover, *board[old + 1 :])
                if self.pieces:
                    yield Position(earlier, turn=turn), old * self.cell_count + cell
                else:
                    yield Position(earlier, order=(old, *order), turn=turn), cell
            if not is_full or mover == "O":
                yield Position(tuple(board), tuple(texts), order=order, turn=turn), move

    def _position_of(self, x: int, o: int) -> Position:
        return Position(read_masks(x, o, self.cell_count))

    def _state_of(self, x: int, o: int) -> State:
        """Return the state of a game without texts or points, in which marks stay in place."""
        position = self._position_of(x, o)
        result, legal = self._outcome_in(position)
        if self.shares_marks:
            return new_drawn_state(x, o, legal, result)
        own, other = (x, o) if position.to_move == "X" else (o, x)
        return new_state(own, other, legal, result)

    def _state_after(self, position: Position) -> State:
        """Return the state for a position, including any texts, points and player to move."""
        x, o = (
            sum(1 << cell for cell, held in enumerate(position.board) if held == mark)
            for mark in MARKS
        )
        if self.keep is not None:
            return self._aged_state(x, o, 0, ())
        if self.pieces is not None:
            return self._repeatable_state(x, o, 0)
        if self.pie:
            return self._counted_state(x, o, 0)
        if position.turn is None and not position.texts:
            return self._state_of(x, o)
        result, legal = self._outcome_in(position)
        if position.turn is None:
            return _TextState(x, o, legal, result, position.texts)
        texts, points = position.texts, position.points
        family = _TurnState if self._chooses_player else _PointState
        return family(x, o, legal, result, texts, points, position.turn)

    def _outcome_in(self, position: Position) -> tuple[Result, tuple[int, ...]]:
        result = self._result_in(position)
        legal = self.moves_in(position) if result is None else ()
        if result is None and not legal:
            # The inherited `result` returns None only if it has just seen a legal move.
            method = self.method_of_moves(position)
            if type(self).result is PlainRules.result or self.moves_in(position):
                raise self._fault(method, position, TWO_ANSWERS)
            raise self._fault(
                "result",
                position,
                f"returned None (the game continues), but {method} returned no moves",
            )
        return result, legal

    def _result_in(self, position: Position) -> Result:
        """Call `result` and return its value after checking it."""
        answer = self._ask("result", position)
        if answer is None:
            return None
        for result in _RESULTS:
            if isinstance(answer, str) and answer == result:
                return result
        problem = f"returned {brief(answer)}, but must return 'X', 'O', 'draw' or None"
        raise self._fault("result", position, problem)

    def method_of_moves(self, position: Position) -> Literal["legal_moves", "moves"]:
        """Return the name of the method that returns the legal moves in a position."""
        if self.pieces is None or position.move_count < 2 * self.pieces:
            return "legal_moves"
        return "moves"

    def moves_in(self, position: Position) -> tuple[int, ...]:
        """Check the moves that the rules return, and return them as sorted integers."""
        if self.method_of_moves(position) == "moves":
            return self._slides_in(position)
        answer = self._ask("legal_moves", position)
        moves = set()
        if self._has_texts:
            answer = self._without_pairs(position, answer)
        count = self.cell_count if self.can_slide else self.action_count
        for move in self._items("legal_moves", position, answer):
            if not 0 <= move < count:
                problem = f"returned {brief(answer)}, but there is no cell {brief(move)}"
                raise self._fault("legal_moves", position, problem)
            if position.board[self.cell_of(move)] is not None:
                cell = self.cell_of(move)
                problem = f"returned {brief(answer)}, but cell {cell} has a mark"
                raise self._fault("legal_moves", position, problem)
            moves.add(move)
        if self._allows_takeover(position):
            moves.add(position.board.index("X"))
        return tuple(sorted(moves))

    def _allows_takeover(self, position: Position) -> bool:
        """Return whether O can take over X's mark."""
        return self.pie and position.turn == "O" and position.move_count == 1

    def _slides_in(self, position: Position) -> tuple[int, ...]:
        """Check the slides that `moves` returns, and return them as sorted integers."""
        answer = self._ask("moves", position)
        moves, mover = set(), position.to_move
        try:
            pairs = [tuple(map(as_int, pair)) for pair in answer]
        except TypeError:
            pairs = [()]
        for pair in pairs:
            problem = ""
            if len(pair) != 2:
                problem = "must return pairs of cells: the old and the new cell of a mark"
            elif not all(0 <= cell < self.cell_count for cell in pair):
                problem = f"a cell must be from 0 to {self.cell_count - 1}"
            elif position.board[pair[0]] != mover:
                problem = f"{mover} has no mark in cell {pair[0]}"
            elif position.board[pair[1]] is not None:
                problem = f"cell {pair[1]} has a mark"
            if problem:
                given = brief(pair or answer)
                raise self._fault("moves", position, f"returned {given}, but {problem}")
            moves.add(pair[0] * self.cell_count + pair[1])
        return tuple(sorted(moves))

    def _without_pairs(self, position: Position, answer: Any) -> Any:
        """Return the legal moves, with each pair of a cell and a text converted to a number."""
        try:
            moves = list(answer)
        except TypeError:
            return answer
        for at, move in enumerate(moves):
            if isinstance(move, tuple) and len(move) == 2:
                cell, text = move
                if text not in self.choices or cell not in range(self.cell_count):
                    problem = (
                        f"returned {brief(move)}, but a pair must contain a cell and a choice"
                    )
                    raise self._fault("legal_moves", position, problem)
                moves[at] = cell + self.cell_count * self.choices.index(text)
        return moves

    def _completed_lines(self, position: Position) -> Lines:
        board = position.texts or position.board
        return tuple(
            line
            for line in self._lines_in(position)
            if board[line[0]] is not None and len({board[cell] for cell in line}) == 1
        )

    def _lines_in(self, position: Position) -> Lines:
        """Call `lines` and return its value after checking it."""
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
        """Convert a method's result to a list of ints."""
        try:
            return [as_int(item) for item in answer]
        except TypeError:
            problem = f"returned {brief(answer)}, but must return cells (whole numbers)"
            raise self._fault(method, position, problem) from None

    def _ask(self, method: str, *positions: Position) -> Any:
        """Call a method with positions, and turn any exception into a RulesError."""
        try:
            answer = getattr(self, method)(*positions)
            return list(answer) if isgenerator(answer) else answer
        except RulesError:
            raise
        except (Exception, SystemExit) as error:
            found = self._method_that_raised(error) or (method, positions[-1])
            raise self._fault(*found, f"raised {describe_error(error)}") from error

    def _method_that_raised(self, error: BaseException) -> tuple[str, Position] | None:
        """Return the innermost method that raised an exception, and its last position argument.

        For example, `scored` can call `lines`. A call without a position doesn't count, because
        then the calling method is at fault.
        """
        found = None
        names = {getattr(getattr(self, name), "__code__", None): name for name in _METHODS}
        for frame, _line in walk_tb(error.__traceback__):
            code, values = frame.f_code, frame.f_locals
            given = [values.get(name) for name in code.co_varnames[: code.co_argcount]]
            positions = [one for one in given if isinstance(one, Position)]
            if code in names and positions:
                found = names[code], positions[-1]
        return found

    def _fault(self, method: str, position: Position, problem: str) -> RulesError:
        marks = [mark or "." for mark in position.texts or position.board]
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
    """Return a class name in lower case, with hyphens between words."""
    return "-".join(filter(None, _WORD.split(type_name(family)))).lower()


def _warn_of_misspelt_names(family: type[PlainRules]) -> None:
    """Warn about attributes of a class that look like misspelt attributes of `PlainRules`."""
    options = (name for name in PlainRules.__annotations__ if not name.startswith("_"))
    asked = [name for name in (*options, *_METHODS) if name not in vars(family)]
    for name in vars(family):
        meant = get_close_matches(name, asked, n=1, cutoff=_ALMOST)
        if meant and not (name.startswith("_") or hasattr(PlainRules, name)):
            warnings.warn(
                f"{family.__name__} defines {name!r}, which has no effect: "
                f"did you mean {meant[0]!r}?",
                stacklevel=3,
            )
