"""Widgets whose traits Python alone writes, and which tell observers in order.

The one module that needs private names of traitlets and ipywidgets; a test names them.
"""

from __future__ import annotations  # `Shown` is there for type checkers alone

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Never, TypeVar

import anywidget
import traitlets
from traitlets import ObserveHandler
from traitlets.utils.bunch import Bunch

if TYPE_CHECKING:
    T = TypeVar("T")

    Shown = traitlets.TraitType[T, Never]
    """A trait that can be read and observed, not set."""


def shown(trait: Any) -> Any:
    """Return `trait` synced, and read-only but for `SyncedWidget._publish`."""
    trait.read_only = True
    return trait.tag(sync=True)


def settable(trait: Any) -> Any:
    """Return `trait` synced; a validator of the widget decides what may be set."""
    return trait.tag(sync=True)


def front_end(path: Path) -> str | Path:
    """Read a file of a front end, once for all widgets of its kind.

    Given a path, anywidget watches the file for every widget, and its watcher keeps
    each of them in memory. So it gets the path only where a developer asks for live
    reload by anywidget's own switch, ``ANYWIDGET_HMR=1``.
    """
    return path if os.environ.get("ANYWIDGET_HMR") == "1" else path.read_text("utf-8")


class _ThreadState(threading.local):
    """What one thread is doing to a widget; each thread sees its own."""

    is_setting = False
    """Whether it sets traits, whose observers are told later."""
    errors: list[Exception] | None = None
    """What observers and the sending of messages raised, for the method of the widget that
    raises it at its end; None while no such method runs."""


class SyncedWidget(anywidget.AnyWidget):
    """Widget whose traits Python alone writes; observers hear of changes in order.

    By itself traitlets tells observers before the front end and stops at the first
    that raises, and an observer that makes another change has those after it hear of
    the older change last. Here one message tells the front end of all changes, then
    every observer hears of each in the order they were made.

    Parameters
    ----------
    state : mapping
        The first values of the traits, by name.
    """

    def __init__(self, state: Mapping[str, Any]) -> None:
        self._untold: deque[Bunch] = deque()
        self._is_telling = False
        self._thread = _ThreadState()
        # Before the comm opens, so that its first message is the whole truth.
        self._publish(state)
        super().__init__()
        self._own_layout = self.layout

    def close(self) -> None:
        """Take the widget off the page; a second time does nothing."""
        super().close()
        # Every widget comes with a layout, a widget itself, which ipywidgets leaves open.
        if hasattr(self, "_own_layout"):
            self._own_layout.close()

    def _publish(self, changes: Mapping[str, Any]) -> None:
        """Set traits, send them to the front end in one message, then tell the observers.

        What the sending and the observers raise keeps nobody else from hearing. It is
        raised at the end of `_reporting`, or logged where nobody called.
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
        """Refuse what a front end wants to write; send it the true values instead."""
        if isinstance(sync_data, Mapping):
            self.send_state([name for name in sync_data if name in self.keys])

    def notify_change(self, change: Bunch) -> None:
        """Tell the front end and the observers of a change, or keep it for `_publish`."""
        if self._thread.is_setting:
            self._untold.append(change)
        else:
            super().notify_change(change)

    def _tell_observers(self) -> None:
        """Tell of each change in turn, also of those that observers make meanwhile."""
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
        """List what traitlets would call when the trait `name` changes."""
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
