"""Base classes for widgets whose traits only Python code can set.

Only this module uses private names from traitlets and ipywidgets. A test lists these names.
"""

from __future__ import annotations

import asyncio
import base64
import gzip
import inspect
import os
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from signal import SIG_IGN, SIGINT, getsignal, signal
from threading import Lock, RLock, current_thread, get_ident, main_thread
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple, Never, Self, TypeVar
from weakref import WeakSet

import anywidget
import traitlets
from comm import get_comm_manager
from IPython import get_ipython
from IPython.core.displaypub import CapturingDisplayPublisher
from ipywidgets import Output, widget_serialization
from traitlets import ObserveHandler
from traitlets.utils.bunch import Bunch

from tictactoe_widget.sandbox.limits import thread_raiser
from tictactoe_widget.session.core import PublishingSession
from tictactoe_widget.session.scheduler import find_running_loop
from tictactoe_widget.texts import join_or

# Workarounds for two hosts. JupyterLite loses null values, and Shiny sends messages too late.

_LITE_COMM = "pyodide_kernel.comm"  # package that contains JupyterLite's kernel
_SHINY_COMM = "shinywidgets._comm"


def _find_null(comm: object) -> object:
    """Return the Python value that becomes null in the front end (usually None).

    JupyterLite turns None into JavaScript's undefined, and leaves traits with this value out of
    the message. So the front end would keep the old value.
    """
    if type(comm).__module__ != _LITE_COMM:
        return None
    return import_module("pyodide.ffi").jsnull


# References to pending tasks, because asyncio doesn't keep any.
_flushes: set[asyncio.Task[None]] = set()


def _flush_shiny(comm: object) -> None:
    """Make Shiny send pending messages soon, without waiting for the visitor's next action."""
    loop = find_running_loop() if type(comm).__module__ == _SHINY_COMM else None
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
    """Return a copy of a JSON value in which `new` replaces every `old`."""
    if old is new:
        return value
    if value is old:
        return new
    if isinstance(value, dict):
        return {name: _replaced(inner, old, new) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_replaced(inner, old, new) for inner in value]
    return value


# Kernel interrupts, which also stop players that think on one of the kernel's event loops. A
# Jupyter kernel ignores SIGINT while its main thread runs no cell and handles no message. For
# example, the kernel ignores SIGINT while a player thinks in slices on the event loop, or on a
# subshell's thread. (In JupyterLab, subshells answer widget messages.) Only in such cases does
# this module handle the signal, while a player is thinking. When no player is thinking any
# more, the kernel ignores the signal again.

_WATCH_SECONDS = 0.05


class Interrupts:
    """Handler for this process's interrupts, which stop all players that are thinking."""

    def __init__(self) -> None:
        self.presses = 0  # number of interrupts that came while a player was thinking
        self.thinking: set[_ThinkingGuard] = set()
        self._inside: dict[int, int] = {}  # nesting depth of calls to players, by thread
        self._interrupted: set[int] = set()  # ids of threads on which an interrupt was raised
        self._leaving = Lock()  # held while a thread leaves or is interrupted
        # True if this object handles the signal, or if the kernel will restore this handler.
        self._is_taken = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watched: asyncio.AbstractEventLoop | None = None

    def guard(self) -> _ThinkingGuard:
        """Return a guard for a player that is about to think."""
        self.note_loop()
        guard = _ThinkingGuard(self)
        self.thinking.add(guard)
        loop = self._loop
        if loop is not None and loop is not self._watched:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._watch, loop)
                self._watched = loop
        return guard

    def note_loop(self) -> None:
        """Store the event loop if this is the main thread, which alone can handle signals."""
        if _is_on_main_thread():
            self._loop = find_running_loop()

    def take(self) -> None:
        """Handle SIGINT if the process ignores it and this is the main thread."""
        if _is_on_main_thread() and getsignal(SIGINT) is SIG_IGN:
            signal(SIGINT, self._press)
            self._is_taken = True

    def enter(self) -> None:
        """Let interrupts stop the code that this thread is about to run."""
        thread = get_ident()
        self._inside[thread] = self._inside.get(thread, 0) + 1

    def leave(self, depth: int) -> None:
        """Set the nesting depth of calls to players. At 0, interrupts can't stop the thread."""
        thread = get_ident()
        if _is_on_main_thread():
            self._set_depth(thread, depth)
            return
        with self._leaving:
            self._set_depth(thread, depth)
            is_late = not depth and thread in self._interrupted
            if is_late:
                self._interrupted.remove(thread)
        if is_late:
            _let_arrive()

    def depth(self) -> int:
        """Return the nesting depth of calls to players on this thread."""
        return self._inside.get(get_ident(), 0)

    def _set_depth(self, thread: int, depth: int) -> None:
        if depth:
            self._inside[thread] = depth
        else:
            self._inside.pop(thread, None)

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start or stop handling SIGINT, as needed, and schedule the next check."""
        if self.thinking:
            self.take()
        elif getsignal(SIGINT) == self._press:
            signal(SIGINT, SIG_IGN)
            self._is_taken = False
        # A kernel replaces this handler while it runs a cell, and restores the handler
        # afterwards.
        if self.thinking or self._is_taken:
            loop.call_later(_WATCH_SECONDS, self._watch, loop)
        else:
            self._watched = None

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        """Stop every player that is thinking: at once, or when its next time slice starts."""
        if self.thinking:
            self.presses += 1
        here = get_ident()
        with self._leaving:
            for thread in list(self._inside):
                if thread != here:
                    self._interrupted.add(thread)
                    thread_raiser()(thread, KeyboardInterrupt)
        if here in self._inside:
            raise KeyboardInterrupt


class _ThinkingGuard:
    """Guard that lets an interrupt stop one player.

    Parameters
    ----------
    interrupts : Interrupts
        Handler for this process's interrupts.
    """

    def __init__(self, interrupts: Interrupts) -> None:
        self._interrupts = interrupts
        self._presses = interrupts.presses
        self._depth = 0

    def __enter__(self) -> Self:
        """Begin a time slice in which an interrupt can stop the player.

        Raises
        ------
        KeyboardInterrupt
            If someone has interrupted the kernel since the player started thinking.
        """
        self._interrupts.take()
        if self._interrupts.presses != self._presses:
            raise KeyboardInterrupt
        self._depth = self._interrupts.depth()
        try:
            self._interrupts.enter()
        except BaseException:  # an interrupt can arrive immediately
            self._interrupts.leave(self._depth)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End a time slice, after which no interrupt is raised."""
        try:
            self._interrupts.leave(self._depth)
        finally:  # runs even if an interrupt came during the cleanup above
            self._interrupts.leave(self._depth)

    def close(self) -> None:
        """Close the guard after its player has finished. Further calls have no effect."""
        self._interrupts.thinking.discard(self)


def _is_on_main_thread() -> bool:
    """Return True if this is the main thread, the only one that receives signals."""
    return current_thread() is main_thread()


def _let_arrive() -> None:
    """Wait for an interrupt that another thread has raised on this thread.

    If the interrupt never arrived, CPython would keep looking for it at every step of every
    thread. In Python 3.11, a traced function would hang.
    """
    with suppress(KeyboardInterrupt):
        for _ in range(100):  # an interrupt can arrive at the end of any iteration
            pass


INTERRUPTS = Interrupts()


# Detecting programs that run a whole notebook, in which nobody can play.

_VIEW = "application/vnd.jupyter.widget-view+json"
_CONVERTERS = {
    "jupyter-nbconvert",
    "nbconvert",
    "jupyter-execute",
    "papermill",
    # Sphinx with MyST-NB
    "sphinx",
    "sphinx-build",
    "sphinx-autobuild",
    "jupyter-book",
    "jcache",
}
_QUARTO = "QUARTO_FIG_FORMAT"  # environment variable that Quarto sets for the code that it runs


@cache
def _is_run_by_converter() -> bool:
    """Return True if a program such as nbconvert has started this kernel."""
    if "JPY_PARENT_PID" not in os.environ:
        return False
    if _QUARTO in os.environ:
        return True
    try:
        # ipykernel depends on psutil. On Windows, there can be a launcher between the two
        # processes.
        parents = import_module("psutil").Process().parents()[:2]
        # `python jupyter-nbconvert`, `python -m nbconvert` or `jupyter-nbconvert.exe`
        words = [word for parent in parents for word in parent.cmdline()[:3]]
    except Exception:  # noqa: BLE001 - the system can hide its processes
        return False
    return any(Path(word).name.removesuffix(".exe") in _CONVERTERS for word in words)


# Lifetime of a widget's model in the page, which ends when nothing shows the widget any more. A
# widget is shown by cells and `Output` widgets whose output contains it, and by views in pages.

_MOST_VIEWS = 256  # maximum number of a widget's views that are distinguished
_LONGEST_ID = 64  # maximum length of a view's id


class _CellRun(NamedTuple):
    """A run of a notebook cell."""

    cell: str
    run: str  # id of the message that requested this run


def _find_run() -> _CellRun | None:
    """Return the cell run to which new output belongs, or None if it is unknown.

    The run is unknown outside IPython, in hosts without cell ids, and if no cell is running.
    The run is also unknown while output is captured, because captured output can appear
    anywhere.
    """
    shell, request = _find_request()
    try:
        cell, run = request["metadata"]["cellId"], request["header"]["msg_id"]
    except (KeyError, TypeError):
        return None
    if isinstance(shell.display_pub, CapturingDisplayPublisher):
        return None
    return _CellRun(cell, run) if cell and run else None


def _find_outputs() -> list[Output]:
    """Return the `Output` widgets that are capturing output, for example inside `interact`."""
    _shell, request = _find_request()
    try:
        run = request["header"]["msg_id"]
    except (KeyError, TypeError):
        return []
    find_widget = widget_serialization["from_json"]
    widgets = (find_widget(f"IPY_MODEL_{name}", None) for name in [*get_comm_manager().comms])
    return [one for one in widgets if isinstance(one, Output) and run and one.msg_id == run]


def _find_request() -> tuple[Any, Any]:
    """Return IPython's shell and the kernel's current message. Either can be None."""
    shell: Any = get_ipython()
    try:
        return shell, shell.kernel.get_parent()
    except AttributeError:
        return shell, None


class _Showing:
    """Record of which cells, `Output` widgets and views show a widget.

    Parameters
    ----------
    end : callable
        Function that is called when nothing seems to show the widget any more. The function
        must call `forget` to make sure, because a cell or view could have displayed the widget
        in the meantime.
    watch : callable
        Function that is called when `is_watched` could have changed.
    """

    def __init__(self, end: Callable[[], None], watch: Callable[[], None]) -> None:
        self._end = end
        self._watch = watch
        self._lock = RLock()
        self._is_kept = self._was_displayed = self._was_seen = False
        self._runs: dict[str, str] = {}  # for each cell that displayed the widget, its last run
        # For each `Output` widget, True if the page has put the widget into it.
        self._outputs: dict[Output, bool] = {}
        self._views: set[str | None] = set()
        self._hidden: set[str | None] = set()  # ids of views whose page is hidden

    @property
    def is_seen(self) -> bool:
        """True if any view of the widget is open."""
        return bool(self._views)

    @property
    def is_watched(self) -> bool:
        """True unless every place that showed the widget is gone or hidden."""
        with self._lock:
            if self._was_seen:
                return bool(self._views - self._hidden)
            places = self._runs or self._outputs
            return bool(places) or self._is_kept or not self._was_displayed

    @property
    def is_over(self) -> bool:
        """True if the widget was shown before, but isn't shown anywhere any more.

        The value is True if every cell that displayed the widget has run again without
        displaying it, no `Output` widget contains it, and every view is closed. If no cell or
        view has ever shown the widget, the value is False.
        """
        with self._lock:
            is_known = self._was_displayed and self._was_seen and not self._is_kept
            return is_known and not (self._runs or self._outputs or self._views)

    def forget(self) -> bool:
        """If nothing shows the widget any more, clear this record, and return True."""
        with self._lock:
            is_over = self.is_over
            if is_over:
                self._was_displayed = False
            return is_over

    def keep(self) -> None:
        """Treat the widget as shown until the process ends."""
        with self._lock:
            self._is_kept = True

    def display(self, model: str) -> None:
        """Record that the running cell, or an `Output` widget, displays the widget.

        Parameters
        ----------
        model : str
            Id by which the output refers to the widget's model.
        """
        outputs, run = _find_outputs(), _find_run()
        if not outputs and run is None:
            self.keep()
            return
        CELLS.watch(self)
        with self._lock:
            self._was_displayed = True
            new = [output for output in outputs if output not in self._outputs]
            self._outputs.update(dict.fromkeys(new, False))
            if run is not None and not outputs:
                self._runs[run.cell] = run.run
        for output in new:
            self._follow(output, model)

    def _follow(self, output: Output, model: str) -> None:
        """Observe whether the page adds the widget to an `Output` widget, or removes it."""

        def look(change: Bunch) -> None:
            has_widget = _has_text(change.new, model)
            with self._lock:
                if has_widget:
                    self._outputs[output] = self._was_seen = True
                elif self._outputs.get(output):
                    del self._outputs[output]
                    output.unobserve(look, "outputs")
            self._note_loss()

        output.observe(look, "outputs")

    def end_run(self, run: _CellRun) -> None:
        """Record that a cell has run, so that its previous output is gone."""
        with self._lock:
            if self._runs.get(run.cell, run.run) != run.run:
                del self._runs[run.cell]
        self._watch()
        if self.is_over:
            self._end()

    def _note_loss(self) -> None:
        """Check whether anything still shows the widget, after a view or an output has gone."""
        self._watch()
        if self.is_over:
            CELLS.call_between(self._end)

    def hear(self, message: object) -> bool:
        """Handle a message about a view. Return False if the message is about anything else.

        Views report when they are opened, hidden, shown again or closed.

        Parameters
        ----------
        message : object
            Message from a front end, which can be any object.
        """
        match message:
            case {
                "kind": "view_opened" | "view_hidden" | "view_shown" | "view_closed" as kind,
                "view": str(view),
                **rest,
            }:
                if rest or not 0 < len(view) <= _LONGEST_ID:
                    return False
            case _:
                return False
        with self._lock:
            if kind == "view_opened" and view not in self._views:
                self._was_seen = True
                # None stands for all other views, which can't be distinguished, so None is
                # never removed.
                self._views.add(view if len(self._views) < _MOST_VIEWS else None)
            elif kind == "view_hidden":
                self._hidden |= self._views & {view}
            else:
                self._hidden.discard(view)
            if kind == "view_closed":
                self._views.discard(view)
        if kind == "view_closed":
            self._note_loss()
        else:
            self._watch()
        return True


class Cells:
    """Watcher that reports each finished run of a notebook cell."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._watching: WeakSet[_Showing] = WeakSet()
        self._shell: object = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def watch(self, showing: _Showing) -> None:
        """From now on, tell `showing` about every cell run that finishes."""
        shell = get_ipython()
        with self._lock:
            self._watching.add(showing)
            is_known, self._shell = shell is self._shell, shell
        if _is_on_main_thread():
            self._loop = find_running_loop()
        if not is_known and shell is not None:
            shell.events.register("post_run_cell", self._end_run)

    def call_between(self, act: Callable[[], None]) -> None:
        """Call a function on the thread that runs cells, between two cell runs."""
        if self._loop is None:
            act()
            return
        # RuntimeError: the loop is closed, because the process is ending.
        with suppress(RuntimeError):
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


class _ThreadState(threading.local):
    """State of one thread while it changes a widget."""

    # True while the thread opens or closes a model. Observers aren't notified of these changes.
    is_moving = False
    is_setting = False  # True while the thread sets traits, and will call the observers later
    # Errors that the running method will raise, or None if no method is running.
    errors: list[Exception] | None = None
    is_answering = False  # True while the thread answers a front end's request


class _LifetimeWidget(anywidget.AnyWidget):
    """Widget that closes its model when nothing shows it, and reopens the model on demand.

    By default, a kernel and its pages keep a widget's model forever. In this class, the model
    is closed when nothing shows the widget any more (see `_Showing`) and no other model refers
    to it. The widget works without its model, too. When the widget is displayed again or put
    into another widget, the model is reopened with the same id and the current values.
    """

    def __init__(self) -> None:
        self._prepare_lifetime()
        super().__init__()
        self._own_layout = self.layout

    def _prepare_lifetime(self) -> None:
        """Set the attributes that messages need, because traits can send messages early."""
        if not hasattr(self, "_showing"):
            self._showing = _Showing(self._put_away, self._note_watching)
            self._thread = _ThreadState()
            self._is_away = False
            self._channel_lock = RLock()

    @property
    def model_id(self) -> Any:
        """Id of the model in the page. Reading the id reopens a closed model."""
        with self._channel_lock:
            if self._is_away:
                self.open()
            return super().model_id

    def open(self) -> None:
        """Open the model in the page, unless it is already open."""
        with self._channel_lock, self._moving():
            if self._is_away:
                self._own_layout.open()
            super().open()
            self._is_away = False

    def close(self) -> None:
        """Remove the widget from the page. Further calls have no effect."""
        if not hasattr(self, "_own_layout"):  # the constructor refused its arguments
            super().close()
            return
        self._showing.keep()
        with self._channel_lock:
            if self._is_away:
                self._is_away = False
                # ipywidgets leaves a closed widget in this state, so that it displays only
                # text.
                self.__dict__["_repr_mimebundle_"] = None
        super().close()
        # The layout is a widget, too, but ipywidgets doesn't close it together with its owner.
        self._own_layout.close()

    def _put_away(self) -> None:
        """Close the model if nothing in the page needs it. The widget itself stays the same."""
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

    def _note_watching(self) -> None:
        """React when somebody begins or stops watching the widget."""

    def _is_referred_to(self) -> bool:
        """Return True if another model in the page refers to this model, or could do so."""
        ids = [self.model_id, self._own_layout.model_id]
        try:
            models = self.get_manager_state()["state"]
        except Exception:  # noqa: BLE001 - other people's widgets can raise anything
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
        """Return a live view of the widget, and a static view for hosts without a front end.

        If a converter such as nbconvert runs the notebook, nobody can play, so the method
        returns only the static view. Given both views, nbconvert would show the live one, which
        is empty without network access.
        """
        bundle = super()._repr_mimebundle_(**options)
        if not bundle:
            return bundle
        self._showing.display(self.model_id)
        data, still = dict(bundle[0]), self._still_view()
        if still and _is_run_by_converter():
            del data[_VIEW]
        return {**data, **still}, bundle[1]

    def _still_view(self) -> dict[str, str]:
        """Return a static view for hosts without a front end, by MIME type."""
        return {}

    def _hear_of_views(self, message: object) -> bool:
        """Handle a message about a view. Return False if the message is about anything else."""
        if not self._showing.hear(message):
            return False
        if self._is_away and self._showing.is_seen:
            self.open()
        return True

    def notify_change(self, change: Bunch) -> None:
        """Notify observers of a change, unless the model is just being opened or closed."""
        if self._thread.is_moving and change.name == "comm":
            self._comm_changed(change)
        else:
            super().notify_change(change)


def _has_text(value: object, text: str) -> bool:
    """Return True if `text` occurs anywhere in a JSON value."""
    if isinstance(value, str):
        return text in value
    if isinstance(value, dict):
        return any(_has_text(inner, text) for inner in value.values())
    return isinstance(value, (list, tuple)) and any(_has_text(inner, text) for inner in value)


if TYPE_CHECKING:
    T = TypeVar("T")

    ReadOnly = traitlets.TraitType[T, Never]
    """Trait that can be read and observed, but not set."""


def read_only_trait(trait: Any, script_type: str = "") -> Any:
    """Sync a trait with the front end, and let only `SyncedWidget._publish` set it.

    ``frontend/traits.py`` declares the trait in TypeScript for the front end. If the Python
    annotation is not precise enough, pass the TypeScript type as `script_type`.
    """
    trait.read_only = True
    return settable_trait(trait, script_type)


def front_end_trait(trait: Any, script_type: str = "") -> Any:
    """Make a read-only trait that only the front end uses."""
    return read_only_trait(trait, script_type).tag(front_end=True)


def settable_trait(trait: Any, script_type: str = "") -> Any:
    """Sync a trait with the front end. The widget needs a validator for new values."""
    return trait.tag(sync=True, script_type=script_type)


class SyncedWidget(_LifetimeWidget):
    """Widget that only Python can change, and that notifies observers of changes in order.

    By default, traitlets calls observers before it sends a message, and stops at the first
    observer that raises an exception. If an observer makes another change, later observers are
    notified of it before the original change. In this class, a single message sends all changes
    to the front end. Then every observer is notified of each change in order.

    Parameters
    ----------
    state : mapping
        Initial values of the traits, by name.
    """

    _keeping: str  # advice for an error message on how to keep what the widget shows

    def __init__(self, state: Mapping[str, Any]) -> None:
        self._untold: deque[Bunch] = deque()
        self._is_telling = False
        self._prepare_lifetime()
        # Values are set before the comm opens, so that the first message contains them all.
        self._publish(state)
        super().__init__()

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute, or raise an error if only the widget's own methods can set it.

        Raises
        ------
        TraitError
            If the attribute is a read-only trait. Linking a read-only trait in both directions
            raises this error at once.
        """
        declared = getattr(type(self), name, None)
        if isinstance(declared, traitlets.TraitType) and declared.read_only:
            raise traitlets.TraitError(
                f"{name!r} is read-only: observe it, or "
                f"link it one way with traitlets.dlink((widget, {name!r}), target)"
            )
        super().__setattr__(name, value)

    def __reduce_ex__(self, _protocol: object) -> Never:
        """Refuse to pickle or copy the widget, and suggest how its data can be kept.

        Raises
        ------
        TypeError
            Always, because a widget is tied to its kernel and its page.
        """
        raise TypeError(f"{type(self).__name__} can't be pickled or copied: {self._keeping}")

    def __copy__(self) -> Never:
        self.__reduce_ex__(None)

    def __deepcopy__(self, _memo: object) -> Never:
        self.__reduce_ex__(None)

    def _put_away(self) -> None:
        """Close the model. Observers' errors are reported later, as in `_publish`."""
        with self._keeping_errors():
            super()._put_away()

    def _publish(self, changes: Mapping[str, Any]) -> None:
        """Set traits, send them to the front end in one message, and call the observers.

        If sending fails or an observer raises an error, the other observers are still called
        before `_reporting` raises the error. If none of the widget's methods is running, the
        error is logged instead.
        """
        self._thread.is_setting = True
        try:
            for name, value in changes.items():
                self.set_trait(name, value)
        finally:
            self._thread.is_setting = False
        with self._keeping_errors():
            # `send_state` would be slower, because it looks for binary data in every cell.
            self._send(
                {"method": "update", "state": self.get_state(changes), "buffer_paths": []}
            )
        self._tell_observers()

    def _send(self, msg: Any, buffers: Any = None) -> None:
        """Send a message to the front end, where each None becomes null in every host."""
        # Without the lock, the model could be closed between the check and the message.
        with self._channel_lock:
            super()._send(_replaced(msg, None, _find_null(self.comm)), buffers)
            _flush_shiny(self.comm)

    def _handle_custom_msg(self, content: Any, buffers: Any) -> None:
        """Handle a message from the front end, in which each null becomes None."""
        heard = _replaced(content, _find_null(self.comm), None)
        if not self._hear_of_views(heard):
            super()._handle_custom_msg(heard, buffers)

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Collect errors from observers and from sending, and raise the first one at the end.

        All other errors are logged. If the ``with`` block itself raises an exception, all
        collected errors are logged.
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
        """Ignore values that a front end sends, and send the current values back."""
        if isinstance(sync_data, Mapping):
            self.send_state([name for name in sync_data if name in self.keys])

    def notify_change(self, change: Bunch) -> None:
        """Notify the front end and observers of a change, unless `_publish` will do so."""
        if self._thread.is_setting:
            self._untold.append(change)
        else:
            super().notify_change(change)

    def _tell_observers(self) -> None:
        """Call the observers with each change in order, including changes by observers."""
        if self._is_telling:
            return
        self._is_telling = True
        failure = None
        try:
            while self._untold:
                change = self._untold.popleft()
                for observer in self._observers(change.name):
                    try:
                        observer(change)
                    except Exception as error:  # noqa: BLE001 - an observer can raise anything
                        failure = failure or error
                        self._keep_error(error)
        finally:
            self._is_telling = False
        # If Python code has called a method, the method raises the error instead.
        if failure and (self._thread.errors is None or self._thread.is_answering):
            self._show_failure(failure)

    def _show_failure(self, error: Exception) -> None:
        """Show an observer's error, which would otherwise only appear in the page's log."""

    def _observers(self, name: str) -> list[Callable[[Bunch], object]]:
        """List the observers that traitlets would call if the trait `name` changed."""
        found = [
            observer
            for names in (name, traitlets.All)
            for types in ("change", traitlets.All)
            for observer in self._trait_notifiers.get(names, {}).get(types, ())
        ]
        # For a method with the decorator `@observe`, traitlets stores its handler.
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
        except Exception as error:  # noqa: BLE001 - a function in a notebook can raise anything
            self._keep_error(error)

    def _keep_error(self, error: Exception) -> None:
        if self._thread.errors is None:
            self._log_error(error)
        else:
            self._thread.errors.append(error)

    def _log_error(self, error: Exception) -> None:
        self.log.error("A function that observes the widget raised an error", exc_info=error)


# Base class for widgets that display a session, pass requests on to it, and close it.


class SessionWidget(SyncedWidget):
    """Widget that shows a session's state as traits, and passes requests on to the session.

    Parameters
    ----------
    session : PublishingSession
        Session that publishes changes through this widget's `_publish`, and answers requests
        through its `send`.
    """

    _session: PublishingSession[Any]
    _is_closed = False

    def __init__(self, session: PublishingSession[Any]) -> None:
        self._session = session
        super().__init__(session.state)
        self.on_msg(self._handle_request)

    def close(self) -> None:
        """End all background work, and remove the widget from the page permanently."""
        # Python deletes a closed widget during a garbage collection, which can interrupt
        # `ContextVar.set`. If this method then set a variable too, Python 3.11 could crash.
        if self._is_closed:
            return
        # When Python deletes a widget whose constructor refused its arguments, there is no
        # session.
        try:
            if hasattr(self, "_session"):
                with self._reporting():
                    self._session.close()
        finally:
            super().close()
            self._is_closed = True

    def send_state(self, key: Any = None) -> None:
        """Send all traits to the front end, or only those in `key`."""
        # Without the lock, another thread's change could be sent before this older state.
        with self._session.locked():
            super().send_state(key)

    def _change(self, transition: Callable[..., Any], *arguments: Any) -> None:
        """Carry out a transition in the session, and raise the first error from observers."""
        with self._reporting():
            self._session.change(transition, *arguments)

    def _handle_request(self, _widget: object, message: object, _buffers: object) -> None:
        self._thread.is_answering = True
        try:
            with self._reporting():
                self._session.handle(message)
        finally:
            self._thread.is_answering = False


def refuse_unknown(kind: type, unknown: Mapping[str, object]) -> None:
    """Raise an error for arguments that a widget's constructor doesn't accept.

    Raises
    ------
    TypeError
        If there are any such arguments. The message lists all the arguments that the
        constructor accepts.
    """
    if unknown:
        accepted = list(inspect.signature(kind).parameters)[:-1]
        raise TypeError(
            f"arguments of {kind.__name__}() must be {join_or(accepted)}, "
            f"not {join_or(map(repr, unknown))}"
        )


# The widgets' front ends, built by ``frontend/build.mjs``.

_STATIC = Path(__file__).parent.parent / "static"

# A page unpacks the front end only once, even if several boards are on it.
_UNPACK = """\
const unpack = async () => {
const packed = Uint8Array.from(atob('PACKED'), byte => byte.charCodeAt(0));
const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
const script = new Blob([await new Response(stream).text()], {type: 'text/javascript'});
const address = URL.createObjectURL(script);
try { return (await import(address)).default } finally { URL.revokeObjectURL(address) }
};
export default await (globalThis[Symbol.for('tictactoe_widget unpacked DIGEST')] ??= unpack());
"""


def find_front_end(name: str) -> str | Path:
    """Find a built script or style sheet, which anywidget sends to the browser.

    Parameters
    ----------
    name : str
        File name, such as ``"board.js"``.

    Returns
    -------
    str or Path
        Text in the file, compressed if it is a script. If anywidget watches files for changes
        (``ANYWIDGET_HMR=1``), the result is the path instead, and anywidget keeps every widget
        in memory until the process ends.

    Raises
    ------
    FileNotFoundError
        If the front end has not been built.
    """
    path = _STATIC / name
    if not path.is_file():
        raise FileNotFoundError(
            f"{path} is missing: build the front ends with `make frontend` "
            "or `pip install --editable .`"
        )
    if os.environ.get("ANYWIDGET_HMR") == "1":
        return path
    text = path.read_text("utf-8")
    return _pack(text) if path.suffix == ".js" else text


def _pack(script: str) -> str:
    """Compress a JavaScript module into one that unpacks itself in the browser.

    The result exports the same names. Every saved board contains the script, and compression
    halves the script's size. The icons' license stays readable.
    """
    packed = base64.b64encode(gzip.compress(script.encode(), mtime=0)).decode()
    first, _, _ = script.partition("\n")
    owners = f"{first}\n" if first.startswith("/*!") else ""
    module = _UNPACK.replace("DIGEST", sha256(packed.encode()).hexdigest()[:16])
    return owners + module.replace("PACKED", packed)


# Errors for invalid values, which can be caught as Python's or as traitlets' errors.


class InvalidValueError(traitlets.TraitError, ValueError):
    """Error for an invalid value in a widget's constructor argument or trait.

    You can catch this error with ``except ValueError`` or ``except traitlets.TraitError``.

    Examples
    --------
    >>> from tictactoe_widget import TicTacToe
    >>> try:
    ...     TicTacToe(rules="4x5x6x7")
    ... except InvalidValueError as error:
    ...     print(isinstance(error, ValueError))
    True
    """


class InvalidTypeError(InvalidValueError, TypeError):
    """Error for a value of the wrong type, which ``except TypeError`` also catches."""


@contextmanager
def checking_values() -> Iterator[None]:
    """Convert errors in the ``with`` block into the widgets' errors for invalid values.

    Raises
    ------
    InvalidValueError
        If the block raises a ValueError or a TraitError.
    InvalidTypeError
        If the block raises a TypeError.
    """
    try:
        yield
    except InvalidValueError:
        raise
    except TypeError as error:
        raise InvalidTypeError(str(error)) from error
    except (ValueError, traitlets.TraitError) as error:
        raise InvalidValueError(str(error)) from error
