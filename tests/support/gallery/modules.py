"""Students' modules, each written as changes to a correct module."""

import ast
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from tests.support.students.gallery import BASES

# Functions that don't search.
BASIC = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility")
# The same functions in the contract aima.
AIMA_BASIC = ("to_move", "actions", "result", "terminal_test", "utility")
# Beginning of the diagnosis if answers depend on earlier calls.
KEEPS = "The function remembers something between calls"


@dataclass(frozen=True)
class Module:
    """A student's module with handwritten facts about it."""

    name: str  # its special feature, in a few words
    source: str
    wrong: tuple[str, ...] = ()  # all wrong functions
    # Text that the first wrong function's diagnosis must contain, or None for any diagnosis.
    diagnosis: str | None = None
    contract: str = "cs50"  # its contract

    def __str__(self) -> str:
        return f"{self.contract}: {self.name}"

    @property
    def basics(self) -> tuple[str, ...]:
        """The contract's names for functions that don't search."""
        return AIMA_BASIC if self.contract == "aima" else BASIC

    @property
    def chooser(self) -> str:
        """The contract's name for the search function."""
        return "minmax_decision" if self.contract == "aima" else "minimax"


_HELPERS = {
    "won": """
def won(board):
    lines = [*board, *zip(*board), [board[i][i] for i in range(3)]]
    lines.append([board[i][2 - i] for i in range(3)])
    return next((a for a, b, c in lines if a is not None and a == b == c), None)
""",
    "count": """
def count(board):
    return sum(cell is not None for row in board for cell in row)
""",
}


_MEMO = """
memo_of_{name} = {{}}
right_{name} = {name}
def {name}(board):
    key = {key}
    if key not in memo_of_{name}:
        memo_of_{name}[key] = right_{name}(board)
    return memo_of_{name}[key]
"""


def read_modules(text: str) -> tuple[Module, ...]:
    """Read modules from a text.

    ``=== name [contract]`` begins each. ``--- winner: diagnosis`` names the functions that
    are wrong, ``@ old ==> new`` replaces a piece of the right module of the contract,
    ``+ won`` adds a helper, ``~ key`` a memo of the wrong function by this key. The rest is
    code: a function takes the place of that of the same name, or is added.
    """
    return tuple(map(_read_module, re.split(r"^=== ", text, flags=re.MULTILINE)[1:]))


def _read_module(entry: str) -> Module:
    title, *lines = entry.splitlines(keepends=True)
    name, _, contract = title.strip().removesuffix("]").partition(" [")
    contract = contract or "cs50"
    source, code, helpers, wrong, diagnosis = BASES[contract], "", "", "", ""
    for line in lines:
        sign, rest = line[:2], line[2:].rstrip("\n")
        if line.startswith("--- "):
            wrong, diagnosis = line[4:].strip().split(":", 1)
        elif sign == "@ ":
            old, new = rest.split(" ==>")
            assert source.count(old) == 1, (name, old, source.count(old))
            source = source.replace(old, new.removeprefix(" "))
        elif sign == "+ ":
            helpers += "".join(_HELPERS[helper] for helper in rest.split())
        elif sign == "~ ":
            helpers += _MEMO.format(name=wrong, key=rest)
        else:
            code += line
    return Module(
        name,
        written(source, code + helpers),
        tuple(wrong.split(", ")) if wrong else (),
        diagnosis.strip().replace("KEEPS", KEEPS) or None,
        contract,
    )


def written(source: str, code: str) -> str:
    """Return a module with some functions replaced and others added."""
    lines = code.splitlines(keepends=True)
    tree = ast.parse(code)
    ends = [0, *(node.end_lineno for node in tree.body)]
    for number, node in enumerate(tree.body):
        is_plain = isinstance(node, ast.FunctionDef) and not node.decorator_list
        pattern = rf"^def {getattr(node, 'name', ' ')}\(.*?(?=^\S|\Z)"
        old = re.search(pattern, source, re.MULTILINE | re.DOTALL)
        if not old or not is_plain:
            return f"{source}\n\n{''.join(lines[ends[number] :])}"
        block = "".join(lines[ends[number] : ends[number + 1]])
        source = source.replace(old[0], f"{block.strip()}\n\n\n")
    return source


@contextmanager
def loaded(module: Module, folder: Path) -> Iterator[ModuleType]:
    """Import a module from its own file for this context."""
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
            warnings.simplefilter("ignore")  # Python warns about some wrong comparisons
            spec.loader.exec_module(made)
        yield made
    finally:
        del sys.modules[name]
