"""Course reports, and the file that keeps results."""

import csv
import errno
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.models.html_reader import read_html, read_table
from tests.support.students.gallery import PLAIN, WINNER_ROWS, replaced
from tests.support.students.troublesome import RIGHT, TASKS, right_after, right_but
from tictactoe_widget import Game
from tictactoe_widget.classroom import check, check_all
from tictactoe_widget.classroom.checking.questions import checked_positions
from tictactoe_widget.classroom.checking.report import Part, Report
from tictactoe_widget.classroom.course_checks.check_all import CourseReport, Submission

SOME = checked_positions()[::270]
ROWS_ONLY = right_but(
    """
    def winner(board):
        for start in (0, 3, 6):
            if board[start] and board[start] == board[start + 1] == board[start + 2]:
                return board[start]
        return None
    """
)
ALWAYS_X = RIGHT + "\n\ndef player(board):\n    return 'X'\n"
COURSE = {
    "Zoe": RIGHT,
    "abe": RIGHT,
    "Ben": ROWS_ONLY,
    "Cai": ROWS_ONLY,
    "Dot": ALWAYS_X,
    "Eve": RIGHT.partition("def player")[0],
    "=1+1": right_after("1 / 0\n"),
}


@pytest.fixture(scope="module")
def report():
    return check_all(COURSE, "flat", TASKS)


def test_names_are_sorted_and_can_be_looked_up(report):
    assert [one.name for one in report] == ["=1+1", "abe", "Ben", "Cai", "Dot", "Eve", "Zoe"]
    assert report["Dot"].results == {"player": "failed", "winner": "passed"}
    assert (report["abe"].ok, report["Dot"].ok, report["=1+1"].ok) == (True, False, False)
    with pytest.raises(
        KeyError, match=r"name must be the name of a submission, not 'Bem'.*did you mean 'Ben'"
    ):
        report["Bem"]
    with pytest.raises(KeyError, match="name must be the name of a submission, not 3"):
        report[3]


def test_failing_submissions_by_function(report):
    assert report.passing == ("abe", "Zoe")
    assert report.unchecked == ("=1+1",)
    assert dict(report.failing) == {"player": ("Dot", "Eve"), "winner": ("Ben", "Cai", "Eve")}
    assert report.summary == (
        "2 of 7 submissions passed everything. 1 submission could not be checked."
    )


def test_text_summarizes_the_course(report):
    assert str(report) == (
        "2 of 7 submissions passed everything. 1 submission could not be checked.\n"
        "\n"
        "=1+1  not checked: The import failed: ZeroDivisionError: division by zero (line\n"
        "      1).\n"
        "Eve   missing: player, winner\n"
        "Ben   failed: winner\n"
        "Cai   failed: winner\n"
        "Dot   failed: player\n"
        "\n"
        "Passed everything: abe, Zoe\n"
        "\n"
        "Number of submissions that passed each function:\n"
        "  player  4 of 6\n"
        "  winner  3 of 6\n"
        "\n"
        "Likely mistakes, by number of submissions:\n"
        "   2  winner: The function looks only at rows.\n"
        "   1  player: The function always returns X."
    )
    assert repr(report) == str(report)


def test_two_mistakes_in_a_function_both_count():
    both = "The function always places X.", "It does not refuse a taken cell."
    parts = [
        Part("result", ok=False, checked_count=9, failed_count=9, mistakes=mistakes)
        for mistakes in (both, both[1:])
    ]
    assert (
        parts[0].diagnosis
        == "The function always places X. And: It does not refuse a taken cell."
    )
    submissions = tuple(
        Submission(name, Report("cs50", (part,)))
        for name, part in zip(("ada", "ben"), parts, strict=True)
    )
    course = CourseReport("cs50", ("result",), submissions, ())
    assert [(one.diagnosis, one.names) for one in course.misconceptions] == [
        (both[1], ("ada", "ben")),
        (both[0], ("ada",)),
    ]


@pytest.fixture(scope="module")
def illegal():
    """A course in which several submissions fail only for illegal moves."""
    accepting = PLAIN.replace("i < 0 or j < 0 or ", "")
    blind = accepting.replace("new[i][j] = player(board)", "new[i][j] = X")
    wrong = replaced(WINNER_ROWS)
    course = {"ada": PLAIN, "ben": accepting, "cai": accepting, "dot": blind, "eve": wrong}
    asked = [game for game in checked_positions() if game.move_count < 3]
    asked += [game for game in checked_positions() if game.winner][::20]
    return check_all(course, "cs50", ("result", "winner"), asked)


def test_illegal_move_failures_are_separate(illegal):
    assert [one.results["result"] for one in illegal] == [
        "passed",
        *["failed only for illegal moves"] * 2,
        "failed",
        "passed",
    ]
    assert illegal.failing["result"] == ("ben", "cai", "dot")
    assert illegal.failing_only_illegal == {"result": ("ben", "cai"), "winner": ()}
    assert str(illegal) == (
        "1 of 5 submissions passed everything.\n"
        "\n"
        "dot  failed: result\n"
        "eve  failed: winner\n"
        "\n"
        "Failed only for illegal moves: ben, cai\n"
        "\n"
        "Passed everything: ada\n"
        "\n"
        "Number of submissions that passed each function:\n"
        "  result                     2 of 5\n"
        "  result (legal moves only)  4 of 5\n"
        "  winner                     4 of 5\n"
        "\n"
        "Likely mistakes, by number of submissions:\n"
        "   1  result: The function always places X.\n"
        "   1  winner: The function looks only at rows.\n"
        "\n"
        "Likely mistakes about illegal moves, by number of submissions:\n"
        "   3  result: The function accepts negative row and column numbers, which Python\n"
        "      counts from the end."
    )


def test_illegal_move_failures_in_a_notebook(illegal):
    html = illegal._repr_html_()
    assert [row[0] for row in read_table(html).rows] == ["dot", "eve"]
    text = " ".join("".join(read_html(html).itertext()).split())
    assert "Show the 2 submissions that failed only for illegal movesben, cai" in text
    assert "result2 of 5result (legal moves only)4 of 5" in text
    # Three submissions accept negative numbers, but other mistakes come first.
    assert "Talk about" not in text
    assert (
        "Likely mistakes about illegal moves, by number of submissionsresult: The fun" in text
    )


def test_text_fits_a_terminal():
    long = "a" * 100
    parts = tuple(
        Part(f"function_{n}", ok=False, checked_count=1, failed_count=1) for n in range(9)
    )
    course = CourseReport(
        "flat",
        tuple(part.name for part in parts),
        (Submission(long, Report("flat", parts)), Submission("b", None, "x" * 200)),
        (),
    )
    lines = str(course).splitlines()
    assert max(map(len, lines)) <= 80
    assert f"{'a' * 21}...  failed: function_0, function_1, function_2," in lines


def test_notebook_shows_results_and_mistakes(report):
    html = report._repr_html_()
    table = read_table(html)
    assert table.columns == ["Name", "player", "winner"]
    assert table.rows == [
        ["Eve", "◌", "◌"],
        ["Ben", "✓", "✕"],
        ["Cai", "✓", "✕"],
        ["Dot", "✕", "✓"],
    ]
    text = " ".join("".join(read_html(html).itertext()).split())
    assert "Talk about winner firstMost frequent mistake (likely in 2 of 6" in text
    assert "=1+1 The import failed: ZeroDivisionError: division by zero (line 1)." in text
    assert "winner: The function looks only at rows.2" in text
    assert "player4 of 6" in text
    assert "Show the 2 submissions that passed everythingabe, Zoe" in text
    assert "report['Eve']" in text


def test_result_cells_have_their_colour(report):
    html = report._repr_html_()
    classes = [row.get("class") for row in read_html(html).iter("tr")]
    assert classes == [
        None,
        "ttt-missing-0 ttt-missing-1",
        "ttt-passed-0 ttt-failed-1",
        "ttt-passed-0 ttt-failed-1",
        "ttt-failed-0 ttt-passed-1",
    ]
    assert ".ttt-failed-1 td:nth-child(3){color:var(--wrong)" in html


def test_long_table_is_split_in_two():
    failed = Report("flat", (Part("player", ok=False, checked_count=1, failed_count=1),))
    some = tuple(Submission(f"s{n:02}", failed) for n in range(17))
    html = CourseReport("flat", ("player",), some, ())._repr_html_()
    tables = [len(table.findall("tbody/tr")) for table in read_html(html).iter("table")]
    assert tables == [9, 8]


def test_styles_apply_only_to_the_report(report):
    (style,) = re.findall("<style>(.*)</style>", report._repr_html_())
    plain = re.sub(r"@(supports|media|container)\s?(\([^{]*\)|print)\{", "", style)
    selectors = [part.rpartition("}")[2] for part in plain.split("{")[:-1]]
    assert [one for one in selectors if "ttt-course" not in one] == []


def test_submission_shows_its_report(report):
    assert str(report["Dot"]).startswith("Dot\n1 of 2 functions passed.")
    assert "<svg" in report["Dot"]._repr_html_()
    assert report["=1+1"]._repr_html_() == (
        "<p><b>=1+1</b> was not checked. The import failed: ZeroDivisionError: "
        "division by zero (line 1).</p>"
    )


def test_one_record_per_submission_and_function(report):
    records = report.to_records()
    assert len(records) == 14
    (dot,) = [r for r in records if (r["submission"], r["function"]) == ("Dot", "player")]
    told = dot["result"], dot["diagnosis"], dot["trouble"]
    assert told == ("failed", "The function always returns X.", None)
    # The smallest position with O to move has one mark, in the first corner.
    assert (dot["position"], dot["expected"], dot["got"]) == ("X../.../...", "'O'", "'X'")
    assert {r["result"] for r in records if r["submission"] == "=1+1"} == {"not checked"}
    assert len({tuple(record) for record in records}) == 1


def test_csv_contains_records_and_no_formulas(report, tmp_path):
    file = tmp_path / "course.csv"
    text = report.to_csv(file)
    assert file.read_bytes().decode("utf-8-sig") == text
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 14
    assert rows[0]["submission"] == "'=1+1"
    told = report.to_records()[2].items()
    assert rows[2] == {key: "" if value is None else str(value) for key, value in told}
    assert not [v for row in rows for v in row.values() if v.startswith(("=", "+", "-", "@"))]


def test_report_as_json(report):
    data = json.loads(json.dumps(report.to_dict(), allow_nan=False))
    assert data["failing"] == {"player": ["Dot", "Eve"], "winner": ["Ben", "Cai", "Eve"]}
    assert data["submissions"][0]["trouble"].startswith("The import failed")
    assert data["submissions"][4]["report"]["parts"][0]["result"] == "failed"
    assert [tuple(one.values()) for one in data["misconceptions"]] == [
        ("winner", "The function looks only at rows.", ["Ben", "Cai"], False),
        ("player", "The function always returns X.", ["Dot"], False),
    ]


def test_report_says_if_memory_was_not_limited(report):
    assert "Memory use was not limited" not in str(report)
    free = replace(report, is_memory_limited=False)
    assert (
        "Memory use was not limited, because this system does not support memory limits."
        in " ".join(str(free).split())
    )


LONG = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]


def player(board):
    return "XO"[board.count(None) % 2 == 0]


def {helper}({board}, {mark}):
    {doc}
    count = 0
    for a, b, c in LINES:
        if {board}[a] == {mark} and {board}[b] == {mark} and {board}[c] == {mark}:
            count += 1
    return count > 0


def winner({board}):
    {doc}
    for {mark} in "XO":  # {comment}
        if {helper}({board}, {mark}):
            return {mark}
        if {board}[0] == {mark} and {board}[4] == {mark} and {board}[8] == {mark}:
            return {mark}
        if {board}[2] == {mark} and {board}[4] == {mark} and {board}[6] == {mark}:
            return {mark}
        if {board}[1] == {mark} and {board}[4] == {mark} and {board}[7] == {mark}:
            return {mark}
    return None
"""
"""A winner that checks only one of the three columns."""


def variant(board="board", mark="mark", helper="has_row", doc="'''A.'''", comment="x"):
    return LONG.format(board=board, mark=mark, helper=helper, doc=doc, comment=comment)


def test_identical_wrong_functions_are_reported():
    given = {
        "ada": variant(),
        "ben": variant("state", "m", doc="pass", comment="mine").replace("    pass\n", ""),
        "cai": variant("state").replace("winner(state)", "winner(state: list) -> str"),
        "another helper": variant().replace("count > 0", "count > 1"),
        "another constant": variant().replace("[4]", "[3]"),
        "rows": ROWS_ONLY,
        "rows too": ROWS_ONLY,
        "right": RIGHT,
        "right too": RIGHT,
    }
    found = check_all(given, "flat", TASKS)
    told = "These submissions contain the same wrong version of winner: ada, ben and cai"
    assert [str(one) for one in found.same_functions] == [told]
    assert str(found).splitlines()[-1] == told
    assert told in found._repr_html_()
    assert found.to_dict()["same_functions"] == [
        {"function": "winner", "names": ["ada", "ben", "cai"]}
    ]


# The file that keeps results: it loses nothing and reuses nothing outdated.


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "course"
    folder.mkdir()
    (folder / "ada.py").write_text(RIGHT)
    (folder / "ben.py").write_text(ALWAYS_X)
    return folder


@pytest.fixture
def check_course(course, tmp_path):
    """Return a function that checks the course and returns the report and the known count."""

    def run(tasks=TASKS, positions=SOME, **options):
        told = []
        report = check_all(
            course,
            "flat",
            tasks,
            positions,
            resume=tmp_path / "kept.jsonl",
            progress=lambda done, _: told.append(done),
            **options,
        )
        return report, told[0]

    return run


def test_kept_results_are_not_checked_again(check_course):
    first, known = check_course()
    assert known == 0
    second, known = check_course()
    assert known == 2
    assert second.to_dict() == first.to_dict()


def test_results_from_an_older_version_are_read(check_course, tmp_path):
    first, _ = check_course()
    file = tmp_path / "kept.jsonl"
    head, *lines = file.read_text().splitlines()
    findings = [json.loads(line) for line in lines]
    for finding in findings:
        for part in finding["outcome"]["report"]["parts"]:
            del part["mistakes"], part["illegal_failed_count"]
    file.write_text("\n".join([head, *map(json.dumps, findings), ""]))
    second, known = check_course()
    assert known == 2
    assert second.to_dict() == first.to_dict()


def test_changed_and_new_submissions_are_checked(check_course, course):
    check_course()
    (course / "ben.py").write_text(RIGHT)
    (course / "cai.py").write_text(RIGHT + "\n")
    report, known = check_course()
    assert known == 1
    assert report.passing == ("ada", "ben", "cai")


@pytest.mark.parametrize(
    "options", [{"tasks": "player"}, {"positions": 21}, {"positions": [Game()]}]
)
def test_other_questions_are_checked_again(check_course, options):
    check_course()
    assert check_course(**options)[1] == 0
    assert check_course(**options)[1] == 2
    assert check_course()[1] == 2


def test_other_package_version_checks_again(check_course, monkeypatch):
    check_course()
    monkeypatch.setattr("tictactoe_widget.__version__", "99.0.0")
    assert check_course()[1] == 0


def test_new_limits_retry_only_unchecked(check_course, course):
    (course / "cai.py").write_text(right_after("while True:\n    pass\n"))
    report, _ = check_course(seconds=1)
    assert report["cai"].trouble == "The submission took longer than 1 s."
    assert check_course(seconds=1)[1] == 3
    report, known = check_course(seconds=1.5)
    assert (known, report["cai"].trouble) == (2, "The submission took longer than 1.5 s.")


@pytest.mark.parametrize("cut", [1, 2, 20, 60])
def test_truncated_line_loses_only_itself(check_course, tmp_path, cut):
    check_course()
    file = tmp_path / "kept.jsonl"
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    assert check_course()[1] == (2 if cut == 1 else 1)
    if cut > 1:
        # The damaged line is still there, and nothing was added to it.
        assert file.read_bytes().startswith(whole[:-cut] + b"\n")
    assert check_course()[1] == 2


@pytest.mark.parametrize("begun", [b"", b'{"kept'])
def test_truncated_header_starts_a_new_file(check_course, tmp_path, begun):
    (tmp_path / "kept.jsonl").write_bytes(begun)
    assert check_course()[1] == 0
    assert check_course()[1] == 2


def test_unrelated_file_is_left_alone(check_course, tmp_path):
    file = tmp_path / "kept.jsonl"
    file.write_text("my thesis\n")
    with pytest.raises(ValueError, match="resume must be a file written by check_all"):
        check_course()
    assert file.read_text() == "my thesis\n"


def test_full_disk_loses_no_results(check_course, course, tmp_path, monkeypatch):
    check_course()
    before = (tmp_path / "kept.jsonl").read_bytes()
    (course / "cai.py").write_text(RIGHT + "\n")
    plain_open = Path.open

    def full(self, mode="r", **options):
        stream = plain_open(self, mode, **options)
        if mode == "a":
            write = stream.write

            def half(text):
                write(text[: len(text) // 2])
                stream.flush()
                raise OSError(errno.ENOSPC, "No space left on device")

            stream.write = half
        return stream

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        with pytest.raises(OSError, match="No space left"):
            check_course()
    assert (tmp_path / "kept.jsonl").read_bytes().startswith(before)
    assert check_course()[1] == 2
    assert check_course()[1] == 3


def test_kept_lines_are_json_with_names(check_course, tmp_path):
    check_course()
    head, *lines = (tmp_path / "kept.jsonl").read_text().splitlines()
    assert json.loads(head) == {"kept_by": "check_all"}
    assert sorted(json.loads(line)["name"] for line in lines) == ["ada", "ben"]


def test_report_on_one_module_as_records():
    report = check(lambda board: None not in board, "flat", "terminal", progress=False)
    (row,) = report.to_records()
    assert json.loads(json.dumps(report.to_dict()))["parts"] == [json.loads(json.dumps(row))]
    assert (row["name"], row["checked_count"], row["failed_count"]) == ("terminal", 5478, 880)
