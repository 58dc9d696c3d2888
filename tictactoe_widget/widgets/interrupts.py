"""Interrupts of the kernel, which end players that think on its event loops.

A Jupyter kernel ignores SIGINT while its main thread runs no cell and no message, so also
while a player thinks in slices on the event loop, or on the thread of a subshell, which
answers the messages of widgets in JupyterLab. There, and only there, the signal is taken for
as long as a player thinks, and given back afterwards.
"""

import asyncio
from contextlib import suppress
from signal import SIG_IGN, SIGINT, getsignal, signal
from threading import Lock, current_thread, get_ident, main_thread
from types import FrameType
from typing import Self

from tictactoe_widget.session.scheduler import find_running_loop

WATCH_SECONDS = 0.05
"""Time between two looks at who has the signal, in seconds."""


class Interrupts:
    """The interrupts of this process; each ends every player that thinks at that moment."""

    def __init__(self) -> None:
        self.presses = 0
        """Number of interrupts that came while a player was thinking."""
        self._thinking: set[ThinkingGuard] = set()
        self._inside: dict[int, int] = {}  # how many players' code a thread runs, nested
        self._interrupted: set[int] = set()  # threads in which an interrupt was raised
        self._leaving = Lock()  # held where another thread leaves, or is interrupted
        self._is_taken = False  # the signal is ours, or a kernel will give it back to us
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watched: asyncio.AbstractEventLoop | None = None

    @property
    def is_inside(self) -> bool:
        """True while code of a player runs on some thread."""
        return bool(self._inside)

    def guard(self) -> "ThinkingGuard":
        """Return the guard of a player that is asked now."""
        self.note_loop()
        guard = ThinkingGuard(self)
        self._thinking.add(guard)
        loop = self._loop
        if loop is not None and loop is not self._watched:
            with suppress(RuntimeError):  # closed
                loop.call_soon_threadsafe(self._watch, loop)
                self._watched = loop
        return guard

    def note_loop(self) -> None:
        """Note the event loop of the main thread, which alone may take a signal."""
        if is_on_main_thread():
            self._loop = find_running_loop()

    def take(self) -> None:
        """Take the signal where it is ignored; on another thread than the main one, nothing."""
        if is_on_main_thread() and getsignal(SIGINT) is SIG_IGN:
            signal(SIGINT, self._press)
            self._is_taken = True

    def forget(self, guard: "ThinkingGuard") -> None:
        """Forget a player that does not think any more."""
        self._thinking.discard(guard)

    def enter(self) -> None:
        """Let interrupts end what this thread runs from here on."""
        thread = get_ident()
        self._inside[thread] = self._inside.get(thread, 0) + 1

    def leave(self, depth: int) -> None:
        """Let no interrupt end what this thread runs, but for `depth` players around it."""
        thread = get_ident()
        if is_on_main_thread():
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
        """Return how many players' code this thread runs, nested."""
        return self._inside.get(get_ident(), 0)

    def _set_depth(self, thread: int, depth: int) -> None:
        if depth:
            self._inside[thread] = depth
        else:
            self._inside.pop(thread, None)

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Take or give back the signal, again and again for as long as there is need."""
        if self._thinking:
            self.take()
        elif getsignal(SIGINT) == self._press:
            signal(SIGINT, SIG_IGN)
            self._is_taken = False
        # A kernel that runs a cell has put the signal aside, and brings it back afterwards.
        if self._thinking or self._is_taken:
            loop.call_later(WATCH_SECONDS, self._watch, loop)
        else:
            self._watched = None

    def _press(self, _number: int, _frame: FrameType | None) -> None:
        """End every player that thinks: now where its code runs, else with its next slice."""
        if self._thinking:
            self.presses += 1
        here = get_ident()
        with self._leaving:
            for thread in list(self._inside):
                if thread != here:
                    self._interrupted.add(thread)
                    raise_in_thread(thread, KeyboardInterrupt)
        if here in self._inside:
            raise KeyboardInterrupt


class ThinkingGuard:
    """Guard of one player, whose slices an interrupt may end.

    Parameters
    ----------
    interrupts : Interrupts
        Interrupts of this process.
    """

    def __init__(self, interrupts: Interrupts) -> None:
        self._interrupts = interrupts
        self._presses = interrupts.presses
        self._depth = 0

    def __enter__(self) -> Self:
        """Begin a slice.

        Raises
        ------
        KeyboardInterrupt
            When a person has interrupted the kernel since the player was asked.
        """
        self._interrupts.take()
        if self._interrupts.presses != self._presses:
            raise KeyboardInterrupt
        self._depth = self._interrupts.depth()
        try:
            self._interrupts.enter()
        except BaseException:  # an interrupt at once
            self._interrupts.leave(self._depth)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """End a slice; from here on no interrupt is raised."""
        try:
            self._interrupts.leave(self._depth)
        finally:  # also where an interrupt came in the midst of that
            self._interrupts.leave(self._depth)

    def close(self) -> None:
        """End the guard: the player is not asked any more. A second call has no effect."""
        self._interrupts.forget(self)


def is_on_main_thread() -> bool:
    """Return whether this is the main thread, the only one that signals reach."""
    return current_thread() is main_thread()


def raise_in_thread(thread: int, error: type[BaseException]) -> None:
    """Raise an error in the Python code of another thread, as soon as it runs some.

    Parameters
    ----------
    thread : int
        Identifier of the thread.
    error : type
        Type of the error.
    """
    import ctypes  # noqa: PLC0415 - few need it

    held = ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), held)


def _let_arrive() -> None:
    """Have an interrupt arrive here that was raised in this thread and may be on its way.

    One that is taken back, or never arrives, would leave CPython looking for it at every
    step of every thread; Python 3.11 then hangs in a traced function.
    """
    with suppress(KeyboardInterrupt):
        for _ in range(100):  # the end of each turn is a place where interrupts arrive
            pass


INTERRUPTS = Interrupts()
"""The interrupts of this process."""
