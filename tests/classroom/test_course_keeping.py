"""The file in which a check of a course is kept: nothing in it is lost, nothing old is told."""

import errno
import json
from pathlib import Path

import pytest

from tests.support.students.troublesome import RIGHT, TASKS, right_after
from tictactoe_widget import Game
from tictactoe_widget.classroom import check_all

ALWAYS_X = RIGHT + "\n\ndef player(board):\n    return 'X'\n"


@pytest.fixture
def course(tmp_path):
    folder = tmp_path / "course"
    folder.mkdir()
    (folder / "ada.py").write_text(RIGHT)
    (folder / "ben.py").write_text(ALWAYS_X)
    return folder


@pytest.fixture
def check_course(course, tmp_path):
    """Check the course with its file; return the report and how many were known already."""

    def run(tasks=TASKS, positions=20, **options):
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


def test_what_is_kept_is_not_checked_again_and_the_report_is_the_same(check_course):
    first, known = check_course()
    assert known == 0
    second, known = check_course()
    assert known == 2
    assert second.to_dict() == first.to_dict()


def test_what_has_changed_or_is_new_is_checked(check_course, course):
    check_course()
    (course / "ben.py").write_text(RIGHT)
    (course / "cai.py").write_text(RIGHT + "\n")
    report, known = check_course()
    assert known == 1
    assert report.passing == ("ada", "ben", "cai")


@pytest.mark.parametrize(
    "options", [{"tasks": "player"}, {"positions": 21}, {"positions": [Game()]}]
)
def test_other_questions_are_asked_anew(check_course, options):
    check_course()
    assert check_course(**options)[1] == 0
    assert check_course(**options)[1] == 2
    assert check_course()[1] == 2


def test_another_version_of_the_package_checks_anew(check_course, monkeypatch):
    check_course()
    monkeypatch.setattr("tictactoe_widget.__version__", "99.0.0")
    assert check_course()[1] == 0


def test_with_other_limits_only_what_was_not_checked_is_tried_again(check_course, course):
    (course / "cai.py").write_text(right_after("while True:\n    pass\n"))
    report, _ = check_course(seconds=1)
    assert report["cai"].trouble == "took longer than 1 s"
    assert check_course(seconds=1)[1] == 3
    report, known = check_course(seconds=1.5)
    assert (known, report["cai"].trouble) == (2, "took longer than 1.5 s")


@pytest.mark.parametrize("cut", [1, 2, 20, 60])
def test_a_last_line_that_was_cut_off_costs_itself_alone(check_course, tmp_path, cut):
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
def test_a_file_that_was_cut_off_when_it_was_begun_is_begun_anew(check_course, tmp_path, begun):
    (tmp_path / "kept.jsonl").write_bytes(begun)
    assert check_course()[1] == 0
    assert check_course()[1] == 2


def test_a_file_of_something_else_is_left_alone(check_course, tmp_path):
    file = tmp_path / "kept.jsonl"
    file.write_text("my thesis\n")
    with pytest.raises(ValueError, match=r"kept\.jsonl' is no file that check_all has kept"):
        check_course()
    assert file.read_text() == "my thesis\n"


def test_a_full_disk_costs_nothing_of_what_was_kept(
    check_course, course, tmp_path, monkeypatch
):
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


def test_each_line_is_json_and_names_its_submission(check_course, tmp_path):
    check_course()
    head, *lines = (tmp_path / "kept.jsonl").read_text().splitlines()
    assert json.loads(head) == {"kept_by": "check_all"}
    assert sorted(json.loads(line)["name"] for line in lines) == ["ada", "ben"]
