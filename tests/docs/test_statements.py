"""Facts and numbers in CONTRIBUTING and the architecture page."""

import builtins
import inspect
import re

import pytest

import tictactoe_widget
from tests.support.scenes.scripts import ROOT
from tictactoe_widget import classroom
from tictactoe_widget.analysis import exact_search, registry
from tictactoe_widget.analysis.mnk import patterns, proofs
from tictactoe_widget.rules import game
from tictactoe_widget.session import scheduler

PACKAGE = ROOT / "tictactoe_widget"
DOCUMENTS = {
    path: (ROOT / path).read_text() for path in ("CONTRIBUTING.md", "docs/architecture.md")
}
MAKEFILE = (ROOT / "Makefile").read_text()


def rows(path, heading):
    """Yield the cells in the table with this first column heading."""
    lines = DOCUMENTS[path].splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split(" | ")]


def quoted(text):
    return re.findall(r"`([^`]+)`", text)


def test_listed_commands_match_makefile():
    listed = {
        command.removeprefix("make ")
        for first, _ in rows("CONTRIBUTING.md", "command")
        for command in quoted(first)
        if command.startswith("make ")
    }
    assert listed == set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE)) - {"help"}


def test_layers_match_package():
    listed = {
        name.rstrip("/"): int(layer)
        for layer, where, _ in rows("CONTRIBUTING.md", "layer")
        for name in quoted(where)
        if name not in ("frontend/", "site/")
    }
    test_package = (ROOT / "tests/test_package.py").read_text()
    checked = dict(re.findall(r'^    "(\w+)": (\d),$', test_package, re.MULTILINE))
    assert {name.removesuffix(".py"): str(layer) for name, layer in listed.items()} == checked


@pytest.mark.parametrize("path", DOCUMENTS)
def test_named_files_exist(path):
    bases = [ROOT, PACKAGE, ROOT / "frontend", ROOT / "tests"]
    built = {"build/screenshots/", "dist/site/docs", "dist/package", "tictactoe_widget/static/"}
    for code in quoted(DOCUMENTS[path]):
        if re.fullmatch(r"\.?[\w.-]+(/[\w.-]*)+", code) and code not in built:
            assert any((base / code).exists() for base in bases), code


def test_memory_limits():
    bounds = {what: bound for what, _, bound in rows("docs/architecture.md", "what is kept")}
    assert proofs.MOST_BYTES == 24_000_000
    assert bounds["proofs of all solved boards together"] == "24 MB"
    assert patterns.shared_patterns.cache_parameters()["maxsize"] == 2
    assert game._kept.cache_parameters()["maxsize"] == 2
    assert exact_search.MOST_VISITS == 2_000_000
    assert any("2,000,000 visits" in bound for bound in bounds.values())


def test_generic_search_limits():
    assert "at most 27 cells and visiting 2,000,000 positions is enough" in " ".join(
        DOCUMENTS["docs/architecture.md"].split()
    )
    assert registry.MOST_TRIED_CELLS == 27


def test_background_slice_length():
    assert "slices of 30 ms" in DOCUMENTS["docs/architecture.md"]
    assert scheduler.JOB_SECONDS == 0.03


def test_commit_hooks_match_lint():
    recipe = MAKEFILE.split("\nlint:")[1].split("\n\n")[0]
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    assert len(re.findall(r"^\t", recipe, re.MULTILINE)) == len(re.findall(r"- id:", hooks))


def test_documented_errors_are_public():
    raised = set()
    for module in (tictactoe_widget, classroom):
        for name in module.__all__:
            value = getattr(module, name)
            for member in [value, *(vars(value).values() if inspect.isclass(value) else ())]:
                raised |= documented_errors(inspect.getdoc(member) or "")
    assert {"RulesError", "InvalidValueError", "ValueError"} <= raised
    assert raised <= {*vars(builtins), *tictactoe_widget.__all__}


def documented_errors(text):
    """Return the names under Raises in a docstring."""
    section = re.search(r"^Raises\n-+\n(.*?)(?:\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    found = re.findall(
        r"^[A-Z]\w+(?:, [A-Z]\w+)*$", section[1] if section else "", re.MULTILINE
    )
    return {name for line in found for name in line.split(", ")}


def test_changelog_headings():
    first, *released = re.findall(
        r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    if first != "[Unreleased]":
        released = [first, *released]
        assert first.startswith(f"[{tictactoe_widget.__version__}] ")
    for heading in released:
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", heading), heading
