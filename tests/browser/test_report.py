"""A report on a real JupyterLab page: its table and its drawn counterexample."""

import re

from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations_in
from tests.support.models.svg_reader import Picture

REPORT = """\
from tictactoe_widget.classroom import check

def winner(board):
    for start in (0, 3, 6):
        if board[start] and board[start] == board[start + 1] == board[start + 2]:
            return board[start]
    return None

check(winner, contract="flat")"""
"""A winner that looks at rows only: a column with two marks of O is the least it misses."""


def test_a_report_is_a_table_and_the_counterexample_as_a_picture(
    open_notebook, theme, screenshots
):
    notebook = open_notebook(REPORT)
    notebook.run(0)
    output = notebook.output(0)
    row = output.get_by_role("row", name="winner")
    expect(row).to_contain_text("failed")
    expect(row).to_contain_text("5478")
    expect(output.get_by_role("article")).to_contain_text("looks at rows only")
    expect(output).to_contain_text("winner(board) returned None; it should be 'X'.")
    picture = output.locator("svg.ttt-picture")
    expect(picture).to_have_accessible_name(re.compile("Player X wins!"))
    drawn = Picture.read(picture.evaluate("one => new XMLSerializer().serializeToString(one)"))
    marks = list(drawn.marks.values())
    assert (marks.count("X"), marks.count("O")) == (3, 2)
    columns = {column for (_, column), mark in drawn.marks.items() if mark == "X"}
    assert len(columns) == 1
    assert violations_in(output.locator(".jp-RenderedHTMLCommon")) == []
    output.screenshot(path=screenshots / f"report-{theme}.png")
