"""Values of positions and of moves."""

from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any, Literal, NoReturn, Self, TypeVar, cast

from tictactoe_widget.drawing.markup import html_table, text_table
from tictactoe_widget.drawing.svg import win_percent
from tictactoe_widget.rules.state import MARKS, Mark
from tictactoe_widget.serialization import Serializable
from tictactoe_widget.texts import N_, _, join_or, localized, ngettext
from tictactoe_widget.validation import brief, check_parts, check_type, read_part

Value = Literal["win", "draw", "loss"]
"""Result of perfect play for one player: ``"win"``, ``"draw"`` or ``"loss"``."""

Analyses = Iterator["Analysis"]
"""Iterator that yields better and better analyses of one position."""

OPPOSITE: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}
"""Mapping from a value for one player to the value for the opponent."""

# Score of a proved value.
_EXACT_SCORE: dict[Value, float] = {"win": 1.0, "draw": 0.0, "loss": -1.0}

_LARGEST = 2**53  # largest integer that every JSON reader reads exactly

# Number of plies that stands for an unknown length. This number is larger than any known
# length, so a win of unknown length ranks low and a loss of unknown length ranks high.
_UNKNOWN_PLIES = 1 << 20


@dataclass(frozen=True, slots=True)
class MoveValue(Serializable):
    """Value of a move for the player who makes it."""

    _keys = ("value", "remoteness", "score")

    value: Value | None
    """Result under perfect play after the move, or None if it is not proved."""
    remoteness: int | None
    """Number of plies to the end of the game under perfect play, or None if it is unknown.

    The number includes this move. The winner plays for the quickest win, and the loser for the
    slowest loss. In a drawn position, both players keep the draw and end the game as soon as
    possible.
    """
    score: float
    """Proved score (1 for a win, 0 for a draw, -1 for a loss) or an estimate from -1 to 1."""

    @property
    def rank(self) -> tuple[float, int]:
        """Sort key that is higher for a better score, a quicker win or a slower loss."""
        plies = _UNKNOWN_PLIES if self.remoteness is None else self.remoteness
        return (self.score, plies if self.value == "loss" else -plies)


class MoveValues(dict[int, MoveValue]):
    """Immutable dict that maps each legal move to its value.

    The mapping is equal to a dict with the same items. You can pickle, copy and hash it.
    ``dataclasses.asdict`` turns it into a plain dict. To create a mapping, call `of`.
    """

    __slots__ = ()

    def __new__(cls, items: Any = ()) -> Self:
        """Return a plain dict. ``dataclasses.asdict`` calls the class to make copies."""
        return cast("Self", dict(items))

    def __init__(self, items: Any = ()) -> None:
        """Do nothing, because `of` has already set the items."""

    @classmethod
    def of(cls, items: Any) -> Self:
        """Return an immutable mapping. `items` can have any form that ``dict`` accepts."""
        made = dict.__new__(cls)
        dict.update(made, items)
        return made

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return (MoveValues.of, (dict(self),))

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError(
            "analysis.moves cannot be changed: make a copy with dict(analysis.moves)"
        )

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


@dataclass(frozen=True, slots=True)
class Analysis(Serializable):
    """Analysis of a position, from the point of view of the player to move."""

    _keys = (
        *("player", "value", "remoteness", "score", "moves", "best_moves"),
        *("principal_variation", "exact", "node_count", "compared", "error"),
    )

    player: Mark
    """Player to move or, if the game is over, the player who would move next."""
    value: Value | None
    """Result under perfect play for this player, or None if it is not proved."""
    remoteness: int | None
    """Number of plies to the end of the game (see `MoveValue`), or None if it is unknown."""
    score: float
    """Proved score (1 for a win, 0 for a draw, -1 for a loss) or an estimate from -1 to 1."""
    moves: Mapping[int, MoveValue]
    """Immutable dict that maps each legal move to its value for the player to move."""
    best_moves: tuple[int, ...]
    """Best known moves: the quickest wins, or draws if no move wins, or the slowest losses.

    If `exact` is True and the lengths of these moves are known, the tuple contains all best
    moves and no others. Otherwise, the tuple contains the moves that the search would play, and
    another move can be just as good or better. A move that wins at once is always included.
    """
    principal_variation: tuple[int, ...]
    """Principal variation: the best line of play that the search has found."""
    exact: bool
    """True if the position's value and the values of all moves are proved."""
    node_count: int = 0
    """Number of positions that the search visited, or that a tree search evaluated."""
    compared: tuple[int, ...] = ()
    """Moves with comparable estimates, because each of them was searched separately.

    The estimate of any other move might be only an upper bound. If all estimates are
    comparable, the tuple is empty.
    """
    error: float = 0.0
    """Maximum standard error of estimates from random games, or 0 for other estimates.

    The error reflects only chance, not how well random games predict best play.
    """

    @property
    def comparable(self) -> tuple[int, ...]:
        """Moves with values that you can compare with each other.

        The result contains the proved moves and the moves in `compared`. If `compared` is empty
        or contains only proved moves, you can compare all moves.
        """
        moves = self.moves
        estimated = {cell for cell in self.compared if moves[cell].value is None}
        if not estimated:
            return tuple(moves)
        return tuple(cell for cell in moves if moves[cell].value or cell in estimated)

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as a JSON-serializable dict.

        The entry ``moves`` is the result of `to_records`.
        """
        return {**Serializable.to_dict(self), "moves": self.to_records()}

    @classmethod
    def from_dict(cls, parts: object) -> Self:
        """Return the analysis from a dict that `to_dict` created.

        Parameters
        ----------
        parts : dict
            Dict returned by `to_dict`. You can pass untrusted data, because types, ranges and
            consistency are checked. The checks don't cover whether the values are right for a
            position.

        Raises
        ------
        ValueError
            If `parts` is damaged. The message describes the problem.

        Examples
        --------
        >>> from tictactoe_widget import Analysis, Game, analyze
        >>> found = analyze(Game(moves=(0, 4)))
        >>> Analysis.from_dict(found.to_dict()) == found
        True
        """
        parts = check_type(parts, dict, "an analysis")
        check_parts(parts, cls._keys)
        moves = [_read_move(move) for move in read_part(parts, "moves", list)]
        known = cls(
            _read_choice(parts, "player", MARKS),
            *_read_value(parts),
            MoveValues.of(moves),
            _read_cells(parts, "best_moves"),
            _read_cells(parts, "principal_variation"),
            exact=read_part(parts, "exact", bool),
            node_count=_check_count(parts.get("node_count"), "node_count"),
            compared=_read_cells(parts, "compared"),
            error=_read_number(parts, "error", 0, _LARGEST),
        )
        _check_moves(known, [cell for cell, _move in moves])
        return known

    def to_records(self) -> list[dict[str, Any]]:
        """Return a list of flat dicts, one for each legal move, for use in a data frame.

        If players choose the mark, ``cell`` contains the move, as in `Game.legal_moves`. For a
        move that places O, ``cell`` is the cell plus the number of cells on the board.

        Examples
        --------
        >>> from tictactoe_widget import Game, analyze
        >>> analyze(Game.from_text("XX./OO./...")).to_records()[0]
        {'cell': 2, 'value': 'win', 'remoteness': 1, 'score': 1.0, 'is_best': True}
        """
        return [
            {"cell": cell, **move.to_dict(), "is_best": cell in self.best_moves}
            for cell, move in self.moves.items()
        ]

    @localized
    def __str__(self) -> str:
        """Return a text table of the moves and their values, with the best moves first."""
        caption, rows = self._table(_LINES)
        return f"{caption}\n{text_table([tuple(map(_, _COLUMNS)), *rows])}" if rows else caption

    @localized
    def _repr_html_(self) -> str:
        """Return an HTML table of the moves for a notebook, with the best moves first."""
        caption, rows = self._table(_ROWS)
        return html_table(caption, tuple(map(_, _COLUMNS)), rows)

    def _table(self, most: int) -> tuple[str, list[tuple[int, str, str, str]]]:
        """Return a table's title and rows, one for each of at most `most` moves, best first."""
        others = (cell for cell in self.moves if cell not in self.best_moves)
        cells = [
            *self.best_moves,
            *sorted(others, key=lambda cell: self.moves[cell].rank, reverse=True),
        ]
        rows = []
        for cell in cells[:most]:
            move = self.moves[cell]
            plies = "" if move.remoteness is None else str(move.remoteness)
            choice = _("best") if cell in self.best_moves else ""
            rows.append((cell, _name_value(move), plies, choice))
        value = _name_result(self) if cells else _name_value(self)
        if cells:
            caption = _("{player} to move: {value}", player=self.player, value=value)
        else:
            caption = _(
                "The game is over: {value} for {player}", value=value, player=self.player
            )
        if len(cells) > most:
            caption = _(
                "{caption} ({shown} of {count} moves)",
                caption=caption,
                shown=most,
                count=len(cells),
            )
        return caption, rows


_VALUES = (None, *_EXACT_SCORE)


def _read_choice(parts: dict[Any, Any], name: str, choices: Collection[Any]) -> Any:
    value = parts.get(name)
    if value not in choices:
        raise ValueError(f"{name} must be {join_or(map(repr, choices))}, not {brief(value)}")
    return value


def _read_number(parts: dict[Any, Any], name: str, least: int, most: int) -> float:
    value: Any = parts.get(name)
    # A JSON writer can write 1.0 as 1.
    if type(value) not in (int, float) or not least <= value <= most:
        raise ValueError(f"{name} must be a number from {least} to {most}, not {brief(value)}")
    return float(value)


def _check_count(value: object, name: str) -> int:
    count = check_type(value, int, name)
    if not 0 <= count <= _LARGEST:
        raise ValueError(f"{name} must be from 0 to {_LARGEST}, not {brief(count)}")
    return count


def _read_cells(parts: dict[Any, Any], name: str) -> tuple[int, ...]:
    cells = read_part(parts, name, list)
    return tuple(_check_count(cell, f"each of {name}") for cell in cells)


def _read_value(parts: dict[Any, Any]) -> tuple[Value | None, int | None, float]:
    """Return the value, the remoteness and the score of a position or a move."""
    value = _read_choice(parts, "value", _VALUES)
    plies = parts.get("remoteness")
    score = _read_number(parts, "score", -1, 1)
    if value is not None and score != _EXACT_SCORE[value]:
        raise ValueError(f"score must be {_EXACT_SCORE[value]:g} for a {value}, not {score:g}")
    return value, None if plies is None else _check_count(plies, "remoteness"), score


def _read_move(parts: object) -> tuple[int, MoveValue]:
    parts = check_type(parts, dict, "each move")
    return _check_count(parts.get("cell"), "cell"), MoveValue(*_read_value(parts))


def _check_moves(known: Analysis, cells: list[int]) -> None:
    """Check that the moves in an analysis agree with each other and with its value."""
    _check_subset(cells, cells, "moves")
    _check_subset(known.best_moves, cells, "best_moves")
    _check_subset(known.compared, cells, "compared")
    _check_subset(known.principal_variation[:1], cells, "principal_variation")
    if cells and not known.best_moves:
        raise ValueError("best_moves must contain a move")
    values = {known.value, *(move.value for move in known.moves.values())}
    if None in values and (known.exact or not cells):
        raise ValueError("value must be proved if exact is true or the game is over")
    if known.exact and cells and known.value != value_of(known.moves):
        raise ValueError(f"value must be {value_of(known.moves)!r}, not {known.value!r}")


def _check_subset(chosen: Sequence[int], cells: list[int], name: str) -> None:
    if not set(chosen) <= set(cells) or len(set(chosen)) < len(chosen):
        raise ValueError(
            f"{name} must contain cells from moves, each at most once, not {brief(chosen)}"
        )


_COLUMNS = (N_("Cell, from 0"), N_("Value"), N_("Plies"), N_("Choice"))

_LINES = 12  # maximum number of moves in an analysis as text, so that it fits a screen

_ROWS = 30  # maximum number of moves in an analysis as a notebook table


def _name_value(known: MoveValue | Analysis) -> str:
    """Return the value as text or, if it isn't proved, the win probability."""
    if known.value is None:
        return _("about {percent}%", percent=win_percent(known.score))
    return {"win": _("win"), "draw": _("draw"), "loss": _("loss")}[known.value]


def _name_result(known: Analysis) -> str:
    """Return the value as text, with the number of plies to the end if it is known."""
    plies = known.remoteness
    if plies is None:
        return _name_value(known)
    length = ngettext("{count} ply", "{count} plies", plies)
    return _("{value} in {plies}", value=_name_value(known), plies=length)


def finished(player: Mark, value: Value) -> Analysis:
    """Return the analysis of a finished game with the result `value` for `player`."""
    moves = MoveValues.of(())
    return Analysis(player, value, 0, _EXACT_SCORE[value], moves, (), (), exact=True)


def proved(value: Value, remoteness: int | None) -> MoveValue:
    """Return the `MoveValue` for a proved result."""
    return MoveValue(value, remoteness, _EXACT_SCORE[value])


def value_for(player: Mark, value: Value, mover: Mark) -> Value:
    """Return the value of a position for a player, given its value for the player to move."""
    return value if player == mover else OPPOSITE[value]


def is_settled(analysis: Analysis) -> bool:
    """Return whether all values and the lengths of all wins and losses are known."""
    return all(
        move.value == "draw" or (move.value is not None and move.remoteness is not None)
        for move in analysis.moves.values()
    )


def until_settled(analyses: Analyses) -> Analyses:
    """Yield analyses up to and including the first settled analysis (see `is_settled`)."""
    for analysis in analyses:
        yield analysis
        if is_settled(analysis):
            return


def value_of(moves: Mapping[int, MoveValue]) -> Value | None:
    """Return a position's value, given the values of its moves, or None if it is unknown."""
    values = {move.value for move in moves.values()}
    if "win" in values:
        return "win"
    if None in values:
        return None
    return "draw" if "draw" in values else "loss"


def length_of(moves: Mapping[int, MoveValue]) -> int | None:
    """Return a position's remoteness (its distance to the end), or None if it is unknown.

    The remoteness is the length of the quickest win, the slowest loss or the shortest draw. If
    a move wins at once, the remoteness is 1. Otherwise, the remoteness is known only if every
    move is proved and the lengths of all moves that preserve the value are known.
    """
    if any(move.value == "win" and move.remoteness == 1 for move in moves.values()):
        return 1
    if any(move.value is None for move in moves.values()):
        return None
    value = value_of(moves)
    lengths = [move.remoteness for move in moves.values() if move.value == value]
    measured = [plies for plies in lengths if plies is not None]
    if len(measured) < len(lengths):
        return None
    return max(measured) if value == "loss" else min(measured)


def best_of(moves: Mapping[int, MoveValue]) -> tuple[int, ...]:
    """Return the cells of the best moves.

    All draws count as equally good, however long they take.
    """
    top = max(move.score for move in moves.values())
    equals = {cell: move for cell, move in moves.items() if move.score == top}
    if top == 0:
        return tuple(equals)
    rank = max(move.rank for move in equals.values())
    return tuple(cell for cell, move in equals.items() if move.rank == rank)


# Functions that work in short slices. Between the slices, the caller can do other work.

SLICE_SECONDS = 0.008
"""Working time of an analysis between two pauses, in seconds."""

AnswerT = TypeVar("AnswerT")

Slices = Generator[None, None, AnswerT]
"""Generator that yields about every `SLICE_SECONDS` and returns a result at the end."""


def run_to_end(slices: Slices[AnswerT]) -> AnswerT:
    """Run a generator of slices to the end and return its result."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            answer: AnswerT = end.value
            return answer


def search_within(answers: Iterator[AnswerT], *, seconds: float) -> Iterator[AnswerT]:
    """Yield at least one answer, and then better ones until time runs out.

    Parameters
    ----------
    answers : iterator
        Answers from a search, each at least as good as the previous answer.
    seconds : float
        Time limit in seconds, not counting pauses, or ``inf`` for no limit.
    """
    begun = perf_counter()
    for answer in answers:
        seconds -= perf_counter() - begun
        yield answer
        if seconds <= 0:
            return
        begun = perf_counter()


def last_search_within(answers: Iterator[AnswerT], *, seconds: float) -> Slices[AnswerT]:
    """Run `search_within` and return its last and best answer.

    Examples
    --------
    >>> run_to_end(last_search_within(iter("abc"), seconds=60))
    'c'
    """
    latest: list[AnswerT] = []
    for answer in search_within(answers, seconds=seconds):
        latest[:] = [answer]
        yield
    return latest.pop()


def run_timed(slices: Slices[AnswerT]) -> Slices[tuple[AnswerT, float]]:
    """Run a generator and return its result and the working time in seconds.

    The working time doesn't include pauses.
    """
    spent = 0.0
    while True:
        begun = perf_counter()
        try:
            next(slices)
        except StopIteration as end:
            return end.value, spent + perf_counter() - begun
        spent += perf_counter() - begun
        yield


class PauseError(Exception):
    """Exception that pauses a search at the end of a time slice, without losing proofs."""


# Confidence intervals for estimates from a sample.

NORMAL_QUANTILE = 1.959964
"""Half-width, in standard deviations, of the central 95% of a normal distribution."""


def confidence_interval(count: int, total: int) -> tuple[float, float]:
    """Return the 95% confidence interval for a proportion, by Wilson's method (1927).

    Parameters
    ----------
    count : int
        Number of items in the sample that have the property of interest.
    total : int
        Number of items in the sample, greater than 0.

    Examples
    --------
    >>> low, high = confidence_interval(50, 100)
    >>> f"{low:.3f} to {high:.3f}"
    '0.404 to 0.596'
    """
    share = count / total
    spread = NORMAL_QUANTILE**2 / total
    middle = (share + spread / 2) / (1 + spread)
    half = (
        NORMAL_QUANTILE
        / (1 + spread)
        * sqrt(share * (1 - share) / total + spread / (4 * total))
    )
    return max(0.0, middle - half), min(1.0, middle + half)
