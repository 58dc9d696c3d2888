"""Players that never answer in a notebook: a notice names them, an interrupt stops them."""

import re

from playwright.sync_api import expect

from tests.support.hosts.jupyter import until

CELL = """
from tictactoe_widget import TicTacToe

def ada(game):
    if len(game.moves) > 2:
        print("asked")
    while len(game.moves) > 2:
        pass
    return game.legal_moves[0]

board = TicTacToe(o=ada)
board"""

IN_SLICES = """
def bob(game):
    while True:
        yield game.legal_moves[0]

slow = TicTacToe(o=bob)
slow"""

IN_A_CELL = "quick = TicTacToe(o=ada)\nquick.play(4)\nquick.play(8)"

AFTERWARDS = """
import asyncio, signal
seen = []
asyncio.get_running_loop().call_later(0.2, lambda: seen.append(signal.getsignal(signal.SIGINT)))
quick.play(1)
quick"""


def interrupt(notebook):
    notebook.page.get_by_role("button", name="Interrupt the kernel").click()


def stopped(name):
    return f"Player O ({name}) was stopped. A person now plays as O."


def test_interrupt_frees_seat(open_notebook):
    notebook = open_notebook(CELL, IN_SLICES, IN_A_CELL, AFTERWARDS, alone=True)
    clock = notebook.page.clock
    clock.install()
    notebook.run(0)
    board = notebook.board(0)

    # A plain function blocks Python. JupyterLab sends the second move, if not the first, to a
    # kernel thread, which no signal reaches.
    board.cell(5).click()
    board.shows("O../.X./...", "Your turn")
    board.cell(9).click()
    expect(board.status).to_contain_text("The computer is thinking")
    clock.fast_forward(12_100)
    clock.fast_forward(8_100)
    expect(board.notice).to_contain_text(
        re.compile(r"ada \(O\) hasn't moved for \d+ seconds\.")
    )
    interrupt(notebook)
    expect(board.root.locator(".ttt-news")).to_have_text(stopped("ada"))
    expect(board.notice).to_be_hidden()
    board.click(2)
    board.shows("OO./.X./..X", "Player X's turn")

    # Between a generator's slices Python is idle, when a kernel ignores the signal.
    notebook.run(1)
    slow = notebook.board(1)
    slow.cell(5).click()
    expect(slow.status).to_contain_text("The computer is thinking")
    interrupt(notebook)
    expect(slow.root.locator(".ttt-news")).to_have_text(stopped("bob"))
    slow.click(1)
    slow.shows("O../.X./...", "Player X's turn")

    # In a cell, the interrupt stops the cell, too.
    notebook.run(2)
    expect(notebook.output(2)).to_contain_text("asked")
    interrupt(notebook)
    expect(notebook.output(2)).to_contain_text("KeyboardInterrupt")
    notebook.wait_until_idle()  # a kernel drops messages until it has reported the error
    notebook.run(3)
    quick = notebook.board(3)
    quick.shows("OO./.X./..X", "Player X's turn")
    until(lambda: notebook.kernel.evaluate("len(seen)"), "the kernel is idle")
    assert notebook.kernel.evaluate("seen[0] is signal.SIG_IGN")

    # After a pause, the kernel makes a move only once, however often it was requested.
    wake = notebook.kernel.halt()
    quick.cell(3).click()
    clock.fast_forward(8_100)
    expect(quick.notice).to_contain_text("busy or not running")
    quick.button("Retry").click()
    quick.shows("OO./.X./..X", "Player X's turn")
    wake()
    quick.shows("OOX/.X./..X", "Player O's turn")
    expect(quick.notice).to_be_hidden()
    quick.click(7)
    assert notebook.kernel.evaluate("list(quick.moves)") == [4, 0, 8, 1, 2, 6]
