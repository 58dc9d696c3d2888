"""One call checks 300 submissions, more than 30 of them harmful."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from tests.support.students.troublesome import (
    CHECKED,
    MEMORY,
    SECONDS,
    TASKS,
    UNCHECKED,
    large_course,
)
from tictactoe_widget.classroom import check_all
from tictactoe_widget.classroom.checking.questions import checked_positions

COURSE = large_course()

check_course = partial(
    check_all,
    contract="flat",
    tasks=TASKS,
    positions=checked_positions()[::270],
    seconds=SECONDS,
    memory=MEMORY,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("course")
    for name, (source, _) in COURSE.items():
        content = source if isinstance(source, bytes) else source.encode()
        (made / f"{name}.py").write_bytes(content)
    return made


@pytest.fixture(scope="module")
def report(folder):
    return check_course(folder, workers=2)


def test_reports_on_300_submissions(report):
    assert len(report) == 300
    assert len(UNCHECKED) + len(CHECKED) > 30
    found = {
        one.name: one.trouble if one.report is None else tuple(one.results.values())
        for one in report
    }
    assert found == {name: expected for name, (_, expected) in COURSE.items()}


@pytest.mark.parametrize(
    "options",
    [{"workers": 1}, {"executor": partial(ThreadPoolExecutor, 3)}],
    ids=["one worker", "threads"],
)
def test_report_same_on_other_workers(folder, report, options):
    other = check_course(folder, **options)
    assert [one for one in other if one != report[one.name]] == []
    assert other.to_dict() == report.to_dict()
