"""The tree of a search in a notebook cell, to step through or to look at by hand."""

from __future__ import annotations  # `ReadOnly` is there for type checkers alone

from typing import TYPE_CHECKING, Any, Generic, TypeVar

import traitlets

from tictactoe_widget.classroom.tracing.record import Record
from tictactoe_widget.classroom.tracing.visit_tree import VisitTree
from tictactoe_widget.validation.quoting import brief

from .errors import InvalidTypeError
from .front_ends import find_front_end
from .search_state import search_state
from .synced import SyncedWidget, front_end_trait, read_only_trait

if TYPE_CHECKING:
    from .synced import ReadOnly


_Shown = TypeVar("_Shown", bound=Record | VisitTree)


class SearchView(SyncedWidget, Generic[_Shown]):
    """Tree of a search: of a traced one, by steps, or of one by playouts, with its visits.

    A record of calls is stepped through by each call and return. Nothing moves until a
    person asks for it: the view begins before the first call. A `VisitTree` has no calls:
    it is shown as a whole, each node with its visits and its mean, the child visited most
    first and with a star.

    Parameters
    ----------
    record : Record or VisitTree
        What `trace` returned, or the tree of a Monte Carlo tree search.

    Raises
    ------
    InvalidTypeError
        When `record` is something else.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> from tictactoe_widget.classroom import trace
    >>> def negamax(game):
    ...     if game.is_over:
    ...         return 0 if game.is_draw else -1
    ...     return max(-negamax(game.play(cell)) for cell in game.legal_moves)
    >>> record = trace(negamax, Game.from_text("XOX/OXO/.X."))
    >>> SearchView(record).record.call_count
    5
    """

    _esm = find_front_end("search.js")
    _css = find_front_end("search.css")

    # What people observe and link.

    summary: ReadOnly[str] = read_only_trait(traitlets.Unicode())
    """Sentence on the number of calls, and how many of them are recorded; on the positions
    visited, where `known` is empty. Of a `VisitTree`, on its visits and nodes."""
    known: ReadOnly[str] = read_only_trait(traitlets.Unicode())
    """Comparison of the number of positions visited with known ones; empty where none is
    known."""

    # What the front end alone reads.

    grid: ReadOnly[dict[str, Any]] = front_end_trait(traitlets.Dict())
    """Grid in which the cells of a board are drawn, as `TicTacToe.grid`."""
    tree: ReadOnly[str] = front_end_trait(traitlets.Unicode())
    """The recorded calls, or the nodes, as the text of a JSON object, a list for each field."""

    def __init__(self, record: _Shown) -> None:
        if not isinstance(record, Record | VisitTree):
            raise InvalidTypeError(
                "SearchView needs the record of a traced search, such as "
                f"SearchView(trace(minimax, game)), or a VisitTree, not {brief(record)}"
            )
        self._record: _Shown = record
        super().__init__(search_state(record))

    @property
    def record(self) -> _Shown:
        """Record of the search, or `VisitTree`, that is shown."""
        return self._record

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the live view, and what it shows for where there is no front end."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "text/html": self._record._repr_html_()}, metadata

    def __repr__(self) -> str:
        """Return the text of the record."""
        return str(self._record)
