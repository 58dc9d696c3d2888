"""What a player is handed and must leave as it is: the rules and the state of its game."""

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from functools import cached_property
from operator import attrgetter
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.state import State

_PACKAGE = __name__.partition(".")[0]
_OURS = f"{_PACKAGE}."
_state_readers: dict[type, Callable[[Any], Any]] = {}


class Handed:
    """The values of the rules and of the state of a game, as a player is handed them.

    They cannot be assigned to, but ``object.__setattr__`` and `vars` get past that. All games
    share the rules, and those in one position its state. Of rules that others wrote nothing
    is known: they are not looked at.

    Parameters
    ----------
    game : Game
        The game that the player is asked about.

    Examples
    --------
    >>> game = Game("4x4")
    >>> handed = Handed(game)
    >>> vars(game.rules)["k"] = 2
    >>> handed.undo_change()
    'game.rules.k'
    >>> game.rules.k, handed.undo_change()
    (4, None)
    """

    __slots__ = (
        "_read_state",
        "_rules",
        "_state",
        "_state_before",
        "_values",
        "_values_before",
    )

    def __init__(self, game: Game) -> None:
        self._rules = game.rules
        self._values = vars(game.rules) if _is_ours(type(game.rules)) else {}
        self._values_before = dict(self._values)
        self._state = state = game.state
        self._read_state = _state_readers.get(type(state)) or _reader_of(type(state))
        self._state_before = self._read_state(state)

    def undo_change(self) -> str | None:
        """Undo what was changed; return its name, or None where all is as it was.

        What was worked out meanwhile is forgotten then: it may be of what was changed.
        """
        with suppress(AttributeError):  # of a value that is gone
            if (
                self._values == self._values_before
                and self._read_state(self._state) == self._state_before
            ):
                return None
        changed = self._undo_state() or self._undo_rules()
        if changed is not None:
            forget_all()
        return changed

    def _undo_state(self) -> str | None:
        changed = None
        for field, value in zip(fields(self._state), self._state_before, strict=True):
            if getattr(self._state, field.name, None) is not value:
                object.__setattr__(self._state, field.name, value)
                changed = f"game.state.{field.name}"
        return changed

    def _undo_rules(self) -> str | None:
        now, before = self._values, self._values_before
        added = {name: value for name, value in now.items() if name not in before}
        changed = [name for name, value in before.items() if now.get(name) is not value]
        now.clear()
        now.update(before)
        for name, value in added.items():  # rules keep what they have worked out once
            found = getattr(type(self._rules), name, None)
            if not isinstance(found, cached_property) or not _is_same(
                value, getattr(self._rules, name)
            ):
                changed.append(name)
        return f"game.rules.{min(changed)}" if changed else None


def _is_same(value: object, right: object) -> bool:
    """Return whether two values that rules have worked out are the same."""
    if isinstance(right, State):
        return isinstance(value, State) and value.__reduce__() == right.__reduce__()
    return value == right


def forget_all() -> None:
    """Forget what this package has worked out: it is worked out anew where it is needed."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == _PACKAGE:
            for value in list(vars(module).values()):
                clear = getattr(type(value), "cache_clear", None)
                if clear is not None:
                    clear(value)


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith(_OURS)


def _reader_of(kind: type[State]) -> Callable[[Any], Any]:
    """Return, and remember, the function that reads the fields of a kind of state."""
    return _state_readers.setdefault(kind, attrgetter(*(field.name for field in fields(kind))))
