"""The board in Firefox and WebKit, with mouse or keyboard only."""

import re

from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import EMPTY
from tictactoe_widget.rules.names import NAMED

X_TO_MOVE = "Player X's turn"
O_TO_MOVE = "Player O's turn"
TAKEN = "Position already taken"
CELLS = ".ttt-cell"
# the only cell in the tab order
REACHED = ".ttt-cell[tabindex='0']"

# X threatens to win at 8, so O must play there.
THREAT = "OX./.X./..."
WON = "OX./.X./.XO"


def cell_names(**known):
    """Return the accessible names of nine cells. Cells not given are empty."""
    places = [
        (3 * row + column + 1, row + 1, column + 1) for row in range(3) for column in range(3)
    ]
    return [
        f"{cell}, row {row}, column {column}, {known.get(f'at_{cell}', 'empty')}"
        for cell, row, column in places
    ]


def test_game_by_mouse(board, save):
    engine = board.engine
    places = board.places()
    assert engine.names("button", CELLS) == cell_names()
    board.click(5)
    board.shows(".../.X./...", O_TO_MOVE)

    # The message about an illegal move disappears with the next move.
    engine.click(board.cell(5))
    board.shows(".../.X./...", TAKEN)
    assert board.places() == places
    board.click(1)
    board.shows("O../.X./...", X_TO_MOVE)
    assert TAKEN not in engine.text(".ttt-status")
    board.click(2)

    # Only 8 keeps the draw. After any other move X wins.
    board.press_button("Hints")
    until(
        lambda: (
            engine.names("button", CELLS)
            == cell_names(
                at_1="O",
                at_2="X, last move",
                at_5="X",
                at_8="empty, draw, best move, wins or stops a win",
                **{f"at_{cell}": "empty, loss in 1 move" for cell in (3, 4, 6, 7, 9)},
            )
        ),
        "the engine reads out what each move is worth",
    )
    assert engine.look(".ttt button[aria-pressed=true]", "Hints")
    assert board.places() == places
    save("hints")
    board.press_button("Hints")
    until(lambda: not engine.look(".ttt-hint"), "the hints are gone")

    # Stepping back doesn't change the game.
    board.press_button("Step back")
    board.shows("O../.X./...", X_TO_MOVE)
    engine.shows(".ttt-ply", "Move 2 of 3")
    assert board.places() == places
    board.press_button("Latest")
    board.shows(THREAT, O_TO_MOVE)

    board.click(9)
    board.click(8)
    board.shows(WON, "Player X wins!")
    assert board.score() == [1, 0, 0]
    assert engine.names("button", CELLS)[1::3] == [
        "2, row 1, column 2, X, in the row",
        "5, row 2, column 2, X, in the row",
        "8, row 3, column 2, X, last move, in the row",
    ]
    assert board.places() == places
    assert board.faults() == []
    assert board.violations() == []
    save("won")
    board.press_button("New game")
    board.shows(EMPTY, X_TO_MOVE)
    assert board.places() == places
    assert board.score() == [1, 0, 0]


def test_game_by_keyboard(board):
    engine = board.engine
    engine.tab_to(CELLS, "1, row 1, column 1, empty")
    engine.press("ArrowRight", "ArrowDown", "Enter")
    board.shows(".../.X./...", O_TO_MOVE)
    engine.press("5")
    board.shows(".../.X./...", TAKEN)
    engine.press("Home", "ArrowUp", "Space")
    board.shows("O../.X./...", X_TO_MOVE)
    engine.press("2")
    board.shows(THREAT, O_TO_MOVE)

    engine.tab_to("button", "Hints", keys=["Space"])
    until(lambda: engine.look(".ttt-hint"), "hints are there")
    engine.press("Space")
    until(lambda: not engine.look(".ttt-hint"), "hints are gone")
    engine.tab_back_to("button", "Step back", keys=["Enter"])
    board.shows("O../.X./...", X_TO_MOVE)
    engine.press("Enter")
    board.shows(".../.X./...", O_TO_MOVE)
    engine.tab_to("button", "Latest", keys=["Enter"])
    board.shows(THREAT, O_TO_MOVE)

    engine.tab_back_to(REACHED, keys=["9"])
    board.shows("OX./.X./..O", X_TO_MOVE)
    engine.press("8")
    board.shows(WON, "Player X wins!")
    engine.press("Shift+N")
    board.shows(EMPTY, X_TO_MOVE)
    assert board.score() == [1, 0, 0]


def test_choose_computer_by_keyboard(board):
    engine = board.engine
    board.click(5)
    engine.tab_to("button", "Players", keys=["Enter"])
    engine.wait_for("dialog")
    engine.press("Escape")
    until(lambda: not engine.look("dialog"), "the sheet is closed")
    assert engine.look(".ttt button", "Players")["isFocused"]
    board.shows(".../.X./...", O_TO_MOVE)

    engine.press("Enter")
    engine.wait_for("dialog")
    assert engine.look("dialog input", "Two friends")["isFocused"]
    engine.press("ArrowDown")
    engine.tab_to("dialog input", "How strong", keys=["Home"])
    engine.shows("dialog .ttt-strength", "Random")
    engine.tab_to("dialog button", "Start", keys=["Enter"])
    until(lambda: not engine.look("dialog"), "the sheet is closed")
    board.shows(EMPTY, "Your turn")
    assert engine.look(REACHED)["isFocused"]
    engine.press("1")
    until(lambda: board.marks().count(".") == 7, "the computer answers")


def test_cells_are_square(board, save):
    engine = board.engine
    for name, rules in NAMED.items():
        board.press_button("Players")
        engine.wait_for("dialog")
        engine.click("dialog input", "Two friends")
        engine.click("dialog input", re.escape(rules.title))
        engine.click("dialog button", "Start")
        until(lambda: not engine.look("dialog"), "the sheet is closed")
        engine.wait_for(board.cell(rules.cell_count))
        save(name)
        assert board.faults() == [], name
