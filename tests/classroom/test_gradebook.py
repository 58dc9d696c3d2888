"""Points for a course, tables for learning platforms, and feedback files."""

import csv
import io
from math import nan

import pytest

from tests.support.models.html_reader import read_html, read_table
from tictactoe_widget import Game
from tictactoe_widget.classroom import CourseReport, Gradebook, Report, Submission
from tictactoe_widget.classroom.checking.report import Counterexample, Part
from tictactoe_widget.classroom.course_checks.check_all import SharedFunction

MISSED = Counterexample(
    Game.from_text("XOO/X../X.."), None, "'X'", "None", None, "winner(board) returned None."
)


def part(name, checked, failed, **found):
    return Part(
        name, ok=not failed and checked > 0, checked_count=checked, failed_count=failed, **found
    )


def report(*parts):
    return Report("cs50", parts)


@pytest.fixture
def course():
    wrong = part(
        "winner", 80, 20, counterexample=MISSED, mistakes=("The function looks only at rows.",)
    )
    unjudged = Part("result", ok=False, checked_count=50, failed_count=0)
    submissions = (
        Submission("=ada", report(part("winner", 80, 0), part("result", 50, 0))),
        Submission("ben/1", report(wrong, unjudged)),
        Submission("Ben:1", report(part("winner", 80, 80), part("result", 0, 0))),
        Submission("cai", None, "The import failed: <b>"),
    )
    same = SharedFunction("winner", ("ben/1", "Ben:1"))
    return CourseReport("cs50", ("winner", "result"), submissions, (same,))


def points(gradebook):
    return [grade.points for grade in gradebook.grades]


def test_functions_share_points_by_weight(course):
    assert points(course.gradebook(5)) == [5, 0, 0, None]
    weighted = course.gradebook({"winner": 3, "result": 1})
    assert dict(weighted.grades[0].function_points) == {"winner": 3, "result": 1}
    assert points(course.gradebook({"winner": 3})) == [3, 0, 0, None]


def test_wrong_function_can_get_partial_points(course):
    # 60 of 80 answers are right. A function that was not judged, or is missing, gets nothing.
    assert points(course.gradebook({"winner": 4, "result": 4}, partial=True)) == [8, 3, 0, None]


def test_one_record_per_submission(course):
    found = course.gradebook({"winner": 1}, partial=True).to_records()
    assert found[1] == {
        "submission": "ben/1",
        "winner": 0.75,
        "result": 0,
        "points": 0.75,
        "trouble": None,
    }
    assert (found[3]["winner"], found[3]["points"]) == (None, None)
    assert found[3]["trouble"] == "The import failed: <b>"


def rows_of(text):
    return list(csv.reader(io.StringIO(text)))


def test_canvas_table(course):
    # The columns that lib/gradebook_importer.rb in canvas-lms expects, in this order.
    text = course.gradebook(10).to_csv(system="canvas", assignment="Project 0 (42)")
    assert rows_of(text) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Project 0 (42)"],
        ["    Points Possible", "", "", "", "", "10.0"],
        ["'=ada", "", "", "'=ada", "", "10.0"],
        ["ben/1", "", "", "ben/1", "", "0.0"],
        ["Ben:1", "", "", "Ben:1", "", "0.0"],
        ["cai", "", "", "cai", "", ""],
    ]


def test_moodle_table(course, tmp_path):
    file = tmp_path / "moodle.csv"
    thirds = {"winner": 10 / 3}
    text = course.gradebook(thirds).to_csv(file, "moodle")
    assert file.read_bytes().decode("utf-8-sig") == text
    assert rows_of(text)[:3] == [
        ["Username", "Tic-tac-toe"],
        ["'=ada", "3.33"],
        ["ben/1", "0.0"],
    ]


def test_points_are_shown_as_a_table(course):
    gradebook = course.gradebook(4)
    assert str(gradebook) == (
        "Name     winner  result  Points\n"
        "Maximum       2       2       4\n"
        "=ada          2       2       4\n"
        "ben/1         0       0       0\n"
        "Ben:1         0       0       0\n"
        "cai           –       –       –"
    )
    table = read_table(gradebook._repr_html_())
    assert table.rows[1] == ["=ada", "2", "2", "4"]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ("ten", TypeError, "points must be a number, or a dict from function names to numbers"),
        (True, TypeError, "points must be a number"),
        ({"winner": "3"}, TypeError, "points must be a number"),
        (-1, ValueError, "points must be at least 0, not -1"),
        (nan, ValueError, "points must be at least 0, not nan"),
        (
            {"winer": 3},
            ValueError,
            "points must name functions that were checked, not 'winer'.*did you mean 'winner'",
        ),
    ],
)
def test_invalid_points_are_refused(course, given, error, message):
    with pytest.raises(error, match=message):
        course.gradebook(given)


def test_unknown_platform_is_refused(course):
    with pytest.raises(ValueError, match="system must be 'canvas' or 'moodle', not 'ilias'"):
        course.gradebook().to_csv(system="ilias")


def test_gradebook_as_json(course):
    data = course.gradebook({"winner": 4}).to_dict()
    assert data["maximum"] == {"winner": 4, "result": 0}
    assert data["grades"][0] == {
        "name": "=ada",
        "points": 4,
        "function_points": {"winner": 4, "result": 0},
        "trouble": None,
    }
    assert isinstance(course.gradebook(), Gradebook)


def test_feedback_has_one_file_per_student(course, tmp_path):
    files = course.write_feedback(tmp_path / "new/feedback")
    assert [file.name for file in files] == [
        "_ada.html",
        "ben_1.html",
        "Ben_1-2.html",
        "cai.html",
    ]
    pages = [file.read_text("utf-8") for file in files]
    page = read_html(pages[1].removeprefix("<!doctype html>").replace(VOID, ""))
    text = " ".join("".join(page.itertext()).split())
    assert "winner(board) returned None." in text
    assert "Likely mistake in winner: The function looks only at rows." in text
    assert pages[1].count('class="ttt-picture"') == 1
    assert "The import failed: &lt;b&gt;" in pages[3]


def test_markdown_feedback_shows_values_as_code(course, tmp_path):
    files = course.write_feedback(tmp_path, "markdown")
    assert [file.name for file in files] == ["_ada.md", "ben_1.md", "Ben_1-2.md", "cai.md"]
    texts = [file.read_text("utf-8") for file in files]
    assert texts[1] == (
        "# ben/1\n\n0 of 2 functions passed.\n\n"
        "| Function | Result | Checked | Wrong |\n| --- | --- | --- | --- |\n"
        "| `winner` | failed | 80 | 20 |\n| `result` | not judged | 50 | 0 |\n\n"
        "## `winner`\n\n    winner(board) returned None.\n"
        "        X O O\n        X . .\n        X . .\n\n"
        "**Likely mistake in winner: The function looks only at rows.**\n"
    )
    assert texts[3] == "# cai\n\n    The import failed: <b>\n"


def test_unknown_feedback_format_is_refused(course, tmp_path):
    with pytest.raises(ValueError, match="form must be 'html' or 'markdown', not 'pdf'"):
        course.write_feedback(tmp_path, "pdf")


VOID = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'


def test_feedback_does_not_mention_other_students(course, tmp_path):
    pages = [file.read_text("utf-8") for file in course.write_feedback(tmp_path)]
    assert "same wrong" in str(course)
    assert [("ben/1" in page, "Ben:1" in page) for page in pages] == [
        (False, False),
        (True, False),
        (False, True),
        (False, False),
    ]
