"""Equivalent versions of a student's module, made by changing its syntax tree."""

import ast
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

from tests.support.gallery.modules import Module


def _forward(function: ast.FunctionDef, call: str) -> ast.FunctionDef:
    """Return a function that only makes a call, with all of its arguments except the first."""
    arguments = function.args
    given = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    first = given.pop(0) if given and "{first}" in call else ""
    if arguments.vararg:
        given.append(f"*{arguments.vararg.arg}")
    given += [f"{argument.arg}={argument.arg}" for argument in arguments.kwonlyargs]
    if arguments.kwarg:
        given.append(f"**{arguments.kwarg.arg}")
    forwarding = deepcopy(function)
    forwarding.body = ast.parse(
        f"return {call.format(first=first, rest=', '.join(given))}"
    ).body
    return forwarding


def _helper(function: ast.FunctionDef, number: int) -> list[ast.stmt]:
    """Move a function's body to a helper that first prints its board."""
    helper = deepcopy(function)
    helper.name = f"{function.name}_{number}"
    first = next((argument.arg for argument in function.args.args), "''")
    helper.body[:0] = ast.parse(f"print({function.name!r}, {first})").body
    return [helper, _forward(function, f"{helper.name}({{rest}})")]


def _method(function: ast.FunctionDef, number: int) -> list[ast.stmt]:
    """Move a function's body to an object's method, which imports what it needs."""
    if not function.args.args:
        return [function]
    name = f"{function.name.title().replace('_', '')}{number}"
    board = function.args.args[0].arg
    made = ast.parse(
        f"class {name}:\n    def __init__(self, {board}):\n        self.{board} = {board}\n"
    ).body
    method = deepcopy(function)
    method.name = "answer"
    method.args.args[0] = ast.arg("self")
    missing = len(method.args.defaults) - len(method.args.args) + 1
    method.args.defaults = method.args.defaults[max(0, missing) :]
    method.body[:0] = ast.parse(f"from copy import deepcopy\n{board} = self.{board}").body
    made[0].body.append(method)  # type: ignore[attr-defined]
    return [*made, _forward(function, f"{name}({{first}}).answer({{rest}})")]


# Each spelling moves all functions' bodies. The gallery's modules use nested lists and plain
# functions.
SPELLINGS: dict[str, Callable[[ast.FunctionDef, int], list[ast.stmt]]] = {
    "helper functions with prints": _helper,
    "classes with imports": _method,
}


def spelled(module: Module, spelling: str) -> Module:
    """Return an equivalent module in another spelling."""
    tree = ast.parse(module.source)
    body: list[ast.stmt] = []
    for number, node in enumerate(tree.body):
        is_plain = isinstance(node, ast.FunctionDef) and not node.decorator_list
        body += SPELLINGS[spelling](node, number) if is_plain else [node]  # type: ignore[arg-type]
    tree.body = body
    source = ast.unparse(ast.fix_missing_locations(tree))
    return replace(module, name=f"{module.name}, {spelling}", source=source)
