"""Base class of widgets: only Python sets traits, and observers are called in order.

This module and `lifetime` alone use private names of traitlets and ipywidgets; a test lists
them.
"""

from __future__ import annotations  # `ReadOnly` is there for type checkers alone

import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Never, TypeVar

import traitlets
from traitlets import ObserveHandler
from traitlets.utils.bunch import Bunch

from .hosts import flush_messages, read_nulls, write_nulls
from .lifetime import LifetimeWidget

if TYPE_CHECKING:
    T = TypeVar("T")

    ReadOnly = traitlets.TraitType[T, Never]
    """Trait that can be read and observed, but not set."""


def read_only_trait(trait: Any) -> Any:
    """Return `trait` synced with the front end; only `SyncedWidget._publish` sets it."""
    trait.read_only = True
    return trait.tag(sync=True)


def front_end_trait(trait: Any) -> Any:
    """Return a read-only `trait` that the front end reads, and hardly anybody else."""
    return read_only_trait(trait).tag(front_end=True)


def settable_trait(trait: Any) -> Any:
    """Return `trait` synced with the front end; a validator decides what may be set."""
    return trait.tag(sync=True)


class _ThreadState(threading.local):
    """State of a thread that changes a widget; each thread has its own."""

    is_setting = False
    """True while the thread sets traits, whose observers are called later."""
    errors: list[Exception] | None = None
    """Errors of observers and of the sending of messages, which the running method of the
    widget raises at its end; None while no such method runs."""


class SyncedWidget(LifetimeWidget):
    """Widget whose traits only Python sets; observers are called in order.

    By default traitlets calls observers before it sends a message, and stops at the
    first observer that raises; when an observer makes another change, the observers
    after it are called with the older change last. Here one message sends all changes
    to the front end, then every observer is called with each change in order.

    Parameters
    ----------
    state : mapping
        First values of the traits, by name.
    """

    def __init__(self, state: Mapping[str, Any]) -> None:
        self._untold: deque[Bunch] = deque()
        self._is_telling = False
        self._thread = _ThreadState()
        self._prepare_lifetime()
        # Before the comm opens, so that its first message has all the values.
        self._publish(state)
        super().__init__()

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute that is no trait of which Python's methods alone decide.

        Raises
        ------
        TraitError
            If it is such a trait. That is also how a link both ways is refused when it is made.
        """
        declared = getattr(type(self), name, None)
        if isinstance(declared, traitlets.TraitType) and declared.read_only:
            raise traitlets.TraitError(
                f"{name!r} is read-only, the methods of the widget change it: observe it, or "
                f"link it one way with traitlets.dlink((widget, {name!r}), target)"
            )
        super().__setattr__(name, value)

    def _put_away(self) -> None:
        """Give the model up; an error of observers is kept, as in `_publish`."""
        with self._keeping_errors():
            super()._put_away()

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
        with self._channel_lock:  # else it could be closed between the look and the sending
            super()._send(write_nulls(msg, self.comm), buffers)
            flush_messages(self.comm)

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        """Hear a message of the front end; null in it arrives as None in every host."""
        heard = read_nulls(content, self.comm)
        if not self._hear_of_views(heard):
            super()._handle_custom_msg(heard, buffers)

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
