"""Fingerprints of functions, by which the same one in several files is found."""

import ast
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256

_LEAST_PARTS = 120
"""Number of parts of a syntax tree from which on a function is not the one obvious way."""
_LEFT_OUT = frozenset(
    {"annotation", "ctx", "kind", "returns", "simple", "type_comment", "type_params"}
)
"""Fields of a syntax tree that say nothing of what a function does, or say it twice."""


def fingerprints(
    source: bytes, names: Collection[str], of_contract: Collection[str]
) -> dict[str, str]:
    r"""Return a fingerprint of each of some functions of a file that is long enough.

    Two functions have the same one where they differ in comments, docstrings,
    annotations, layout and the names of their arguments and variables alone. Functions
    of the file that a function uses belong to it, but those of the contract.

    Parameters
    ----------
    source : bytes
        The file.
    names : collection of str
        Names of the functions.
    of_contract : collection of str
        Names of all functions of the contract, each of which is judged for itself.

    Examples
    --------
    >>> tests = "".join(f"    if board[{cell}] == 'X': return {cell}\n" for cell in range(14))
    >>> ada = f"def winner(board):\n{tests}"
    >>> ben = ada.replace("board", "b").replace(": return", ":  # mine\n        return")
    >>> found = [fingerprints(file.encode(), ["winner"], ["winner"]) for file in (ada, ben)]
    >>> found[0] == found[1], list(found[0])
    (True, ['winner'])
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return {}
    written = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    helpers = {name: node for name, node in written.items() if name not in of_contract}
    found = {}
    for name in names:
        if name in written:
            used = _with_helpers(written[name], helpers)
            if sum(map(_size, used)) >= _LEAST_PARTS:
                text = "\n".join(_Plain(function).text for function in used)
                found[name] = sha256(text.encode(errors="surrogatepass")).hexdigest()
    return found


def _with_helpers(
    function: ast.FunctionDef, helpers: Mapping[str, ast.FunctionDef]
) -> list[ast.FunctionDef]:
    """Return a function and the helpers that it uses, in the order of their first use."""
    used = [function]
    for one in used:  # which grows
        for node in ast.walk(one):
            helper = helpers.get(node.id) if isinstance(node, ast.Name) else None
            if helper is not None and helper not in used:
                used.append(helper)
    return used


def _size(function: ast.FunctionDef) -> int:
    """Return the number of parts of a syntax tree, texts that stand alone left out."""
    return sum(
        not isinstance(node, ast.expr_context) and not _is_text(node)
        for node in ast.walk(function)
    )


def _is_text(node: object) -> bool:
    """Return whether a statement is a text that stands alone, as a docstring does."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


class _Plain:
    """Text of a function without what does not change its answers.

    Parameters
    ----------
    function : FunctionDef
        The function.
    """

    def __init__(self, function: ast.FunctionDef) -> None:
        self._own = set(_bound_names(function))
        self._numbers: dict[str, str] = {}
        self.text = f"{function.name} {self._write_all(function)}"
        """The function, its own names replaced by numbers in the order of their use."""

    def _write_all(self, node: ast.AST) -> str:
        parts = [
            self._write(node, name, value)
            for name, value in ast.iter_fields(node)
            if name not in _LEFT_OUT
        ]
        return f"{type(node).__name__}({' '.join(parts)})"

    def _write(self, node: ast.AST, field: str, value: object) -> str:
        if isinstance(value, ast.AST):
            return self._write_all(value)
        if isinstance(value, list):
            kept = [one for one in value if not _is_text(one)]
            return f"[{' '.join(self._write(node, field, one) for one in kept)}]"
        is_name = isinstance(value, str) and not isinstance(node, ast.keyword | ast.Constant)
        if is_name and value in self._own:
            return self._numbers.setdefault(value, f"_{len(self._numbers)}")
        return repr(value)


def _bound_names(function: ast.FunctionDef) -> Iterator[str]:
    """Find the names that belong to a function, or to functions inside it."""
    nodes = list(ast.walk(function))
    outside = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    for node in nodes:
        match node:
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                found = name
            case ast.ExceptHandler(name=str(name)):
                found = name
            case ast.FunctionDef(name=name) if node is not function:
                found = name
            case _:
                continue
        if found not in outside:
            yield found
