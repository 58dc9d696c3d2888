"""Players that think, hints and reviews on real pages; positions are numbers from 1."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.hosts.accessibility import violations
from tests.support.hosts.jupyter import until
from tests.support.scenes.board_scenes import (
    EMPTY,
    LONG,
    choose_strength,
    draw_with_perfect,
    lose_to_perfect,
    open_setup,
    player,
    show_and_hide_hints,
    start,
    strengths,
)

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


def open_cells(open_notebook, *sources):
    """Run a notebook whose first cell shows `board`."""
    notebook = open_notebook(*sources)
    notebook.run(0)
    board = notebook.board(0)
    expect(board.status).to_contain_text("turn")
    return notebook, board


def test_who_goes_wrong_loses_to_perfect_and_sees_where(open_board):
    notebook, board = open_board()
    sheet = open_setup(board)
    sheet.get_by_role("radio", name="Me and the computer").check()
    assert [words.partition(":")[0] for words in strengths(sheet)] == [
        *("Random", "Beginner", "Casual", "Keen", "Regular"),
        *("Skilled", "Advanced", "Strong", "Expert", "Perfect"),
    ]
    sheet.get_by_role("button", name="Close").click()
    start(board, against="Perfect")
    lose_to_perfect(board)
    assert notebook.kernel.evaluate("board.players, board.winner") == (
        {"X": "human", "O": "perfect"},
        "O",
    )


@pytest.mark.long
def test_who_plays_well_draws_with_perfect(open_board):
    notebook, board = open_board(arguments="o='perfect'")
    expect(player(board, "O")).to_contain_text("Perfect")
    draw_with_perfect(board)
    assert notebook.kernel.evaluate("board.players['O']") == "perfect"


@pytest.mark.long  # as on the bare page, in tests/browser/test_site_play.py
def test_hints_say_what_each_move_is_worth_until_they_are_off(open_board):
    _, board = open_board()
    show_and_hide_hints(board)


def test_with_hints_a_line_explains_the_last_move(open_board):
    notebook, board = open_board(arguments="hints=True")
    comment = board.root.locator(".ttt-comment")
    board.click(1, 6, 3)
    # Two of a row: O has one answer, and X's two corners threaten another line then.
    expect(comment).to_contain_text("O must block at 2")
    board.click(9)
    expect(comment).to_contain_text("X wins at 2")
    board.click(2)
    expect(comment).to_contain_text("X's last move wins")
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


def keep_playing(board, mode, strength=None):
    """Change who plays on the sheet, while the round goes on."""
    sheet = open_setup(board)
    sheet.get_by_role("radio", name=mode).check()
    if strength is not None:
        choose_strength(sheet, strength)
    sheet.get_by_role("button", name="Keep playing").click()
    expect(sheet).to_be_hidden()


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
        board.shows(".../.X./...", "Player O's turn")
        for said in (board.root.locator(".ttt-news"), board.spoken):
            expect(said).to_contain_text(did)
            expect(said).to_contain_text("Choose who plays O from here on")
        assert violations(board) == []
        board.root.screenshot(path=screenshots / f"lab-light-misbehaved-{index}.png")
        board.cell(1).click()
        board.shows(".../.X./...", "Choose who plays O from here on")
        keep_playing(board, "Two friends")
        expect(board.root.locator(".ttt-news")).to_be_empty()
        board.click(1)
        board.shows("O../.X./...", "Player X's turn")
    keep_playing(board, "Me and the computer", "Perfect")
    board.cell(9).click()
    until(lambda: board.marks().count("O") == 2, "the new player answers")
    expect(board.status).to_contain_text("Player X's turn")


def test_functions_play_and_two_of_them_are_watched_move_by_move(open_notebook):
    notebook, board = open_cells(open_notebook, FUNCTIONS)
    expect(player(board, "O")).to_contain_text("last_free")
    board.cell(5).click()
    board.shows(".../.X./..O", "Player X's turn")
    board.cell(1).click()
    board.shows("X../.X./.OO", "Player X's turn")

    board.button("New game").click()
    board.shows(EMPTY, "Player X's turn")
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
    # X takes 1, 2, 3 from the front, O 9 and 8 from the back.
    board.shows("XXX/.../.OO", "Player X wins!")
    assert board.root.evaluate("root => root.seen") == [1, 2, 3, 4, 5]


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
    start(board, against="Expert")
    board.cell(41).click()
    expect(board.root).to_contain_text("Move 2 of 2")
    expect(board.status).to_contain_text("Player X's turn")
    reply = notebook.kernel.evaluate("board.last_move")
    assert reply // 9 == 4  # the middle cell sends to the middle board


@pytest.mark.long
def test_an_audit_of_hints_and_reviews_finds_nothing(open_board, theme, screenshots):
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
