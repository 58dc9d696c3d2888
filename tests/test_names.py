"""One name, one meaning: no public name stands for two things in two modules."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "tictactoe_widget"

# Names that two modules may define, each with the reason.
WANTED_TWICE: dict[str, str] = {}


def names_of(text):
    """Public functions, classes and constants that a module defines at its top."""
    names = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return {name for name in names if not name.startswith("_")}


def test_no_public_name_is_defined_in_two_modules():
    places = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for name in names_of(path.read_text()):
            places[name].append(str(path.relative_to(PACKAGE)))
    twice = {name: found for name, found in places.items() if len(found) > 1}
    assert {"Game", "analyze", "STANDARD", "Session"} <= places.keys()
    assert {name: twice[name] for name in twice.keys() - WANTED_TWICE.keys()} == {}
    assert WANTED_TWICE.keys() <= twice.keys()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(): ...\nclass C:\n    def g(self): ...\n", {"f", "C"}),
        ("A = B = 1\nC: int = 2\n_D = 3\n", {"A", "B", "C"}),
        ("from os import path\nfor x in y: z = x\n", set()),
    ],
)
def test_names_at_the_top_of_a_module_are_seen(text, names):
    assert names_of(text) == names
