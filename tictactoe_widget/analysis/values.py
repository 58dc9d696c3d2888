"""Values of positions and of their moves."""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Any, Literal, NoReturn, Self, TypeVar, cast

from tictactoe_widget.drawing.markup import html_table, text_table
from tictactoe_widget.drawing.svg import win_percent
from tictactoe_widget.rules.state import Mark
from tictactoe_widget.serialization import Serializable

Value = Literal["win", "draw", "loss"]
"""Result of perfect play, for one of the players."""

Analyses = Iterator["Analysis"]
"""Iterator of better and better analyses of one position."""

OPPOSITE: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}
"""Value for the opponent, by value."""

# Score of a proved value.
_EXACT_SCORE: dict[Value, float] = {"win": 1.0, "draw": 0.0, "loss": -1.0}

# Plies assumed for an unknown length, above any known one: a win ranks low, a loss high.
_UNKNOWN_PLIES = 1 << 20


@dataclass(frozen=True, slots=True)
class MoveValue(Serializable):
    """Value of a move for the player making it."""

    _keys = ("value", "remoteness", "score")

    value: Value | None
    """Result of perfect play after the move, or None if it is not proved."""
    remoteness: int | None
    """Distance to the end in plies under perfect play, including this move, or None.

    The winner plays for the quickest win and the loser for the slowest. Both players keep a
    draw and reach it as soon as possible.
    """
    score: float
    """1 for a win, 0 for a draw, -1 for a loss, or an estimate between if `value` is None."""

    @property
    def rank(self) -> tuple[float, int]:
        """Sort key: higher for a better score, a quicker win and a slower loss."""
        plies = _UNKNOWN_PLIES if self.remoteness is None else self.remoteness
        return (self.score, plies if self.value == "loss" else -plies)


class MoveValues(dict[int, MoveValue]):
    """Immutable dict of the values of moves, by cell.

    It equals a dict of the same items, can be pickled, copied and hashed, and
    ``dataclasses.asdict`` turns it into a plain dict. Create it with the method `of`.
    """

    __slots__ = ()

    def __new__(cls, items: Any = ()) -> Self:
        """Return a plain dict, because `asdict` calls the type to build a copy."""
        return cast("Self", dict(items))

    def __init__(self, items: Any = ()) -> None:
        """Do nothing, because the items are already set."""

    @classmethod
    def of(cls, items: Any) -> Self:
        """Return the mapping of `items`, in any form that ``dict`` accepts."""
        made = dict.__new__(cls)
        dict.update(made, items)
        return made

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return (MoveValues.of, (dict(self),))

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("the moves of an analysis cannot be changed; dict(...) makes a copy")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


@dataclass(frozen=True, slots=True)
class Analysis(Serializable):
    """Analysis of a position, for the player to move."""

    _keys = (
        *("player", "value", "remoteness", "score", "moves", "best_moves"),
        *("principal_variation", "exact", "node_count", "compared", "error"),
    )

    player: Mark
    """Player to move, or the next one if the game had not ended."""
    value: Value | None
    """Result of perfect play for the player, or None if it is not proved."""
    remoteness: int | None
    """Distance to the end in plies under perfect play (see `MoveValue`), or None."""
    score: float
    """1 for a win, 0 for a draw, -1 for a loss, or an estimate between if `value` is None."""
    moves: Mapping[int, MoveValue]
    """Immutable values of the legal moves, by cell, for the player making them."""
    best_moves: tuple[int, ...]
    """Best moves as far as known: the quickest win, or a draw, or the slowest loss.

    If `exact` is True and the lengths of these moves are known, the list contains exactly
    the best moves. Otherwise it contains the moves that the search would play, and a move
    outside the list may be equal or better. A move that wins at once is always listed.
    """
    principal_variation: tuple[int, ...]
    """Principal variation from here on, as far as it was computed."""
    exact: bool
    """True if the values of the position and of every move are proved."""
    node_count: int = 0
    """Number of positions searched, or evaluated in a tree search."""
    compared: tuple[int, ...] = ()
    """Cells with separately searched estimates, or empty if all are comparable.

    You can compare these estimates with each other. The estimate of any other move may be
    only an upper bound.
    """
    error: float = 0.0
    """Maximum standard error of estimates that are means of random games, otherwise 0.

    It measures only the effect of chance, not how well random games predict best play.
    """

    @property
    def comparable(self) -> tuple[int, ...]:
        """Cells of the moves that you can compare: the proved ones and those in `compared`.

        These are all moves if `compared` is empty or contains only proved moves.
        """
        moves = self.moves
        estimated = {cell for cell in self.compared if moves[cell].value is None}
        if not estimated:
            return tuple(moves)
        return tuple(cell for cell in moves if moves[cell].value or cell in estimated)

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as JSON values, with ``moves`` as in `to_records`."""
        return {**Serializable.to_dict(self), "moves": self.to_records()}

    def to_records(self) -> list[dict[str, Any]]:
        """Return a flat record of each legal move, ready for a data frame.

        If marks are chosen, "cell" is the move in the form of `Game.legal_moves`, with the
        number of cells added for O.

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

    def __str__(self) -> str:
        """Return the value of the position and of its moves as text, best moves first."""
        caption, rows = self._table(_LINES)
        return f"{caption}\n{text_table([_COLUMNS, *rows])}" if rows else caption

    def _repr_html_(self) -> str:
        """Return a table of the moves for a notebook, best moves first."""
        caption, rows = self._table(_ROWS)
        return html_table(caption, _COLUMNS, rows)

    def _table(self, most: int) -> tuple[str, list[tuple[int, str, str, str]]]:
        """Return a title, and the best `most` moves in words."""
        others = (cell for cell in self.moves if cell not in self.best_moves)
        cells = [
            *self.best_moves,
            *sorted(others, key=lambda cell: self.moves[cell].rank, reverse=True),
        ]
        rows = [
            (cell, *_in_words(self.moves[cell]), "best" if cell in self.best_moves else "")
            for cell in cells[:most]
        ]
        value, plies = _in_words(self)
        if not cells:
            caption = f"The game is over: {value} for {self.player}"
        else:
            length = plies and f" in {plies} {'ply' if plies == '1' else 'plies'}"
            caption = f"{self.player} to move: {value}{length}"
        if len(cells) > most:
            caption += f" ({most} of {len(cells)} moves)"
        return caption, rows


_COLUMNS = ("Cell, from 0", "Value", "Plies", "Choice")

_LINES = 12  # maximum number of moves in an analysis as text, which fits a screen

_ROWS = 30  # maximum number of moves in the table of an analysis in a notebook


def _in_words(known: MoveValue | Analysis) -> tuple[str, str]:
    """Return a value, or an estimate as win probability, and the plies to the end."""
    plies = "" if known.remoteness is None else str(known.remoteness)
    return known.value or f"about {win_percent(known.score)} %", plies


def finished(player: Mark, value: Value) -> Analysis:
    """Return the analysis of a game that is over, with the result `value` for `player`."""
    moves = MoveValues.of(())
    return Analysis(player, value, 0, _EXACT_SCORE[value], moves, (), (), exact=True)


def proved(value: Value, remoteness: int | None) -> MoveValue:
    """Return the `MoveValue` of a proved value."""
    return MoveValue(value, remoteness, _EXACT_SCORE[value])


def is_settled(analysis: Analysis) -> bool:
    """Return whether the values of all moves and the lengths of wins and losses are known."""
    return all(
        move.value == "draw" or (move.value is not None and move.remoteness is not None)
        for move in analysis.moves.values()
    )


def until_settled(analyses: Analyses) -> Analyses:
    """Yield analyses up to the first one that is settled."""
    for analysis in analyses:
        yield analysis
        if is_settled(analysis):
            return


def value_of(moves: Mapping[int, MoveValue]) -> Value | None:
    """Return the value of a position from those of its moves, or None if unknown."""
    values = {move.value for move in moves.values()}
    if "win" in values:
        return "win"
    if None in values:
        return None
    return "draw" if "draw" in values else "loss"


def length_of(moves: Mapping[int, MoveValue]) -> int | None:
    """Return the remoteness of a position from those of its moves, or None if unknown.

    A win at once is enough. Otherwise every move must be proved, and the length of every
    move that keeps the value must be known. The result is the remoteness (distance to the
    end) of the quickest win, the slowest loss or the shortest draw.
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
    """Return the cells of the moves with the highest rank.

    All draws have the same rank, however long they take.
    """
    top = max(move.score for move in moves.values())
    equals = {cell: move for cell, move in moves.items() if move.score == top}
    if top == 0:
        return tuple(equals)
    rank = max(move.rank for move in equals.values())
    return tuple(cell for cell, move in equals.items() if move.rank == rank)


# Work in short slices, so that the caller can do other things in between.

SLICE_SECONDS = 0.008
"""Working time of an analysis between pauses, in seconds."""

AnswerT = TypeVar("AnswerT")

Slices = Generator[None, None, AnswerT]
"""Generator that pauses about every `SLICE_SECONDS` and returns its answer at the end."""


def run_to_end(slices: Slices[AnswerT]) -> AnswerT:
    """Run all slices of a generator and return its answer."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            answer: AnswerT = end.value
            return answer


def search_within(answers: Iterator[AnswerT], *, seconds: float) -> Iterator[AnswerT]:
    """Yield better and better answers until the time limit, at least one.

    Parameters
    ----------
    answers : iterator
        Answers, each better than the one before.
    seconds : float
        Time limit of the work without pauses, or ``inf`` for no limit.
    """
    begun = perf_counter()
    for answer in answers:
        seconds -= perf_counter() - begun
        yield answer
        if seconds <= 0:
            return
        begun = perf_counter()


def last_search_within(answers: Iterator[AnswerT], *, seconds: float) -> Slices[AnswerT]:
    """Return the last and best answer of `search_within`.

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
    """Run a generator, and return its answer and the working time in seconds without pauses."""
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
    """Signal inside a search that its slice is used up. The search keeps its proofs."""


# Confidence intervals for estimates from a sample.

NORMAL_QUANTILE = 1.959964
"""Number of standard deviations on each side that cover 95% of a normal distribution."""


def confidence_interval(count: int, total: int) -> tuple[float, float]:
    """Return the 95% confidence interval of a share, from 0 to 1, by E. B. Wilson (1927).

    Parameters
    ----------
    count : int
        Number of counted items in the sample.
    total : int
        Number of items in the sample, above 0.

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
