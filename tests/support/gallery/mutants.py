"""Mutants: correct modules with one to three small random changes to the syntax tree."""

import ast
import random
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tests.support.gallery.modules import Module
from tests.support.gallery.right import RIGHT_MODULES
from tests.support.students.gallery import FLAT, PLAIN

_BASIC = ("player", "actions", "result", "winner", "terminal", "utility")
_MODULES = {
    "plain": Module("plain", PLAIN),
    "flat": Module("flat", FLAT, contract="flat"),
    **{module.name: module for module in RIGHT_MODULES},
}


@dataclass(frozen=True)
class Base:
    """The origin of mutants: a correct module and the function to change."""

    module: str
    role: str  # the contract's function to change
    # Other functions to change, which only this function uses.
    helpers: tuple[str, ...] = ()


# Bases for mutants of functions that don't search.
BASES = (
    *(Base(name, role) for name in ("plain", "flat") for role in _BASIC),
    Base("bit masks", "winner"),
    Base("bit masks", "result"),
    Base("recursion over cells", "player"),
    Base("strings of the board", "winner"),
    Base("magic square", "winner"),
    Base("a board of tuples from the first", "result"),
    Base("match statements", "utility"),
    Base("exceptions as control flow", "terminal"),
    Base("a list of all lines by arithmetic", "winner"),
)

# Bases for mutants of searches.
SEARCH_BASES = (
    Base("flat", "minimax", ("value",)),
    Base("negamax", "minimax", ("search",)),
    Base("alpha-beta with a break", "minimax", ("value",)),
    Base("quick wins and late losses are worth more", "minimax", ("value",)),
    Base("moves that are made and taken back", "minimax", ("value",)),
    Base("infinity", "minimax", ("value",)),
    Base("plain", "minimax", ("max_value", "min_value")),
)

_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot)
_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)
_CONSTANTS = (0, 1, 2, 3, -1, None, True, False, "X", "O")


def mutant(base: Base, seed: int) -> Module:
    """Return the mutant for a seed."""
    module = _MODULES[base.module]
    chance = random.Random(f"{base.module} {base.role} {seed}")
    plain = ast.unparse(ast.parse(module.source))
    while True:
        tree = ast.parse(module.source)
        functions = [
            node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name in (base.role, *base.helpers)
        ]
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            _change(chance.choice(functions), chance)
        source = ast.unparse(ast.fix_missing_locations(tree))
        if source != plain and _is_python(source):
            name = f"{base.role} of {base.module}, {seed}"
            return Module(name, source, contract=module.contract)


def _is_python(source: str) -> bool:
    try:
        compile(source, "<mutant>", "exec")
    except SyntaxError:
        return False
    return True


def _change(function: ast.FunctionDef, chance: random.Random) -> None:
    """Make one change somewhere in a function."""
    spots = [node for node in ast.walk(function) if type(node) in _CHANGES]
    node = chance.choice(spots)
    _CHANGES[type(node)](node, function, chance)


def _comparison(node: Any, _: ast.FunctionDef, chance: random.Random) -> None:
    node.ops[chance.randrange(len(node.ops))] = chance.choice(_COMPARISONS)()


def _constant(node: Any, _: ast.FunctionDef, chance: random.Random) -> None:
    if type(node.value) is int and chance.random() < 0.5:
        node.value += chance.choice((-1, 1))
    else:
        node.value = chance.choice(_CONSTANTS)


def _words(node: Any, _: ast.FunctionDef, __: random.Random) -> None:
    node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()


def _operator(node: Any, _: ast.FunctionDef, chance: random.Random) -> None:
    node.op = chance.choice(_OPERATORS)()


def _sign(node: Any, _: ast.FunctionDef, chance: random.Random) -> None:
    node.op = chance.choice((ast.USub, ast.UAdd, ast.Not))()


def _name(node: Any, function: ast.FunctionDef, chance: random.Random) -> None:
    names = {n.id for n in ast.walk(function) if isinstance(n, ast.Name)}
    extreme = {"max": "min", "min": "max", "all": "any", "any": "all", "X": "O", "O": "X"}
    node.id = extreme.get(node.id) or chance.choice(sorted(names))


def _branches(node: Any, function: ast.FunctionDef, chance: random.Random) -> None:
    if isinstance(node, ast.IfExp) or (node.orelse and chance.random() < 0.5):
        node.body, node.orelse = node.orelse, node.body
    else:
        _statements(node, function, chance)


def _statements(node: Any, _: ast.FunctionDef, chance: random.Random) -> None:
    """Drop or repeat a statement, or swap two consecutive ones."""
    at = chance.randrange(len(node.body))
    match chance.choice(("drop", "repeat", "swap")):
        case "drop":
            node.body[at] = ast.Pass()
        case "repeat":
            node.body.insert(at, deepcopy(chance.choice(node.body)))
        case "swap":
            node.body[at - 1], node.body[at] = node.body[at], node.body[at - 1]


def _arguments(node: Any, function: ast.FunctionDef, chance: random.Random) -> None:
    if len(node.args) > 1:
        node.args.reverse()
    elif isinstance(node.func, ast.Name):
        _name(node.func, function, chance)


def _elements(node: Any, _: ast.FunctionDef, chance: random.Random) -> None:
    if len(node.elts) > 1:
        if chance.random() < 0.5:
            node.elts.pop(chance.randrange(len(node.elts)))
        else:
            node.elts.reverse()


# Changes to a node, by its kind.
_CHANGES: dict[type, Any] = {
    ast.Compare: _comparison,
    ast.Constant: _constant,
    ast.BoolOp: _words,
    ast.BinOp: _operator,
    ast.UnaryOp: _sign,
    ast.Name: _name,
    ast.If: _branches,
    ast.IfExp: _branches,
    ast.For: _statements,
    ast.While: _statements,
    ast.FunctionDef: _statements,
    ast.Call: _arguments,
    ast.Tuple: _elements,
    ast.List: _elements,
}
