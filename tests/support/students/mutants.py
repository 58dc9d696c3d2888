"""Mutants: right functions with one small change, made at random."""

import ast
import random
from copy import deepcopy

from tests.support.students.gallery import PLAIN

_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot)
_OPERATORS = (ast.Add, ast.Sub, ast.Mult)
_CONSTANTS = (0, 1, 2, 3, -1, None, True, "X", "O")


def mutant(name: str, seed: int, changes: int = 1) -> str:
    """Return the plain module with some random changes in one of its functions."""
    chance = random.Random(seed)
    tree = ast.parse(PLAIN)
    (function,) = (n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == name)
    for _ in range(changes):
        _change(function, chance)
    return ast.unparse(ast.fix_missing_locations(tree))


def _change(function: ast.FunctionDef, chance: random.Random) -> None:
    spots = [node for node in ast.walk(function) if isinstance(node, _KINDS)]
    node = chance.choice(spots)
    match node:
        case ast.Compare():
            at = chance.randrange(len(node.ops))
            node.ops[at] = chance.choice(_COMPARISONS)()
        case ast.Constant():
            node.value = chance.choice(_CONSTANTS)
        case ast.BoolOp():
            node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        case ast.BinOp():
            node.op = chance.choice(_OPERATORS)()
        case ast.Name():
            names = sorted({n.id for n in ast.walk(function) if isinstance(n, ast.Name)})
            node.id = chance.choice(names)
        case ast.For() | ast.If() | ast.FunctionDef():
            at = chance.randrange(len(node.body))
            if chance.random() < 0.5:
                node.body[at] = ast.Pass()
            else:
                node.body.insert(at, deepcopy(chance.choice(node.body)))


_KINDS = (
    ast.Compare,
    ast.Constant,
    ast.BoolOp,
    ast.BinOp,
    ast.Name,
    ast.For,
    ast.If,
    ast.FunctionDef,
)
