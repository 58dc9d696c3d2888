"""Base class of widgets: only Python sets traits, and observers are called in order.

A widget that nothing shows any more gives up its model in the page, until it is asked for.

No other module uses private names of traitlets and ipywidgets; a test lists them.
"""

from __future__ import annotations  # `Shown` is there for type checkers alone

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Never, TypeVar

import anywidget
import traitlets
from traitlets import ObserveHandler
from traitlets.utils.bunch import Bunch

from tictactoe_widget.session.scheduler import find_running_loop

from .showing import Showing

if TYPE_CHECKING:
    T = TypeVar("T")

    Shown = traitlets.TraitType[T, Never]
    """Trait that can be read and observed, but not set."""


LITE_COMM = "pyodide_kernel.comm"
"""Module of the comms of JupyterLite's kernel."""
SHINY_COMM = "shinywidgets._comm"
"""Module of the comms of Shiny."""


def shown(trait: Any) -> Any:
    """Return `trait` synced with the front end; only `SyncedWidget._publish` sets it."""
    trait.read_only = True
    return trait.tag(sync=True)


def settable(trait: Any) -> Any:
    """Return `trait` synced with the front end; a validator decides what may be set."""
    return trait.tag(sync=True)


class _ThreadState(threading.local):
    """State of a thread that changes a widget; each thread has its own."""

    is_setting = False
    """True while the thread sets traits, whose observers are called later."""
    is_moving = False
    """True while the thread opens or closes a model, of which no observer hears."""
    errors: list[Exception] | None = None
    """Errors of observers and of the sending of messages, which the running method of the
    widget raises at its end; None while no such method runs."""


class SyncedWidget(anywidget.AnyWidget):
    """Widget whose traits only Python sets; observers are called in order.

    By default traitlets calls observers before it sends a message, and stops at the
    first observer that raises; when an observer makes another change, the observers
    after it are called with the older change last. Here one message sends all changes
    to the front end, then every observer is called with each change in order.

    By default a kernel and its pages also keep the model of a widget for good. Here it is
    closed once nothing shows the widget any more (see `Showing`) and no other model refers
    to it. The widget works on without it; the model is opened again, by the same id and
    with the values of then, when the widget is displayed or put into another one.

    Parameters
    ----------
    state : mapping
        First values of the traits, by name.
    """

    def __init__(self, state: Mapping[str, Any]) -> None:
        self._untold: deque[Bunch] = deque()
        self._is_telling = False
        self._thread = _ThreadState()
        self._showing = Showing(self._put_away)
        self._is_away = False
        self._line = threading.RLock()
        # Before the comm opens, so that its first message has all the values.
        self._publish(state)
        super().__init__()
        self._own_layout = self.layout

    @property
    def model_id(self) -> Any:
        """Id of the model in the page; one that was put away is opened again."""
        with self._line:
            if self._is_away:
                self.open()
            return super().model_id

    def open(self) -> None:
        """Open the model in the page, unless it is open."""
        with self._line, self._moving():
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
        with self._line:
            if self._is_away:
                self._is_away = False
                # As ipywidgets leaves what it closes: the text of it is displayed.
                self.__dict__["_repr_mimebundle_"] = None
        super().close()
        # Every widget comes with a layout, a widget itself, which ipywidgets leaves open.
        self._own_layout.close()

    def _put_away(self) -> None:
        """Close the model if nothing in the page needs it; the widget itself stays as it is."""
        with self._keeping_errors():
            if not self._showing.is_over or self._is_referred_to():
                return
            with self._line, self._moving():
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
        outer, self._thread.is_moving = self._thread.is_moving, True
        try:
            yield
        finally:
            self._thread.is_moving = outer

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """Return the view of the widget, for the cell that displays it."""
        self._showing.display()
        return super()._repr_mimebundle_(**options)

    def _publish(self, changes: Mapping[str, Any]) -> None:
        """Set traits, send them to the front end in one message, then call the observers.

        An error of the sending or of an observer does not stop the others. It is raised
        at the end of `_reporting`, or logged where no method of the widget runs.
        """
        self._thread.is_setting = True
        try:
            for name, value in changes.items():
                self.set_trait(name, value)
        finally:
            self._thread.is_setting = False
        with self._keeping_errors():
            # Not `send_state`: it looks into every cell of the board for binary data.
            self._send(
                {"method": "update", "state": self.get_state(changes), "buffer_paths": []}
            )
        self._tell_observers()

    def _send(self, msg: Any, buffers: Any = None) -> None:
        """Send a message to the front end; None in it arrives as null in every host."""
        with self._line:  # else the line could be closed between the look and the sending
            super()._send(_replaced(msg, None, self._find_null()), buffers)
            if type(self.comm).__module__ == SHINY_COMM:
                _flush_shiny()

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        """Hear a message of the front end; null in it arrives as None in every host."""
        heard = _replaced(content, self._find_null(), None)
        if not self._showing.hear(heard):
            super()._handle_custom_msg(heard, buffers)
        elif self._is_away and self._showing.is_seen:
            self.open()

    def _find_null(self) -> object:
        """Return what stands for null in messages: None, but in JupyterLite a value of its own.

        There None becomes undefined, which is left out: the old value would stay.
        """
        if type(self.comm).__module__ != LITE_COMM:
            return None
        return import_module("pyodide.ffi").jsnull

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Raise, at the end, the first error of the observers or of the sending.

        Only one can be raised: the others are logged, and all are when the body raises.
        """
        errors: list[Exception] = []
        outer, self._thread.errors = self._thread.errors, errors
        raised = None
        try:
            yield
            raised = errors.pop(0) if errors else None
        finally:
            self._thread.errors = outer
            for error in errors:
                self._log_error(error)
        if raised is not None:
            raise raised

    def set_state(self, sync_data: object) -> None:
        """Ignore values that a front end sends; send it the present ones instead."""
        if isinstance(sync_data, Mapping):
            self.send_state([name for name in sync_data if name in self.keys])

    def notify_change(self, change: Bunch) -> None:
        """Notify the front end and the observers of a change, or keep it for `_publish`."""
        if self._thread.is_setting:
            self._untold.append(change)
        elif self._thread.is_moving and change.name == "comm":
            self._comm_changed(change)
        else:
            super().notify_change(change)

    def _tell_observers(self) -> None:
        """Call the observers with each change in order, also with changes they make."""
        if self._is_telling:
            return
        self._is_telling = True
        try:
            while self._untold:
                change = self._untold.popleft()
                for observer in self._observers(change.name):
                    with self._keeping_errors():
                        observer(change)
        finally:
            self._is_telling = False

    def _observers(self, name: str) -> list[Callable[[Bunch], object]]:
        """List the observers that traitlets would call when the trait `name` changes."""
        found = [
            observer
            for names in (name, traitlets.All)
            for types in ("change", traitlets.All)
            for observer in self._trait_notifiers.get(names, {}).get(types, ())
        ]
        # A method under `@observe` is known by the handler that the decorator made.
        return [
            getattr(self, str(observer.name))
            if isinstance(observer, ObserveHandler)
            else observer
            for observer in found
        ]

    @contextmanager
    def _keeping_errors(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever a notebook's function raises
            if self._thread.errors is None:
                self._log_error(error)
            else:
                self._thread.errors.append(error)

    def _log_error(self, error: Exception) -> None:
        self.log.error("After a change of the widget", exc_info=error)


def _has_text(value: object, text: str) -> bool:
    """Return whether a text stands anywhere in a JSON value."""
    if isinstance(value, str):
        return text in value
    if isinstance(value, dict):
        return any(_has_text(inner, text) for inner in value.values())
    return isinstance(value, (list, tuple)) and any(_has_text(inner, text) for inner in value)


_flushes: set[asyncio.Task[None]] = set()
"""Tasks that will have Shiny send what was said; asyncio itself does not keep them."""


def _flush_shiny() -> None:
    """Have Shiny send soon what else waits for the next thing that a visitor does."""
    loop = find_running_loop()
    if loop is None:
        return
    reactive = import_module("shiny.reactive")

    async def flush() -> None:
        async with reactive.lock():
            await reactive.flush()

    task = loop.create_task(flush())
    _flushes.add(task)
    task.add_done_callback(_flushes.discard)


def _replaced(value: Any, old: object, new: object) -> Any:
    """Return a JSON value with `new` in place of each `old`."""
    if old is new:
        return value
    if value is old:
        return new
    if isinstance(value, dict):
        return {name: _replaced(inner, old, new) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_replaced(inner, old, new) for inner in value]
    return value
