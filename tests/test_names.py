"""No two modules define the same public name."""

import ast
from collections import defaultdict
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "tictactoe_widget"


def names_of(text):
    """Return the public functions, classes and constants that a module defines."""
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return {name for name in names if not name.startswith("_")}


def test_public_names_defined_once():
    places = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in names_of(path.read_text()):
            places[name].append(str(path.relative_to(PACKAGE)))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {"Game", "analyze", "STANDARD", "Session"} <= places.keys()
    assert twice == {}
