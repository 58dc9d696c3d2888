"""What CONTRIBUTING and the architecture say of the code is so.

Each test names the words that it holds: they must stand in the document, so whoever changes
them comes by here. What tests elsewhere hold is listed at the end.
"""

import builtins
import importlib
import inspect
import pkgutil
import re
import tomllib

import pytest

import tictactoe_widget
from tests.support.scenes.scripts import ROOT
from tictactoe_widget import NAMED, PLAYERS, TicTacToe, classroom
from tictactoe_widget.analysis import exact_search, registry
from tictactoe_widget.analysis.mnk import patterns
from tictactoe_widget.analysis.mnk import proofs as cache
from tictactoe_widget.classroom import CONTRACTS, LESSONS
from tictactoe_widget.classroom.contracts import Contract
from tictactoe_widget.players.ladder import LEVELS
from tictactoe_widget.rules import game as successors
from tictactoe_widget.session import core as requests
from tictactoe_widget.session import scheduler as jobs

PACKAGE = ROOT / "tictactoe_widget"
DOCUMENTS = {
    name: (ROOT / path).read_text()
    for name, path in (
        ("contributing", "CONTRIBUTING.md"),
        ("architecture", "docs/architecture.md"),
    )
}
MAKEFILE = (ROOT / "Makefile").read_text()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


# Classes are found among those that were made from another, so all modules are loaded.
for found in pkgutil.walk_packages(tictactoe_widget.__path__, "tictactoe_widget."):
    if not found.name.startswith("tictactoe_widget.classroom.environments."):
        importlib.import_module(found.name)


def said(name, words):
    """Assert that a document says these words, wherever its lines break."""
    assert words in re.sub(r"\s+", " ", DOCUMENTS[name])


def rows(name, heading):
    """The cells of the table with a heading in its first column."""
    lines = DOCUMENTS[name].splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split(" | ")]


def quoted(text):
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", text)


def file_names():
    """Names of the files of the project, without their folders."""
    made = {"node_modules", "dist", "build"}
    folders = [path for path in ROOT.iterdir() if path.is_dir() and path.name not in made]
    own = [path for path in folders if not path.name.startswith(".")]
    inside = {path.name for folder in own for path in folder.rglob("*")}
    return inside | {path.name for path in ROOT.iterdir() if path.is_file()}


def subclasses(kind):
    """Classes made from one, and from those, of this package."""
    for made in kind.__subclasses__():
        if made.__module__.startswith("tictactoe_widget."):
            yield made
        yield from subclasses(made)


def test_the_commands_listed_are_those_of_make_and_there_is_no_other():
    listed = {
        command.removeprefix("make ")
        for first, _ in rows("contributing", "command")
        for command in quoted(first)
        if command.startswith("make ")
    }
    assert listed == set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE)) - {"help"}


def test_ci_runs_lint_and_test():
    said(
        "contributing",
        "| `.ci/run` | `make lint` and `make test`, as the continuous integration does |",
    )
    script = (ROOT / ".ci/run").read_text()
    assert re.findall(r"^make .*$", script, re.MULTILINE) == ["make lint", "make test"]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_floors_are_the_folders_of_the_package_each_once(name):
    folders = {}
    for number, where, _ in rows(name, "floor"):
        for folder in quoted(where):
            folders[folder.rstrip("/")] = int(number)
    inside = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders.keys() - {"frontend", "site"} == inside
    ours = {folder: floor for folder, floor in folders.items() if folder in inside}
    assert sorted(ours.values()) == list(range(8))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_and_folder_that_is_named_is_there(name):
    bases = [ROOT, PACKAGE, *(ROOT / folder for folder in ("frontend", "tests"))]
    files = file_names()
    made = {"build/screenshots/", "dist/site/docs", "dist/package"}
    for code in quoted(DOCUMENTS[name]):
        if re.fullmatch(r"\.?[\w.-]+(/[\w.-]*)+", code) and code not in made:
            assert any((base / code).exists() for base in bases), code
        elif re.fullmatch(r"\w+\.(py|ts|mjs|md|toml|txt|cff|yml|rst)", code):
            assert code in files, code


def test_tests_mirror_the_package():
    said("contributing", "`tests/` mirrors the package.")
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders <= {path.name for path in (ROOT / "tests").iterdir()}


def test_the_folders_of_the_front_ends_name_every_script():
    listed = {}
    folder = None
    for where, what in rows("contributing", "folder"):
        folder = quoted(where) or folder
        for one in folder:
            listed.setdefault(one.rstrip("/"), set()).update(
                name for name in quoted(what) if name.endswith(".ts")
            )
    for one in ("board", "search"):
        scripts = {path.name for path in (ROOT / "frontend" / one).glob("*.ts")}
        assert scripts - {f"{one}.ts", "traits.ts"} == listed[one] - {f"{one}.ts", "traits.ts"}
    folders = {path.name for path in (ROOT / "frontend").iterdir() if path.is_dir()}
    assert listed.keys() == folders - {"page"}


def test_the_choosers_of_the_board_offer_the_rules_in_named():
    said(
        "contributing", "the choosers of the board offer what `NAMED` in `rules/names.py` lists"
    )
    assert [name for name, _ in TicTacToe().rules_choices] == list(NAMED)


def test_a_named_player_is_in_players_or_a_level_for_each_kind_of_board():
    said(
        "contributing",
        "or, if it looks ahead a little and overlooks things, an entry in `LEVELS`",
    )
    assert LEVELS.keys() < set(PLAYERS)
    assert len({len(levels) for levels in LEVELS.values()}) == 1


def test_a_contract_is_a_subclass_in_one_file_and_a_line_in_contracts():
    said("contributing", "**A contract** is one subclass of `Contract` in one file")
    made = {
        kind
        for kind in subclasses(Contract)
        if not inspect.isabstract(kind) and "name" in vars(kind)
    }
    assert {type(contract) for contract in CONTRACTS.values()} == made


def test_a_lesson_is_one_file_and_an_entry_of_lessons():
    said("contributing", "**A lesson** is one file of data in `classroom/lessons/`")
    folder = PACKAGE / "classroom/lessons"
    files = {
        path.stem.replace("_", "-")
        for path in folder.glob("*.py")
        if re.search(r"^[A-Z_]+ = Lesson\(", path.read_text(), re.MULTILINE)
    }
    assert files == LESSONS.keys()


def test_a_search_runs_in_slices_of_30_ms_and_a_request_twice_is_applied_once():
    said("architecture", "the session runs its search in slices of 30 ms")
    said("architecture", "A request that comes twice is answered twice and applied once")
    assert jobs.JOB_SECONDS == 0.03
    assert requests.REMEMBERED >= 1


def test_what_is_kept_has_the_bounds_that_are_said():
    said(
        "architecture",
        "| proofs of all boards that are solved, together | `analysis/mnk/proofs.py` | 24 MB |",
    )
    assert cache.MOST_BYTES == 24_000_000
    said("architecture", "patterns of the lines of a large board, of two boards")
    assert patterns.shared_patterns.cache_parameters()["maxsize"] == 2
    said("architecture", "positions of boards of at most 12 cells, of two rule sets")
    assert successors.MOST_CACHED_CELLS == 12
    assert successors._kept.cache_parameters()["maxsize"] == 2
    said("architecture", "those of 2,000,000 visits")


def test_generic_search_solves_as_many_cells_in_as_many_visits_as_said():
    said("architecture", "boards of up to 27 cells where it needs at most 2,000,000 visits")
    assert registry.MOST_TRIED_CELLS == 27
    assert exact_search.MOST_VISITS == 2_000_000


def test_two_extras_bring_what_is_said_and_the_groups_are_those_named():
    said("contributing", "Two extras bring more: `classroom`")
    assert PROJECT["project"]["optional-dependencies"].keys() == {"classroom", "cluster"}
    said("contributing", "`lint`, `test`, `site` (with `docs`), all three as `dev`")
    groups = PROJECT["dependency-groups"]
    assert [one["include-group"] for one in groups["dev"]] == ["lint", "site", "test"]
    assert {"include-group": "docs"} in groups["site"]
    assert groups.keys() == {"dev", "docs", "hosts", "lint", "oldest", "peers", "site", "test"}


def test_python_3_11_is_enough():
    said("contributing", "You need Python 3.11 or newer and `make`.")
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert "sys.version_info < (3, 11)" in MAKEFILE


def test_tests_run_on_all_cores_a_file_in_one_process_and_none_a_second_time():
    said("contributing", "in as many processes as the machine has cores, a file in one of them")
    assert re.search(
        r"^SIDE_BY_SIDE := --numprocesses logical .*--dist loadfile", MAKEFILE, re.MULTILINE
    )
    said("contributing", "None is run a second time")
    packages = " ".join(str(group) for group in PROJECT["dependency-groups"].values())
    assert not re.search("rerun|flaky|retry", packages)


def test_what_a_commit_is_checked_by_is_what_lint_runs():
    said("contributing", "`.pre-commit-config.yaml` has the checks of `make lint`")
    recipe = MAKEFILE.split("\nlint:")[1].split("\n\n")[0]
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()
    tools = ["check_texts.py", "ruff check", "ruff format", "mypy", "nbstripout", "npm run"]
    tools += ["biome ci", "check_workflows.mjs"]
    assert [tool for tool in tools if tool not in recipe or tool not in hooks] == []
    assert (
        len(re.findall(r"^\t", recipe, re.MULTILINE)) == len(re.findall(r"- id:", hooks)) == 8
    )


def test_every_error_that_reaches_users_can_be_imported_from_the_top():
    said("contributing", "every error that reaches users can be imported from the top")
    raised = set()
    for module in (tictactoe_widget, classroom):
        for name in module.__all__:
            value = getattr(module, name)
            for member in [value, *(vars(value).values() if inspect.isclass(value) else ())]:
                raised |= documented_errors(inspect.getdoc(member) or "")
    assert {"RulesError", "InvalidValueError", "ValueError"} <= raised
    there = {*vars(builtins), *tictactoe_widget.__all__}
    assert raised - there == set()


def documented_errors(text):
    """Names under Raises in a docstring."""
    section = re.search(r"^Raises\n-+\n(.*?)(?:\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
    found = re.findall(
        r"^[A-Z]\w+(?:, [A-Z]\w+)*$", section[1] if section else "", re.MULTILINE
    )
    return {name for line in found for name in line.split(", ")}


def test_releases_need_the_version_in_two_files_and_a_tag():
    said("contributing", "`__version__` in `tictactoe_widget/__init__.py`")
    version = tictactoe_widget.__version__
    assert f"version: {version}\n" in (ROOT / "CITATION.cff").read_text()
    workflow = (ROOT / ".github/workflows/release.yml").read_text()
    assert 'tags: ["v*"]' in workflow
    assert "environment: pypi" in workflow
    said("contributing", "look for that heading")
    assert "CHANGELOG.md" in workflow


def test_the_changelog_has_what_is_unreleased_or_the_day_of_a_release_on_top():
    text = (ROOT / "CHANGELOG.md").read_text()
    first, *released = re.findall(r"^## (.*)$", text, re.MULTILINE)
    if first != "[Unreleased]":
        released = [first, *released]
        assert first.startswith(f"[{tictactoe_widget.__version__}] ")
    for heading in released:
        assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", heading), heading


ELSEWHERE = [
    ("contributing", "A module imports only from its own floor and those below.",
     "tests/test_package.py", "test_a_module_imports_from_its_own_floor_and_those_below"),
    ("contributing", "Floors 0 to 6 need the standard library alone and start no thread",
     "tests/test_package.py", "test_floors_up_to_6_import_the_standard_library_alone"),
    ("contributing", "importing the package loads no Jupyter", "tests/test_package.py",
     "test_importing_the_package_loads_no_jupyter_package_until_the_board_is_used"),
    ("contributing", "No other module asks with `isinstance` which family it has.",
     "tests/test_package.py", "test_no_module_above_the_rules_asks_what_family_it_has"),
    ("contributing", "no test module imports another", "tests/test_package.py",
     "test_no_test_module_imports_another"),
    ("contributing", "Who installs the package gets `anywidget` and nothing else.",
     "tests/test_package.py",
     "test_who_installs_the_wheel_gets_anywidget_alone_and_the_extras_only_when_asked"),
    ("contributing", "`seconds` and `seed` are given by name alone", "tests/test_api.py",
     "test_seconds_and_seed_are_given_by_name"),
    ("contributing", "`games` is 20 when nothing is said", "tests/test_api.py",
     "test_twenty_games_are_played_when_no_number_is_given"),
    ("contributing", "Every result has `to_dict()`", "tests/test_api.py",
     "test_a_result_turns_into_a_dict"),
    ("contributing", "nothing has `to_json` beside", "tests/test_api.py",
     "test_nothing_has_a_second_way_to_json"),
    ("contributing", "finds public names that two modules define", "tests/test_names.py",
     "test_no_public_name_is_defined_in_two_modules"),
    ("contributing", "tests fail while the three differ", "tests/widgets/test_front_end.py",
     "test_the_front_end_declares_exactly_the_traits_that_python_syncs"),
    ("contributing", "is a `front_end_trait`, listed apart in the file and in",
     "tests/widgets/test_traits.py", "test_the_reference_tells_the_two_groups_apart"),
    ("contributing", "the source archive holds them, so who installs from it needs no Node.js",
     "tests/test_build_hook.py",
     "test_who_installs_from_the_source_archive_needs_no_node_and_no_npm"),
    ("contributing", "of which nothing reaches the site", "tests/site/test_solutions.py", ""),
    ("architecture", "tests hold that", "tests/test_package.py",
     "test_a_module_imports_from_its_own_floor_and_those_below"),
    ("architecture", "All traits that changed are published in one message.",
     "tests/session/test_publishing.py", ""),
]  # fmt: skip
"""Statements that other tests hold: the document, its words, the file and the test."""


@pytest.mark.parametrize(("name", "words", "path", "test"), ELSEWHERE)
def test_what_is_held_elsewhere_is_said_and_has_its_test(name, words, path, test):
    said(name, words)
    assert f"def {test or 'test_'}" in (ROOT / path).read_text()
