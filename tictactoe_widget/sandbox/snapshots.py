"""What a player is handed and must leave as it is: the rules and the state of its game."""

import sys
from collections.abc import Callable
from dataclasses import fields
from functools import cached_property
from operator import attrgetter
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import State

_PACKAGE = __name__.partition(".")[0]
_OURS = f"{_PACKAGE}."
_state_readers: dict[type, Callable[[Any], Any]] = {}


Handed = tuple[dict[str, Any], dict[str, Any], State, Callable[[Any], Any], Any]
"""Rules and state of a game, and the values of both when they were handed to a player."""


def hand(game: Game) -> Handed:
    """Return what `undo_change` needs to know of a game, before a player is asked about it.

    Rules and states cannot be assigned to, but ``object.__setattr__`` and `vars` get past
    that. All games share the rules, and those in one position its state.

    Examples
    --------
    >>> game = Game("4x4")
    >>> handed = hand(game)
    >>> vars(game.rules)["k"] = 2
    >>> undo_change(game, handed)
    'game.rules.k'
    >>> game.rules.k, undo_change(game, handed)
    (4, None)
    """
    values = game.rules.__dict__
    state = game.state
    read = _state_readers.get(state.__class__) or _reader_of(state.__class__)
    return values, values.copy(), state, read, read(state)


def undo_change(game: Game, handed: Handed) -> str | None:
    """Undo what a player changed; return its name, or None where all is as it was.

    What was worked out meanwhile is forgotten then: it may be of what was changed. Of rules
    that others wrote nothing is known: they are not looked at.
    """
    values, before, state, read, state_before = handed
    try:
        if values == before and read(state) == state_before:
            return None
    except AttributeError:  # of a value that is gone
        pass
    changed = _undo_state(state, state_before)
    if changed is None and _is_ours(type(game.rules)):
        changed = _undo_rules(game.rules, values, before)
    if changed is not None:
        forget_all()
    return changed


def _undo_state(state: State, before: Any) -> str | None:
    changed = None
    for field, value in zip(fields(state), before, strict=True):
        if getattr(state, field.name, None) is not value:
            object.__setattr__(state, field.name, value)
            changed = f"game.state.{field.name}"
    return changed


def _undo_rules(rules: Rules, now: dict[str, Any], before: dict[str, Any]) -> str | None:
    added = {name: value for name, value in now.items() if name not in before}
    changed = [name for name, value in before.items() if now.get(name) is not value]
    now.clear()
    now.update(before)
    for name, value in added.items():  # rules keep what they have worked out once
        found = getattr(type(rules), name, None)
        if not isinstance(found, cached_property) or not _is_same(value, getattr(rules, name)):
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
