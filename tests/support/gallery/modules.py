"""Modules of students as source text: what a gallery is made of."""

import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any

from tests.support.students.gallery import PLAIN

BASIC = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
"""Functions that do not search."""

FLAT = """
X, O = "X", "O"
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def initial_state():
    return [None] * 9


def player(board):
    return X if board.count(X) == board.count(O) else O


def actions(board):
    return [cell for cell in range(9) if board[cell] is None]


def result(board, cell):
    new = board[:]
    new[cell] = player(board)
    return new


def winner(board):
    for a, b, c in LINES:
        if board[a] is not None and board[a] == board[b] == board[c]:
            return board[a]
    return None


def terminal(board):
    return winner(board) is not None or None not in board


def utility(board):
    won = winner(board)
    if won == X:
        return 1
    if won == O:
        return -1
    return 0


def value(board):
    if terminal(board):
        return utility(board)
    values = [value(result(board, cell)) for cell in actions(board)]
    if player(board) == X:
        return max(values)
    return min(values)


def minimax(board):
    if terminal(board):
        return None
    best, chosen = None, None
    for cell in actions(board):
        worth = value(result(board, cell))
        if player(board) == O:
            worth = -worth
        if best is None or worth > best:
            best, chosen = worth, cell
    return chosen
"""
"""A right module of the contract flat."""

_BASES = {"cs50": PLAIN, "flat": FLAT}


AIMA_BASIC = ("to_move", "actions", "result", "terminal_test", "utility")
"""The same by the contract aima."""


@dataclass(frozen=True)
class Module:
    """A module of a student, and what is true of it, written by hand."""

    name: str
    """What is special about it, in a few words."""
    source: str
    """Its text."""
    wrong: tuple[str, ...] = ()
    """Functions that are wrong, and no others."""
    diagnosis: str | None = None
    """What the diagnosis of the first wrong one must say; None where that is left open."""
    contract: str = "cs50"
    """Contract by which it is written."""
    is_slow: bool = False
    """True where its search is slow for its kind."""

    def __str__(self) -> str:
        return self.name


def basics(module: Module) -> tuple[str, ...]:
    """Return the functions that do not search, by the names of a module's contract."""
    return AIMA_BASIC if module.contract == "aima" else BASIC


def chooser(module: Module) -> str:
    """Return the function that searches, by the name of a module's contract."""
    return "minmax_decision" if module.contract == "aima" else "minimax"


def written(name: str, *functions: str, source: str = "", **known: Any) -> Module:
    """Return a right module with some functions written again, and some text at its end.

    Each text that begins with ``def`` takes the place of the function of that name, up to
    the next text that begins in the first column; all others are put at the end. The right
    module is that of the contract unless another `source` is given.
    """
    source = source or _BASES[known.get("contract", "cs50")]
    end = ""
    for text in map(dedent, functions):
        found = re.match(r"\s*def (\w+)", text)
        pattern = rf"^def {found[1] if found else ' '}\(.*?(?=^\S|\Z)"
        old = re.findall(pattern, source, re.MULTILINE | re.DOTALL)
        if old:
            source = source.replace(old[0], f"{text.strip()}\n\n\n")
        else:
            end += f"\n\n{text.strip()}\n"
    return Module(name, source + end, **known)


def changed(name: str, old: str, new: str, **known: Any) -> Module:
    """Return a right module with one piece of its text replaced."""
    source = _BASES[known.get("contract", "cs50")]
    assert source.count(old) == 1, (name, source.count(old))
    return Module(name, source.replace(old, new), **known)


@contextmanager
def loaded(module: Module, folder: Path) -> Iterator[ModuleType]:
    """Import a module from a file of its own, for this context."""
    name = f"student_{abs(hash(module.source))}"
    file = folder / f"{name}.py"
    file.write_text(module.source, encoding="utf-8")
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    sys.modules[name] = made
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python doubts some wrong comparisons
            spec.loader.exec_module(made)
        yield made
    finally:
        del sys.modules[name]
