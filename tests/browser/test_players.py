"""Players that think, hints and reviews on real pages; positions are numbers from 1."""

import re
from functools import cache

from playwright.sync_api import expect

from tests.browser.hosts import until
from tests.browser.test_board import EMPTY
from tests.browser.test_looks import open_board, violations

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")

SLOW = """
from tictactoe_widget import TicTacToe

may_answer, let_go = False, []
def slow(game):
    try:
        while not may_answer:
            yield None
        yield game.legal_moves[0]
    except GeneratorExit:
        let_go.append(game.moves)

board = TicTacToe(o=slow)
board
"""

LATE = """
from tictactoe_widget import TicTacToe

def late(game):
    if board.round == 1:
        board.new_game()
    return 8

board = TicTacToe(o=late)
board
"""

MISBEHAVED = """
from tictactoe_widget import TicTacToe

def tired(game):
    raise RuntimeError("out of ideas")
def mute(game):
    return None
def blind(game):
    return 4
boards = [TicTacToe(o=player) for player in (tired, mute, blind)]
"""

FUNCTIONS = """
from tictactoe_widget import TicTacToe

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


@cache
def worth(marks):
    """What `marks` are worth to who is to move: 1, 0 or -1; plain negamax."""
    if any(marks[int(a)] == marks[int(b)] == marks[int(c)] != "." for a, b, c in LINES):
        return -1
    return max((move_worth(marks, cell) for cell in free(marks)), default=0)


def move_worth(marks, cell):
    mark = "XO"[marks.count("X") > marks.count("O")]
    return -worth(marks[:cell] + mark + marks[cell + 1 :])


def free(marks):
    return [cell for cell in range(9) if marks[cell] == "."]


def is_over(board):
    return "turn" not in board.status.inner_text()


def play_on(board, choose):
    """Play X to the end: `choose` picks a cell; return the worth of each move made."""
    worths = []
    while not is_over(board):
        marks = board.marks().replace("/", "")
        cell = choose(free(marks), key=lambda cell: move_worth(marks, cell))
        worths.append(move_worth(marks, cell))
        board.cell(cell + 1).click()
        left = len(free(marks)) - 2
        until(
            lambda left=left: is_over(board) or board.marks().count(".") == left,
            "the player answers",
        )
    return worths


def seat(board, mark):
    return board.root.get_by_role("combobox", name=f"Who plays {mark}")


def open_cells(open_notebook, *sources):
    """Run a notebook whose first cell shows `board`."""
    notebook = open_notebook(*sources)
    notebook.run(0)
    board = notebook.board(0)
    expect(board.status).to_contain_text("turn")
    return notebook, board


def test_who_goes_wrong_loses_to_perfect_and_sees_where(open_notebook):
    notebook, board = open_board(open_notebook)
    choices = seat(board, "O").locator("option").all_inner_texts()
    assert choices == ["Person", "Random", "Beginner", "Casual", "Expert", "Perfect"]
    seat(board, "O").select_option("perfect")
    worths = play_on(board, min)
    expect(board.status).to_contain_text("Player O wins!")
    assert board.score() == [0, 0, 1]
    assert notebook.kernel.evaluate("board.players, board.winner") == (
        {"X": "human", "O": "perfect"},
        "O",
    )

    # The first move that was lost had given a draw away; those after it had nothing to give.
    strip = board.root.get_by_role("group", name="The moves and what each was worth")
    count = notebook.kernel.evaluate("board.move_count")
    expect(strip.get_by_role("button")).to_have_count(count)
    ply = 2 * worths.index(-1)
    position = notebook.kernel.evaluate(f"board.moves[{ply}]") + 1
    given_away = strip.get_by_role("button", name="given away")
    expect(given_away).to_have_accessible_name(
        f"X{position} − ? Move {ply + 1}: loss, a draw given away"  # noqa: RUF001 - a minus
    )
    given_away.click()
    expect(board.root).to_contain_text(f"Move {ply + 1} of {count}")
    expect(given_away).to_have_attribute("aria-current", "step")
    assert board.marks().count(".") == 8 - ply


def test_who_plays_well_draws_with_perfect(open_notebook):
    notebook, board = open_board(open_notebook, "o='perfect'")
    expect(seat(board, "O")).to_have_value("perfect")
    assert set(play_on(board, max)) == {0}
    expect(board.status).to_contain_text("It's a draw!")
    assert board.score() == [0, 1, 0]
    expect(board.root.get_by_role("button", name=re.compile("^Move .*: draw$"))).to_have_count(
        9
    )
    board.button("New game").click()
    board.shows(EMPTY, "Player X's turn")
    assert notebook.kernel.evaluate("board.players['O']") == "perfect"


def test_hints_say_what_each_move_is_worth_until_they_are_off(open_notebook):
    _, board = open_board(open_notebook)
    # X wins at 3, draws at 6, and elsewhere lets O win at 6.
    board.click(1, 4, 2, 5)
    names = {
        position: f"row {row}, column {column}, empty"
        for position, row, column in [(3, 1, 3), (6, 2, 3), (7, 3, 1), (8, 3, 2), (9, 3, 3)]
    }
    for position, name in names.items():
        expect(board.cell(position)).to_have_accessible_name(name)
    button = board.button("Hints")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    worths = {
        3: ("+", "win in 1", ", win in 1 ply, best"),
        6: ("=", "draw", ", draw"),
        **dict.fromkeys((7, 8, 9), ("−", "loss in 2", ", loss in 2 plies")),  # noqa: RUF001 - the sign
    }
    for position, (sign, word, spoken) in worths.items():
        expect(board.cell(position)).to_have_accessible_name(names[position] + spoken)
        expect(board.cell(position).locator(".ttt-hint b")).to_have_text(sign)
        expect(board.cell(position).locator(".ttt-word")).to_have_text(word)
        expect(board.cell(position).locator(".ttt-word")).to_be_visible()
    best = board.cell(3).evaluate("cell => getComputedStyle(cell).borderTopWidth")
    other = board.cell(6).evaluate("cell => getComputedStyle(cell).borderTopWidth")
    assert best != other
    expect(board.root.locator(".ttt-comment")).to_contain_text("3")

    board.button("Step back").click()
    # O to move: only 3 keeps X from winning there.
    expect(board.cell(3)).to_have_accessible_name(re.compile("best"))
    expect(board.cell(6)).to_have_accessible_name(names[6] + ", loss in 2 plies")
    board.button("Now").click()
    expect(board.cell(3)).to_have_accessible_name(re.compile("win in 1 ply, best"))
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    for position, name in names.items():
        expect(board.cell(position)).to_have_accessible_name(name)
    expect(board.root.locator(".ttt-hint")).to_have_count(0)
    expect(board.root.locator(".ttt-comment")).to_be_hidden()


def test_with_hints_a_line_explains_the_last_move(open_notebook):
    notebook, board = open_board(open_notebook, "hints=True")
    comment = board.root.locator(".ttt-comment")
    board.click(1, 6, 3)
    # Two of a row: O has one answer, and X's two corners threaten another line then.
    expect(comment).to_contain_text("O must block at 2")
    board.click(9)
    expect(comment).to_contain_text("X wins at 2")
    board.click(2)
    expect(comment).to_contain_text("X wins with that move")
    assert notebook.kernel.evaluate("board.hints, board.comment")[0] is True


def test_new_game_and_looking_back_work_while_a_player_thinks(open_notebook):
    notebook, board = open_cells(open_notebook, SLOW)
    kernel = notebook.kernel
    board.click(5)
    expect(board.status).to_contain_text("Player O is thinking")
    board.button("Step back").click()
    board.shows(EMPTY, "Player X's turn")
    board.button("Now").click()
    board.shows(".../.X./...", "Player O is thinking")
    board.cell(1).click()
    board.shows(".../.X./...", "Not your turn: Player O to move")

    board.button("New game").click()
    board.shows(EMPTY, "Player X's turn")
    expect(board.status).not_to_contain_text("thinking")
    until(lambda: kernel.evaluate("let_go") == [(4,)], "the thinking ends")
    assert kernel.evaluate("board.round, board.move_count") == (2, 0)

    board.click(9)
    board.button("Step back").click()
    expect(board.root).to_contain_text("Move 0 of 1")
    kernel.evaluate("globals().update(may_answer=True)")
    # The answer comes, and who looks back goes on looking.
    expect(board.root).to_contain_text("Move 0 of 2")
    assert board.marks() == EMPTY
    board.button("Now").click()
    board.shows("O../.../..X", "Player X's turn")
    assert kernel.evaluate("list(board.moves), let_go") == ([8, 0], [(4,)])


def test_an_answer_that_comes_after_new_game_is_dropped(open_notebook):
    notebook, board = open_cells(open_notebook, LATE)
    board.cell(5).click()
    until(lambda: notebook.kernel.evaluate("board.round") == 2, "the next round begins")
    board.shows(EMPTY, "Player X's turn")
    board.cell(1).click()
    board.shows("X../.../..O", "Player X's turn")
    assert notebook.kernel.evaluate("list(board.moves)") == [0, 8]


def test_a_player_that_misbehaves_is_named_and_its_seat_taken_over(open_notebook, screenshots):
    notebook = open_notebook(MISBEHAVED, *(f"boards[{index}]" for index in range(3)))
    notebook.run_all()
    for index, did in enumerate(
        [
            "Player O (tired) raised RuntimeError: out of ideas",
            "Player O (mute) answered None: a move is a cell, an int from 0 to 8",
            "Player O (blind) answered cell 4, position 5: Position already taken",
        ],
        1,
    ):
        board = notebook.board(index)
        board.click(5)
        board.shows(".../.X./...", did)
        expect(board.status).to_contain_text("Choose who plays O from here on")
        assert violations(board) == []
        board.root.screenshot(path=screenshots / f"lab-light-misbehaved-{index}.png")
        board.cell(1).click()
        board.shows(".../.X./...", "Choose who plays O from here on")
        seat(board, "O").select_option("human")
        expect(board.status).not_to_contain_text("answered")
        board.click(1)
        board.shows("O../.X./...", "Player X's turn")
    seat(board, "O").select_option("perfect")
    board.cell(9).click()
    until(lambda: board.marks().count("O") == 2, "the new player answers")
    expect(board.status).to_contain_text("Player X's turn")


def test_functions_play_and_two_of_them_are_watched_move_by_move(open_notebook):
    notebook, board = open_cells(open_notebook, FUNCTIONS)
    expect(seat(board, "O").locator(":checked")).to_have_text("last_free")
    board.cell(5).click()
    board.shows(".../.X./..O", "Player X's turn")
    board.cell(1).click()
    board.shows("X../.X./.OO", "Player X's turn")

    board.button("New game").click()
    board.shows(EMPTY, "Player X's turn")
    board.root.evaluate(
        """root => {
          const ply = root.querySelector(".ttt-ply");
          root.seen = [];
          new MutationObserver(() => root.seen.push(ply.textContent))
            .observe(ply, { childList: true, characterData: true, subtree: true });
        }"""
    )
    notebook.kernel.evaluate("board.seat('X', first_free)")
    # X takes 1, 2, 3 from the front, O 9 and 8 from the back.
    board.shows("XXX/.../.OO", "Player X wins!")
    assert board.root.evaluate("root => root.seen") == [
        f"Move {ply} of {ply}" for ply in range(1, 6)
    ]


def test_the_kernel_answers_another_cell_while_expert_thinks(open_notebook):
    notebook, board = open_cells(open_notebook, WATCHED, "board.thinking, steps > 0, steps")
    board.cell(41).click()
    expect(board.status).to_contain_text("Player O is thinking")
    until(lambda: notebook.kernel.evaluate("steps") > 0, "it begins to think")
    notebook.run(1)
    expect(notebook.output(1)).to_contain_text("('O', True, ")
    steps = int(notebook.output(1).inner_text().split(", ")[-1].rstrip(")\n "))
    # It was not done when the cell ran, nor did the cell end its thinking.
    until(lambda: notebook.kernel.evaluate("steps") > steps, "it thinks on")
    expect(board.status).to_contain_text("Player O is thinking")

    board.button("New game").click()
    expect(board.status).to_contain_text("Player X's turn")
    seat(board, "O").select_option("expert")
    board.cell(41).click()
    expect(board.root).to_contain_text("Move 2 of 2")
    expect(board.status).to_contain_text("Player X's turn")
    reply = notebook.kernel.evaluate("board.last_move")
    assert reply // 9 == 4  # the middle cell sends to the middle board


def test_an_audit_of_hints_and_reviews_finds_nothing(open_notebook, theme, screenshots):
    notebook, board = open_board(open_notebook, "hints=True", host="notebook")
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
    expect(board.root.locator(".ttt-review button")).to_have_count(6)
    audit("review")
    kernel.evaluate("board.new_game('ultimate')")
    kernel.evaluate("board.play(40)")
    estimate = re.compile(r"board 5, row 1, column 1, empty, open, about \d+ percent")
    expect(board.root.locator("[data-position='37']")).to_have_accessible_name(estimate)
    audit("ultimate-hints")
