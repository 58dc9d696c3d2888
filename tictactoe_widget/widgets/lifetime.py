"""Lifetime of a widget's model in the page: it is given up when nothing shows the widget.

A widget is shown in cells, whose output it is in, and by views in pages.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock, RLock
from typing import Any, NamedTuple
from weakref import WeakSet

import anywidget
from IPython import get_ipython
from IPython.core.displaypub import CapturingDisplayPublisher
from traitlets.utils.bunch import Bunch

from tictactoe_widget.session.scheduler import find_running_loop

from .interrupts import is_on_main_thread

MOST_VIEWS = 256
"""Number of views of one widget that are told apart."""
LONGEST_ID = 64
"""Number of characters of the id of a view."""


class CellRun(NamedTuple):
    """One run of a cell of a notebook."""

    cell: str
    """Id of the cell, which it keeps for good."""
    run: str
    """Id of the message that asked for this run."""


def _find_run() -> CellRun | None:
    """Return the run of a cell in whose output lands what is displayed now.

    None where that is not known: outside IPython, where the host names no cells, outside
    the run of a cell, and where what is displayed is captured and may land anywhere.
    """
    shell: Any = get_ipython()
    kernel = getattr(shell, "kernel", None)
    if kernel is None or isinstance(shell.display_pub, CapturingDisplayPublisher):
        return None
    try:
        request = kernel.get_parent()
        cell, run = request["metadata"]["cellId"], request["header"]["msg_id"]
    except (AttributeError, KeyError, TypeError):
        return None
    return CellRun(cell, run) if cell and run else None


class Showing:
    """The places in which one widget is shown.

    Parameters
    ----------
    end : callable
        Function that is called when nothing seems to show the widget any more. It may be
        called once more than that, and decides by `forget`.
    """

    def __init__(self, end: Callable[[], None]) -> None:
        self._end = end
        self._lock = Lock()
        self._is_kept = False
        self._clear()

    def _clear(self) -> None:
        self._runs: dict[str, str] = {}  # the last run of each cell that displayed it
        self._views: set[str | None] = set()
        self._was_displayed = self._was_seen = False

    @property
    def is_seen(self) -> bool:
        """True when a view is there."""
        return bool(self._views)

    @property
    def is_over(self) -> bool:
        """True when nothing shows the widget any more.

        Each cell that displayed it has run again since without doing so, and each view
        that was there has gone; without such a cell or such a view, nothing is known.
        """
        with self._lock:
            return self._is_over()

    def _is_over(self) -> bool:
        is_known = self._was_displayed and self._was_seen and not self._is_kept
        return is_known and not self._runs and not self._views

    def forget(self) -> bool:
        """Forget everything if nothing shows the widget any more; return whether that is so."""
        with self._lock:
            is_over = self._is_over()
            if is_over:
                self._clear()
            return is_over

    def keep(self) -> None:
        """Never again say that nothing shows the widget."""
        with self._lock:
            self._is_kept = True

    def display(self) -> None:
        """Note that the cell that runs now displays the widget."""
        run = _find_run()
        if run is None:
            self.keep()
            return
        CELLS.watch(self)
        with self._lock:
            self._was_displayed = True
            self._runs[run.cell] = run.run

    def end_run(self, run: CellRun) -> None:
        """Note that a cell has run; what it displayed the time before is gone by now."""
        with self._lock:
            if self._runs.get(run.cell, run.run) != run.run:
                del self._runs[run.cell]
            is_over = self._is_over()
        if is_over:
            self._end()

    def hear(self, message: object) -> bool:
        """Hear of a view that has come or gone; return whether the message tells that.

        Parameters
        ----------
        message : object
            Message of a front end, which may be any value.
        """
        match message:
            case {"kind": "view_opened" | "view_closed" as kind, "view": str(view), **rest}:
                if rest or not 0 < len(view) <= LONGEST_ID:
                    return False
            case _:
                return False
        with self._lock:
            if kind == "view_closed":
                self._views.discard(view)
            elif view not in self._views:
                self._was_seen = True
                # A view without a name never goes: there are too many to tell them apart.
                self._views.add(view if len(self._views) < MOST_VIEWS else None)
            is_over = self._is_over()
        if is_over and kind == "view_closed":
            CELLS.call_between(self._end)
        return True


class Cells:
    """The cells of a notebook, which tell those that watch when one has run."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watching: WeakSet[Showing] = WeakSet()
        self._shell: object = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def watch(self, showing: Showing) -> None:
        """Tell `showing` of each run of a cell that ends from now on."""
        shell = get_ipython()
        with self._lock:
            self._watching.add(showing)
            is_known, self._shell = shell is self._shell, shell
        if is_on_main_thread():
            self._loop = find_running_loop()
        if not is_known and shell is not None:
            shell.events.register("post_run_cell", self._end_run)

    def call_between(self, act: Callable[[], None]) -> None:
        """Call a function on the thread that runs the cells, when none is at work there."""
        if self._loop is None:
            act()
            return
        with suppress(RuntimeError):  # closed: the process ends
            self._loop.call_soon_threadsafe(act)

    def _end_run(self, _result: object) -> None:
        run = _find_run()
        if run is None:
            return
        with self._lock:
            watching = list(self._watching)
        for showing in watching:
            showing.end_run(run)


CELLS = Cells()
"""The cells of the notebook of this process."""


class _Moves(threading.local):
    """State of a thread that opens or closes a model; each thread has its own."""

    is_moving = False
    """True while the thread opens or closes a model, of which no observer hears."""


class LifetimeWidget(anywidget.AnyWidget):
    """Widget that gives its model up when nothing shows it, and opens it again when asked.

    By default a kernel and its pages keep the model of a widget for good. Here it is
    closed once nothing shows the widget any more (see `Showing`) and no other model refers
    to it. The widget works on without it; the model is opened again, by the same id and
    with the values of then, when the widget is displayed or put into another one.
    """

    def __init__(self) -> None:
        self._prepare_lifetime()
        super().__init__()
        self._own_layout = self.layout

    def _prepare_lifetime(self) -> None:
        """Set what the first message needs, which may be sent before `__init__` of this."""
        if not hasattr(self, "_showing"):
            self._showing = Showing(self._put_away)
            self._moves = _Moves()
            self._is_away = False
            self._channel_lock = RLock()

    @property
    def model_id(self) -> Any:
        """Id of the model in the page; one that was put away is opened again."""
        with self._channel_lock:
            if self._is_away:
                self.open()
            return super().model_id

    def open(self) -> None:
        """Open the model in the page, unless it is open."""
        with self._channel_lock, self._moving():
            if self._is_away:
                self._own_layout.open()
            super().open()
            self._is_away = False

    def close(self) -> None:
        """Remove the widget from the page; a second call has no effect."""
        if not hasattr(self, "_own_layout"):  # its arguments were refused
            super().close()
            return
        self._showing.keep()
        with self._channel_lock:
            if self._is_away:
                self._is_away = False
                # As ipywidgets leaves what it closes: the text of it is displayed.
                self.__dict__["_repr_mimebundle_"] = None
        super().close()
        # Every widget comes with a layout, a widget itself, which ipywidgets leaves open.
        self._own_layout.close()

    def _put_away(self) -> None:
        """Close the model if nothing in the page needs it; the widget itself stays as it is."""
        if not self._showing.is_over or self._is_referred_to():
            return
        with self._channel_lock, self._moving():
            if self.comm is None or not self._showing.forget():
                return
            super().close()
            self._own_layout.close()
            for widget in (self, self._own_layout):
                widget.__dict__.pop("_repr_mimebundle_", None)
            self._is_away = True

    def _is_referred_to(self) -> bool:
        """Return whether another model of the page names this one or its layout, or may."""
        ids = [self.model_id, self._own_layout.model_id]
        try:
            models = self.get_manager_state()["state"]
        except Exception:  # noqa: BLE001 - whatever the widgets of others raise
            return True
        for own in ids:
            models.pop(own, None)
        return any(_has_text(models, own) for own in ids)

    @contextmanager
    def _moving(self) -> Iterator[None]:
        outer, self._moves.is_moving = self._moves.is_moving, True
        try:
            yield
        finally:
            self._moves.is_moving = outer

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the view of the widget, for the cell that displays it."""
        self._showing.display()
        return super()._repr_mimebundle_(**options)

    def _hear_of_views(self, message: object) -> bool:
        """Hear of a view that has come or gone; return whether the message tells that."""
        if not self._showing.hear(message):
            return False
        if self._is_away and self._showing.is_seen:
            self.open()
        return True

    def notify_change(self, change: Bunch) -> None:
        """Notify of a change; of the model being opened or closed no observer hears."""
        if self._moves.is_moving and change.name == "comm":
            self._comm_changed(change)
        else:
            super().notify_change(change)


def _has_text(value: object, text: str) -> bool:
    """Return whether a text stands anywhere in a JSON value."""
    if isinstance(value, str):
        return text in value
    if isinstance(value, dict):
        return any(_has_text(inner, text) for inner in value.values())
    return isinstance(value, (list, tuple)) and any(_has_text(inner, text) for inner in value)
