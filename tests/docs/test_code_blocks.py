"""Every code block in the README and the manual runs, in reading order."""

import ast
import re
import shlex
import sys
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise

import pytest

from tests.support.scenes.code_blocks import Block, blocks_of, commands_of, run_block
from tests.support.scenes.scripts import ROOT, run
from tictactoe_widget.classroom import progress

PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("tutorial", "teaching", "lessons", "grading")),
    ROOT / "docs/term/card.md",
    *sorted((ROOT / "docs/guides").glob("*.md")),
]
# Languages for blocks that show a board or a server's response.
NO_CODE = {"", "text"}

# Blocks that need another package. `make test-peers` runs them.
RUN_WITH_PEERS = {("tournaments.md", "distributed")}

# A student's functions, which a teacher's grader imports.
STUDENT_CODE = """
from tictactoe_widget import Game, analyze

def winner(board):
    for a, b, c in ["012", "345", "678", "036", "147", "258", "048", "246"]:
        a, b, c = int(a), int(b), int(c)
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]

def actions(board):
    return [cell for cell in range(9) if board[cell] is None]

def result(board, move):
    mark = "X" if board.count("X") == board.count("O") else "O"
    return [*board[:move], mark, *board[move + 1 :]]

def minimax(board):
    game = Game.from_text("".join(mark or "." for mark in board))
    return None if game.is_over else analyze(game).best_moves[0]
"""


def prepare(page, folder, names):
    """Create what the page assumes its reader has."""
    if page.name == "grading.md":
        exec(STUDENT_CODE, names)  # noqa: S102 - written above
    if page.name == "teaching.md":
        (folder / "bots").mkdir()
        for name, place in (("ada", 0), ("bob", -1)):
            code = f"def bot(game):\n    return game.legal_moves[{place}]\n"
            (folder / "bots" / f"{name}.py").write_text(code)


def missing_package(page, block):
    """Return a package that the block imports and this environment lacks."""
    for name, package in RUN_WITH_PEERS:
        if page.name == name and re.search(rf"^from {package} ", block.text, re.MULTILINE):
            return None if find_spec(package) else package
    return None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_code_blocks_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # The page must not see exercises solved by other tests in this process.
    monkeypatch.setattr(progress, "_progress", {})
    names = {"__name__": "__main__"}
    prepare(page, tmp_path, names)
    for block in blocks_of(page.read_text()):
        if block.language in {"python", "pycon"} and not missing_package(page, block):
            run_block(block, page, names)
    if page.name == "grading.md":
        names["test_winner"](names)  # the way otter-grader calls it


def calls_in(code):
    """Yield the code's calls without string arguments, which name boards."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            words = [ast.dump(word) for word in node.keywords]
            within = [one for one in node.args if not isinstance(one, ast.Constant)]
            yield ast.unparse(node.func), *map(ast.dump, within), *words


# The apps in `make test-hosts`, by their heading in docs/hosts.md. Panel was tested by hand.
HOSTS = {"Shiny": "shiny_app.py", "marimo": "marimo_notebook.py"}


@pytest.mark.parametrize("host", HOSTS)
def test_host_example_matches_tested_app(host):
    text = (ROOT / "docs/hosts.md").read_text()
    part = text.split(f"\n## {host}\n")[1].split("\n## ")[0]
    (block,) = (block for block in blocks_of(part) if block.language == "python")
    shown = set(calls_in(block.text))
    assert shown
    assert shown <= set(calls_in((ROOT / "tests/hosts" / HOSTS[host]).read_text()))


def test_block_languages_known():
    languages = {block.language for page in PAGES for block in blocks_of(page.read_text())}
    assert languages == {"python", "pycon", "sh", "yaml"} | NO_CODE


def test_workflow_in_guide_matches_ours():
    (shown,) = (
        block.text
        for page in PAGES
        for block in blocks_of(page.read_text())
        if block.language == "yaml"
    )
    ours = (ROOT / ".github/workflows/pages.yml").read_text()
    used = re.findall(r"uses: (\S+)@\w+ # (v[0-9]+)", ours)
    told = re.findall(r"uses: (\S+)@(v[0-9]+)$", shown, re.MULTILINE)
    assert set(told) == set(used)
    assert len(used) == 5
    for key in (
        "path: tictactoe_widget/dist/site",
        "include-hidden-files: true",
        "pages: write",
    ):
        assert key in shown
        assert key.replace("tictactoe_widget/", "") in ours


COMMANDS = {
    command: page
    for page in PAGES
    for block in blocks_of(page.read_text())
    if block.language == "sh"
    for command in commands_of(block)
}


def try_make(arguments, tmp_path):
    """Dry-run make. Check that the site build knows the options."""
    words = shlex.split(arguments)
    assert run("make", "--dry-run", "PYTHON=true", *words)
    for word in words:
        if word.startswith("OPTIONS="):
            try_build(word.removeprefix("OPTIONS="), tmp_path)


def try_pip(arguments, tmp_path):
    """Dry-run pip in the clone, or in a folder with the wheel."""
    folder = ROOT
    if ".whl" in arguments:
        folder = tmp_path
        build = (sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory")
        run(*build, str(tmp_path))
        (wheel,) = tmp_path.glob(arguments.removeprefix("install "))
        arguments = f"install {wheel.name}"
    verb, *wanted = arguments.split()
    alone = ("--dry-run", "--no-index", "--no-deps", "--no-build-isolation")
    said = run(sys.executable, "-m", "pip", verb, *alone, *wanted, cwd=folder)
    assert re.search("Would install|already installed", said)


def try_nbconvert(arguments, tmp_path):
    """Convert a notebook with a text cell."""
    import nbformat  # noqa: PLC0415 - it takes a second

    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell("A board")])
    nbformat.write(notebook, tmp_path / "notebook.ipynb")
    run(sys.executable, "-m", "jupyter", "nbconvert", *arguments.split(), cwd=tmp_path)
    assert "A board" in (tmp_path / "notebook.html").read_text()


def try_build(arguments, _):
    """Check that the site build knows the options."""
    options = {word for word in shlex.split(arguments) if word.startswith("--")}
    said = run(sys.executable, "site/build.py", "--help")
    assert options
    assert options <= set(re.findall(r"--[\w-]+", said))


CHECKS = {
    "make ": try_make,
    "pip ": try_pip,
    "jupyter nbconvert ": try_nbconvert,
    ".venv/bin/python site/build.py ": try_build,
}


@pytest.mark.parametrize("command", COMMANDS)
def test_documented_command_works(command, tmp_path):
    ((start, try_it),) = [way for way in CHECKS.items() if command.startswith(way[0])]
    try_it(command.removeprefix(start), tmp_path)


def constant_docstrings():
    """Yield the docstrings with examples below module constants, which doctest ignores."""
    for path in sorted((ROOT / "tictactoe_widget").rglob("*.py")):
        for line, text in pairwise(ast.parse(path.read_text()).body):
            is_text = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
            if (
                isinstance(line, ast.Assign | ast.AnnAssign)
                and is_text
                and ">>>" in text.value.value
            ):
                yield path, Block("pycon", text.lineno, text.value.value)


@pytest.mark.parametrize(("path", "block"), [*constant_docstrings()])
def test_constant_examples_run(path, block):
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    run_block(block, path, dict(vars(import_module(name))))
