"""Thinking players, hints and reviews on real pages. Squares count from 1."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import EMPTY, LONG, player

FUNCTIONS = """
from tictactoe_widget import TicTacToe
from tictactoe_widget.session import board as session

session.WATCHING_SECONDS = 0.1  # between two moves of computers

def first_free(game):
    return game.legal_moves[0]
def last_free(game):
    return game.legal_moves[-1]
board = TicTacToe(o=last_free)
board
"""

WATCHED = """
from tictactoe_widget import TicTacToe, player

expert, steps = player("expert", seconds=600), 0
def sage(game):
    global steps
    for cell in expert.think(game):
        steps += 1
        yield cell
board = TicTacToe(o=sage, rules="ultimate")
board
"""


def open_cells(open_notebook, *sources):
    """Return a function that runs a notebook whose first cell displays `board`."""
    notebook = open_notebook(*sources)
    notebook.run(0)
    board = notebook.board(0)
    expect(board.status).to_contain_text("turn")
    return notebook, board


def test_watch_two_functions(open_notebook):
    notebook, board = open_cells(open_notebook, FUNCTIONS)
    expect(player(board, "O")).to_contain_text("last_free")
    board.cell(5).click()
    board.shows(".../.X./..O", "Your turn")
    board.cell(1).click()
    board.shows("X../.X./.OO", "Your turn")

    board.button("New game").click()
    board.shows(EMPTY, "Your turn")
    board.root.evaluate(
        """root => {
          const cells = root.querySelector(".ttt-rows");
          const count = () => cells.querySelectorAll(".ttt-mark").length;
          root.seen = [];
          new MutationObserver(() => root.seen.push(count()))
            .observe(cells, { attributeFilter: ["data-mark"], subtree: true });
        }"""
    )
    notebook.kernel.evaluate("board.seat('X', first_free)")
    # X plays 1, 2 and 3 from the start, O plays 9 and 8 from the end.
    board.shows("XXX/.../.OO", "Player X wins!")
    assert board.root.evaluate("root => root.seen") == [1, 2, 3, 4, 5]


def test_cell_runs_while_expert_thinks(open_notebook):
    notebook, board = open_cells(open_notebook, WATCHED, "board.thinking, steps > 0, steps")
    board.cell(41).click()
    expect(board.status).to_contain_text("The computer is thinking")
    until(lambda: notebook.kernel.evaluate("steps") > 0, "it begins to think")
    notebook.run(1)
    expect(notebook.output(1)).to_contain_text("('O', True, ")
    steps = int(notebook.output(1).inner_text().split(", ")[-1].rstrip(")\n "))
    # Expert was still thinking when the cell ran, and the cell didn't stop it.
    until(lambda: notebook.kernel.evaluate("steps") > steps, "it thinks on")
    expect(board.status).to_contain_text("The computer is thinking")


@pytest.mark.long
def test_hints_and_reviews_are_accessible(open_board, theme, screenshots):
    notebook, board = open_board(arguments="hints=True", host="notebook")
    kernel = notebook.kernel

    def audit(moment):
        for width in (320, 1000):
            notebook.page.set_viewport_size({"width": width, "height": 900})
            assert board.root.evaluate("root => root.scrollWidth <= root.clientWidth"), moment
            picture = screenshots / f"notebook-{theme}-{width}-{moment}.png"
            board.root.screenshot(path=picture, animations="disabled")
        assert violations(board) == [], moment

    board.click(1, 4, 2, 5)
    expect(board.cell(3)).to_have_accessible_name(re.compile("best"))
    audit("hints")
    board.click(7, 6)
    reviewed = board.root.get_by_role(
        "button", name=re.compile(r"^\d \d [XO]: (win|draw|loss)")
    )
    expect(reviewed).to_have_count(6)
    audit("review")
    kernel.evaluate("board.new_game('ultimate')")
    kernel.evaluate(f"[board.play(at - 1) for at in {LONG[:24]}] and None")
    until(lambda: kernel.evaluate("board.working") == "", "the hints are there")
    expect(board.root.locator(".ttt-comment")).not_to_be_empty()
    audit("ultimate-hints")
