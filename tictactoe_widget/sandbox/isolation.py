"""Functions that isolate players by separating their random numbers, state and output."""

import copy
import io
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from copy import deepcopy
from inspect import isfunction
from itertools import chain
from typing import Any, TypeVar

_UNDISTURBED = 1000.0  # thread switch interval, in seconds

_Player = TypeVar("_Player")


def is_deterministic(player: object) -> bool:
    """Return True if a player declares that its moves depend only on the game.

    To declare this, a player sets its attribute ``deterministic`` to True. Built-in players are
    not deterministic, because they choose at random among equally good moves.
    """
    return getattr(player, "deterministic", False) is True


def fresh_copy(player: _Player) -> _Player:
    """Copy a player in its initial state, so that its games do not affect each other.

    Functions, deterministic players and players that can't be copied are returned unchanged.
    """
    if isfunction(player) or is_deterministic(player):
        return player
    try:
        return deepcopy(player, {id(ours): ours for ours in global_generators().values()})
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a player's code can raise anything
        return player


def global_generators() -> dict[str, object]:
    """Return the process-wide random number generators, with module names as keys.

    The functions in ``random`` use one of these generators. Once NumPy is loaded, the functions
    in ``numpy.random`` use another generator. Each of these functions is a method of its
    generator.
    """
    found: dict[str, object] = {"random": getattr(random.random, "__self__", random)}
    numpy: Any = sys.modules.get("numpy.random")
    if numpy is not None:
        found["numpy.random"] = numpy.rand.__self__
    return found


class OwnRandom:
    """Context manager that replaces the global random numbers with a game's own random numbers.

    Inside the ``with`` block, ``random`` continues the sequence from the point where the
    object's previous ``with`` block stopped. If NumPy is loaded, ``numpy.random`` does the
    same. Outside the ``with`` block, the global random numbers are the same as if no player had
    used any.

    Parameters
    ----------
    seed : int
        Seed for the game's own random numbers.

    Examples
    --------
    >>> numbers = []
    >>> for game in (OwnRandom(seed=1), OwnRandom(seed=1)):
    ...     with game:
    ...         numbers.append(random.random())
    >>> numbers[0] == numbers[1]
    True
    """

    def __init__(self, *, seed: int) -> None:
        self._seed = seed
        self._states: dict[str, Any] = {}

    def __enter__(self) -> None:
        # NumPy lets other threads run while its state changes. So this method sets NumPy's
        # state first, and `__exit__` restores it last.
        for name, (read, write, begin) in reversed(_shared_states().items()):
            outer = read()
            if name in self._states:
                write(self._states[name])
            else:
                begin(self._seed)
            self._states[name] = outer

    def __exit__(self, *_error: object) -> None:
        for name, (read, write, _) in _shared_states().items():
            inner = read()
            if name in self._states:  # False if a player has just loaded NumPy
                write(self._states[name])
            self._states[name] = inner


def _shared_states() -> dict[str, tuple[Callable[..., Any], ...]]:
    """Return functions that read, write and seed the global generators, by module name."""
    found: dict[str, tuple[Callable[..., Any], ...]] = {
        "random": (random.getstate, random.setstate, random.seed)
    }
    numpy: Any = sys.modules.get("numpy.random")
    if numpy is not None:
        found["numpy.random"] = (
            *(numpy.get_state, numpy.set_state),
            lambda seed: numpy.seed(seed % 2**32),
        )
    return found


# Types whose values `deepcopy` doesn't copy.
_ATOMS = frozenset({type(None), bool, int, float, str})


@contextmanager
def quick_deepcopy() -> Iterator[None]:
    """Make `copy.deepcopy` several times faster for boards stored as lists of rows.

    The effect lasts until the ``with`` block ends. The copies themselves are the same as usual.
    Normally, `deepcopy` makes 30 calls to Python functions to copy a board with nine cells, and
    each call counts towards a step limit.
    """
    copiers = vars(copy)["_deepcopy_dispatch"]
    copy_list = copiers[list]

    def copy_rows(items: list[Any], memo: dict[int, Any]) -> Any:
        types = set(map(type, items))
        if types <= _ATOMS:
            return items.copy()
        ids = list(map(id, items))
        if (
            types == {list}
            and _ATOMS.issuperset(map(type, chain.from_iterable(items)))
            # A row that occurs twice must be copied only once, so leave such a list to
            # `deepcopy`.
            and len(set(ids)) == len(ids)
            and memo.keys().isdisjoint(ids)
        ):
            rows = list(map(list.copy, items))
            memo.update(zip(ids, rows, strict=True))
            return rows
        return copy_list(items, memo)

    copiers[list] = copy_rows
    try:
        yield
    finally:
        copiers[list] = copy_list


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep a worker process's other threads waiting until the ``with`` block ends.

    All threads share the global random numbers, and Dask's own threads use them too.
    """
    if threading.current_thread() is threading.main_thread():
        yield
        return
    interval = sys.getswitchinterval()
    sys.setswitchinterval(_UNDISTURBED)
    time.sleep(interval)  # let threads that are already waiting run first
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


class _Muted(io.TextIOBase):
    """Text stream that discards and counts the lines written by the thread that created it.

    Parameters
    ----------
    stream : text stream
        Stream that receives the output of all other threads.
    """

    def __init__(self, stream: Any) -> None:
        self.line_count = 0
        self._stream = stream
        self._thread = threading.get_ident()

    def write(self, text: str) -> int:
        """Discard a text or pass it on to the stream, and return the length of the text."""
        if threading.get_ident() == self._thread:
            self.line_count += text.count("\n")
        elif self._stream is not None:
            self._stream.write(text)
        return len(text)

    def writable(self) -> bool:
        """Return True, because this stream accepts text."""
        return True


@contextmanager
def muted() -> Iterator[_Muted]:
    """Discard everything that this thread prints in the ``with`` block, and count the lines."""
    out, err = _Muted(sys.stdout), _Muted(sys.stderr)
    with redirect_stdout(out), redirect_stderr(err):
        yield out
