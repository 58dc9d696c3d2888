"""The tree of a traced search in a notebook cell, to step through by hand."""

from __future__ import annotations  # `ReadOnly` is there for type checkers alone

from typing import TYPE_CHECKING, Any

import traitlets

from tictactoe_widget.classroom.tracing.record import Record
from tictactoe_widget.validation.quoting import brief

from .errors import InvalidTypeError
from .front_ends import find_front_end
from .search_state import search_state
from .synced import SyncedWidget, front_end_trait, read_only_trait

if TYPE_CHECKING:
    from .synced import ReadOnly


class SearchView(SyncedWidget):
    """Tree of a traced search, to step through by each call and return.

    Nothing moves until a person asks for it: the view begins before the first call.

    Parameters
    ----------
    record : Record
        What `trace` returned.

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
    visited, where `known` is empty."""
    known: ReadOnly[str] = read_only_trait(traitlets.Unicode())
    """Comparison of the number of positions visited with known ones; empty where none is
    known."""

    # What the front end alone reads.

    grid: ReadOnly[dict[str, Any]] = front_end_trait(traitlets.Dict())
    """Grid in which the cells of a board are drawn, as `TicTacToe.grid`."""
    tree: ReadOnly[str] = front_end_trait(traitlets.Unicode())
    """The recorded calls as the text of a JSON object, a list for each field."""

    def __init__(self, record: Record) -> None:
        if not isinstance(record, Record):
            raise InvalidTypeError(
                "SearchView needs the record of a traced search, such as "
                f"SearchView(trace(minimax, game)), not {brief(record)}"
            )
        self._record = record
        super().__init__(search_state(record))

    @property
    def record(self) -> Record:
        """Record of the search that is shown."""
        return self._record

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the live view, and the record for where there is no front end."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle is None:
            return None
        data, metadata = bundle
        return {**data, "text/html": self._record._repr_html_()}, metadata

    def __repr__(self) -> str:
        """Return the text of the record."""
        return str(self._record)
