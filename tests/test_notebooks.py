"""The notebooks run, in order and out of order, with the expected outputs.

The notebooks are stored without outputs, so nbval would have nothing to compare. Each file
``tests/notebooks/<name>.toml`` contains the expected outputs by cell ID: what the cell prints
and what its last line displays. They were worked out by hand. The test adds them to a copy of
the notebook, and nbval compares them strictly. The other cells only have to run without an
error.

- ``pictures`` lists cells that display an empty board as text and picture, with the rules'
  name.
- ``displays`` lists cells that display something else, too. The test compares only their text.
- ``tries`` contains the outputs of changed cells: ``write`` replaces the part in ``replaces``.
  Otherwise an exercise uses the first right answer from its file in ``tests/exercises``, and
  any other cell runs again unchanged.
"""

import json
import os
import sys
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from xml.etree import ElementTree as ET

import pytest

from tests.support.patience import PATIENCE
from tests.support.scenes.exercises import FILES, place_of, read, written
from tests.support.scenes.notebook_files import NOTEBOOKS, cells_of, code_cells
from tests.support.scenes.scripts import ROOT, start
from tictactoe_widget import Game

pytestmark = pytest.mark.slow

QUICK = ("play",)
NBVAL = ("--nbval", "--nbval-current-env", "-q")
GUARD = "NameError: name "  # raised by a cell that needs an earlier cell


@dataclass
class Outcome:
    """A cell's output."""

    printed: str = ""
    shown: str = ""
    displayed: str = ""
    error: str = ""

    @property
    def text(self):
        return self.printed + self.shown + self.displayed + self.error


class Kernel:
    """A kernel such as a notebook uses."""

    def __init__(self, folder):
        from jupyter_client.manager import start_new_kernel  # noqa: PLC0415 - few need it

        paths = (ROOT, ROOT / "teacher")  # the second contains the solutions
        self._manager, self._client = start_new_kernel(
            cwd=str(folder), env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, paths))}
        )

    def run(self, source):
        """Run a cell and return its output."""
        outcome = Outcome()

        def note(message):
            content = message["content"]
            if message["msg_type"] == "stream":
                outcome.printed += content["text"]
            elif message["msg_type"] == "execute_result":
                outcome.shown = content["data"]["text/plain"]
            elif message["msg_type"] == "display_data":
                outcome.displayed += content["data"].get("text/plain", "")
            elif message["msg_type"] == "error":
                outcome.error = f"{content['ename']}: {content['evalue']}"

        self._client.execute_interactive(
            source, output_hook=note, allow_stdin=False, timeout=PATIENCE
        )
        return outcome

    def stop(self):
        self._client.stop_channels()
        self._manager.shutdown_kernel(now=True)


@pytest.fixture
def kernel(tmp_path):
    started = Kernel(tmp_path)
    yield started
    started.stop()


def with_expected_outputs(notebook, prints, shows, pictures, displays):
    """Add the expected outputs to their cells. Exclude other cells from the comparison."""
    cells = {cell["id"]: cell for cell in notebook["cells"] if cell["cell_type"] == "code"}
    unknown = (prints.keys() | shows.keys() | pictures.keys()) - cells.keys()
    assert not unknown, f"no such cells, but outputs are expected: {unknown}"
    for name, cell in cells.items():
        if name in displays:
            cell["metadata"]["tags"] = ["nbval-ignore-output"]
            continue
        if name in prints:
            stream = {"output_type": "stream", "name": "stdout", "text": prints[name]}
            cell["outputs"].append(stream)
        if name in shows:
            data = {"text/plain": shows[name]}
            if name in pictures:
                data["image/svg+xml"] = Game(pictures[name]).to_svg()
            shown = {"output_type": "execute_result", "data": data}
            cell["outputs"].append(shown | {"metadata": {}, "execution_count": 1})
        if cell["outputs"]:
            cell["execution_count"] = 1
        else:
            cell["metadata"]["tags"] = ["nbval-ignore-output"]
    return notebook


def expectations(path):
    """Return the expected outputs of a notebook's cells, and the changes to try."""
    file = tomllib.loads((ROOT / "tests/notebooks" / f"{path.stem}.toml").read_text())
    pictures = file.get("pictures", {})
    empty = {name: Game(rules) for name, rules in pictures.items()}
    shows = {name: f"{game}\n{game.message}" for name, game in empty.items()}
    return {
        "prints": {name: f"{text}\n" for name, text in file.get("prints", {}).items()},
        "shows": shows | file.get("shows", {}),
        "pictures": pictures,
        "displays": file.get("displays", ()),
    }, file["tries"]


@pytest.fixture(scope="module")
def validated(tmp_path_factory):
    """Return nbval's messages for each notebook's cells. None means no fault.

    One pytest process runs all notebooks, each in its own folder and kernel. Loading nbval
    takes as long as running most notebooks.
    """
    folder = tmp_path_factory.mktemp("notebooks")
    for path in NOTEBOOKS:
        expected, _ = expectations(path)
        notebook = with_expected_outputs(json.loads(path.read_text()), **expected)
        copy = folder / path.stem / path.name
        copy.parent.mkdir()
        copy.write_text(json.dumps(notebook))
    nbval = (sys.executable, "-m", "pytest", *NBVAL, "--junitxml=report.xml")
    # On a busy computer, progress bars would appear among the outputs.
    startup = folder / "ipython/profile_default/startup"
    startup.mkdir(parents=True)
    (startup / "no_bars.py").write_text(
        "from tictactoe_widget.sandbox import progress\n"
        "progress._SECONDS_IN_NOTEBOOK = float('inf')\n"
    )
    done = start(*nbval, cwd=folder, PYTHONPATH=str(ROOT), IPYTHONDIR=str(folder / "ipython"))
    assert done.returncode in (0, 1), done.stdout + done.stderr  # 1: some cells failed
    said = defaultdict(list)
    for case in ET.parse(folder / "report.xml").iter("testcase"):  # noqa: S314 - our own
        faults = [
            f"{part.tag}: {part.text}" for part in case if not part.tag.startswith("system-")
        ]
        name = case.attrib["classname"].partition(".")[0]
        said[name].append("\n".join(faults) or None)
    return said


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_outputs(path, validated):
    said = validated[path.stem]
    assert [fault for fault in said if fault] == []
    assert len(said) == len(code_cells(path))


@pytest.mark.parametrize(
    "path",
    [
        path if path.stem in QUICK else pytest.param(path, marks=pytest.mark.long)
        for path in NOTEBOOKS
    ],
    ids=lambda path: path.stem,
)
def test_cells_run_twice_in_any_order(path, kernel):
    cells = code_cells(path)
    for name, source in reversed(cells.items()):
        error = kernel.run(source).error
        assert error.startswith(GUARD) or not error, (name, error)
    expected, tries = expectations(path)
    for name, source in cells.items():
        outcome = kernel.run(source)
        assert (name, outcome.error) == (name, "")
        if name in expected["displays"]:
            assert outcome.printed == expected["prints"].get(name, outcome.printed), name
            assert outcome.shown == expected["shows"].get(name, outcome.shown), name
    exercises = {place_of(file): read(file) for file in FILES}
    for name, attempt in tries.items():
        exercise = exercises.get((path.stem, name), {"replaces": "", "right": [""]})
        replaces = attempt.get("replaces", exercise["replaces"])
        answer = attempt.get("write", exercise["right"][0])
        outcome = kernel.run(written(cells[name], replaces, answer) if answer else cells[name])
        assert attempt["says"] in outcome.text, (attempt, outcome)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_opening_and_exercises(path):
    cells = cells_of(path)
    opening = cells[0]["source"]
    assert opening.startswith("# ")
    assert all(word in opening for word in ("**For**", "**Time:**", "**Afterwards**"))
    last = max(at for at, cell in enumerate(cells) if cell["source"].startswith("## "))
    assert cells[last]["source"].startswith("## Exercises\n")
    assert [cell["id"] for cell in cells[last:] if cell["cell_type"] == "code"] == [
        f"exercise-{number}" for number in range(1, (len(cells) - last) // 2 + 1)
    ]
