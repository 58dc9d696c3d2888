"""The package as a whole: layers, imports, the wheel, pins and notebooks."""

import ast
import json
import re
import sys
import zipfile
from functools import cache
from graphlib import TopologicalSorter
from importlib.util import resolve_name

import pytest

from tests.support.scenes.notebook_files import KERNEL, NOTEBOOKS
from tests.support.scenes.scripts import ROOT, run
from tictactoe_widget import MNK, Ultimate

PACKAGE = ROOT / "tictactoe_widget"
LAYERS = {
    "texts": 0,
    "validation": 0,
    "drawing": 1,
    "serialization": 0,
    "lazy": 0,
    "rules": 2,
    "sandbox": 3,
    "analysis": 4,
    "players": 5,
    "matches": 6,
    "classroom": 7,
    "session": 8,
    "widgets": 9,
}
STDLIB_ONLY = 8  # layers up to this one import only the standard library
# This module checks a course's submissions in separate processes.
STARTS_PROCESSES = {"tictactoe_widget.classroom.course_checks.apart": {"subprocess"}}
# Layers 3 and 6 can import these optional packages inside the function that needs them.
OPTIONAL = {3: {"cloudpickle", "tqdm"}, 6: {"cloudpickle", "tqdm"}}
# These define subclasses of other libraries' classes. Functions import these modules when
# needed.
DERIVED = {
    "tictactoe_widget.classroom.environments.environments": {"gymnasium", "numpy"},
    "tictactoe_widget.classroom.environments.two_agents": {"pettingzoo"},
}


def module_name(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def read_tree(name):
    """Return a module's syntax tree, which nobody modifies."""
    return ast.parse(MODULES[name].read_text())


def outside_functions(tree):
    """Yield the nodes that run when the module is imported."""
    queue = [tree]
    for node in queue:
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            queue += ast.iter_child_nodes(node)


def is_for_types(node):
    """Return whether only type checkers read this block."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def runtime_nodes(tree):
    """Yield the nodes that run at import or later."""
    queue = [tree]
    for node in queue:
        yield node
        if not is_for_types(node):
            queue += ast.iter_child_nodes(node)


@cache
def imports_of(name, nodes=ast.walk):
    """Return every module that the file imports in these nodes of its tree."""
    path = MODULES[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in nodes(read_tree(name)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                full = f"{source}.{alias.name}"
                found.add(full if full in MODULES else source)
    return found


def layer_of(name):
    """Return a module's layer, or None for the package's own __init__."""
    parts = name.split(".")
    return LAYERS[parts[1]] if len(parts) > 1 else None


INNER = [name for name in MODULES if layer_of(name) is not None]


def test_every_module_has_a_layer():
    assert {name.split(".")[1] for name in INNER} <= LAYERS.keys()
    assert {
        "tictactoe_widget.validation",
        "tictactoe_widget.rules.game",
        "tictactoe_widget.session.board",
    } <= set(INNER)


@pytest.mark.parametrize("name", INNER)
def test_modules_import_no_higher_layer(name):
    ours = {other for other in imports_of(name) if other.startswith("tictactoe_widget")}
    too_high = {o for o in ours if layer_of(o) is None or layer_of(o) > layer_of(name)}
    assert not too_high


def test_no_circular_imports():
    ours = {name: imports_of(name, runtime_nodes) & set(INNER) for name in INNER}
    assert len(list(TopologicalSorter(ours).static_order())) == len(INNER)


def test_only_one_type_checking_import():
    # Rules have a card, a card shows games, and games need rules, so the types are circular.
    read = {
        (name, other)
        for name in INNER
        if MODULES[name].name != "__init__.py"
        for other in imports_of(name) - imports_of(name, runtime_nodes)
    }
    assert read == {("tictactoe_widget.rules.rules", "tictactoe_widget.rules.cards")}


@pytest.mark.parametrize("name", [n for n in INNER if layer_of(n) <= STDLIB_ONLY])
def test_only_standard_library_imported(name):
    inside = {other.split(".")[0] for other in imports_of(name)} - {"tictactoe_widget"}
    top = {other.split(".")[0] for other in imports_of(name, outside_functions)}
    derived = DERIVED.get(name, set())
    assert inside - OPTIONAL.get(layer_of(name), set()) - derived <= sys.stdlib_module_names
    assert top - {"tictactoe_widget"} - derived <= sys.stdlib_module_names


@pytest.mark.parametrize("name", DERIVED)
def test_optional_modules_imported_late(name):
    of_others = {other for other in MODULES if other not in DERIVED}
    early = {
        other
        for other in of_others
        for node in outside_functions(read_tree(other))
        if isinstance(node, ast.ImportFrom) and name.endswith(f".{node.module}")
    }
    assert early == set()


@pytest.mark.parametrize("name", [n for n in INNER if layer_of(n) <= STDLIB_ONLY])
def test_modules_start_no_threads(name):
    starters = {"concurrent.futures", "multiprocessing", "subprocess"}
    assert imports_of(name) & starters == STARTS_PROCESSES.get(name, set())
    names = {
        node.attr if isinstance(node, ast.Attribute) else node.name
        for node in ast.walk(read_tree(name))
        if isinstance(node, ast.Attribute | ast.alias)
    }
    assert not names & {"Thread", "Timer", "start_new_thread"}


FAMILIES = {family.__name__ for family in (MNK, Ultimate)}


def family_checks(tree):
    """Return the lines that check an object's family of rules."""
    lines = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            asked = node.args[1:] if node.func.id in {"isinstance", "issubclass"} else []
        elif isinstance(node, ast.Compare):
            asked = [node.left, *node.comparators]
        else:
            asked = [node.cls] if isinstance(node, ast.MatchClass) else []
        names = {
            inner.attr if isinstance(inner, ast.Attribute) else inner.id
            for part in asked
            for inner in ast.walk(part)
            if isinstance(inner, ast.Attribute | ast.Name)
        }
        if names & FAMILIES:
            lines.add(asked[0].lineno)
    return lines


@pytest.mark.parametrize("name", [n for n in INNER if layer_of(n) > LAYERS["rules"]])
def test_no_module_checks_rules_family(name):
    assert family_checks(read_tree(name)) == set()


def test_import_needs_no_other_package():
    # -S excludes site-packages, so any other import would fail.
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import tictactoe_widget as t;"
        "import tictactoe_widget.classroom;"
        "print(t.Game().play(4).message)"
    )
    assert run(sys.executable, "-I", "-S", "-c", script) == "Player O's turn\n"


def test_import_loads_no_jupyter_package():
    script = (
        "import json, sys, tictactoe_widget\n"
        "names = ['anywidget', 'ipywidgets', 'traitlets', 'IPython', 'comm', 'asyncio']\n"
        "before = [n for n in names if n in sys.modules]\n"
        "tictactoe_widget.TicTacToe\n"
        "print(json.dumps([before, 'anywidget' in sys.modules]))"
    )
    assert json.loads(run(sys.executable, "-c", script, PYTHONPATH=str(ROOT))) == [[], True]


def test_public_names_exist():
    import tictactoe_widget  # noqa: PLC0415 - what is under test

    for name in tictactoe_widget.__all__:
        assert getattr(tictactoe_widget, name) is not None
    assert {"Game", "MNK", "STANDARD", "TicTacToe"} <= set(dir(tictactoe_widget))
    with pytest.raises(AttributeError, match="TicTacTo"):
        _ = tictactoe_widget.TicTacTo


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    run(
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        str(folder),
    )
    (path,) = folder.glob("*.whl")
    return path


def test_wheel_is_complete(wheel):
    present = {
        str(path.relative_to(ROOT))
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    packed = {name for name in names if ".dist-info/" not in name}
    assert packed == present - {"tictactoe_widget/static/sources.json"}  # only builds need it
    assert {
        "tictactoe_widget/py.typed",
        "tictactoe_widget/static/board.css",
        "tictactoe_widget/static/board.js",
    } <= packed
    assert any(name.endswith("LICENSE") for name in names)


def test_unpacked_wheel_plays_a_game(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    script = (ROOT / "tests/support/scenes/wheel_smoke.py").read_text()
    (tmp_path / "smoke.py").write_text(script)
    run(sys.executable, "smoke.py", cwd=tmp_path, PYTHONPATH=str(tmp_path))


def test_version_same_everywhere(wheel):
    from tictactoe_widget import __version__  # noqa: PLC0415 - what is under test

    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert wheel.name == f"tictactoe_widget-{__version__}-py3-none-any.whl"
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text()


def test_wheel_requirements(wheel):
    with zipfile.ZipFile(wheel) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
        fields = archive.read(name).decode().partition("\n\n")[0].splitlines()
    needs = [line for line in fields if line.startswith(("Requires-Dist:", "Provides-Extra:"))]
    assert needs == [
        "Requires-Dist: anywidget>=0.9.18",
        "Provides-Extra: classroom",
        "Requires-Dist: cloudpickle; extra == 'classroom'",
        "Requires-Dist: tqdm; extra == 'classroom'",
        "Provides-Extra: cluster",
        "Requires-Dist: cloudpickle; extra == 'cluster'",
        "Requires-Dist: distributed; extra == 'cluster'",
    ]


def test_pins_are_exact_versions():
    lines = [
        line
        for line in (ROOT / "constraints.txt").read_text().splitlines()
        if not line.startswith("#")
    ]
    assert lines
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    versions = json.loads((ROOT / "package.json").read_text())["devDependencies"].values()
    assert [v for v in versions if not re.fullmatch(r"\d+\.\d+\.\d+", v)] == []


def test_npm_packages_are_locked():
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    root = locked.pop("")
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    assert root["devDependencies"] == wanted
    assert {name: locked[f"node_modules/{name}"]["version"] for name in wanted} == wanted
    for entry in locked.values():
        assert re.fullmatch(r"sha512-[\w+/]{86}==", entry["integrity"])
        assert "resolved" not in entry


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_have_no_outputs(path):
    notebook = json.loads(path.read_text())
    cells = notebook["cells"]
    assert notebook["metadata"]["kernelspec"] == KERNEL
    assert "widgets" not in notebook["metadata"]
    assert [c for c in cells if c.get("outputs") or c.get("execution_count")] == []
    assert len({cell["id"] for cell in cells}) == len(cells)
