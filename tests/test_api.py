"""API conventions: the same thing has the same name and form everywhere."""

import ast
import dataclasses
import inspect
import pkgutil
import pydoc
import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from traitlets import HasTraits

import tictactoe_widget
from tictactoe_widget import classroom

# Their base classes come from other libraries, which aren't always installed.
NEEDS_OTHER_LIBRARIES = "tictactoe_widget.classroom.environments."
MODULES = [
    import_module(found.name)
    for found in pkgutil.walk_packages(tictactoe_widget.__path__, "tictactoe_widget.")
    if not found.name.startswith(NEEDS_OTHER_LIBRARIES)
]
PUBLIC = {
    name: getattr(package, name)
    for package in (tictactoe_widget, classroom)
    for name in package.__all__
    if not name.startswith("_")
}
CLASSES = {name: value for name, value in PUBLIC.items() if inspect.isclass(value)}
MADE = ("__init__", "__new__", "__call__")

# Classes that aren't results. They act, or people write their dictionaries.
NOT_RESULTS = {
    "Contract": "a contract is written in Python",
    "Cube": "rules are saved by name",
    "Function": "a contract is written in Python",
    "MNK": "rules are saved by name",
    "Morris": "rules are saved by name",
    "Numerical": "rules are saved by name",
    "PlainRules": "rules are saved by name",
    "Position": "the package passes it to rules",
    "Rules": "rules are saved by name",
    "SOS": "rules are saved by name",
    "Ultimate": "rules are saved by name",
    "Variant": "rules are saved by name",
    "Menace": "a learner continues from its saved file",
    "QLearner": "a learner continues from its saved file",
    "TDLearner": "a learner continues from its saved file",
    "Lesson": "a lesson is written in Python",
    "Exercise": "a lesson is written in Python",
    "Step": "a lesson is written in Python",
}


def functions_of(owner, name):
    """Yield the public functions that a class or module defines itself, by path."""
    for own, value in vars(owner).items():
        function = getattr(value, "__func__", value)
        if own.startswith("_") and own not in MADE:
            continue
        is_generated = own == "__init__" and dataclasses.is_dataclass(owner)
        if inspect.isfunction(function) and not is_generated:
            yield f"{name}.{own}", function


def all_functions():
    """Yield all public functions and methods in the package, by path."""
    for module in MODULES:
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", "") != module.__name__:
                continue
            if inspect.isfunction(value):
                yield f"{module.__name__}.{name}", value
            elif inspect.isclass(value):
                yield from functions_of(value, f"{module.__name__}.{name}")


def public_functions():
    """Yield the functions that users call by imported names, by these names."""
    for name, value in PUBLIC.items():
        if inspect.isfunction(value):
            yield name, value
        elif inspect.isclass(value):
            yield from functions_of(value, name)


FUNCTIONS = dict(all_functions())
OF_USERS = dict(public_functions())


def positional_parameters(path, function):
    """Return the parameters that accept positional arguments, without a function's first."""
    parameters = inspect.signature(function).parameters.values()
    names = [
        one.name
        for one in parameters
        if one.kind in {one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD}
        and one.name not in {"self", "cls"}
    ]
    is_maker = path.rpartition(".")[2] in MADE
    return names if is_maker else names[1:]


def test_seconds_and_seed_are_keyword_only():
    assert len(FUNCTIONS) > 500
    found = {
        path: names
        for path, function in FUNCTIONS.items()
        if (names := {"seconds", "seed"} & set(positional_parameters(path, function)))
    }
    assert found == {}


def test_rules_default_to_standard():
    # `find_rules` looks up the name, `Contract.check_rules` checks the rules, and the creator
    # of `Puzzles` knows its rules.
    found = {
        path
        for path, function in OF_USERS.items()
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name == "rules" and parameter.default is parameter.empty
    }
    assert found == {"Contract.check_rules", "find_rules", "Puzzles.__init__"}


def test_games_default_to_20():
    found = {
        path: parameter.default
        for path, function in OF_USERS.items()
        for parameter in inspect.signature(function).parameters.values()
        if parameter.name == "games"
        and isinstance(parameter.default, int)
        # Training games and random games aren't contests.
        and not path.endswith(("train", "playouts"))
    }
    assert {"play_match", "play_tournament", "Standings.__init__"} <= found.keys()
    assert set(found.values()) == {20}


def test_no_to_json_methods():
    assert [path for path in FUNCTIONS if path.endswith(".to_json")] == []


def is_result(name, value):
    acts = issubclass(value, Exception | HasTraits) or name in NOT_RESULTS
    return not acts and value.__module__.startswith("tictactoe_widget")


@pytest.mark.parametrize(
    "name", [name for name, value in CLASSES.items() if is_result(name, value)]
)
def test_result_has_to_dict(name):
    assert inspect.isfunction(CLASSES[name].to_dict)


def documented_fields(tree, owner):
    """Return a class's public attributes that have a docstring in the source."""
    (body,) = [n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == owner]
    found = set()
    for node in (n for n in ast.walk(body) if isinstance(n, ast.ClassDef | ast.FunctionDef)):
        for line, text in pairwise(node.body):
            is_text = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            if is_text and isinstance(line, ast.Assign | ast.AnnAssign):
                target = line.target if isinstance(line, ast.AnnAssign) else line.targets[0]
                found.add(target.attr if isinstance(target, ast.Attribute) else target.id)
    return {name for name in found if not name.startswith("_")}


def named_by_help(text):
    """Return the words in a class's help and the names listed on separate lines."""
    head = text.partition("Method resolution order")[0].partition("Methods defined here")[0]
    return set(re.findall(r"\w+", head)) | set(re.findall(r"^ \|  (\w+)$", text, re.MULTILINE))


@pytest.mark.parametrize(
    "name", [name for name, value in CLASSES.items() if is_result(name, value)]
)
def test_help_lists_all_result_fields(name):
    named = named_by_help(pydoc.plain(pydoc.render_doc(CLASSES[name])))
    for owner in CLASSES[name].__mro__:
        if owner.__module__.startswith("tictactoe_widget"):
            tree = ast.parse(Path(inspect.getfile(owner)).read_text())
            assert documented_fields(tree, owner.__name__) - named == set()


def test_other_classes_have_no_to_dict():
    assert [name for name in NOT_RESULTS if hasattr(CLASSES[name], "to_dict")] == []


def test_sequences_are_tuples():
    found = {
        path
        for path, function in {**OF_USERS, **dict(properties())}.items()
        if str(inspect.signature(function).return_annotation).startswith("list[")
    }
    # Other libraries take records as lists of dicts.
    assert {path for path in found if not path.endswith(".to_records")} == set()


def properties():
    """Yield the getters of public properties, by name."""
    for name, value in CLASSES.items():
        for own, made in vars(value).items():
            if isinstance(made, property) and not own.startswith("_"):
                yield f"{name}.{own}", made.fget
