"""The notebooks' exercises with correct and wrong answers."""

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.scenes.notebook_files import cells_of, code_cells
from tests.support.scenes.scripts import ROOT

FOLDER = ROOT / "tests/exercises"
# A file for each exercise; `tests/test_exercises.py` documents its keys.
FILES = sorted(FOLDER.glob("*-*.toml"))

# Forms of a correct function, as expressions in which ``given`` is an answer's function.
RIGHT_SHAPES = {
    "lambda": "lambda *args: given(*args)",
    "prints": "lambda *args, more=None: print('tries', *args) or given(*args)",
    "partial": "__import__('functools').partial(given)",
    "object": "type('Mine', (), {'__call__': lambda self, *args: given(*args)})()",
    "tuple": "lambda *args: tuple(given(*args))",
    "set": "lambda *args: set(given(*args))",
    "iterator": "lambda *args: iter(given(*args))",
}
METHOD_SHAPES = ("lambda", "prints")
FUNCTION_SHAPES = (*METHOD_SHAPES, "partial", "object")
# Other forms that `answer` accepts.
JUDGED_SHAPES = {
    "class": "type('Mine', (), {'__call__': lambda self, *args: given(*args)})",
    "numpy": "lambda *args: __import__('numpy').array(given(*args))[()]",
    "generator": "lambda *args: (yield from given(*args))",
    "keys": "lambda *args: dict.fromkeys(given(*args)).keys()",
    "fraction": "lambda *args: __import__('fractions').Fraction(given(*args))",
    "method": "type('Mine', (), {'play': lambda self, *args: given(*args)})().play",
    "static": "type('Mine', (), {'play': staticmethod(given)}).play",
    "wrapped": "__import__('functools').wraps(given)(lambda *args: given(*args))",
    "bound": "__import__('functools').partial(lambda own, *args: own(*args), given)",
    "counting": "(lambda calls: lambda *args: calls.append(args) or given(*args))([])",
    "optional": "lambda *args, depth=9, **settings: given(*args)",
}
JUDGED_FUNCTION_SHAPES = ("method", "static", "wrapped", "bound", "counting", "optional")
# Forms of lists of results and of numbers, as expressions in which ``given`` is one.
ITEM_SHAPES = {
    "filter": "filter(lambda one: True, {given})",
    "deque": "__import__('collections').deque({given})",
    "own list": "__import__('collections').UserList({given})",
    "map": "map(lambda one: one, {given})",
    "chain": "__import__('itertools').chain({given})",
}
VIEW_SHAPES = {"values": "dict(enumerate({given})).values()"}
SET_SHAPES = {"frozenset": "frozenset({given})"}
NUMBER_SHAPES = {
    "float": "float({given})",
    "decimal": "__import__('decimal').Decimal({given})",
    "numpy float": "__import__('numpy').float64({given})",
    "own number": "type('Mine', (float,), {{}})({given})",
}
WHOLE_SHAPES = {
    "own whole": "type('Mine', (int,), {{}})({given})",
    "enum": "__import__('enum').IntEnum('Mine', {{'one': {given}}}).one",
}
TEXT_SHAPES = {
    "spaces": "' ' + {given} + ' '",
    "line ends": "'\\n' + {given} + '\\n'",
    "tab": "{given} + '\\t'",
    "text enum": "__import__('enum').StrEnum('Mine', {{'one': {given}}}).one",
    "own text": "type('Mine', (str,), {{}})({given})",
    "numpy text": "__import__('numpy').str_({given})",
}
# A form that an exercise lists also covers these forms.
ALSO = {
    "iterator": ITEM_SHAPES,
    "keys": VIEW_SHAPES,
    "set": SET_SHAPES,
    "fraction": NUMBER_SHAPES,
    "text": TEXT_SHAPES,
    "whole": WHOLE_SHAPES,
}
VALUE_SHAPES = {
    "tuple": "tuple(given)",
    "iterator": "iter(given)",
    "generator": "(one for one in given)",
    "keys": "dict.fromkeys(given).keys()",
    "numpy": "__import__('numpy').array(given)[()]",
    "fraction": "__import__('fractions').Fraction(given)",
}

# Mistakes that any function can have, with a pattern for the check's message.
WRONG_SHAPES = {
    "raises": ("lambda *args: 1 / 0", "ZeroDivisionError"),
    "prints its result": ("lambda *args: print(given(*args))", "waiting|None"),
    "returns one result": (
        "lambda *args, left=iter([1]): given(*args) if next(left, 0) else None",
        "None",
    ),
    "returns text": ("lambda *args: str(given(*args))", "Error|'"),
    "returns an object": ("lambda *args: object()", "object"),
}
# Mistakes that `answer` must survive, with a pattern for its message.
JUDGED_MISTAKES = {
    "prints its result": (
        "lambda *args: print(given(*args))",
        "printed|waiting|prints|NoneType",
    ),
    "never ends": ("lambda *args: [one for one in iter(int, 1) if one]", "steps"),
    "exits": ("lambda *args: exit()", "SystemExit"),
    "calls itself": (
        "(lambda one: lambda *args: one(one))(lambda one: one(one))",
        "RecursionError",
    ),
    "reads the keyboard": ("lambda *args: input()", "EOFError"),
    "is no function": ("[3]", "must be a function"),
    "is a coroutine": (
        "(scope := {}, exec('async def f(*args): pass', scope))[0]['f']",
        "async",
    ),
}
VALUE_MISTAKES = {
    "is an object": ("object()", "must be"),
    "is text": ("'text'", "must (be|have)|no rules"),
    "is complex": ("3j", "must be"),
    "has no end": ("__import__('itertools').count()", "must be"),
    "never ends": ("(one for one in iter(int, 1) if one)", "steps|must be"),
    "raises": ("(1 / 0 for one in [0])", "ZeroDivisionError|must be"),
}


def is_judged(path: Path) -> bool:
    """Return whether `answer` judges an exercise, instead of code in its cell."""
    notebook, name = place_of(path)
    return "answer(" in code_cells(ROOT / f"notebooks/{notebook}.ipynb")[name]


def takes_shapes(path: Path) -> bool:
    """Return whether an answer (a function or a value) can be tried in other shapes."""
    file = read(path)
    return file.get("shapes", True) and ("def " in file["replaces"] or is_judged(path))


@cache
def read(path: Path) -> dict[str, Any]:
    """Read an exercise's file."""
    return tomllib.loads(path.read_text("utf-8"))


def place_of(path: Path) -> tuple[str, str]:
    """Return an exercise's notebook name and cell id from the file's name."""
    notebook, _, name = path.stem.partition("-")
    return notebook, f"exercise-{name}" if name.isdigit() else name


def written(source: str, replaces: str, answer: str) -> str:
    """Replace the only occurrence of a part of the source with an answer."""
    assert source.count(replaces) == 1
    return source.replace(replaces, answer)


def right_answers(path: Path) -> dict[str, str]:
    """Return correct answers to an exercise, with other shapes of the first one."""
    file = read(path)
    numbered = {
        str(at): changed(file["right"][0], answer) for at, answer in enumerate(file["right"], 1)
    }
    known = RIGHT_SHAPES
    forms: tuple[str, ...] = FUNCTION_SHAPES
    if not takes_shapes(path):
        return numbered
    if file["replaces"].startswith(" "):
        forms = METHOD_SHAPES
    elif is_judged(path) and "def " in file["replaces"]:
        known, forms = RIGHT_SHAPES | JUDGED_SHAPES, (*FUNCTION_SHAPES, *JUDGED_FUNCTION_SHAPES)
    elif is_judged(path):
        known, forms = VALUE_SHAPES, ()
    returns = file.get("returns", [])
    shapes = {name: known[name] for name in (*forms, *returns) if name in known}
    call, given = ("", "given") if known is VALUE_SHAPES else ("lambda *args: ", "given(*args)")
    for name in returns:
        more = ALSO.get(name, {}).items()
        shapes |= {label: call + shape.format(given=given) for label, shape in more}
    return numbered | shaped(file, shapes)


def wrong_answers(path: Path) -> dict[str, tuple[str, str]]:
    """Return wrong answers to an exercise, each with a pattern for the check's message."""
    file = read(path)
    stored = [
        (re.escape(says), changed(file["right"][0], answer))
        for says, answers in file["wrong"].items()
        for answer in (answers if isinstance(answers, list) else [answers])
    ]
    numbered = {str(at): answer for at, answer in enumerate(stored, 1)}
    if not takes_shapes(path):
        return numbered
    mistakes = WRONG_SHAPES if file.get("mistakes", True) else {}
    if is_judged(path) and not file["replaces"].startswith(" "):
        is_function = "def " in file["replaces"]
        mistakes = mistakes | JUDGED_MISTAKES if is_function else VALUE_MISTAKES
    shapes = shaped(file, {name: shape for name, (shape, _) in mistakes.items()})
    return numbered | {name: (mistakes[name][1], shape) for name, shape in shapes.items()}


def changed(right: str, answer: str | dict[str, str]) -> str:
    """Return an answer. It can be given as changes to the correct one."""
    if isinstance(answer, str):
        return answer
    for old, new in answer.items():
        right = written(right, old, new)
    return right


def shaped(file: dict[str, Any], shapes: dict[str, str]) -> dict[str, str]:
    """Return the first correct answer with its function or value in other shapes."""
    given = re.search(r"(?m)^( *)(?:def (\w+)|(\w+) = )", file["replaces"])
    if not given:
        return {}
    indent, function, value = given.groups()
    name = function or value
    return {
        label: f"{file['right'][0]}\n{indent}{name} = (lambda given: {shape})({name})"
        for label, shape in shapes.items()
    }


def filled_in(notebook: Path) -> str:
    """Return a notebook's text with the first correct answer in each exercise."""
    cells = {cell["id"]: cell for cell in cells_of(notebook)}
    for path in FILES:
        name, place = place_of(path)
        if name == notebook.stem:
            file = read(path)
            answer = {"cell": place, "replaces": file["replaces"], "write": file["right"][0]}
            for one in [answer, *file.get("beside", [])]:
                cell = cells[one["cell"]]
                cell["source"] = written(cell["source"], one["replaces"], one["write"])
    return json.dumps(json.loads(notebook.read_text("utf-8")) | {"cells": [*cells.values()]})


def exercise_cells(notebook: Path) -> list[int]:
    """Return the indexes of a notebook's cells that wait for an answer."""
    ids = {name for stem, name in map(place_of, FILES) if stem == notebook.stem}
    return [place for place, cell in enumerate(cells_of(notebook)) if cell["id"] in ids]
