"""Guards, which a host puts around the code of players to end it when a person asks."""

from collections.abc import Callable
from types import TracebackType
from typing import Protocol


class Guard(Protocol):
    """A context around each slice of a player that is asked on an event loop.

    To end the player, the host raises KeyboardInterrupt in such a context: while it is
    entered or inside it, never after it.
    """

    def __enter__(self) -> object:
        """Begin a slice.

        Raises
        ------
        KeyboardInterrupt
            When a person asked for the end of the player between two slices.
        """

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
        /,
    ) -> None:
        """End a slice."""

    def close(self) -> None:
        """End the guard: the player is not asked any more. A second call has no effect."""


Guards = Callable[[], Guard]
"""Function that returns the guard of one player, when it is asked for one move."""


class NoGuard:
    """Guard of a host that has no way to end a player."""

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, *_: object) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""
