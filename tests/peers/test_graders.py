"""The assignments in teacher/, graded by nbgrader and otter-grader themselves."""

import json
import os
import shutil
import sqlite3
import sys
from pathlib import Path

import nbformat
import pytest

from tests.support.scenes.scripts import ROOT
from tests.support.scenes.scripts import run as start
from tests.support.students.grading_solutions import (
    ACTIONS,
    ALPHA_BETA,
    BOT,
    MINIMAX,
    MINIMAX_IN_DISGUISE,
    MINIMAX_OF_X,
    RESULT,
    RESULT_IN_PLACE,
    WINNER,
    WINNER_OF_ROWS,
)

ASSIGNMENTS = ROOT / "teacher"

# What students write into each assignment's cells, and their points by cell name.
WORK = {
    ("tictactoe", "ada"): {
        "winner": (WINNER, 3.0),
        "moves": (ACTIONS + RESULT, 4.0),
    },
    ("tictactoe", "bob"): {
        "winner": (WINNER_OF_ROWS, 0.0),
        "moves": (ACTIONS + RESULT_IN_PLACE, 2.0),
    },
    ("tictactoe", "cyd"): {
        "winner": ("def winner(board): ...", 0.0),
        "moves": ("def actions(board): ...\ndef result(board, move): ...", 0.0),
    },
    ("searches", "ada"): {
        "minimax": (MINIMAX, 4.0),
        "alpha-beta": (ALPHA_BETA, 4.0),
        "bot": (BOT, 2.0),
    },
    ("searches", "bob"): {
        "minimax": (MINIMAX_OF_X, 0.0),
        "alpha-beta": (MINIMAX_IN_DISGUISE, 2.0),
        "bot": (BOT, 2.0),
    },
    ("searches", "cyd"): {
        "minimax": ("def minimax(board): ...", 0.0),
        "alpha-beta": ("def alpha_beta(board): ...", 0.0),
        "bot": ("def bot(game): ...", 0.0),
    },
}
FILES = {"tictactoe": "", "searches": "_searches"}  # file name suffixes in teacher/

HANDED_IN = pytest.mark.parametrize(("assignment", "student"), WORK)


def run(*arguments, cwd):
    """Run Python in the graders' environment. Return its output."""
    folders = (str(Path(sys.executable).parent), os.environ["PATH"])  # for subprocesses
    path = os.pathsep.join(folders)
    return start(sys.executable, *arguments, cwd=cwd, PATH=path, PYTHONPATH=str(ROOT))


def hand_in(notebook, folder, work):
    """Write a student's notebook: the released one with some cells filled in."""
    filled = nbformat.read(notebook, as_version=4)
    for name, (source, _) in work.items():
        (cell,) = [cell for cell in filled.cells if cell.id == name]
        cell.source = source
    folder.mkdir(parents=True)
    nbformat.write(filled, folder / notebook.name)
    return folder / notebook.name


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Create an nbgrader course with released assignments."""
    root = tmp_path_factory.mktemp("course")
    (root / "nbgrader_config.py").write_text(
        'c = get_config()\nc.CourseDirectory.course_id = "games"\n'
    )
    for name, end in FILES.items():
        (root / "source" / name).mkdir(parents=True)
        copy = root / "source" / name / f"{name}.ipynb"
        shutil.copy(ASSIGNMENTS / f"nbgrader{end}.ipynb", copy)
        run("-m", "nbgrader", "generate_assignment", name, cwd=root)
    return root


def points_of(course, assignment, student):
    """Return the points for each graded cell in nbgrader's gradebook."""
    with sqlite3.connect(course / "gradebook.db") as book:
        rows = book.execute(
            "SELECT base_cell.name, grade.auto_score FROM grade"
            " JOIN base_cell ON base_cell.id = grade.cell_id"
            " JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id"
            " JOIN submitted_assignment"
            " ON submitted_assignment.id = submitted_notebook.assignment_id"
            " JOIN assignment ON assignment.id = submitted_assignment.assignment_id"
            " WHERE assignment.name = ? AND submitted_assignment.student_id = ?",
            (assignment, student),
        )
        return dict(rows.fetchall())


@pytest.mark.parametrize(
    ("assignment", "solution"),
    [("tictactoe", "for a, b, c in LINES"), ("searches", "best(actions(board)")],
)
def test_released_notebook_has_no_solution(course, assignment, solution):
    text = (course / f"release/{assignment}/{assignment}.ipynb").read_text()
    assert "YOUR CODE HERE" in text
    assert "SOLUTION" not in text
    assert solution not in text


@HANDED_IN
def test_nbgrader_points(course, assignment, student):
    work = WORK[assignment, student]
    handed_out = course / f"release/{assignment}/{assignment}.ipynb"
    hand_in(handed_out, course / "submitted" / student / assignment, work)
    run("-m", "nbgrader", "autograde", assignment, "--student", student, cwd=course)
    assert points_of(course, assignment, student) == {
        f"{name}-test": points for name, (_, points) in work.items()
    }


@pytest.fixture(scope="module")
def otter_versions(tmp_path_factory):
    """Run ``otter assign``, which makes the students' and the autograder's versions."""
    root = tmp_path_factory.mktemp("otter")
    for name, end in FILES.items():
        shutil.copy(ASSIGNMENTS / f"otter{end}.ipynb", root / f"{name}.ipynb")
        run("-m", "otter", "assign", f"{name}.ipynb", name, cwd=root)
    return root


@HANDED_IN
def test_otter_points(otter_versions, tmp_path, assignment, student):
    work = WORK[assignment, student]
    (archive,) = (otter_versions / assignment / "autograder").glob("*.zip")
    notebook = otter_versions / assignment / f"student/{assignment}.ipynb"
    submission = hand_in(notebook, tmp_path / student, work)
    run("-m", "otter", "run", str(submission), "-a", str(archive), cwd=tmp_path)
    tests = json.loads((tmp_path / "results.json").read_text())["tests"]
    found = {test["name"]: test["score"] for test in tests if test.get("max_score")}
    assert found == {name: points for name, (_, points) in work.items()}


def test_otter_feedback_for_student(otter_versions, tmp_path):
    folder = tmp_path / "student"
    shutil.copytree(otter_versions / "tictactoe/student", folder)
    (folder / "try.py").write_text(
        "import otter\ngrader = otter.Notebook('tictactoe.ipynb')\n"
        "LINES = [(0, 1, 2)]\n" + WINNER + "print(grader.check('winner'))\n"
    )
    printed = run("try.py", cwd=folder)
    assert "winner" in printed
    assert "failed" in printed
