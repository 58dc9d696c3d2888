"""The board on real JupyterLab and Notebook 7 pages, used like a person."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import EMPTY, reset_scores, tab_to

# Notebook 7 has the same parts as JupyterLab. test_looks.py has a board there.
LAB = pytest.mark.parametrize("host", ["lab", pytest.param("notebook", marks=pytest.mark.long)])


@LAB
def test_two_player_game_by_mouse(open_board, host):
    notebook, board = open_board(host=host)
    board.click(5)
    board.shows(".../.X./...", "Player O's turn")
    board.click(1, 2, 9)
    board.shows("OX./.X./..O", "Player X's turn")
    board.click(8)
    board.shows("OX./.X./.XO", "Player X wins!")
    for position in (2, 5, 8):
        expect(board.cell(position)).to_have_accessible_name(re.compile("in the row"))
    assert board.score() == [1, 0, 0]
    kernel = notebook.kernel
    assert kernel.evaluate("board.winner, list(board.moves), board.round") == (
        "X",
        [4, 0, 1, 8, 7],
        1,
    )

    board.cell(3).click()
    expect(board.spoken).to_have_text(re.compile("^Player X wins!"))
    expect(board.root.locator(".ttt-refusal")).to_be_empty()
    assert kernel.evaluate("board.move_count") == 5

    board.button("New game").click()
    board.shows(EMPTY, "Player X's turn")
    assert board.score() == [1, 0, 0]
    reset_scores(board)
    board.shows(EMPTY, "Player X's turn")
    until(lambda: board.score() == [0, 0, 0], "the scores are reset")
    assert kernel.evaluate("board.round, board.move_count") == (2, 0)


@LAB
def test_game_by_keyboard(open_board, host):
    notebook, board = open_board(host=host)
    page = notebook.page
    tab_to(page, "1, row 1, column 1")
    keys = page.keyboard
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    keys.press("Enter")
    board.shows(".../.X./...", "Player O's turn")
    keys.press("Home")
    keys.press("ArrowUp")
    keys.press("Space")
    board.shows("O../.X./...", "Player X's turn")
    for key, marks, message in [
        ("3", "O.X/.X./...", "Player O's turn"),
        ("4", "O.X/OX./...", "Player X's turn"),
        ("7", "O.X/OX./X..", "Player X wins!"),
    ]:
        keys.press(key)
        board.shows(marks, message)
    tab_to(page, "New game")
    keys.press("Enter")
    board.shows(EMPTY, "Player X's turn")
    assert notebook.kernel.evaluate("board.scores, board.round") == (
        {"X": 1, "O": 0, "draws": 0},
        2,
    )


@LAB
def test_board_keys_not_sent_to_notebook(open_board, host):
    notebook, board = open_board("1 + 1", "2 + 2", host=host)
    notebook.run_all()
    board.shows(EMPTY, "Player X's turn")
    page = notebook.page

    def press_keys_on(role, name, moves):
        target = board.root.get_by_role(role, name=name, exact=True)
        target.focus()
        for key in [
            *"xcvzaxbmyrjkdd00ii",
            "Shift+m",
            "Shift+ArrowDown",
            "ArrowDown",
            "ArrowUp",
            "f",
        ]:
            page.keyboard.press(key)
            assert page.evaluate("!!document.activeElement.closest('.ttt')"), (name, key)
        assert page.locator("dialog[open], .jp-Dialog").count() == 0
        sources = page.locator(".jp-Notebook .jp-Cell .cm-content").all_inner_texts()
        assert [source.splitlines()[-1] for source in sources] == ["board", "1 + 1", "2 + 2"]
        assert page.locator(".jp-MarkdownCell, .jp-RawCell").count() == 0
        assert notebook.kernel.evaluate("board.move_count") == moves

    board.click(9)  # with the mouse, so the focus doesn't matter
    for key in "xddab":
        page.keyboard.press(key)
    board.button("New game").click()
    board.shows(EMPTY, "Player X's turn")
    for role, name in [
        ("button", "1, row 1, column 1, empty"),
        ("button", "New game"),
        ("radio", "A friend"),
    ]:
        press_keys_on(role, name, 0)
    board.root.get_by_role("radio", name="A friend").click()
    board.click(5)
    for name in ("Step back", "1 5 X"):
        press_keys_on("button", name, 1)

    # These keys return to the notebook. The first also runs its cell.
    board.cell(1).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+Enter")
    cells = page.locator(".jp-Notebook-cell")
    expect(cells.nth(1)).to_have_class(re.compile("jp-mod-selected"))
    expect(cells.nth(0)).not_to_have_class(re.compile("jp-mod-selected"))
    board.shows(EMPTY, "Player X's turn")
    board.cell(1).focus()
    page.keyboard.press("Escape")
    expect(cells.nth(0)).to_be_focused()


def test_board_works_while_cell_runs(open_board, server):
    gate = server.files / "gate"
    notebook, board = open_board(
        "import pathlib, time\n"
        f"while not pathlib.Path({str(gate)!r}).exists():\n"
        "    time.sleep(0.01)\n"
        "board.move_count"
    )
    board.click(5)
    notebook.run(1)
    expect(notebook.cell(1)).to_contain_text("[*]")
    board.click(1, 9)
    expect(notebook.cell(1)).to_contain_text("[*]")
    gate.touch()
    expect(notebook.output(1)).to_contain_text("3")


def restart(notebook):
    notebook.choose("Kernel", "Restart Kernel…")
    notebook.page.get_by_role("button", name="Confirm Kernel Restart").click()
    notebook.kernel.wait_until_restarted()


def shut_down(notebook):
    notebook.shut_down()


def kill(notebook):
    notebook.kernel.kill()
    notebook.page.get_by_role("dialog").get_by_role("button", name="Ok").click()
    notebook.kernel.wait_until_restarted()


@pytest.mark.parametrize(
    "end",
    [restart, *(pytest.param(end, marks=pytest.mark.long) for end in (shut_down, kill))],
    ids=lambda end: end.__name__,
)
def test_board_recovers_after_kernel_restart(open_board, server, end):
    notebook, board = open_board()
    board.click(5, 1)
    end(notebook)
    board.cell(9).click()
    expect(board.notice).to_contain_text("not running")
    expect(board.button("Retry")).to_be_visible()
    assert board.marks() == "O../.X./..."
    if end is shut_down:
        notebook.choose("Kernel", "Restart Kernel…")  # without a kernel, there is no question
    notebook.wait_until_connected(server)
    notebook.run(0)
    board.shows(EMPTY, "Player X's turn")
    board.click(5)
    board.shows(".../.X./...", "Player O's turn")


def test_rerun_leaks_no_boards(open_board):
    notebook, board = open_board(alone=True)
    devtools = notebook.page.context.new_cdp_session(notebook.page)
    for _ in range(3):
        board.click(5)
        notebook.run(0)
        board.shows(EMPTY, "Player X's turn")
    devtools.send("HeapProfiler.collectGarbage")
    assert living_boards(devtools) == 1
    until(lambda: notebook.kernel.evaluate(OPEN_BOARDS) == 1, "the kernel has one board")


# Python code that counts the boards with a model, which every page loads.
OPEN_BOARDS = (
    "sum(one['state'].get('_anywidget_id', '').endswith('.TicTacToe') for one in"
    " __import__('ipywidgets').Widget.get_manager_state()['state'].values())"
)

# A slider that creates a new board at each step, with two computers that never move.
INTERACT = """\
import ipywidgets
from tictactoe_widget import TicTacToe

def slow(game):
    while True:
        yield None

boards = globals().get("boards", [])

@ipywidgets.interact(number=(0, 9))
def show(number):
    boards.append(TicTacToe(x=slow, o=slow))
    return boards[-1]
"""

THINKING = "[one.thinking for one in boards]"


def test_interact_keeps_only_newest_board(open_notebook):
    notebook = open_notebook(INTERACT)
    notebook.run(0)
    kernel = notebook.kernel
    until(lambda: kernel.evaluate(THINKING) == ["X"], "the first board plays")
    notebook.page.locator(".noUi-handle").focus()
    for number in (1, 2, 3):
        notebook.page.keyboard.press("ArrowRight")
        newest = [None] * number + ["X"]
        until(lambda wanted=newest: kernel.evaluate(THINKING) == wanted, "the newest plays")
    until(lambda: kernel.evaluate(OPEN_BOARDS) == 1, "the kernel has one board")

    # Running a cell again leaves only one game running, too.
    notebook.run(0)
    until(lambda: kernel.evaluate(THINKING) == [None] * 4 + ["X"], "the new board plays")


HAS_MODEL = """(model) => jupyterapp.shell.currentWidget.sessionContext.session.kernel
  .hasComm(model)"""

SAVE = "() => jupyterapp.commands.execute('docmanager:save')"
CLEAR_OUTPUT = "() => jupyterapp.commands.execute('notebook:clear-cell-output')"
REOPEN = """async () => {
  const { path } = jupyterapp.shell.currentWidget.context;
  for (const one of [...jupyterapp.shell.widgets("main")]) one.dispose();
  await jupyterapp.commands.execute("docmanager:open", { path, factory: "Notebook" });
}"""


def test_hidden_board_is_paused(open_board, open_notebook, server):
    notebook, board = open_board("Out[1]")
    page, kernel = notebook.page, notebook.kernel
    board.click(5)
    first = kernel.evaluate("board.model_id")
    page.evaluate(SAVE)

    # A view in another browser keeps the board alive after this browser runs the cell again.
    other = open_notebook(copy_of=notebook, alone=True)
    other.board(0).shows(".../.X./...", "Player O's turn")
    notebook.run(0)
    board.shows(EMPTY, "Player X's turn")
    other.board(0).click(1)
    assert kernel.evaluate("list(Out[1].moves)") == [4, 0]
    assert kernel.evaluate(OPEN_BOARDS) == 2

    # After that view closes, no page has the board's model, but `Out[1]` can still play.
    other.page.evaluate(CLEAR_OUTPUT)
    until(lambda: not page.evaluate(HAS_MODEL, first), "the model is closed in the page")
    assert kernel.evaluate("Out[1].play(8), list(Out[1].moves)") == (None, [4, 0, 8])
    assert kernel.evaluate(OPEN_BOARDS) == 1

    notebook.run(1)
    again = notebook.board(1)
    again.shows("O../.X./..X", "Player O's turn")
    again.click(2)
    assert kernel.evaluate("list(Out[1].moves), board.move_count") == ([4, 0, 8, 1], 0)
    assert kernel.evaluate("Out[1].model_id") == first
    board.shows(EMPTY, "Player X's turn")

    # Closing a notebook closes its views. Reopening it finds the boards again.
    page.evaluate(SAVE)
    page.evaluate(REOPEN)
    notebook.wait_until_connected(server)
    again.shows("OO./.X./..X", "Player X's turn")
    again.click(3)
    board.click(1)
    assert kernel.evaluate(OPEN_BOARDS) == 2


def living_boards(devtools):
    """Count the boards that the page keeps in memory, in the document or not."""
    of = devtools.send("Runtime.evaluate", {"expression": "HTMLElement.prototype"})
    every = devtools.send(
        "Runtime.queryObjects", {"prototypeObjectId": of["result"]["objectId"]}
    )
    count = devtools.send(
        "Runtime.callFunctionOn",
        {
            "objectId": every["objects"]["objectId"],
            "functionDeclaration": "function () {"
            " const isReal = (one) => !Object.hasOwn(one, 'constructor');"
            " return this.filter((one) => isReal(one) && one.matches('section.ttt')).length }",
            "returnByValue": True,
        },
    )
    return count["result"]["value"]


def test_undo_by_button_and_key(open_board):
    notebook, board = open_board(arguments="names={'O': 'Grace'}")
    kernel = notebook.kernel
    cells = notebook.page.locator(".jp-Cell").count()
    board.click(5, 1, 9)
    board.button("Undo").click()
    board.shows("O../.X./...", "Player X's turn")
    board.cell(5).focus()
    notebook.page.keyboard.press("Control+z")
    board.shows(".../.X./...", "Grace's turn")
    expect(board.root.get_by_role("status")).to_have_text(re.compile("^Back to move 1"))
    assert notebook.page.locator(".jp-Cell").count() == cells
    # While a name is edited, the key belongs to the text.
    board.button("Rename Grace").click()
    notebook.page.keyboard.press("Control+z")
    notebook.page.keyboard.press("Escape")
    board.shows(".../.X./...", "Grace's turn")
    kernel.evaluate("board.allow_undo(False)")
    expect(board.button("Undo")).to_be_hidden()
    notebook.page.keyboard.press("Control+z")
    expect(board.status).to_contain_text("Moves are final in this game.")
    assert kernel.evaluate("board.moves") == (4,)
