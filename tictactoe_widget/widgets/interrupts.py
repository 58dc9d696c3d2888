"""Interrupts of the kernel, which end players that think on its event loop.

A Jupyter kernel ignores SIGINT while it runs no cell and no message, so also while a
player thinks in slices on the event loop. There, and only there, the signal is taken for
as long as a player thinks, and given back afterwards.
"""

import asyncio
from contextlib import suppress
from signal import SIG_IGN, SIGINT, getsignal, signal
from threading import current_thread, main_thread
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
        self.is_inside = False
        """True while code of a player runs on the main thread."""
        self._thinking: set[ThinkingGuard] = set()
        self._is_taken = False  # the signal is ours, or a kernel will give it back to us
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watched: asyncio.AbstractEventLoop | None = None

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
        if self.is_inside:
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
        self._was_inside = False

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
        if is_on_main_thread():
            self._was_inside = self._interrupts.is_inside
            self._interrupts.is_inside = True
        return self

    def __exit__(self, *_: object) -> None:
        """End a slice; from here on no interrupt is raised."""
        try:
            self._leave()
        finally:  # also where an interrupt came in the midst of that
            self._leave()

    def close(self) -> None:
        """End the guard: the player is not asked any more. A second call has no effect."""
        self._interrupts.forget(self)

    def _leave(self) -> None:
        if is_on_main_thread():
            self._interrupts.is_inside = self._was_inside


def is_on_main_thread() -> bool:
    """Return whether this is the main thread, the only one that signals reach."""
    return current_thread() is main_thread()


INTERRUPTS = Interrupts()
"""The interrupts of this process."""
