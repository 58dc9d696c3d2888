"""Worksheets as text; tests/browser prints them."""

import re

import pytest

from tictactoe_widget.classroom import puzzles, worksheet


def test_each_puzzle_stands_on_the_sheet_and_its_answer_on_a_page_of_its_own(tmp_path):
    given = [
        *puzzles("standard", "win", plies=3, count=5),
        *puzzles("misere", "misere", count=8),
    ]
    sheet = worksheet(given, title="Win & hold")
    sheet.write(tmp_path / "sheet.html")
    html = (tmp_path / "sheet.html").read_text("utf-8")
    *tasks, answers = re.findall(r'<section class="page">.*?</section>', html)
    assert [page.count("<svg") for page in tasks] == [6, 6, 1]
    assert [page.count(">Answers<") for page in [*tasks, answers]] == [0, 0, 0, 1]
    assert re.findall(r"<li>(.*?)</li>", answers) == [one.answer for one in given]
    assert re.findall(r"<b>(\d+)\.</b>", html) == [str(at) for at in range(1, 14)]
    assert html.count("<h1>Win &amp; hold</h1>") == 4
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|<script", html)


def test_answers_of_a_long_sheet_go_on_with_their_numbers():
    html = worksheet(puzzles("standard", "fork")).to_html()
    assert re.findall(r'<ol start="(\d+)">', html) == ["1", "31"]


def test_a_notebook_shows_the_sheet_in_a_frame_that_runs_nothing():
    shown = worksheet(puzzles("standard", "fork", count=1), title='A "fork"')._repr_html_()
    assert shown.startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert ' sandbox title="A &quot;fork&quot;"' in shown


def test_an_empty_title_is_refused():
    with pytest.raises(ValueError, match="1 to 40 characters"):
        worksheet(puzzles("standard", "fork", count=1), title=" ")


@pytest.mark.parametrize("name", ["forks.pdf", "forks.DOCX"])
def test_no_html_is_written_under_the_name_of_another_kind_of_document(tmp_path, name):
    sheet = worksheet(puzzles("standard", "fork", count=1))
    with pytest.raises(ValueError, match=r"write it as \.html; a browser prints it to PDF"):
        sheet.write(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["forks", "week.2", "forks.HTM"])
def test_a_number_after_a_dot_is_no_kind_of_document(tmp_path, name):
    worksheet(puzzles("standard", "fork", count=1)).write(tmp_path / name)
    assert (tmp_path / name).read_text("utf-8").startswith("<!doctype html>")


def test_a_folder_that_is_not_there_is_named(tmp_path):
    sheet = worksheet(puzzles("standard", "fork", count=1))
    with pytest.raises(FileNotFoundError, match="There is no such folder") as refused:
        sheet.write(tmp_path / "prints" / "forks.html")
    assert refused.value.filename == str(tmp_path / "prints")
