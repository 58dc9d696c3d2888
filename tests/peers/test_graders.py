"""The assignments of teacher/, graded by nbgrader and by otter-grader themselves."""

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
    RESULT,
    RESULT_IN_PLACE,
    WINNER,
    WINNER_OF_ROWS,
)

ASSIGNMENTS = ROOT / "teacher"

RIGHT = (WINNER, ACTIONS + RESULT)
WRONG = (WINNER_OF_ROWS, ACTIONS + RESULT_IN_PLACE)
LAZY = ("def winner(board): ...", "def actions(board): ...\ndef result(board, move): ...")


HANDED_IN = pytest.mark.parametrize(
    ("student", "work", "points"),
    [("ada", RIGHT, (3.0, 4.0)), ("bob", WRONG, (0.0, 2.0)), ("cyd", LAZY, (0.0, 0.0))],
)


def run(*arguments, cwd):
    """Start Python on `arguments` in the graders' environment; return what it prints."""
    folders = (str(Path(sys.executable).parent), os.environ["PATH"])  # graders start others
    path = os.pathsep.join(folders)
    return start(sys.executable, *arguments, cwd=cwd, PATH=path, PYTHONPATH=str(ROOT))


def hand_in(notebook, folder, winner, moves):
    """Write a student's notebook: the one that was handed out, with two cells filled in."""
    filled = nbformat.read(notebook, as_version=4)
    for begin, source in (("def winner", winner), ("def actions", moves)):
        (cell,) = [cell for cell in filled.cells if cell.source.startswith(begin)]
        cell.source = source
    folder.mkdir(parents=True)
    nbformat.write(filled, folder / notebook.name)
    return folder / notebook.name


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course of nbgrader whose one assignment has been handed out."""
    root = tmp_path_factory.mktemp("course")
    (root / "nbgrader_config.py").write_text(
        'c = get_config()\nc.CourseDirectory.course_id = "games"\n'
    )
    (root / "source/tictactoe").mkdir(parents=True)
    shutil.copy(ASSIGNMENTS / "nbgrader.ipynb", root / "source/tictactoe/tictactoe.ipynb")
    run("-m", "nbgrader", "generate_assignment", "tictactoe", cwd=root)
    return root


def points_of(course, student):
    """Return the points of each graded cell in the gradebook of nbgrader."""
    with sqlite3.connect(course / "gradebook.db") as book:
        rows = book.execute(
            "SELECT base_cell.name, grade.auto_score FROM grade"
            " JOIN base_cell ON base_cell.id = grade.cell_id"
            " JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id"
            " JOIN submitted_assignment"
            " ON submitted_assignment.id = submitted_notebook.assignment_id"
            " WHERE submitted_assignment.student_id = ?",
            (student,),
        )
        return dict(rows.fetchall())


def test_what_nbgrader_hands_out_holds_no_solution(course):
    text = (course / "release/tictactoe/tictactoe.ipynb").read_text()
    assert "YOUR CODE HERE" in text
    assert "SOLUTION" not in text
    assert "for a, b, c in LINES" not in text


@HANDED_IN
def test_nbgrader_gives_full_and_partial_credit(course, student, work, points):
    handed_out = course / "release/tictactoe/tictactoe.ipynb"
    hand_in(handed_out, course / "submitted" / student / "tictactoe", *work)
    run("-m", "nbgrader", "autograde", "tictactoe", "--student", student, cwd=course)
    assert points_of(course, student) == dict(
        zip(("winner-test", "moves-test"), points, strict=True)
    )


@pytest.fixture(scope="module")
def assigned(tmp_path_factory):
    """What ``otter assign`` makes of the assignment: for students and for the autograder."""
    root = tmp_path_factory.mktemp("otter")
    shutil.copy(ASSIGNMENTS / "otter.ipynb", root / "tictactoe.ipynb")
    run("-m", "otter", "assign", "tictactoe.ipynb", "dist", cwd=root)
    return root / "dist"


@HANDED_IN
def test_otter_gives_the_points_of_each_function(assigned, tmp_path, student, work, points):
    (archive,) = (assigned / "autograder").glob("*.zip")
    submission = hand_in(assigned / "student/tictactoe.ipynb", tmp_path / student, *work)
    run("-m", "otter", "run", str(submission), "-a", str(archive), cwd=tmp_path)
    tests = json.loads((tmp_path / "results.json").read_text())["tests"]
    found = {test["name"]: test["score"] for test in tests if test.get("max_score")}
    assert found == dict(zip(("winner", "moves"), points, strict=True))


def test_a_student_sees_in_otter_what_is_wrong(assigned, tmp_path):
    folder = tmp_path / "student"
    shutil.copytree(assigned / "student", folder)
    (folder / "try.py").write_text(
        "import otter\ngrader = otter.Notebook('tictactoe.ipynb')\n"
        "LINES = [(0, 1, 2)]\n" + WINNER + "print(grader.check('winner'))\n"
    )
    printed = run("try.py", cwd=folder)
    assert "winner" in printed
    assert "failed" in printed
