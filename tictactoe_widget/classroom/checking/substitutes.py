"""Substitutes: functions that stand in for a student's own while another is asked.

A function of a student calls others: ``terminal`` calls ``winner``, ``minimax`` calls
all. So that each is judged for itself, functions that were found wrong are replaced by
right ones. Functions that were found right are replaced by a memo of their own
answers, which makes a search several times quicker and changes nothing else.
"""

import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from inspect import isclass, ismodule
from types import CodeType, FrameType
from typing import Any

from tictactoe_widget.classroom.contracts.base import Contract, Function
from tictactoe_widget.rules.game import Game

from .questions import expected, questions

Written = Callable[..., Any]
"""Function as the student wrote it."""

_FIXED = (str, int, float, bool, type(None), Game)
# Types whose values nothing can change.
_MOST_WRAPPERS = 20  # around one function


def code_of(written: Any) -> CodeType | None:
    """Return the code of a function, a method, or what wraps one; None for others."""
    written = _inmost(written)
    if not hasattr(written, "__code__") and not isclass(written):
        written = type(written).__dict__.get("__call__")  # an object that can be called
    code = getattr(written, "__code__", None)
    return code if isinstance(code, CodeType) else None


def globals_of(written: Any) -> dict[str, Any]:
    """Return the global names that a function sees; ``{}`` where Python cannot tell."""
    found = getattr(_inmost(written), "__globals__", None)
    return found if isinstance(found, dict) else {}


def _inmost(written: Any) -> Any:
    """Return the function inside a method, a partial or a wrapper."""
    for _ in range(_MOST_WRAPPERS):
        if isinstance(written, partial):
            written = written.func
        elif hasattr(written, "__wrapped__"):
            written = written.__wrapped__
        elif hasattr(written, "__func__"):
            written = written.__func__
    return written


@contextmanager
def noting_calls() -> Iterator[set[CodeType]]:
    """Note the code of every Python function that is entered inside this context."""
    entered: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            entered.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield entered
    finally:
        sys.setprofile(before)


def memo(function: Function, written: Written) -> Written:  # noqa: C901 (see below)
    """Return a function that answers as `written` does, the second time from memory.

    Boards that are lists are remembered, or games. An answer that could be changed is
    copied each time; one of a type that is not known here is asked for again.
    """
    count = 2 if function.asked == "moves" else 1
    fixed: dict[Any, Any] = {}
    changeable: dict[Any, tuple[Any, Callable[[Any], Any]]] = {}

    # One function without helpers: a search calls it some million times.
    def remembered(*arguments: Any, **named: Any) -> Any:
        if named or len(arguments) != count:
            return written(*arguments, **named)
        board = arguments[0]
        try:
            if type(board) is list:
                key: Any = tuple(map(tuple, board)) if type(board[0]) is list else tuple(board)
            elif type(board) is Game:
                key = board.key
            else:
                return written(*arguments)
            if count == 2:
                key = (key, arguments[1])
            if key in fixed:
                return fixed[key]
            known = changeable.get(key)
        except (IndexError, TypeError):  # no board of this game, no move
            return written(*arguments)
        if known is not None:
            return known[1](known[0])
        answer = written(*arguments)
        copy = _copier(answer)
        if copy is _itself:
            fixed[key] = answer
        elif copy is not None:
            changeable[key] = (copy(answer), copy)
        return answer

    return remembered


def right_function(contract: Contract, function: Function, sample: Any) -> Written:
    """Return a function that answers as the contract asks.

    Parameters
    ----------
    contract, function : Contract, Function
        What it stands for.
    sample : object
        An answer of the student's own function, whose type the right answers take
        where several are allowed: moves as a list, say.
    """
    known: dict[Any, Any] = {}
    for question in questions(contract, function):
        if question.is_legal:
            arguments = contract.arguments(function, question.game, question.cell)
            known[_key(arguments)] = (
                question.game,
                expected(function, question),
                question.cell,
            )

    def right(*arguments: Any) -> Any:
        game, answer, cell = known[_key(arguments)]
        match function.role:
            case "initial_state":
                return contract.encode(Game())
            case "actions":
                moves = [contract.encode_move(cell, game.rules) for cell in sorted(answer)]
                kind = type(sample) if type(sample) in (list, tuple, frozenset) else set
                return iter(moves) if isinstance(sample, Generator) else kind(moves)
            case "result":
                return contract.encode(game.play(cell))
            case _:
                return answer

    return right


def _key(arguments: tuple[Any, ...]) -> Any:
    """Return arguments as a key of a dict; None where they cannot be one."""
    if not arguments:
        return ()
    board, *rest = arguments
    kind = type(board)
    if kind is list:
        board = tuple([tuple(row) if type(row) is list else row for row in board])
    elif kind is Game:
        board = board.key
    elif kind is not tuple:
        return None
    key = (kind, board, *rest)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _copier(answer: Any) -> Callable[[Any], Any] | None:
    """Return a function that copies answers like this one; None where none is known."""
    kind = type(answer)
    if kind in _FIXED:
        return _itself
    if kind is tuple:
        return _itself if _is_fixed(answer) else None
    if kind is list:
        if all(type(item) is list and _is_fixed(item) for item in answer):
            return _copy_rows
        return list if _is_fixed(answer) else None
    return set if kind is set else None


def _is_fixed(items: Any) -> bool:
    """Return whether nothing in a list or a tuple can be changed."""
    return all(
        _is_fixed(item) if type(item) is tuple else type(item) in _FIXED for item in items
    )


def _itself(answer: Any) -> Any:
    return answer


def _copy_rows(rows: list[list[Any]]) -> list[list[Any]]:
    return list(map(list.copy, rows))


@contextmanager
def standing_in(
    student: Any, originals: Mapping[str, Written], substitutes: Mapping[str, Written]
) -> Iterator[None]:
    """Put substitutes where the student's functions find one another, for this context.

    Parameters
    ----------
    student : object
        Module, mapping, class or object with the functions.
    originals : mapping
        The functions as the student wrote them, by name.
    substitutes : mapping
        What stands in for some of them, by name.
    """
    namespaces = [globals_of(written) for written in originals.values()]
    if isinstance(student, dict):
        namespaces.append(student)
    undo: list[Callable[[], object]] = []
    try:
        for name, substitute in substitutes.items():
            for namespace in {id(space): space for space in namespaces}.values():
                if namespace.get(name) is originals[name]:
                    undo.append(partial(namespace.__setitem__, name, originals[name]))
                    namespace[name] = substitute
            if not ismodule(student) and not isinstance(student, Mapping):
                _replace_attribute(student, name, substitute, undo)
        yield
    finally:
        for take_back in reversed(undo):
            take_back()


def _replace_attribute(
    student: Any, name: str, substitute: Written, undo: list[Callable[[], object]]
) -> None:
    own = getattr(student, "__dict__", {})
    try:
        if name in own:
            before = own[name]
            setattr(student, name, staticmethod(substitute) if isclass(student) else substitute)
            undo.append(partial(setattr, student, name, before))
        elif not isclass(student) and hasattr(student, name):
            setattr(student, name, substitute)
            undo.append(partial(delattr, student, name))
    except (AttributeError, TypeError):  # an object without attributes of its own
        return
