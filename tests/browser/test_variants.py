"""Larger boards, misère and ultimate on real pages; positions are numbers from 1."""

import re

from playwright.sync_api import expect

from tests.browser.hosts import until
from tests.browser.test_board import focused_name, tab_to
from tests.browser.test_looks import open_board, violations

# Games of ultimate with closed boards, found by random play and replayed in Python.
LONG = [
    *(57, 21, 22, 35, 69, 54, 76, 34, 63, 79, 60, 52, 25),  # X 7 and O 6 are won on the way
    *(36, 73, 2, 10, 3, 19, 5, 44, 71, 70, 7, 14, 37, 18),
    *(78, 46, 53, 67, 81, 80, 72, 75, 77, 38, 74, 41),
]
"""
. O O   X . .   X . O
. O .   . X .   X . .
O . .   . . X   X . .

. . .   O X .   X . .
. . .   . X .   . . .
O O O   . X .   O O O

. . X   . . .   X O X
. . X   X . X   X O O
. . X   X O O   O X O
"""
SHORT = [18, 77, 37, 2, 10, 5, 45, 80, 70, 62, 66, 26, 68, 44, 41, 53, 14]
"""
. O .   X . .   . . .
. O .   . X .   . . .
. . .   . . X   . O .

. . .   X . .   . . .
. . .   . X .   . . .
. . .   . O X   . O .

. . .   . . X   . . .
. . .   . X .   . O .
. O .   X . .   . O .
"""
FIVE_IN_ROW = [113, 1, 114, 2, 115, 3, 116, 4, 117]
"""X in the middle of the eighth of fifteen rows."""


def cell(board, position):
    """The button of a position, wherever it is drawn."""
    return board.root.locator(f".ttt-cell[data-position='{position}']")


def play(board, positions):
    """Click positions, each once the board shows the one before."""
    for position in positions:
        cell(board, position).click()
        expect(cell(board, position)).to_have_accessible_name(re.compile("last move"))


def play_in_python(notebook, rules, positions):
    """Start a game in the kernel and play it there."""
    notebook.kernel.evaluate(f"board.new_game({rules!r})")
    notebook.kernel.evaluate(f"[board.play(at - 1) for at in {positions}] and None")


def coordinate(position):
    """What to type for a position of ultimate: its column as a letter, then its row."""
    board, place = divmod(position - 1, 9)
    column = 3 * (board % 3) + place % 3
    row = 3 * (board // 3) + place // 3
    return "abcdefghi"[column], str(row + 1)


def choose_game(board, title):
    board.root.get_by_role("combobox", name="Game").select_option(title)


def expect_focus(page, *parts):
    """Wait until what has the focus is called by these words."""
    until(
        lambda: all(part in focused_name(page) for part in parts),
        f"the focus is on {parts}, not on {focused_name(page)}",
    )


def test_a_whole_game_of_ultimate_is_played_by_mouse(open_notebook):
    notebook, board = open_board(open_notebook, "'ultimate'")
    expect(board.status).to_contain_text("Play in any open board")
    play(board, LONG[:1])
    expect(board.status).to_contain_text("Play in board 3")
    expect(cell(board, 19)).to_have_accessible_name("board 3, row 1, column 1, empty, open")
    expect(cell(board, 28)).to_have_accessible_name("board 4, row 1, column 1, empty")
    expect(board.root.locator(".ttt-open")).to_have_count(1)

    # O wins board 4 by 34, 35 and 36 and sends X to board 9.
    play(board, LONG[1:14])
    expect(board.status).to_contain_text("Play in board 9")
    expect(cell(board, 28)).to_have_accessible_name(
        "board 4, row 1, column 1, empty, board won by O"
    )
    # X is sent to board 5, and from there to board 2, which is won.
    play(board, LONG[14:36])
    expect(board.status).to_contain_text("Play in board 5")
    play(board, LONG[36:38])
    expect(board.status).to_contain_text("Play in any open board")
    expect(cell(board, 81)).to_have_accessible_name("board 9, row 3, column 3, O, board drawn")
    play(board, LONG[38:])
    expect(board.status).to_contain_text("Player X wins!")
    assert board.score() == [1, 0, 0]
    drawn = board.root.locator(".ttt-lines")
    expect(drawn.locator("[data-mark=X]")).to_have_count(4)
    expect(drawn.locator("[data-mark=O]")).to_have_count(3)
    expect(drawn.locator(".ttt-line")).to_have_count(1)
    expect(drawn.locator(".ttt-open")).to_have_count(0)
    in_line = board.root.get_by_role("button", name="in the line")
    expect(in_line).to_have_count(9)
    assert notebook.kernel.evaluate("list(board.small_boards), board.move_count") == (
        ["O", "X", "X", "O", "X", "O", "X", None, "draw"],
        39,
    )


def test_a_whole_game_of_ultimate_is_played_by_keyboard_alone(open_notebook):
    notebook, board = open_board(open_notebook, "'ultimate'")
    page = notebook.page
    tab_to(page, "board 1, row 1, column 1")
    ways = {
        18: [*["ArrowRight"] * 5, *["ArrowDown"] * 2],  # into board 2
        77: ["PageDown", "ArrowDown", "ArrowDown", "End", "ArrowLeft"],  # to board 9
        37: ["PageUp", "ArrowUp", "Home", *["ArrowRight"] * 3],  # to board 5
    }
    for position in SHORT:
        for key in ways.get(position, coordinate(position)):
            page.keyboard.press(key)
        expect(cell(board, position)).to_be_focused()
        page.keyboard.press("Enter" if position % 2 else "Space")
        expect(cell(board, position)).to_have_accessible_name(re.compile("last move"))
    expect(board.status).to_contain_text("Player X wins!")
    assert notebook.kernel.evaluate("[cell + 1 for cell in board.moves]") == SHORT
    tab_to(page, "New game")
    page.keyboard.press("Enter")
    expect(board.status).to_contain_text("Play in any open board")
    assert board.score() == [1, 0, 0]


def test_a_move_in_the_wrong_board_of_ultimate_is_told_where_to_go(open_notebook):
    notebook, board = open_board(open_notebook, "'ultimate'")
    play(board, [5])
    expect(board.status).to_contain_text("Play in board 5")
    cell(board, 1).click()
    expect(board.root.locator(".ttt-refusal")).to_contain_text("Play in board 5")
    expect(cell(board, 1)).to_have_accessible_name("board 1, row 1, column 1, empty")
    cell(board, 5).click()
    expect(board.root.locator(".ttt-refusal")).to_contain_text("Position already taken")
    assert notebook.kernel.evaluate("list(board.moves)") == [4]
    play(board, [41])
    expect(board.root.locator(".ttt-refusal")).to_be_empty()


def test_five_in_a_row_win_on_a_board_of_fifteen(open_notebook):
    notebook, board = open_board(open_notebook, "'gomoku'")
    play(board, FIVE_IN_ROW)
    expect(board.status).to_contain_text("Player X wins!")
    assert board.score() == [1, 0, 0]
    for position in range(113, 118):
        expect(cell(board, position)).to_have_accessible_name(re.compile("in the line"))
    expect(board.root.get_by_role("button", name="in the line")).to_have_count(5)
    assert notebook.kernel.evaluate("board.winning_lines") == ((112, 113, 114, 115, 116),)


def test_games_are_chosen_on_the_board_and_scores_belong_to_each(open_notebook):
    notebook, board = open_board(open_notebook)
    chooser = board.root.get_by_role("combobox", name="Game")
    board.click(1, 4, 2, 5, 3)
    expect(board.status).to_contain_text("Player X wins!")
    assert board.score() == [1, 0, 0]

    choose_game(board, "misere")
    board.shows(".../.../...", "Completing a line loses")
    expect(chooser.locator(":checked")).to_contain_text("isère")
    assert board.score() == [0, 0, 0]
    board.click(1, 4, 2, 5, 3)
    expect(board.status).to_contain_text("Player O wins!")
    assert board.score() == [0, 0, 1]

    for name, cells in [("4x4", 16), ("5x5", 25), ("ultimate-open", 81), ("gomoku", 225)]:
        choose_game(board, name)
        expect(board.cells).to_have_count(cells)
        expect(chooser).to_have_value(name)
    board.root.get_by_text("Rules", exact=True).click()
    expect(board.root.locator("details p, details ~ p").first).to_contain_text("5")

    choose_game(board, "standard")
    board.shows(".../.../...", "Player X's turn")
    assert board.score() == [1, 0, 0]
    assert notebook.kernel.evaluate("board.round") == 7
    assert notebook.kernel.evaluate("board.new_game(rules='misere')") is None
    expect(chooser).to_have_value("misere")
    assert board.score() == [0, 0, 1]


def test_coordinates_typed_on_a_large_board_move_the_focus_there(open_notebook):
    notebook, board = open_board(open_notebook, "'gomoku'")
    page = notebook.page
    assert board.root.locator(".ttt-column-names").inner_text().split() == list(
        "abcdefghijklmno"
    )
    assert board.root.locator(".ttt-row-names").inner_text().split() == [
        str(row) for row in range(1, 16)
    ]
    tab_to(page, "row 1, column 1")
    for key in "h1":
        page.keyboard.press(key)
    expect_focus(page, "row 1, column 8")
    page.keyboard.press("2")
    expect_focus(page, "row 12, column 8")
    for key in "p3":  # there is no sixteenth column
        page.keyboard.press(key)
    expect_focus(page, "row 12, column 8")
    for key in "O15":
        page.keyboard.press(key)
    expect_focus(page, "row 15, column 15")
    page.keyboard.press("Enter")
    expect(cell(board, 225)).to_have_accessible_name("row 15, column 15, X, last move")
    assert notebook.kernel.evaluate("list(board.moves)") == [224]


def test_a_large_board_scrolls_inside_itself_and_keeps_its_row_names(
    open_notebook, screenshots
):
    narrow = {"width": 320, "height": 800}
    notebook, board = open_board(open_notebook, "'gomoku'", host="notebook", viewport=narrow)
    page = notebook.page
    frame = board.root.locator(".ttt-board")
    assert frame.evaluate("board => board.scrollWidth > board.clientWidth")
    assert board.root.evaluate("root => root.scrollWidth <= root.clientWidth")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    for position in (1, 15, 225):
        box = cell(board, position).bounding_box()
        assert min(box["width"], box["height"]) >= 24

    tab_to(page, "row 1, column 1")
    for key in "o1":
        page.keyboard.press(key)
    expect_focus(page, "row 1, column 15")
    assert frame.evaluate("board => board.scrollLeft > 0")
    edges = frame.bounding_box()
    row_name = board.root.locator(".ttt-row-names span").first.bounding_box()
    corner = cell(board, 15).bounding_box()
    assert row_name["x"] >= edges["x"]
    assert corner["x"] + corner["width"] <= edges["x"] + edges["width"]
    page.keyboard.press("Home")
    expect_focus(page, "row 1, column 1,")
    first = cell(board, 1).bounding_box()
    row_name = board.root.locator(".ttt-row-names span").first.bounding_box()
    assert first["x"] >= row_name["x"] + row_name["width"]
    board.root.screenshot(path=screenshots / "notebook-320-gomoku-corner.png")


def test_an_audit_of_every_variant_finds_nothing(open_notebook, theme, screenshots):
    notebook, board = open_board(open_notebook, host="notebook")
    scenes = {
        "4x4": ("4x4", [6, 1, 7, 2, 10, 5]),
        "gomoku": ("gomoku", FIVE_IN_ROW),
        "ultimate-playing": ("ultimate", LONG[:24]),
        "ultimate-won": ("ultimate", LONG),
    }
    for name, (rules, positions) in scenes.items():
        play_in_python(notebook, rules, positions)
        expect(cell(board, positions[-1])).to_have_accessible_name(re.compile("last move"))
        for width in (320, 1000):
            notebook.page.set_viewport_size({"width": width, "height": 900})
            assert board.root.evaluate("root => root.scrollWidth <= root.clientWidth"), name
            frame = board.root.locator(".ttt-board")
            fits = frame.evaluate("board => board.scrollWidth <= board.clientWidth")
            assert fits or (rules, width) == ("gomoku", 320)
            picture = screenshots / f"notebook-{theme}-{width}-{name}.png"
            board.root.screenshot(path=picture, animations="disabled")
        assert violations(board) == [], name
